// Edits of boards on their way to the server, in the order in which they were made: one request at a time, each with a
// key by which the server carries it out once however often it is sent. What was not answered is sent again; it outlives
// a lost connection, a server that starts anew, another screen, and a page that is loaded again. An answer brings the
// board as it is then, and everybody on the page is told of it (`crownsight:board`); of Kingdoms the version that has it.

const ANSWERED_WITHIN = 10000; // milliseconds until a request is sent again
const AGAIN_AFTER = 500; // milliseconds after a failure, twice as long every time
const LONGEST_AFTER = 8000; // milliseconds
const MOST_CELLS = 400; // of one request; the server takes 500
const HELD = 'crownsight-edits'; // in the storage of this tab

class Outbox {
  constructor() {
    this.requests = JSON.parse(sessionStorage.getItem(HELD) ?? '[]');
    this.underWay = null; // what ends the request that is
    this.answered = {}; // the version of each table in which the last request was
    this.pause = AGAIN_AFTER;
    window.addEventListener('crownsight:online', () => this.hurry());
    this.hurry();
  }

  // Takes cells laid on a board of a table, pieces before and after a change, and a turn or a move after them; of
  // Kingdoms the epoch, too.
  add(table, board, language, cells, request = {}) {
    const last = this.requests.at(-1);
    const fits = last && !last.isSent && last.table === table && last.board === board && !last.turn && !last.move;
    if (fits && last.cells.length + cells.length <= MOST_CELLS) {
      last.cells.push(...cells);
      const pieces = request.pieces && { ...request.pieces, before: (last.pieces ?? request.pieces).before };
      Object.assign(last, request, pieces && { pieces });
    } else this.requests.push({ key: newKey(), table, board, language, cells, ...request });
    this.keep();
    this.send();
  }

  cellsOn(board) {
    return this.requests.filter((request) => request.board === board).flatMap(({ cells }) => cells);
  }

  // The pieces on a board after all changes that were not answered; undefined where there are none.
  piecesOn(board) {
    return this.requests.findLast((request) => request.board === board && request.pieces)?.pieces.after;
  }

  // Whether a page that has drawn that version of a table knows of all that was answered.
  isDrawn({ table, version }) {
    return version >= (this.answered[table] ?? 0);
  }

  isEmpty() {
    return !this.requests.length;
  }

  // The server is there again: a request that is still waited for may never have reached it.
  hurry() {
    this.pause = AGAIN_AFTER;
    this.underWay?.abort();
    this.send();
  }

  async send() {
    const [first] = this.requests;
    if (this.underWay || !first) return;
    clearTimeout(this.timer);
    first.isSent = true; // nothing is added to it any more: its key stands for what it says now
    this.keep();
    this.underWay = new AbortController();
    const answer = await this.asked(first);
    this.underWay = null;
    if (!answer || answer.status === 429 || answer.status >= 500) return this.waits(answer);
    this.pause = AGAIN_AFTER;
    this.requests.shift();
    this.keep();
    if (answer.status === 200) {
      this.answered[first.table] = answer.said.version;
      if (answer.said.board) tellPage('board', { table: first.table, ...answer.said });
    } else tellPage('refused', answer.said.error);
    tellPage('sent');
    this.send();
  }

  // What the server answers; null where nothing comes of it.
  async asked({ key, table, language, ...edit }) {
    const timer = setTimeout(() => this.underWay?.abort(), ANSWERED_WITHIN);
    try {
      const answer = await fetch(`/api/tables/${table}?l=${language}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ key, ...asked(edit) }),
        signal: this.underWay.signal,
      });
      return { status: answer.status, again: Number(answer.headers.get('Retry-After')), said: await answer.json() };
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  waits(answer) {
    if (answer?.status >= 500) tellPage('refused', answer.said.error);
    this.timer = setTimeout(() => this.send(), Math.max(this.pause, 1000 * (answer?.again ?? 0)));
    this.pause = Math.min(2 * this.pause, LONGEST_AFTER);
  }

  keep() {
    sessionStorage.setItem(HELD, JSON.stringify(this.requests));
    const places = this.requests.flatMap(({ board, cells, pieces }) =>
      [...cells.map(({ place }) => place), ...(pieces ? ['pieces'] : [])].map((place) => `${board}:${place}`),
    );
    tellPage('waiting', { holder: document.documentElement, count: new Set(places).size });
  }
}

const tellPage = (name, detail) => window.dispatchEvent(new CustomEvent(`crownsight:${name}`, { detail }));

// The command that an edit is.
const asked = ({ board, epoch, cells, pieces = null, turn = false, move = null }) =>
  epoch === undefined
    ? { do: 'edit', board, squares: cells.map(asSquare), pieces, turn, move }
    : { do: 'edit epoch', epoch, board, spaces: cells.map(asSpace), turn };

const asSpace = ({ place, code, insteadOf }) => ({ at: placeOf(place), to: code, instead_of: insteadOf?.code ?? null });

const asSquare = ({ place, code, doubtful, insteadOf }) => ({
  at: placeOf(place),
  to: [code, doubtful],
  instead_of: insteadOf ? [insteadOf.code, insteadOf.doubtful] : null,
});

// The edits of one editor: what it hands to the outbox of its page.
class SentEdits {
  constructor() {
    this.outbox = window.crownsightOutbox ??= new Outbox();
  }

  // What is edited.
  take({ table, number, epoch, language }) {
    Object.assign(this, { table, number, epoch, language });
  }

  unheard() {
    return this.outbox.cellsOn(this.number);
  }

  isStored() {
    return this.outbox.isEmpty();
  }

  isCurrent() {
    return !this.unheard().length;
  }

  send(board, cells, request) {
    const { table, epoch, language } = this;
    this.outbox.add(table, board.number, language, cells, epoch === undefined ? request : { epoch, ...request });
  }
}
