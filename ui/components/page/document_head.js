// Language, manifest and icon of the document.

const YEAR = 365 * 86400; // seconds
const GOLD = '#C8931A';

/** Set the language of the document, and remember it in a cookie. */
export function setLanguage(language, cookie) {
  document.documentElement.lang = language;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${cookie}=${language}; max-age=${YEAR}; path=/; samesite=lax${secure}`;
}

/** Add what a phone needs to put the page on its home screen. */
export function describe() {
  const add = (tag, attributes) => document.head.append(Object.assign(document.createElement(tag), attributes));
  add('link', { rel: 'manifest', href: '/manifest.webmanifest' });
  add('link', { rel: 'apple-touch-icon', href: '/icon.png' });
  add('meta', { name: 'theme-color', content: GOLD });
  window.addEventListener('beforeinstallprompt', (offer) => offer.preventDefault()); // its bar would cover a button
}
