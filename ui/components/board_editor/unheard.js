// What was sent and the server has not heard yet: it may be under way, or a connection that broke took it with it.

const HEARD_WITHIN = 3000; // milliseconds that the server has to answer a change

class Unheard {
  constructor(sayAgain) {
    this.sayAgain = sayAgain; // sends the board as a newer change
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
    this.timer = setTimeout(this.sayAgain, HEARD_WITHIN);
  }

  // Whether nothing is left unheard by a server that has heard our revisions up to this one.
  isOver(heard) {
    if (heard < this.last) return false;
    clearTimeout(this.timer);
    return true;
  }
}

// The places changed here that the server has not heard of, each with the revision it was sent in.
const stillUnheard = (board, data) => board.unheard.filter(({ revision }) => revision > data.heard);
