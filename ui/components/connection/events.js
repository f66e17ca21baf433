// The stream of events of the server. A browser reports a lost one late or never, so that silence is what counts.

const TOLD_OF = ['board', 'card', 'photo'];
const SILENT_AFTER = 2500; // milliseconds; the server says something every second
const TRIED_FOR = 4000; // milliseconds that a new stream has to begin
const TURNED_AWAY = 15000; // milliseconds until a server is asked again that is there, but gives no stream

class Events {
  constructor(heard, told, lost) {
    this.heard = heard; // called with what the server says, null where it is there and gives no stream
    this.told = told; // called with the name of an event and what it tells
    this.lost = lost;
    this.address = null;
    this.stream = null;
    this.due = 0; // when there is something to hear at the latest
    window.addEventListener('offline', () => this.isLost());
    window.addEventListener('online', () => this.open());
    document.addEventListener('visibilitychange', () => (document.hidden ? this.close() : this.open()));
    setInterval(() => this.look(), 250);
  }

  listenTo(address) {
    if (address === this.address) return;
    this.address = address;
    this.open();
  }

  open() {
    this.close();
    if (document.hidden || !this.address) return;
    const stream = (this.stream = new EventSource(this.address));
    this.due = performance.now() + TRIED_FOR;
    TOLD_OF.forEach((name) => stream.addEventListener(name, ({ data }) => this.told(name, JSON.parse(data))));
    stream.onmessage = ({ data }) => this.hear(data, SILENT_AFTER);
    stream.onerror = () => stream.readyState === EventSource.CLOSED && this.isRefused(stream);
  }

  // A hidden page needs to know nothing, and a browser has six connections for all pages of a server.
  close() {
    this.stream?.close();
    this.stream = null;
  }

  hear(data, patience) {
    this.due = performance.now() + patience;
    this.heard(data);
  }

  // An answer that is no stream comes from the server, which has too many, or from a proxy that does not find it.
  async isRefused(stream) {
    const answer = await fetch('/_stcore/health', { cache: 'no-store' }).catch(() => null);
    if (this.stream !== stream) return;
    if (answer?.ok) this.hear(null, TURNED_AWAY);
    else this.lost();
  }

  isLost() {
    this.close();
    this.due = performance.now() + SILENT_AFTER;
    this.lost();
  }

  look() {
    if (document.hidden || !this.address || performance.now() < this.due) return;
    if (this.stream?.readyState !== EventSource.CLOSED) this.lost();
    this.open();
  }
}
