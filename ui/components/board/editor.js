// The editor of boards of either game: it takes what the server knows, chooses squares by finger and key, hands on
// every change, and draws board and rail from it. What is special to a game stands in kingdom.js and epoch.js. A
// look holds names, fills and the highest numbers of what can lie on a board; how it is drawn stands in the sprite of
// the page.

import { isServerLost } from '../shared/environment.js';
import { tellPage } from '../shared/events.js';
import { outbox } from '../shared/page_outbox.js';
import { say, setWords } from '../shared/words.js';
import { kindOf, newBoard, nextEmpty, numberOn, put, redo, takenOver, undo } from './edits.js';
import { drawn, element } from './elements.js';
import { namePlace, parsePlace, toPlace } from './places.js';
import { showRemarks } from './remarks.js';
import { IDLE, select } from './selection.js';

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const FOCUS_AFTER = [0, 400, 1200]; // milliseconds after which a new board looks whether the focus is free
const PULSE_MS = 2400;

export class Editor {
  constructor(root, game, styles) {
    this.root = root;
    this.game = game;
    this.styles = styles;
    this.find = (selector) => root.querySelector(selector);
    this.editor = this.find('.editor');
    this.grid = this.find('.board');
    this.board = this.state = null;
    this.selection = IDLE;
    this.lastPlaced = null; // the square that the palette set last, where it goes on to the next by itself
    this.outbox = outbox;
    this.editor.dataset.game = game;
    this.listener = ({ detail }) => this.onNews(detail);
    this.isSent = () => {
      if (!this.root.isConnected) return;
      if (this.outbox.isEmpty()) this.isAnswered();
      this.update(this.page, this.tellServer);
    };
    window.addEventListener('crownsight:board', this.listener);
    window.addEventListener('crownsight:sent', this.isSent);
    this.listen();
  }

  // --- what the server knows

  // The page with the state in which it was drawn, which may be older than what has come since; what was not answered
  // yet is newer than both.
  update(page, tellServer) {
    const isSaid = this.page?.language === page.language;
    Object.assign(this, { page, tellServer });
    if (!isSaid) setWords(this.root, page.words);
    if (!this.state || page.state.version >= this.state.version) this.state = page.state;
    this.data = this.state.board;
    if (!isSaid) this.build();
    const isFresh = this.data.number !== this.board?.number;
    if (isFresh) this.begin();
    else this.board = takenOver(this.board, this.data, this.unanswered());
    if (this.outbox.isEmpty()) this.editor.inert = false;
    this.draw();
    if (isFresh) this.takeFocus();
    this.lookWhereAsked();
  }

  // The board as the server tells of it, in an answer to an edit or with the news.
  onNews({ table, version, board }) {
    if (!this.root.isConnected) return this.leave();
    const { seat, epoch } = this.data;
    if (table !== this.page.table || board.seat !== seat || board.epoch !== epoch) return;
    if (version <= this.state.version) return;
    this.state = { version, board };
    this.update(this.page, this.tellServer);
    this.tells();
  }

  // Has the page drawn again where something on it follows the board.
  tells() {
    if (this.page.tells) this.tellServer('stored', this.state.version);
  }

  // Everything that was sent is answered.
  isAnswered() {}

  leave() {
    window.removeEventListener('crownsight:board', this.listener);
    window.removeEventListener('crownsight:sent', this.isSent);
  }

  begin() {
    this.board = newBoard(this.data);
    this.board = takenOver(this.board, this.data, this.unanswered());
    this.lastPlaced = null;
    this.buildSquares();
    this.selection = select(IDLE, this.isBlank() ? [0, 0] : null, false);
  }

  // Chooses the square that a button asked for, once: one in doubt, else where something is wrong as a whole.
  lookWhereAsked() {
    const { look } = this.page;
    if (!look || look.asked === this.looked) return;
    this.looked = look.asked;
    if (!this.isDoubtful(look.place) && this.board.doubts.size) return;
    this.choose(look.place, true);
    this.pulse(look.place);
  }

  // Make a square conspicuous for a moment.
  pulse(place) {
    const square = this.squareAt(place);
    square.classList.add('shown');
    setTimeout(() => square.classList.remove('shown'), PULSE_MS);
  }

