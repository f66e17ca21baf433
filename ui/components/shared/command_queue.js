// The queue of commands to the server: one request at a time, in order, each with an idempotency key. A request without
// an answer is sent again; it outlives a lost connection, a restart of the server, another screen, and a reload. The
// answer to an edit brings the board, which is announced.

import { toPayload } from './commands.js';

const TIMEOUT_MS = 10_000;
const RETRY_MS = 500; // after a failure, doubled each time
const MAX_RETRY_MS = 8000;
const MAX_CELLS = 100; // of one request; the server takes as many changes of pieces
const STORAGE_KEY = 'crownsight-edits';

export class CommandQueue {
  /**
   * @param {object} page what the queue needs of the page: `storage` keeps the requests of this tab, `announce` makes
   *   an event known, `isHeld` returns whether something that was pressed before is still to be sent
   */
  constructor({ storage, fetch, newKey, announce, isHeld }) {
    Object.assign(this, { storage, fetch, newKey, announce, isHeld });
    this.requests = JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]');
    this.inFlight = null; // the AbortController of the request in flight
    this.pause = RETRY_MS;
  }

  /**
   * Add an edit of a board: cells, then a rotation or a move; of Kingdoms its epoch. A confirmation is a request of
   * its own.
   *
   * @param {string} table its key
   * @param {number | null} board its number
   * @param {string} language for errors
   * @param {object[]} cells
   * @param {{ rotate?: boolean, move?: [number, number], close?: object, epoch?: number, command?: object }} [request]
   */
  add(table, board, language, cells, request) {
    const last = this.requests.at(-1);
    const isOpen = last && !last.isSent && !last.rotate && !last.move && !last.close && !last.command;
    const fits = isOpen && last.table === table && last.board === board && !request?.close;
    if (fits && last.cells.length + cells.length <= MAX_CELLS) {
      last.cells.push(...cells);
      Object.assign(last, request);
    } else this.requests.push({ key: this.newKey(), table, board, language, cells, ...request });
    this.save();
    this.send();
  }

  /** Add any other command, as the server takes it. */
  addCommand(table, language, command) {
    this.add(table, null, language, [], { command });
  }

  /** Return the cells on a board that are not answered yet. */
  listCells(board) {
    return this.requests.filter((request) => request.board === board).flatMap(({ cells }) => cells);
  }

  isEmpty() {
    return !this.requests.length;
  }

  /** Send the request in flight again, as it may never have reached the server. */
  retryNow() {
    this.pause = RETRY_MS;
    this.inFlight?.abort();
    this.send();
  }

  /** Send the first request, unless one is in flight or something else comes first. */
  async send() {
    const [first] = this.requests;
    if (this.inFlight || !first || this.isHeld()) return;
    clearTimeout(this.timer);
    first.isSent = true; // nothing is added to it any more, as its key stands for what it contains
    this.save();
    this.inFlight = new AbortController();
    const answer = await this.post(first);
    this.inFlight = null;
    if (!answer || answer.status === 429 || answer.status >= 500) return this.retryLater(answer);
    this.pause = RETRY_MS;
    this.requests.shift();
    this.save();
    if (answer.body.board) this.announce('board', { table: first.table, ...answer.body });
    if (answer.status !== 200) this.announce('refused', answer.body.error);
    this.announce('sent');
    this.send();
  }

  // Post a request; return the answer, or null if there is none.
  async post({ key, table, language, ...edit }) {
    const timer = setTimeout(() => this.inFlight?.abort(), TIMEOUT_MS);
    try {
      const answer = await this.fetch(`/api/tables/${table}?l=${language}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ key, ...toPayload(edit) }),
        signal: this.inFlight.signal,
      });
      return { status: answer.status, again: Number(answer.headers.get('Retry-After')), body: await answer.json() };
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  retryLater(answer) {
    if (answer?.status >= 500) this.announce('refused', answer.body.error);
    this.timer = setTimeout(() => this.send(), Math.max(this.pause, 1000 * (answer?.again ?? 0)));
    this.pause = Math.min(2 * this.pause, MAX_RETRY_MS);
  }

  save() {
    this.storage.setItem(STORAGE_KEY, JSON.stringify(this.requests));
    this.announce('waiting');
  }

  /** The number of squares and other commands that wait to be sent. */
  get waitingCount() {
    const places = this.requests.flatMap(({ board, cells }) => cells.map(({ place }) => `${board}:${place}`));
    return new Set(places).size + this.requests.filter(({ command }) => command).length;
  }
}
