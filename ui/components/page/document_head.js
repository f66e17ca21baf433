// What stands in the head of the document: language, manifest and icon.

const YEAR = 365 * 86400; // seconds
const GOLD = '#C8931A';

export function setLanguage(language, cookie) {
  document.documentElement.lang = language;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${cookie}=${language}; max-age=${YEAR}; path=/; samesite=lax${secure}`;
}

export function describe() {
  const add = (tag, attributes) => document.head.append(Object.assign(document.createElement(tag), attributes));
  add('link', { rel: 'manifest', href: '/manifest.webmanifest' });
  add('link', { rel: 'apple-touch-icon', href: '/icon.png' });
  add('meta', { name: 'theme-color', content: GOLD });
  window.addEventListener('beforeinstallprompt', (offer) => offer.preventDefault()); // its bar would lie over a button
}
