const YEAR = 365 * 86400; // seconds
const GOLD = '#C8931A';

function speak(language, cookie) {
  document.documentElement.lang = language;
  document.cookie = `${cookie}=${language}; max-age=${YEAR}; path=/; samesite=lax`;
}

function describe() {
  if (document.querySelector('link[rel=manifest]')) return;
  const add = (tag, attributes) => document.head.append(Object.assign(document.createElement(tag), attributes));
  add('link', { rel: 'manifest', href: '/manifest.webmanifest' });
  add('link', { rel: 'apple-touch-icon', href: '/icon-192.png' });
  add('meta', { name: 'theme-color', content: GOLD });
  window.addEventListener('beforeinstallprompt', (offer) => {
    offer.preventDefault(); // the app asks where it does not interrupt
    window.crownsightInstall = offer;
  });
}

// A step that changes the page and the query is pushed twice by Streamlit: the new query at the old page, then the new
// page. The second push takes the place of the first.
function pushOnce() {
  if (history.steps) return;
  history.steps = { at: undefined, underWay: false };
  const push = history.pushState;
  history.pushState = function (state, title, address) {
    const isNewPage = new URL(address, location).pathname !== location.pathname;
    if (isNewPage && history.steps.underWay) return history.replaceState(state, title, address);
    history.steps.underWay = !isNewPage;
    return push.call(history, state, title, address);
  };
}

function arrive({ path, query, step }) {
  if (step !== history.steps.at) Object.assign(history.steps, { at: step, underWay: false });
  const here = new URL(location);
  const missing = Object.entries(query).filter(([name]) => !here.searchParams.has(name));
  if (history.steps.underWay || here.pathname.split('/').pop() !== path || !missing.length) return;
  for (const [name, value] of missing) here.searchParams.set(name, value);
  history.replaceState(history.state, '', here);
}

export default function ({ data }) {
  speak(data.language, data.cookie);
  describe();
  pushOnce();
  arrive(data);
  followFocus();
}
