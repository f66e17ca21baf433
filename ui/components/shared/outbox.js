// Edits of boards and other commands on their way to the server, in the order in which they were made: one request at a
// time, each with a key by which the server carries it out once however often it is sent. What was not answered is sent
// again; it outlives a lost connection, a server that starts anew, another screen, and a page that is loaded again. An
// answer to an edit brings the board as it is then, and everybody on the page is told of it (`crownsight:board`).

import { toCommand } from './commands.js';

const ANSWERED_WITHIN = 10000; // milliseconds until a request is sent again
const AGAIN_AFTER = 500; // milliseconds after a failure, twice as long every time
const LONGEST_AFTER = 8000; // milliseconds
const MOST_CELLS = 100; // of one request; the server takes as many changes of pieces
const HELD = 'crownsight-edits'; // in the storage of this tab

export class Outbox {
  /**
   * @param {object} page what the outbox needs of the page
   * @param {Storage} page.storage keeps the requests of this tab
   * @param {typeof fetch} page.fetch
   * @param {() => string} page.newKey
   * @param {(name: string, detail?: unknown) => void} page.tell announces an event
   * @param {() => boolean} page.mustWait whether something that was pressed before is still to be sent
   */
  constructor({ storage, fetch, newKey, tell, mustWait }) {
    Object.assign(this, { storage, fetch, newKey, tell, mustWait });
    this.requests = JSON.parse(storage.getItem(HELD) ?? '[]');
    this.underWay = null; // what ends the request that is
    this.pause = AGAIN_AFTER;
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
    } else this.requests.push({ key: this.newKey(), table, board, language, cells, ...request });
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
    if (this.underWay || !first || this.mustWait()) return;
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
    if (answer.said.board) this.tell('board', { table: first.table, ...answer.said });
    if (answer.status !== 200) this.tell('refused', answer.said.error);
    this.tell('sent');
    this.send();
  }

  // What the server answers; null where nothing comes of it.
  async asked({ key, table, language, ...edit }) {
    const timer = setTimeout(() => this.underWay?.abort(), ANSWERED_WITHIN);
    try {
      const answer = await this.fetch(`/api/tables/${table}?l=${language}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ key, ...toCommand(edit) }),
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
    if (answer?.status >= 500) this.tell('refused', answer.said.error);
    this.timer = setTimeout(() => this.send(), Math.max(this.pause, 1000 * (answer?.again ?? 0)));
    this.pause = Math.min(2 * this.pause, LONGEST_AFTER);
  }

  keep() {
    this.storage.setItem(HELD, JSON.stringify(this.requests));
    this.tell('waiting');
  }

  // How many squares and other things wait to be sent.
  get waiting() {
    const places = this.requests.flatMap(({ board, cells }) => cells.map(({ place }) => `${board}:${place}`));
    return new Set(places).size + this.requests.filter(({ command }) => command).length;
  }
}
