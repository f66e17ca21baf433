// Keeps the screen on at a table while somebody touches it now and then, in browsers with a wake lock. A browser
// releases it when the page is hidden, so it is requested again when the page is shown.

const TABLE_PAGES = ['table', 'assign', 'kingdom', 'kingdoms', 'result']; // ends of addresses
const AWAKE_MS = 30 * 60_000; // after a touch

class WakeLock {
  constructor() {
    this.isWanted = this.isAsked = false;
    this.lock = null;
    for (const seen of ['visibilitychange', 'pointerdown']) document.addEventListener(seen, () => this.update());
  }

  setPage(path) {
    this.isWanted = TABLE_PAGES.includes(path);
    this.update();
  }

  update() {
    clearTimeout(this.rest);
    if (!this.isWanted) return this.release();
    this.rest = setTimeout(() => this.release(), AWAKE_MS);
    if (!document.hidden) this.request();
  }

  async request() {
    if (this.isAsked || this.lock?.released === false) return;
    this.isAsked = true;
    this.lock = await navigator.wakeLock?.request('screen').catch(() => null);
    this.isAsked = false;
    if (!this.isWanted) this.release();
  }

  release() {
    this.lock?.release();
    this.lock = null;
  }
}

let wakeLock = null;

/** Keep the screen on if a page is one of a table. */
export function stayAwake(path) {
  wakeLock ??= new WakeLock();
  wakeLock.setPage(path);
}
