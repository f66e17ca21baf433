// The editor of boards of either game: selects squares by finger and key, sends edits, and draws the board and the rail
// beside it: hint, remarks, selected square and palette. Styles hold the name, fill and limits of each kind; the sprite
// of the page holds its drawing. A square is an array [row, column] here, and its code is its kind and its number.
//
// What differs between the games is in the subclasses of kingdom.js and epoch.js. Each of them defines describeCode,
// describeSquare, drawAround, findGameAction, getHint, getQuestion, getRotateLabel, listKeys and renderNumbers.

import { isServerLost } from '../shared/environment.js';
import { announce, listenOnPage } from '../shared/events.js';
import { commandQueue } from '../shared/page_queue.js';
import { getLanguage, say, setWords } from '../shared/words.js';
import { createBoard, findNextEmpty, getKind, getNumber, mergeServerBoard, redo, setCode, undo } from './edits.js';
import { createElement, renderSymbol } from '../shared/elements.js';
import { isIn, namePlace, parsePlace, toPlace } from './places.js';
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
    this.state = null; // the newest board of the server and its version; its board is also this.data
    this.board = null; // the same as rows of codes, with unanswered edits and the history
    this.selection = IDLE;
    this.lastPlaced = null; // the square that the palette set last, where it goes on to the next by itself
    this.editor.dataset.game = game;
    listenOnPage(root, 'board', (update) => this.onUpdate(update));
    listenOnPage(root, 'sent', () => this.onSent());
    this.addListeners();
  }

  // --- what the server knows

  // Take the page and its state of the board, which may be older than the last update. Unanswered edits are newer than
  // both.
  update(page, triggerServer) {
    const isTranslated = this.page?.words.language === page.words.language;
    Object.assign(this, { page, triggerServer });
    if (!isTranslated) setWords(this.root, page.words);
    if (!this.state || page.state.version >= this.state.version) this.state = page.state;
    this.data = this.state.board;
    if (!isTranslated) this.buildPalette();
    const isFresh = this.data.number !== this.board?.number;
    if (isFresh) this.startBoard();
    else this.board = mergeServerBoard(this.board, this.data, this.listUnsent());
    if (commandQueue.isEmpty()) this.editor.inert = false;
    this.draw();
    if (isFresh) this.focusWhenFree();
    this.selectRequested();
  }

  // Take the board from the answer to an edit or from an update.
  onUpdate({ table, version, board }) {
    const { seat, epoch } = this.data;
    if (table !== this.page.table || board.seat !== seat || board.epoch !== epoch) return;
    if (version <= this.state.version) return;
    this.state = { version, board };
    this.update(this.page, this.triggerServer);
    this.requestPageRun();
  }

  // Have the page drawn again if something on it follows the board.
  requestPageRun() {
    if (this.page.followsBoard) this.triggerServer('stored', this.state.version);
  }

  onSent() {
    if (commandQueue.isEmpty()) this.onAllSent();
    this.update(this.page, this.triggerServer);
  }

  // Called when the server has answered every edit; a subclass may override it.
  onAllSent() {}

  startBoard() {
    this.board = mergeServerBoard(createBoard(this.data), this.data, this.listUnsent());
    this.lastPlaced = null;
    this.buildSquares();
    const isBlank = !this.data.photo && !/[^C./ ]/.test(this.data.code); // but for the castle of a kingdom
    this.selection = select(IDLE, isBlank ? [0, 0] : null, false);
  }

  // Select the square that a button of the page asked for, once per request. While squares are in doubt, only one of
  // these is selected.
  selectRequested() {
    const { squareRequest } = this.page;
    if (!squareRequest || squareRequest.number === this.lastRequest) return;
    this.lastRequest = squareRequest.number;
    const { place } = squareRequest;
    if (!this.isDoubtful(place) && this.board.doubts.size) return;
    this.selectSquare(place, true);
    this.pulse(place);
  }

  // Make a square conspicuous for a moment.
  pulse(place) {
    const square = this.findSquare(place);
    square.classList.add('shown');
    setTimeout(() => square.classList.remove('shown'), PULSE_MS);
  }

  // Focus a board that has just appeared, unless something else has the focus. The button that led here may keep it
  // until the previous screen has gone.
  focusWhenFree() {
    FOCUS_AFTER.forEach((delay) =>
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const appeared = this.selected ? this.findSquare(this.selected) : this.find('.name');
        appeared?.focus({ preventScroll: true });
      }, delay),
    );
  }

  listUnsent() {
    return commandQueue.listCells(this.data.number);
  }

  // Return whether the scores of the server include all our edits.
  isScored() {
    return !this.listUnsent().length;
  }

  // Send the cells of a change; do nothing if `cells` is null, as nothing changed.
  submit(cells, request) {
    if (!cells) return;
    const { epoch } = this.data; // of a game of Kingdoms
    commandQueue.add(this.page.table, this.board.number, getLanguage(), cells, { epoch, ...request });
    this.draw();
  }

  // Ask the server to rotate or move the board with its photo. Until it answers, nothing can be tapped.
  requestTransform(request) {
    if (isServerLost()) return announce('refused');
    this.editor.inert = true;
    this.submit([], request);
  }

  // --- taps and keys

  selectSquare(place, focus = false) {
    const isOpening = place && !this.selected;
    this.lastPlaced = null;
    this.selection = select(this.selection, place, this.hasQuestions());
    this.draw();
    if (focus && place) this.findSquare(place).focus({ preventScroll: true });
    if (isOpening) this.scrollToSquare();
  }

  // Scroll the page so that the palette, and the whole board if possible, are in sight.
  scrollToSquare() {
    const parts = ['.chosen', '.amounts', '.photo', '.kingdom'];
    parts.forEach((part) => this.find(part).scrollIntoView({ block: 'nearest' }));
  }

  moveSelection([down, right]) {
    const [row, column] = this.selected ?? [0, 0];
    const last = [this.board.rows.length - 1, this.board.rows[0].length - 1];
    const inside = (value, most) => Math.min(Math.max(value, 0), most);
    this.selectSquare([inside(row + down, last[0]), inside(column + right, last[1])], true);
  }

  setSelected(code) {
    if (this.selected) this.submit(setCode(this.board, toPlace(...this.selected), code));
  }

  // Set the kind of the selected square, and keep its number within the limits of the kind.
  setKind(kind) {
    this.setSelected(this.buildCode(kind, this.selected ? getNumber(this.getSelectedCode()) : 0));
  }

  setNumber(number) {
    if (!this.selected) return;
    const kind = getKind(this.getSelectedCode());
    const { least, most } = this.styles[kind];
    if (number >= least && number <= most) this.setSelected(this.buildCode(kind, number));
  }

  // Build the code of a kind and a number, which is kept within the limits of the kind.
  buildCode(kind, number) {
    const { least, most } = this.styles[kind];
    return kind + (Math.min(Math.max(number, least), most) || '');
  }

  // Set the kind, and without a photo go on: the next kind then fills the next empty square.
  fillNext(kind) {
    this.selectSquare(this.findNextToFill() ?? this.selected);
    this.setKind(kind);
    this.lastPlaced = this.data.photo ? null : this.selected;
    this.draw();
  }

  findNextToFill() {
    return this.lastPlaced && findNextEmpty(this.board, this.lastPlaced);
  }

  // Undo or redo an edit: `take` is one of these functions of edits.js.
  applyHistory(take) {
    this.lastPlaced = null;
    this.submit(take(this.board));
  }

  // Return the action of a key, or undefined.
  findAction(event) {
    const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) {
      if (pressed === 'z') return () => this.applyHistory(event.shiftKey ? redo : undo);
      return pressed === 'y' ? () => this.applyHistory(redo) : undefined;
    }
    if (event.altKey) return undefined;
    if (MOVES[pressed]) return () => this.moveSelection(MOVES[pressed]);
    if (pressed === '?') return () => this.showKeys();
    if (pressed === 'Escape') return () => this.selectSquare(null);
    if (pressed === 'Delete' || pressed === 'Backspace') return () => this.setKind('.');
    if (/^[0-6]$/.test(pressed)) return () => this.setNumber(Number(pressed));
    return this.findGameAction(event.key, pressed);
  }

  onKey(event) {
    const action = this.findAction(event);
    if (!action) return;
    action();
    event.preventDefault();
    event.stopPropagation();
  }

  showKeys() {
    const rows = this.listKeys().map(([keys, label]) => createElement(`<div><dt>${keys}</dt><dd>${label}</dd></div>`));
    this.find('.keys dl').replaceChildren(...rows);
    this.find('.keys').showModal();
  }

  // Select the square that was tapped; a second tap on it deselects it.
  onSquareClick(event) {
    const { pressedSelected } = this;
    this.pressedSelected = null;
    const target = event.target.closest('[data-place]');
    if (!target) return;
    const isSecondTap = pressedSelected === target.dataset.place;
    const isOnBoard = target.getAttribute('role') === 'gridcell';
    this.selectSquare(isSecondTap ? null : parsePlace(target.dataset.place), !isSecondTap && isOnBoard);
  }

  onButton(selector, act) {
    this.find(selector).addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (button) act(button.dataset);
    });
  }

  addListeners() {
    // The tap is about to move the focus, which selects the square. So remember whether it was selected before.
    this.editor.addEventListener('pointerdown', ({ target }) => {
      const place = target.closest('[data-place]')?.dataset.place;
      this.pressedSelected = place && this.isSelected(parsePlace(place)) ? place : null;
    });
    this.grid.addEventListener('click', (event) => this.onSquareClick(event));
    this.grid.addEventListener('focusin', ({ target }) => {
      if (target.dataset.place && !this.pressedSelected) this.onSquareFocus(parsePlace(target.dataset.place));
    });
    this.grid.addEventListener('keydown', (event) => this.onKey(event));
    this.onButton('.remarks', ({ place }) => place && this.selectSquare(parsePlace(place), true));
    this.onButton('.palette', ({ kind }) => this.fillNext(kind));
    this.onButton('.numbers', ({ number }) => this.setNumber(Number(number)));
    this.find('.close-square').addEventListener('click', () => this.selectSquare(null));
    this.find('.undo').addEventListener('click', () => this.applyHistory(undo));
    this.find('.redo').addEventListener('click', () => this.applyHistory(redo));
    this.find('.rotate').addEventListener('click', () => this.requestTransform({ rotate: true }));
    this.find('.help').addEventListener('click', () => this.showKeys());
    this.find('.keys button').addEventListener('click', () => this.find('.keys').close());
  }

  onSquareFocus(place) {
    if (!this.isSelected(place)) this.selectSquare(place);
  }

  // --- queries

  get selected() {
    return this.selection.square ?? null;
  }

  // Return whether the player is still asked about any square; a subclass may override it.
  hasQuestions() {
    return false;
  }

  getSelectedCode() {
    return this.board.rows[this.selected[0]][this.selected[1]];
  }

  isSelected([row, column]) {
    return this.selected?.[0] === row && this.selected?.[1] === column;
  }

  isDoubtful(place) {
    return place !== null && this.board.doubts.has(toPlace(...place));
  }

  findSquare(place) {
    return this.grid.querySelector(`[data-place="${toPlace(...place)}"]`);
  }

  getKindName(kind) {
    return say(this.styles[kind].name);
  }

  // --- drawing: the board

  // Build what does not change with the board: palette and numbers, in the language of the reader.
  buildPalette() {
    this.find('.palette').innerHTML = Object.keys(this.styles).map((kind) => this.renderChoices(kind)).join('');
    this.find('.numbers').innerHTML = this.renderNumbers().join('');
    this.find('.rotate span').textContent = this.getRotateLabel();
  }

  // Render the buttons of a kind in the palette.
  renderChoices(kind) {
    const chip = `<span class="chip" data-kind="${kind}">${renderSymbol(`${this.game}-icon-${kind}`)}</span>`;
    return `<button type="button" data-kind="${kind}" style="--fill:${this.styles[kind].fill}">${chip}<span>${this.getKindName(kind)}</span></button>`;
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
    this.root.getRootNode().host.toggleAttribute('data-drawn', true); // until then the style hides what moves
    this.find('.name').textContent = this.data.name;
    this.drawAround();
    this.board.rows.forEach((codes, row) => codes.forEach((code, column) => this.drawSquare([row, column], code)));
    this.drawHint();
    this.drawRemarks();
    this.drawSelected();
    this.drawPalette();
    this.find('.undo').disabled = !this.board.past.length;
    this.find('.redo').disabled = !this.board.future.length;
  }

  drawSquare(place, code) {
    const cell = this.findSquare(place);
    const doubtful = this.isDoubtful(place);
    const { art = '', labels, classes } = this.describeSquare(place, code);
    Object.assign(cell.dataset, { kind: getKind(code), code });
    cell.style.setProperty('--fill', this.styles[getKind(code)].fill);
    const next = this.findNextToFill();
    const marks = { ...classes, doubtful, 'next-square': isIn(next ? [next] : [], place) };
    Object.entries(marks).forEach(([name, on]) => cell.classList.toggle(name, on));
    cell.setAttribute('aria-selected', this.isSelected(place));
    const isTabStop = !this.selected && toPlace(...place) === (this.focused ?? '0,0');
    cell.tabIndex = this.isSelected(place) || isTabStop ? 0 : -1;
    cell.setAttribute('aria-label', `${namePlace(place)}: ${labels.filter(Boolean).join(', ')}`);
    const drawing = `<span class="land"></span>${code === '.' ? '' : renderSymbol(`${this.game}-${code}`, 'art')}${art}${doubtful ? '<span class="doubt">?</span>' : ''}`;
    if (cell.drawn !== drawing) cell.innerHTML = cell.drawn = drawing;
  }

  // --- drawing: the rail

  // Draw the line that says what to do. Its height never changes.
  drawHint() {
    this.find('.line').textContent = this.getHint();
  }

  // Return the squares about which the player is asked now; a subclass may override it.
  listQuestionSquares() {
    return [];
  }

  // Draw the remarks, those on squares in question first. While there are such squares, remarks on others are left out.
  drawRemarks() {
    const asked = this.listQuestionSquares().map((square) => toPlace(...square));
    const isOn = ({ squares }) => squares.some((square) => asked.includes(toPlace(...square)));
    const here = this.data.remarks.filter(isOn);
    const others = this.data.remarks.filter((remark) => !isOn(remark) && !(asked.length && remark.squares.length));
    showRemarks(this.find('.remarks'), [...here, ...others]);
  }

  // Return whether the selected square and the palette take the bottom of the page.
  isSquareOpen() {
    return this.selected !== null;
  }

  drawSelected() {
    this.root.getRootNode().host.toggleAttribute('data-square-open', this.isSquareOpen());
    this.editor.classList.toggle('at-rest', !this.selected);
    if (!this.selected) return;
    this.find('.place').textContent = namePlace(this.selected);
    this.find('.holds').textContent = this.getQuestion();
    this.drawCrop();
  }

  // Show the selected square, or all squares in question, cut out of the rectified photo; without a photo, its drawing.
  drawCrop() {
    const crop = this.find('.crop');
    const straight = this.data.photo?.straight;
    const code = this.getSelectedCode();
    const asked = this.listQuestionSquares();
    const [row, column] = asked[0] ?? this.selected;
    const [lastRow, lastColumn] = asked.at(-1) ?? this.selected;
    const [high, wide] = [lastRow - row + 1, lastColumn - column + 1];
    const [rows, columns] = [this.board.rows.length, this.board.rows[0].length];
    const across = (index, count, shown) => (count > shown ? (100 * index) / (count - shown) : 0);
    crop.style.cssText = `--ratio: ${wide / high}; ${straight ? '' : `background: ${this.styles[getKind(code)].fill}`}`;
    crop.innerHTML = straight || code === '.' ? '' : renderSymbol(`${this.game}-${code}`, 'art');
    crop.setAttribute('aria-label', straight ? say('this square in the photo') : this.describeCode(code));
    if (!straight) return;
    crop.style.backgroundImage = `url("${straight}")`;
    crop.style.backgroundSize = `${(columns / wide) * 100}% ${(rows / high) * 100}%`;
    crop.style.backgroundPosition = `${across(column, columns, wide)}% ${across(row, rows, high)}%`;
  }

  // Mark the kind and the number of the selected square, and disable the numbers that it cannot have.
  drawPalette() {
    const code = this.selected && this.getSelectedCode();
    const most = code ? this.styles[getKind(code)].most : 0;
    const isHeld = (kind) => code !== null && (kind.length > 1 ? code : getKind(code)) === kind;
    this.drawGroup('.palette', ({ kind }) => ({ disabled: !code, pressed: isHeld(kind) }));
    this.drawGroup('.numbers', ({ number }) => ({
      disabled: !code || Number(number) > most || most === 0,
      pressed: most > 0 && getNumber(code) === Number(number),
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
