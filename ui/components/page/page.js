const YEAR = 365 * 86400; // seconds
const GOLD = '#C8931A';

function setLanguage(language, cookie) {
  document.documentElement.lang = language;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${cookie}=${language}; max-age=${YEAR}; path=/; samesite=lax${secure}`;
}

function describe() {
  if (document.querySelector('link[rel=manifest]')) return;
  const add = (tag, attributes) => document.head.append(Object.assign(document.createElement(tag), attributes));
  add('link', { rel: 'manifest', href: '/manifest.webmanifest' });
  add('link', { rel: 'apple-touch-icon', href: '/icon.png' });
  add('meta', { name: 'theme-color', content: GOLD });
  window.addEventListener('beforeinstallprompt', (offer) => offer.preventDefault()); // its bar would lie over a button
}

export default function ({ data, parentElement, setTriggerValue }) {
  setLanguage(data.language, data.cookie);
  describe();
  pushOnce();
  arrive(data, parentElement, () => crownsightRuns.ask('step', () => setTriggerValue('lost', true)));
  ignoreRepeatedTaps();
  followFocus();
  stayAwake(data.path);
  takeFiles();
  translate(data.skip, data.named);
}
