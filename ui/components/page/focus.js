// After a press, and once a photo has been read, the focus goes to what has appeared, however late: a question, how
// many kingdoms were dealt, else the heading of the screen. A board takes it itself. A panel is opened from below it:
// its heading is brought into sight, too.

// The first that is there gets the focus.
const APPEARED = ['.cs-question', '.cs-panel', '.st-key-dealt .cs-notice', '.st-key-page h1'];

export function followFocus() {
  let follows = false; // from a press until whoever made it does something else
  for (const act of ['pointerdown', 'keydown']) window.addEventListener(act, () => (follows = false), true);
  document.addEventListener('click', (event) => {
    follows ||= event.composedPath().some((part) => part.tagName === 'BUTTON');
  });
  window.addEventListener('crownsight:photo', ({ detail }) => (follows ||= detail.step === 'taken'));
  const page = document.documentElement;
  // What was pressed goes when the page is drawn, or in a moment after that.
  const changes = { subtree: true, childList: true, attributeFilter: ['data-at-rest', 'data-photo'] };
  const isReady = () => 'atRest' in page.dataset && !('photo' in page.dataset); // a photo hides what comes after it
  new MutationObserver(() => follows && isReady() && focusWhatAppeared()).observe(page, changes);
}

function focusWhatAppeared() {
  panelJustOpened()?.scrollIntoView({ block: 'nearest' });
  if (document.activeElement !== document.body) return;
  const there = APPEARED.flatMap((selector) => [...document.querySelectorAll(selector)]);
  // Safari has checkVisibility from 17.4 on.
  const shown = there.find((one) => one.checkVisibility?.() ?? one.getClientRects().length);
  if (!shown) return;
  shown.tabIndex = -1;
  shown.focus({ preventScroll: true });
}

let panel = ''; // what the panel is called that was open last

function panelJustOpened() {
  const heading = document.querySelector('.cs-panel');
  const isNew = heading && heading.textContent !== panel;
  panel = heading?.textContent ?? '';
  return isNew ? heading : null;
}
