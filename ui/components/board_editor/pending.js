// Edits that were sent and not acknowledged yet: they may be under way, or a connection that broke took them with it.

const ACKNOWLEDGED_WITHIN = 3000; // milliseconds that the server has to answer a change, twice as long every time
const LONGEST_WITHIN = 24000; // milliseconds; a server with too much to do must not get more from everybody

const isOffline = () => document.documentElement.dataset.connection === 'offline';

// Says that what was pressed needs the server, while there is none; whether that is so.
const isRefused = () => isOffline() && window.dispatchEvent(new CustomEvent('crownsight:refused'));

class PendingEdits {
  constructor(holder, sendAgain) {
    this.holder = holder; // the element on whose board they were made
    this.sendAgain = sendAgain; // sends the board as a newer change
    this.forget();
    window.addEventListener('crownsight:online', () => this.isBack());
  }

  // Another board begins.
  forget() {
    this.last = -1;
    this.patience = ACKNOWLEDGED_WITHIN;
    this.stop();
  }

  sent(revision) {
    this.last = revision;
    this.stop();
    this.timer = setTimeout(() => this.repeat(), this.patience);
  }

  isBack() {
    this.patience = ACKNOWLEDGED_WITHIN;
    if (this.timer) this.repeat();
  }

  // Without a connection nothing is sent before it is back.
  repeat() {
    if (isOffline()) this.sent(this.last);
    else if (this.holder.isConnected) {
      this.patience = Math.min(2 * this.patience, LONGEST_WITHIN);
      this.sendAgain();
    } else this.stop();
  }

  // Whether a server that has received our revisions up to this one has all of them.
  isOver(received) {
    if (received < this.last) return false;
    this.patience = ACKNOWLEDGED_WITHIN;
    this.stop();
    return true;
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  // Tells the page how many places wait to be sent.
  tell(pending) {
    const count = new Set(pending.map(({ place }) => place)).size;
    window.dispatchEvent(new CustomEvent('crownsight:waiting', { detail: { holder: this.holder, count } }));
  }
}

// The places changed here whose edits the server has not received, each with the revision it was sent in.
const stillPending = (board, data) => board.pending.filter(({ revision }) => revision > data.received);
