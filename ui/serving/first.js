// Runs before every other script of a page, and is written for browsers that are too old for those.

(function (languages) {
  var words = languages[(navigator.language || 'en').slice(0, 2)] || languages.en;
  document.documentElement.style.setProperty('--starting', JSON.stringify(words.starting)); // the look shows it

  // Where cookies or storage are blocked, asking for them raises an error: what is kept there then lives as long as the
  // page.
  function Memory() {}
  Memory.prototype.getItem = function (key) {
    return Object.prototype.hasOwnProperty.call(this, key) ? this[key] : null;
  };
  Memory.prototype.setItem = function (key, value) { this[key] = String(value); };
  Memory.prototype.removeItem = function (key) { delete this[key]; };
  ['localStorage', 'sessionStorage'].forEach(function (name) {
    try {
      window[name].setItem('crownsight kept', '');
      window[name].removeItem('crownsight kept');
    } catch (blocked) {
      Object.defineProperty(window, name, { value: new Memory(), configurable: true });
    }
  });
  if (!takesCookies()) document.documentElement.setAttribute('data-cookieless', ''); // the look says so

  // Tried, as `navigator.cookieEnabled` is true in a Chromium that blocks them.
  function takesCookies() {
    try {
      document.cookie = 'crownsight-tried=1; samesite=lax';
      var isTaken = document.cookie.indexOf('crownsight-tried=1') >= 0;
      document.cookie = 'crownsight-tried=; max-age=0; samesite=lax';
      return isTaken;
    } catch (blocked) {
      return false;
    }
  }

  function isOld() {
    try {
      new RegExp('(?<=a)b'); // Streamlit, from Safari 16.4 on
      return !CSS.supports('selector(:has(a))') || !CSS.supports('color', 'color-mix(in srgb, red, red)');
    } catch (unknown) {
      return true;
    }
  }

  if (isOld()) {
    var said = document.createElement('p');
    said.setAttribute('role', 'alert');
    said.textContent = words.tooOld;
    said.style.cssText = 'position:fixed;top:0;left:0;right:0;z-index:1000000;margin:0;padding:16px;' +
      'font:18px/1.4 sans-serif;color:#26221B;background:#F0EADC';
    document.body.appendChild(said);
  }
})(WORDS);