  // A board that has just appeared takes the focus, unless the player is somewhere already. The button that led here
  // may keep it until the screen before has gone.
  takeFocus() {
    FOCUS_AFTER.forEach((delay) =>
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const appeared = this.chosen ? this.squareAt(this.chosen) : this.find('.name');
        appeared?.focus({ preventScroll: true });
      }, delay),
    );
  }

  unanswered() {
    return this.outbox.cellsOn(this.data.number);
  }

  // Whether the server has scored the board as it is, and is not behind our edits.
  isScored() {
    return !this.unanswered().length;
  }

  // Hands on the cells that a change has laid; null where nothing changed.
  changed(cells, request) {
    if (!cells) return;
    const { table, language } = this.page;
    const { epoch } = this.data;
    this.outbox.add(table, this.board.number, language, cells, epoch === undefined ? request : { epoch, ...request });
    this.draw();
  }

  // Turning and moving are the server's, as the photo goes with the board; until it answers nothing can be tapped.
  requestTurn(request) {
    if (isServerLost()) return tellPage('refused');
    this.editor.inert = true;
    this.changed([], request);
  }

  // --- what a tap or key does

  choose(place, focus = false) {
    const isOpening = place && !this.chosen;
    this.lastPlaced = null;
    this.selection = select(this.selection, place, this.hasQuestions());
    this.draw();
    if (focus && place) this.squareAt(place).focus({ preventScroll: true });
    if (isOpening) this.scrollToSquare();
  }

  // Scroll the page so that the palette and then the whole board are in sight.
  scrollToSquare() {
    const parts = ['.chosen', '.amounts', '.photo', '.kingdom'];
    parts.forEach((part) => this.find(part).scrollIntoView({ block: 'nearest' }));
  }

  move([down, right]) {
    const [row, column] = this.chosen ?? [0, 0];
    const last = [this.board.rows.length - 1, this.board.rows[0].length - 1];
    const inside = (value, most) => Math.min(Math.max(value, 0), most);
    this.choose([inside(row + down, last[0]), inside(column + right, last[1])], true);
  }

  put(code) {
    if (this.chosen) this.changed(put(this.board, toPlace(...this.chosen), code));
  }

  // Another kind keeps the number, as far as it can bear it.
  putKind(kind) {
    this.put(this.withNumber(kind, this.chosen ? numberOn(this.held()) : 0));
  }

  putNumber(number) {
    if (!this.chosen) return;
    const kind = kindOf(this.held());
    const { least, most } = this.styles[kind];
    if (number >= least && number <= most) this.put(this.withNumber(kind, number));
  }

  withNumber(kind, number) {
    const { least, most } = this.styles[kind];
    return kind + (Math.min(Math.max(number, least), most) || '');
  }

  // Without a photo the palette fills square after square: the last one keeps its number until a kind is tapped again.
  layNext(kind) {
    this.choose(this.next() ?? this.chosen);
    this.putKind(kind);
    this.lastPlaced = this.data.photo ? null : this.chosen;
    this.draw();
  }

  next() {
    return this.lastPlaced && nextEmpty(this.board, this.lastPlaced);
  }

  stepBack(take) {
    this.lastPlaced = null;
    this.changed(take(this.board));
  }

  // What a key does; undefined for one that does nothing here.
  actionOf(event) {
    const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) {
      if (pressed === 'z') return () => this.stepBack(event.shiftKey ? redo : undo);
      return pressed === 'y' ? () => this.stepBack(redo) : undefined;
    }
    if (event.altKey) return undefined;
    if (MOVES[pressed]) return () => this.move(MOVES[pressed]);
    if (pressed === '?') return () => this.showKeys();
    if (pressed === 'Escape') return () => this.choose(null);
    if (pressed === 'Delete' || pressed === 'Backspace') return () => this.putKind('.');
    if (/^[0-6]$/.test(pressed)) return () => this.putNumber(Number(pressed));
    return this.actionOfKey(event.key, pressed);
  }

  key(event) {
    const action = this.actionOf(event);
    if (!action) return;
    action();
    event.preventDefault();
    event.stopPropagation();
  }

  showKeys() {
    const rows = this.keys().map(([keys, said]) => element(`<div><dt>${keys}</dt><dd>${said}</dd></div>`));
    this.find('.keys dl').replaceChildren(...rows);
    this.find('.keys').showModal();
  }

  // A square is chosen by a tap, and a second tap on it closes what stands beside it.
  pick(event) {
    const { pressed } = this;
    this.pressed = null;
    const target = event.target.closest('[data-place]');
    if (!target) return;
    const again = pressed === target.dataset.place;
    this.choose(again ? null : parsePlace(target.dataset.place), !again && target.getAttribute('role') === 'gridcell');
  }

  onButton(selector, act) {
    this.find(selector).addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (button) act(button.dataset);
    });
  }

  listen() {
    // Before the tap moves the focus, which chooses the square.
    this.editor.addEventListener('pointerdown', ({ target }) => {
      const place = target.closest('[data-place]')?.dataset.place;
      this.pressed = place && this.isChosen(parsePlace(place)) ? place : null;
    });
    this.grid.addEventListener('click', (event) => this.pick(event));
    this.grid.addEventListener('focusin', ({ target }) => {
      if (target.dataset.place && !this.pressed) this.takesFocus(parsePlace(target.dataset.place));
    });
    this.grid.addEventListener('keydown', (event) => this.key(event));
    this.onButton('.remarks', ({ place }) => place && this.choose(parsePlace(place), true));
    this.onButton('.palette', ({ kind }) => this.layNext(kind));
    this.onButton('.numbers', ({ number }) => this.putNumber(Number(number)));
    this.find('.close-square').addEventListener('click', () => this.choose(null));
    this.find('.undo').addEventListener('click', () => this.stepBack(undo));
    this.find('.redo').addEventListener('click', () => this.stepBack(redo));
    this.find('.turn').addEventListener('click', () => this.requestTurn({ turn: true }));
    this.find('.help').addEventListener('click', () => this.showKeys());
    this.find('.keys button').addEventListener('click', () => this.find('.keys').close());
  }

  takesFocus(place) {
    if (!this.isChosen(place)) this.choose(place);
  }

  // --- what is there

  get chosen() {
    return this.selection.square ?? null;
  }

  // Whether any square is left to ask about.
  hasQuestions() {
    return false;
  }

  held() {
    return this.board.rows[this.chosen[0]][this.chosen[1]];
  }

  isChosen([row, column]) {
    return this.chosen?.[0] === row && this.chosen?.[1] === column;
  }

  isDoubtful(place) {
    return place !== null && this.board.doubts.has(toPlace(...place));
  }

  squareAt(place) {
    return this.grid.querySelector(`[data-place="${toPlace(...place)}"]`);
  }

  nameOf(kind) {
    return say(this.styles[kind].name);
  }

  // --- drawing: the board

  // What does not change with the board: palette and numbers, in the language of the reader.
  build() {
    this.find('.palette').innerHTML = Object.keys(this.styles).map((kind) => this.choices(kind)).join('');
    this.find('.numbers').innerHTML = this.numbers().join('');
    this.find('.turn span').textContent = this.saidOfTurning();
  }

  // What the palette offers of a kind.
  choices(kind) {
    const chip = `<span class="chip" data-kind="${kind}" style="background:${this.styles[kind].fill}">${drawn(`${this.game}-icon-${kind}`)}</span>`;
    return `<button type="button" data-kind="${kind}">${chip}<span>${this.nameOf(kind)}</span></button>`;
  }

  buildSquares() {
    const square = (row) => (_, column) => `<div role="gridcell" class="square" data-place="${toPlace(row, column)}"></div>`;
    this.editor.style.setProperty('--columns', this.board.rows[0].length);
    this.editor.style.setProperty('--rows', this.board.rows.length);
    this.grid.innerHTML = this.board.rows
      .map((codes, row) => `<div role="row">${codes.map(square(row)).join('')}</div>`)
      .join('');
  }

  draw() {
    this.root.getRootNode().host.toggleAttribute('data-drawn', true); // until then the look hides what moves
    this.find('.name').textContent = this.data.name;
    this.drawAround();
    this.board.rows.forEach((codes, row) => codes.forEach((code, column) => this.drawSquare([row, column], code)));
    this.drawLine();
    this.drawRemarks();
    this.drawChosen();
    this.drawPalette();
    this.find('.undo').disabled = !this.board.past.length;
    this.find('.redo').disabled = !this.board.future.length;
  }

  drawSquare(place, code) {
    const cell = this.squareAt(place);
    const doubtful = this.isDoubtful(place);
    const { art, said, classes } = this.lookOf(place, code);
    Object.assign(cell.dataset, { kind: kindOf(code), code });
    cell.style.setProperty('--fill', this.styles[kindOf(code)].fill);
    Object.entries({ ...classes, doubtful }).forEach(([name, on]) => cell.classList.toggle(name, on));
    cell.setAttribute('aria-selected', this.isChosen(place));
    cell.tabIndex = this.isChosen(place) || (!this.chosen && toPlace(...place) === (this.focused ?? '0,0')) ? 0 : -1;
    cell.setAttribute('aria-label', `${namePlace(place)}: ${said.filter(Boolean).join(', ')}`);
    const drawing = `<span class="land"></span>${code === '.' ? '' : drawn(`${this.game}-${code}`, 'art')}${art}${doubtful ? '<span class="doubt">?</span>' : ''}`;
    if (cell.drawn !== drawing) cell.innerHTML = cell.drawn = drawing;
  }

  // --- drawing: the rail

  // One line that never changes its height: what to do.
  drawLine() {
    this.find('.line').textContent = this.hint();
  }

  // The squares that stand in question beside the board; none while nothing is asked.
  askedAbout() {
    return [];
  }

  // While a square is asked about, what is remarked on it comes first, and remarks on others wait.
  drawRemarks() {
    const asked = this.askedAbout().map((square) => toPlace(...square));
    const isOn = ({ squares }) => squares.some((square) => asked.includes(toPlace(...square)));
    const here = this.data.remarks.filter(isOn);
    const others = this.data.remarks.filter((remark) => !isOn(remark) && !(asked.length && remark.squares.length));
    showRemarks(this.find('.remarks'), [...here, ...others]);
  }

  // Return whether the page is to leave its room to the palette.
  isSquareOpen() {
    return this.chosen !== null;
  }

  drawChosen() {
    this.root.getRootNode().host.toggleAttribute('data-square-open', this.isSquareOpen());
    this.editor.classList.toggle('at-rest', !this.chosen);
    if (!this.chosen) return;
    this.find('.place').textContent = namePlace(this.chosen);
    this.find('.holds').textContent = this.question();
    this.drawCrop();
  }

  // The chosen square cut out of the straight photo, or as it is drawn where there is no photo; of several squares
  // beside each other, from the first to the last, all.
  drawCrop() {
    const crop = this.find('.crop');
    const straight = this.data.photo?.straight;
    const code = this.held();
    const asked = this.askedAbout();
    const [[row, column], [lastRow, lastColumn]] = asked.length ? [asked[0], asked.at(-1)] : [this.chosen, this.chosen];
    const [high, wide] = [lastRow - row + 1, lastColumn - column + 1];
    const [rows, columns] = [this.board.rows.length, this.board.rows[0].length];
    const across = (index, count, shown) => (count > shown ? (100 * index) / (count - shown) : 0);
    crop.style.cssText = `--ratio: ${wide / high}; ${straight ? '' : `background: ${this.styles[kindOf(code)].fill}`}`;
    crop.innerHTML = straight || code === '.' ? '' : drawn(`${this.game}-${code}`, 'art');
    crop.setAttribute('aria-label', straight ? say('this square in the photo') : this.words(code));
    if (!straight) return;
    crop.style.backgroundImage = `url("${straight}")`;
    crop.style.backgroundSize = `${(columns / wide) * 100}% ${(rows / high) * 100}%`;
    crop.style.backgroundPosition = `${across(column, columns, wide)}% ${across(row, rows, high)}%`;
  }

  // Which kinds and numbers lie on the chosen square, and which cannot.
  drawPalette() {
    const code = this.chosen && this.held();
    const most = code ? this.styles[kindOf(code)].most : 0;
    const isHeld = (kind) => code !== null && (kind.length > 1 ? code : kindOf(code)) === kind;
    this.drawGroup('.palette', ({ kind }) => ({ disabled: !code, pressed: isHeld(kind) }));
    this.drawGroup('.numbers', ({ number }) => ({
      disabled: !code || Number(number) > most || most === 0,
      pressed: most > 0 && numberOn(code) === Number(number),
    }));
  }

  drawGroup(selector, state) {
    this.find(selector)
      .querySelectorAll('button')
      .forEach((button) => {
        const { disabled, pressed } = state(button.dataset);
        button.disabled = disabled;
        button.setAttribute('aria-pressed', pressed);
      });
  }
}
