// Edits that were sent and not acknowledged yet: they may be under way, or a connection that broke took them with it.

const ACKNOWLEDGED_WITHIN = 3000; // milliseconds that the server has to answer a change

class PendingEdits {
  constructor(sendAgain) {
    this.sendAgain = sendAgain; // sends the board as a newer change
    this.forget();
  }

  // Another board begins.
  forget() {
    this.last = -1;
    clearTimeout(this.timer);
  }

  sent(revision) {
    this.last = revision;
    clearTimeout(this.timer);
    this.timer = setTimeout(this.sendAgain, ACKNOWLEDGED_WITHIN);
  }

  // Whether a server that has received our revisions up to this one has all of them.
  isOver(received) {
    if (received < this.last) return false;
    clearTimeout(this.timer);
    return true;
  }
}

// The places changed here whose edits the server has not received, each with the revision it was sent in.
const stillPending = (board, data) => board.pending.filter(({ revision }) => revision > data.received);
