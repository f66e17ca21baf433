// The screen stays on at a table and on its race while somebody touches it now and then, where the browser has a lock
// for that. It lets go of it when the page is hidden: it is asked again when the page is seen again.

const OF_A_TABLE = ['table', 'deal', 'kingdom', 'kingdoms', 'result']; // ends of addresses
const AWAKE_FOR = 30 * 60_000; // milliseconds after a touch

class Awake {
  constructor() {
    this.isWanted = this.isAsked = false;
    this.lock = null;
    for (const seen of ['visibilitychange', 'pointerdown']) document.addEventListener(seen, () => this.look());
  }

  turnTo(path) {
    this.isWanted = OF_A_TABLE.includes(path);
    this.look();
  }

  look() {
    clearTimeout(this.rest);
    if (!this.isWanted) return this.letGo();
    this.rest = setTimeout(() => this.letGo(), AWAKE_FOR);
    if (!document.hidden) this.ask();
  }

  async ask() {
    if (this.isAsked || this.lock?.released === false) return;
    this.isAsked = true;
    this.lock = await navigator.wakeLock?.request('screen').catch(() => null);
    this.isAsked = false;
    if (!this.isWanted) this.letGo();
  }

  letGo() {
    this.lock?.release();
    this.lock = null;
  }
}

let awake = null;

export function stayAwake(path) {
  awake ??= new Awake();
  awake.turnTo(path);
}
