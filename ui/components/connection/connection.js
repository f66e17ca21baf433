// The connection of this page, one for all that is drawn on it: it listens, tells the other scripts, and mends itself.

const ANSWERED_WITHIN = 4000; // milliseconds in which the websocket has to answer when the server is back
const RELOADED_AGAIN_AFTER = 60000; // milliseconds
const GIVEN_UP = '[data-test-connection-state=DISCONNECTED_FOREVER]';
const STUCK_AFTER = 20000; // milliseconds without an answer at any time; a busy server takes some seconds

class Connection {
  constructor() {
    this.badge = new Badge();
    this.events = new Events(
      (said) => this.hears(said),
      (name, news) => this.send(name, { table: new URLSearchParams(window.crownsightListens).get('t'), ...news }),
      () => this.loses(),
    );
    this.isLost = false;
    this.patience = STUCK_AFTER;
    this.ask = () => {};
    window.addEventListener('crownsight:table', () => this.listen());
  }

  update({ words, run }, ask, root) {
    speak(root, words);
    if (this.run !== run) crownsightRuns.isDrawn();
    this.run = run;
    this.ask = ask;
    this.badge.showIn(root.querySelector('.badge'));
    this.listen();
  }

  listen() {
    this.events.listenTo(window.crownsightListens ? `/events?${window.crownsightListens}` : '/events');
  }

  loses() {
    if (this.isLost) return;
    this.isLost = true;
    this.tell('offline');
  }

  hears(said) {
    if (this.isLost) this.isBack();
    if (/^\d+$/.test(said)) this.send('changed', Number(said));
    else if (said === 'gone') this.send('changed', Infinity);
    if (document.querySelector(GIVEN_UP)) this.reload();
    else if (socketOfPage.isSilentFor(this.patience)) {
      this.patience = STUCK_AFTER;
      socketOfPage.replace();
    }
  }

  // Something is asked through the websocket: where that has not outlived the break, it must not be waited for.
  isBack() {
    this.isLost = false;
    this.tell('online');
    this.patience = ANSWERED_WITHIN;
    this.ask();
    setTimeout(() => (this.patience = STUCK_AFTER), 2 * ANSWERED_WITHIN);
  }

  // A fault in Streamlit ends its connection for good, while the server is there: the page is the same after a reload.
  reload() {
    if (Date.now() - Number(sessionStorage.getItem('reloaded')) < RELOADED_AGAIN_AFTER) return;
    sessionStorage.setItem('reloaded', Date.now());
    location.reload();
  }

  tell(state) {
    document.documentElement.dataset.connection = state;
    this.badge.show(this.isLost);
    this.send(state);
  }

  send(name, detail) {
    window.dispatchEvent(new CustomEvent(`crownsight:${name}`, { detail }));
  }
}

export default function ({ data, setTriggerValue, parentElement }) {
  window.crownsightConnection ??= new Connection();
  window.crownsightConnection.update(data, crownsightRuns.speaker('connection', () => setTriggerValue('asked', true)), parentElement);
}
