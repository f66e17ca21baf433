// crownsightInstall is the browser's own offer to install the page, kept by the component of the browser's window.

const isInstalled = () => matchMedia('(display-mode: standalone)').matches || navigator.standalone === true;

const howTo = () =>
  isSecureContext
    ? say('Choose “Add to home screen” in the menu of the browser.')
    : say('Choose “Add to home screen” in the menu of the browser: it adds a link to this page. As an app of its own it needs https: crownsight serve --https');

export default function ({ data, parentElement }) {
  speak(parentElement, data.words);
  const section = parentElement.querySelector('section');
  section.hidden = isInstalled();
  parentElement.querySelector('button').onclick = () => {
    if (window.crownsightInstall) window.crownsightInstall.prompt();
    else parentElement.querySelector('p').textContent = howTo();
  };
}
