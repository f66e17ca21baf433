// Edits of boards and other commands on their way to the server, in the order in which they were made: one request at a
// time, each with a key by which the server carries it out once however often it is sent. What was not answered is sent
// again; it outlives a lost connection, a server that starts anew, another screen, and a page that is loaded again. An
// answer to an edit brings the board as it is then, and everybody on the page is told of it (`crownsight:board`).

const ANSWERED_WITHIN = 10000; // milliseconds until a request is sent again
const AGAIN_AFTER = 500; // milliseconds after a failure, twice as long every time
const LONGEST_AFTER = 8000; // milliseconds
const MOST_CELLS = 100; // of one request; the server takes as many changes of pieces
const HELD = 'crownsight-edits'; // in the storage of this tab

class Outbox {
  constructor() {
    this.requests = JSON.parse(sessionStorage.getItem(HELD) ?? '[]');
    this.underWay = null; // what ends the request that is
    this.pause = AGAIN_AFTER;
    window.addEventListener('crownsight:online', () => this.hurry());
    this.hurry();
  }

  // Takes cells laid on a board of a table, and a turn or a move after them; of Kingdoms the epoch, too. A board that
  // is closed is a request of its own.
  add(table, board, language, cells, request) {
    const last = this.requests.at(-1);
    const isOpen = last && !last.isSent && !last.turn && !last.move && !last.close && !last.command;
    const fits = isOpen && last.table === table && last.board === board && !request?.close;
    if (fits && last.cells.length + cells.length <= MOST_CELLS) {
      last.cells.push(...cells);
      Object.assign(last, request);
    } else this.requests.push({ key: newKey(), table, board, language, cells, ...request });
    this.keep();
    this.send();
  }

  // Takes any other command, as the server knows it.
  command(table, language, command) {
    this.add(table, null, language, [], { command });
  }

  cellsOn(board) {
    return this.requests.filter((request) => request.board === board).flatMap(({ cells }) => cells);
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
    if (this.underWay || !first || crownsightRuns.isPressed) return; // what was pressed before comes first
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
    if (answer.said.board) tellPage('board', { table: first.table, ...answer.said });
    if (answer.status !== 200) tellPage('refused', answer.said.error);
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
    tellPage('waiting');
  }

  // How many squares and other things wait to be sent.
  get waiting() {
    const places = this.requests.flatMap(({ board, cells }) => cells.map(({ place }) => `${board}:${place}`));
    return new Set(places).size + this.requests.filter(({ command }) => command).length;
  }
}

// The command that a request is.
function asked({ command, board, epoch, cells, close, turn = false, move = null }) {
  if (command) return command;
  if (close) return { do: 'close', board, ...close };
  if (epoch !== undefined) {
    const spaces = cells.map((cell) => ({
      at: placeOf(cell.place),
      to: cell.code,
      instead_of: cell.insteadOf?.code ?? null,
    }));
    return { do: 'edit epoch', epoch, board, spaces, turn };
  }
  const pieces = cells.filter(({ place }) => isPiece(place));
  const squares = cells.filter(({ place }) => !isPiece(place)).map(asSquare);
  return { do: 'edit', board, squares, pieces: asChanges(pieces), turn, move };
}

const asSquare = ({ place, code, doubtful, insteadOf }) => ({
  at: placeOf(place),
  to: [code, doubtful],
  instead_of: insteadOf ? [insteadOf.code, insteadOf.doubtful] : null,
});

// Pieces that were changed, before and after: one change for those in a row that were laid, or taken back, which counts
// only where they lie there as before. Null if there is none.
function asChanges(cells) {
  const runs = [];
  for (const cell of cells) {
    const isBack = Boolean(cell.insteadOf);
    if (runs.at(-1)?.isBack !== isBack) runs.push({ isBack, before: {}, after: {} });
    const { before, after } = runs.at(-1);
    before[cell.place] ??= cell.from;
    after[cell.place] = cell.code;
  }
  const asChange = ({ isBack, before, after }) => ({
    before: writePieces(before),
    after: writePieces(after),
    taken_back: isBack,
  });
  return runs.length ? runs.map(asChange) : null;
}
