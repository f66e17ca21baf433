// Asks for the table again when it has another version than the one that is drawn.

const UNHEARD = 15000; // milliseconds without a word from the server after which it is asked all the same
const WAITED = 2000; // milliseconds between two looks whether what could not be saved can be now, or is found what is sought
const UNANSWERED = 3000; // milliseconds after which a question is put again
const UNKNOWN = -1; // version

class Listener {
  constructor(root) {
    this.root = root;
    this.heard = performance.now();
    this.hear = ({ detail }) => this.hears(detail);
    window.addEventListener('crownsight:changed', this.hear);
    this.timer = setInterval(() => this.look(), 1000);
  }

  update(data, send) {
    this.data = data;
    this.send = send;
    this.asked = -Infinity;
    const listens = data.seat ? `t=${data.table}&s=${data.seat}&l=${data.language}` : `t=${data.table}`;
    if (window.crownsightListens === listens) return;
    window.crownsightListens = listens;
    window.dispatchEvent(new CustomEvent('crownsight:table'));
  }

  hears(version) {
    this.heard = performance.now();
    if (version > this.data.version) this.ask(Number.isFinite(version) ? version : UNKNOWN);
  }

  look() {
    if (!this.root.isConnected) return this.leave();
    const now = performance.now();
    const { connection } = document.documentElement.dataset;
    if (document.hidden || connection === 'offline') return;
    if (now - this.heard > UNHEARD) this.ask(UNKNOWN, UNHEARD);
    else if (this.data.waits) this.ask(UNKNOWN, WAITED);
  }

  // Changes of our own that are under way bring the table along with their answer.
  ask(version, pause = UNANSWERED) {
    if (window.crownsightConnection?.badge.count() && !this.data.waits) return;
    if (crownsightRuns.underWay || performance.now() - this.asked < pause) return;
    this.asked = performance.now();
    this.send('told', version);
  }

  leave() {
    clearInterval(this.timer);
    window.removeEventListener('crownsight:changed', this.hear);
  }
}

export default function ({ data, setTriggerValue, parentElement }) {
  parentElement.listener ??= new Listener(parentElement);
  parentElement.listener.update(data, crownsightRuns.speaker('listener', setTriggerValue));
}
