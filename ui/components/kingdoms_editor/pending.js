// Edits of a board of Kingdoms by the page's own connection: those that were sent and not acknowledged yet may be under
// way, or a connection that broke took them with it. The whole board is sent after every change.

const ACKNOWLEDGED_WITHIN = 3000; // milliseconds that the server has to answer a change, twice as long every time
const LONGEST_WITHIN = 24000; // milliseconds; a server with too much to do must not get more from everybody

class PendingEdits {
  constructor(holder, boardOf) {
    this.holder = holder; // the element on whose board they were made
    this.boardOf = boardOf;
    window.addEventListener('crownsight:online', () => this.isBack());
  }

  // Another board begins.
  begin(data, sendState) {
    this.sendState = sendState;
    this.revision = this.base = data.revision; // of the board here, and of what our changes began with
    this.edits = []; // places changed here, each with the revision it was sent in
    this.last = -1;
    this.patience = ACKNOWLEDGED_WITHIN;
    this.stop();
  }

  // What the server knows; whether that is newer than the board here.
  take(data, sendState) {
    this.sendState = sendState;
    this.edits = this.edits.filter(({ revision }) => revision > data.received);
    if (data.received >= this.last) {
      this.patience = ACKNOWLEDGED_WITHIN;
      this.stop();
    }
    const isNewer = data.revision > this.revision;
    if (isNewer) this.revision = this.base = data.revision;
    return isNewer;
  }

  unheard(board) {
    return this.edits.map(({ place }) => seenAt(board, place));
  }

  isStored() {
    return !this.timer;
  }

  // Whether what the server has scored is the board here.
  isCurrent(data) {
    return data.revision === this.revision;
  }

  send(board, cells, request = {}) {
    this.revision += 1;
    this.edits.push(...cells.map(({ place }) => ({ place, revision: this.revision })));
    this.sendState('board', {
      number: board.number,
      revision: this.revision,
      base: this.base,
      code: codeOf(board),
      ...request,
    });
    this.last = this.revision;
    this.wait();
    this.tell();
  }

  wait() {
    this.stop();
    this.timer = setTimeout(() => this.repeat(), this.patience);
  }

  isBack() {
    this.patience = ACKNOWLEDGED_WITHIN;
    if (this.timer) this.repeat();
  }

  // Without a connection nothing is sent before it is back.
  repeat() {
    if (isOffline()) this.wait();
    else if (this.holder.isConnected) {
      this.patience = Math.min(2 * this.patience, LONGEST_WITHIN);
      this.send(this.boardOf(), []);
    } else this.stop();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  // Tells the page how many places wait to be sent.
  tell() {
    const count = new Set(this.edits.map(({ place }) => place)).size;
    window.dispatchEvent(new CustomEvent('crownsight:waiting', { detail: { holder: this.holder, count } }));
  }
}
