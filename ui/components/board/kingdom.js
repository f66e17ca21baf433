// The editor of a kingdom: its two views (tiles and photo), the bar that asks about squares in doubt, its sums, and the
// pieces on it.

import { isStill } from '../shared/environment.js';
import { say, sayOf } from '../shared/words.js';
import {
  applyCells,
  areJoined,
  countPieces,
  findNextDoubt,
  getCode,
  getKind,
  getNumber,
  listPieces,
  makeCell,
  paint,
  placeAllTokens,
  setCode,
  togglePiece,
} from './edits.js';
import { Editor } from './editor.js';
import { createElement, renderSymbol } from '../shared/elements.js';
import { drawLines, drawOverlay, findLabelSquare } from './photo_overlay.js';
import { isIn, parsePlace, toPlace } from './places.js';
import { close, edit, IDLE, isAsking, reopen, select, sync } from './selection.js';

const SIDES = { up: [-1, 0], right: [0, 1], down: [1, 0], left: [0, -1] };
const REVEAL_MS = 1100; // for the outlines to grow over the photo before it turns into tiles
const COUNT_MS = 200; // in which the points reach their new value

const capitalize = (words) => words.charAt(0).toUpperCase() + words.slice(1);
const describeCrowns = (crowns) => (crowns ? sayOf(crowns, '{number} crown', '{number} crowns') : say('no crown'));

export class KingdomEditor extends Editor {
  update(page, triggerServer) {
    Object.entries(page.state.board.most).forEach(([land, crowns]) => (this.styles[land].most = crowns));
    super.update(page, triggerServer);
  }

  startBoard() {
    this.highlightedEarning = null; // index of the sum whose squares and lines are shown
    this.isPlacingPieces = false; // by taps on the board
    this.pieceIndex = 0; // in the palette of pieces
    this.focused = '0,0';
    this.leftOpen = new Set(); // places in doubt that are not asked about again
    super.startBoard();
    this.selection = select(IDLE, this.findNextQuestion() ?? this.selected, this.hasQuestions());
    this.showView('board');
    this.reveal();
  }

  // Show a board that was just read on its photo first; a tap ends that early.
  reveal() {
    if (!this.page.reveal || isStill()) return;
    this.showView('photo');
    this.editor.classList.add('revealing');
    this.revealTimer = setTimeout(() => this.showView('board'), REVEAL_MS);
  }

  // --- doubts

  // Return whether a square shows no tile that the reader knows, and nobody has said what it is.
  isUnknown(place) {
    return this.isDoubtful(place) && getCode(this.board, toPlace(...place)) === '.' && isIn(this.data.unknown, place);
  }

  // Return whether a square in doubt may show what the reader does not know, so that there is no guess to confirm.
  isOpenQuestion(place) {
    return this.isUnknown(place) || (this.data.builds && this.isDoubtful(place));
  }

  // Return the two squares of the selected domino if it may not belong to the kingdom and both are in doubt.
  findStrayDomino() {
    const pair = this.selected && this.data.loose.find((squares) => isIn(squares, this.selected));
    return pair?.every((square) => this.isDoubtful(square)) ? pair : undefined;
  }

  // Return the squares in question.
  listQuestionSquares() {
    return this.findStrayDomino() ?? (this.isDoubtful(this.selected) ? [this.selected] : []);
  }

  // --- the bar that asks; an answer leads to the next question

  // Return the next square to ask about; null if there is none, or the page itself asks something.
  findNextQuestion() {
    return this.page.asks ? findNextDoubt(this.board, this.data.asked, this.leftOpen) : null;
  }

  hasQuestions() {
    return this.findNextQuestion() !== null;
  }

  // Answer the question; for a stray domino both squares at once, which is undone as one change.
  answerQuestion(code) {
    const wasAsking = isAsking(this.selection);
    const from = this.selected;
    const pair = code === '.' || code === this.getSelectedCode() ? this.findStrayDomino() : undefined;
    const held = (place) => (code === '.' ? code : getCode(this.board, place));
    const places = pair?.map((square) => toPlace(...square));
    if (pair) this.submit(applyCells(this.board, places.map((place) => makeCell(place, held(place)))));
    else this.setSelected(code);
    if (wasAsking) this.askNext();
    else this.selectSquare(from, true);
  }

  openPalette() {
    this.selection = edit(this.selection);
    this.draw();
  }

  // Ask the next question; after the last one, have the server confirm the kingdom.
  askNext() {
    const next = this.findNextQuestion();
    if (next) return this.selectSquare(next, true);
    this.selection = close(this.selection);
    const kingdom = this.board.rows.map((codes) => codes.join('')).join('/');
    const accepted = [...this.board.doubts].map(parsePlace);
    this.submit([], { close: { kingdom, accepted } });
  }

  // Return whether the server has confirmed the kingdom after the last answer.
  isConfirmed() {
    return this.selection.name === 'closing' && this.data.trust !== 'to check';
  }

  requestPageRun() {
    if (this.isConfirmed()) this.triggerServer('closed', this.state.version);
    else super.requestPageRun();
  }

  // Tell the page that the kingdom is confirmed: one that had been accepted before did not change, so no update came.
  // If it is not confirmed, the page asks about the kingdom as a whole.
  onAllSent() {
    if (this.isConfirmed()) this.triggerServer('closed', this.state.version);
    else this.selection = reopen(this.selection);
  }

  setSelected(code) {
    this.selection = edit(this.selection);
    super.setSelected(code);
  }

  describeCode(code) {
    return this.getKindName(getKind(code)) + (getNumber(code) ? `, ${describeCrowns(getNumber(code))}` : '');
  }

  getQuestion() {
    const code = this.getSelectedCode();
    const { name } = this.data;
    if (this.findStrayDomino()) return say('Do these two squares belong to {name}’s kingdom?', { name });
    if (this.isUnknown(this.selected)) return say('unknown tile');
    if (this.isOpenQuestion(this.selected)) return say('What’s here?');
    return isAsking(this.selection) ? say('Is this …') : this.describeCode(code);
  }

  // List the answers to the question. An open question offers the tiles of the boxes on the table, the guess of the
  // reader, and its second guess; other questions ask to confirm the guess.
  listAnswers() {
    const code = this.getSelectedCode();
    const other = this.data.others[toPlace(...this.selected)];
    if (this.findStrayDomino()) {
      return [
        { code, label: say('Count them'), kind: 'yes' },
        { code: '.', label: say('Leave them out') },
      ];
    }
    if (this.isOpenQuestion(this.selected)) {
      const offered = new Set([...this.data.own, code, other].filter((each) => each && each !== '.'));
      return [...offered].map((each) => ({ code: each, label: this.describeOffer(each) }));
    }
    const guess = { code, label: capitalize(this.describeCode(code)), kind: 'yes' };
    const confirmed = isAsking(this.selection) ? [guess] : [];
    if (!other || other === code) return confirmed;
    return [...confirmed, { code: other, label: capitalize(this.describeCode(other)) }];
  }

  // Describe an offer for an open question: a building of The Court may be on any terrain, a Queendomino tile on towns.
  describeOffer(code) {
    const { builds, own } = this.data;
    if (builds && own.includes(code)) return say('{land} or a building', { land: capitalize(this.describeCode(code)) });
    const land = this.getKindName(getKind(code));
    if (builds && this.isUnknown(this.selected)) return say('A tile on {land}', { land });
    return capitalize(this.describeCode(code));
  }

  // --- keys

  findGameAction(key, pressed) {
    if ((key === 'Enter' || key === ' ') && this.isPlacingPieces) return () => this.tapPiece(this.focused);
    const isGuess = isAsking(this.selection) && !this.isOpenQuestion(this.selected);
    if ((key === 'Enter' || key === ' ') && isGuess) return () => this.answerQuestion(this.getSelectedCode());
    const land = Object.keys(this.styles).find((known) => known in this.data.most && known.toLowerCase() === pressed);
    return land && (() => this.setKind(land));
  }

  listKeys() {
    return [
      ['← ↑ → ↓', say('choose a square')],
      ['W F L G S M', say('wheat, forest, lake, grassland, swamp, mine')],
      ['C', say('castle')],
      ['0 1 2 3', say('crowns')],
      ['Del', say('empty square')],
      ['Enter', say('confirm the first answer')],
      ['Ctrl Z, Ctrl Y', say('undo, redo')],
      ['Esc', say('close the square')],
    ];
  }

  // --- strokes: dragging from the selected square sets its terrain on the squares that are crossed

  startStroke(event) {
    this.wasStroke = false; // the last one may have ended outside the board
    const place = event.target.closest('[data-place]')?.dataset.place;
    const isSelected = place && this.isSelected(parsePlace(place)) && event.button === 0;
    const land = isSelected ? getKind(this.getSelectedCode()) : 'C';
    this.stroke = land === 'C' ? null : { land, begun: false };
    if (this.stroke) event.target.releasePointerCapture?.(event.pointerId);
  }

  continueStroke(event) {
    if (!this.stroke) return;
    const under = this.grid.getRootNode().elementFromPoint(event.clientX, event.clientY);
    const place = under?.closest('.square')?.dataset.place;
    if (!place || this.isSelected(parsePlace(place)) || getCode(this.board, place) === 'C') return;
    const laid = paint(this.board, place, this.stroke.land, this.stroke.begun);
    if (!laid) return;
    this.stroke.begun = true;
    this.submit(laid);
  }

  onSquareClick(event) {
    if (this.wasStroke) return (this.wasStroke = false);
    const place = event.target.closest('[data-place]')?.dataset.place;
    if (this.isPlacingPieces && place) return this.tapPiece(place);
    super.onSquareClick(event);
  }

  addListeners() {
    super.addListeners();
    this.grid.addEventListener('pointerdown', (event) => this.startStroke(event));
    this.grid.addEventListener('pointermove', (event) => this.continueStroke(event));
    ['pointerup', 'pointercancel', 'pointerleave'].forEach((end) =>
      this.grid.addEventListener(end, () => {
        this.wasStroke = this.stroke?.begun;
        this.stroke = null;
      }),
    );
    this.onButton('.answers', ({ code }) => this.answerQuestion(code));
    this.find('.something-else').addEventListener('click', () => this.openPalette());
    this.find('.leave-open').addEventListener('click', () => {
      this.listQuestionSquares().forEach((square) => this.leftOpen.add(toPlace(...square)));
      this.askNext();
    });
    this.find('.photo svg').addEventListener('click', (event) => {
      this.onSquareClick(event);
      if (this.editor.classList.contains('revealing')) this.showView('board');
    });
    this.onButton('.moves', ({ direction }) => this.requestTransform({ move: parsePlace(direction) }));
    this.onButton('.sums', ({ earning }) => earning && this.toggleEarning(Number(earning)));
    this.onButton('.views', ({ view }) => this.showView(view));
    this.find('.to-sums').addEventListener('click', () => this.find('.sums').scrollIntoView({ block: 'nearest' }));
    this.onButton('.laying', ({ laying }) => this.togglePieceMode(laying === 'pieces'));
    this.onButton('.kinds', ({ at }) => this.draw((this.pieceIndex = Number(at))));
    this.onButton('.beside', (dataset) => this.changeCounter(dataset));
    this.find('.tokens').addEventListener('click', () => this.submit(placeAllTokens(this.board, this.findTokens())));
  }

  // --- the two views: tiles, and the photo with an overlay

  showView(view) {
    clearTimeout(this.revealTimer);
    this.editor.classList.remove('revealing');
    this.editor.dataset.view = view;
    this.drawGroup('.views', (data) => ({ disabled: false, pressed: data.view === view }));
    this.drawPhoto();
  }

  // --- drawing

  getRotateLabel() {
    return say('Rotate');
  }

  renderNumbers() {
    const amount = (crowns) =>
      `<button type="button" data-number="${crowns}" aria-label="${sayOf(crowns, '{number} crown', '{number} crowns')}">${crowns}${renderSymbol('crown')}</button>`;
    return [0, 1, 2, 3].map(amount);
  }

  getHint() {
    if (this.isPlacingPieces) {
      return this.pieceKind ? say('{piece}: tap its squares; tap again to remove', { piece: this.pieceKind.name }) : '';
    }
    return this.findNextToFill() ? say('Next: the highlighted square') : say('Tap a square to fix it');
  }

  drawHint() {
    const left = [...this.board.doubts].filter((place) => !this.leftOpen.has(place)).length;
    const line = this.find('.line');
    line.classList.toggle('hint', left === 0);
    line.textContent = left ? sayOf(left, '{number} square to check', '{number} squares to check') : this.getHint();
  }

  drawAround() {
    const { data, board } = this;
    const [rows, columns] = [board.rows.length, board.rows[0].length];
    this.editor.classList.toggle('with-photo', Boolean(data.photo));
    const { name } = data;
    this.grid.setAttribute('aria-label', say('{name}: {rows} rows of {columns} squares', { name, rows, columns }));
    this.drawTotal();
    const labels = this.listScoring().map(({ squares, points }) => [toPlace(...findLabelSquare(squares)), points]);
    this.sums = new Map(labels);
    this.find('.counted-lines').innerHTML = drawLines(this.getHighlighted()?.lines ?? [], rows, columns);
    this.drawPhoto();
    this.drawPieces();
    this.find('.moves').hidden = !data.moves.length; // the kingdom fills its grid
    for (const button of this.find('.moves').querySelectorAll('button')) {
      button.disabled = !data.moves.some((move) => move.join() === button.dataset.direction);
    }
    this.drawSums();
  }

  // Count the points up or down to their new value; a screen reader reads the last one alone.
  drawTotal() {
    const { total } = this.data;
    const from = this.total;
    this.total = total;
    if (from === total) return;
    const output = this.find('.total');
    const words = (points) => sayOf(points, '{number} point', '{number} points');
    const show = (points) => (output.innerHTML = words(points).replace(/-?\d+/, '<b>$&</b>'));
    cancelAnimationFrame(this.tickFrame);
    this.find('.to-sums').hidden = total === null;
    if (total === null) return (output.textContent = '');
    if (typeof from !== 'number' || isStill()) return show(total);
    const start = performance.now();
    const tick = (now) => {
      const part = Math.min(1, (now - start) / COUNT_MS);
      output.setAttribute('aria-busy', part < 1);
      show(Math.round(from + (total - from) * part));
      if (part < 1) this.tickFrame = requestAnimationFrame(tick);
    };
    this.tickFrame = requestAnimationFrame(tick);
  }

  describeSquare(place, code) {
    const [row, column] = place;
    const sum = this.sums.get(toPlace(row, column));
    const [right, down, corner] = [[0, 1], [1, 0], [1, 1]].map((side) => areJoined(this.board, row, column, ...side));
    // Bridges cover the gaps to the next squares.
    const bridges = Object.entries({ right, down, corner: right && down && corner });
    const isJoined = (step) => areJoined(this.board, row, column, ...step);
    const sides = Object.entries(SIDES).map(([side, step]) => [`joined-${side}`, isJoined(step)]);
    const standing = listPieces(this.board, toPlace(row, column));
    const pieces = standing.map(([piece, number]) => [piece.split('@')[0], Number(number)]);
    const marks = pieces.map(([piece, number]) => this.renderMark(piece, number)).join('');
    return {
      classes: {
        ...Object.fromEntries(sides),
        open: Boolean(this.pieceKind?.places[toPlace(row, column)]),
        counted: isIn(this.getHighlighted()?.squares ?? [], place),
        'asked-too': !this.isSelected(place) && isIn(this.listQuestionSquares(), place),
      },
      labels: [
        this.isUnknown(place) ? say('unknown tile') : this.describeCode(code),
        ...pieces.map(([piece, number]) => this.namePiece(piece, toPlace(row, column), number)),
        this.isDoubtful(place) ? say('unsure') : '',
        sum === undefined ? '' : say('territory worth {sum}', { sum }),
      ],
      art:
        bridges.map(([side, there]) => (there ? `<span class="bridge ${side}"></span>` : '')).join('') +
        (marks && `<span class="marks">${marks}</span>`) +
        (sum === undefined ? '' : `<span class="points">${sum}</span>`),
    };
  }

  // Return whether every square of a board entered by hand is filled.
  isComplete() {
    return !this.data.photo && !this.board.rows.flat().includes('.');
  }

  isSquareOpen() {
    return super.isSquareOpen() && !this.isComplete();
  }

  // Draw the selected square and its question; the page hides its own buttons meanwhile.
  drawSelected() {
    const isAsked = isAsking(this.selection);
    const hidesPalette = this.selection.name === 'asking' && this.isDoubtful(this.selected);
    const { host } = this.root.getRootNode();
    host.toggleAttribute('data-asking', isAsked || this.selection.name === 'closing');
    host.toggleAttribute('data-pieces', Boolean(this.isPlacingPieces));
    this.editor.classList.toggle('complete', !isAsked && this.isComplete());
    this.editor.classList.toggle('asking', isAsked);
    this.editor.classList.toggle('only-asking', hidesPalette);
    this.find('.chosen').classList.toggle('whole-domino', Boolean(this.findStrayDomino()));
    super.drawSelected();
    if (!this.selected) return;
    const asked = toPlace(...this.selected);
    const button = ({ code, label, kind = '' }) =>
      `<button type="button" class="${kind}" data-code="${code}" data-asked="${asked}">${label}</button>`;
    const [answers, drawing] = [this.find('.answers'), this.listAnswers().map(button).join('')];
    if (answers.drawn !== drawing) answers.innerHTML = answers.drawn = drawing; // else the focus stays on one
    this.find('.ways').querySelectorAll('button').forEach(({ dataset }) => (dataset.asked = asked));
  }

  draw() {
    this.selection = sync(this.selection, this.hasQuestions());
    super.draw();
  }

  drawPalette() {
    super.drawPalette();
    this.find('.palette [data-kind="t"]').hidden = !('t' in this.data.most);
  }

  // Return the territories that score, if the scores are current.
  listScoring() {
    return this.isScored() ? this.data.lines.filter(({ points }) => points) : [];
  }

  drawPhoto() {
    const { photo } = this.data;
    if (!photo) return;
    const svg = this.find('.photo svg');
    const asked = this.findStrayDomino() ?? (this.selected ? [this.selected] : []);
    const [scoring, highlighted] = [this.listScoring(), this.getHighlighted()];
    const { viewBox, drawing } = drawOverlay(this.board, photo, this.styles, scoring, asked, highlighted);
    if (svg.dataset.address !== photo.address) {
      svg.dataset.address = photo.address;
      svg.innerHTML = `<image href="${photo.address}" width="${photo.width}" height="${photo.height}"/><g></g>`;
    }
    svg.setAttribute('viewBox', viewBox);
    const group = svg.querySelector('g');
    if (group.drawn !== drawing) group.innerHTML = group.drawn = drawing;
  }

  // --- sums; tapping one highlights on board and photo what a quest or a piece has scored

  toggleEarning(earning) {
    this.highlightedEarning = this.highlightedEarning === earning ? null : earning;
    const isOnTiles = this.editor.dataset.view === 'board';
    if (this.highlightedEarning !== null && this.data.photo && isOnTiles) this.showView('photo');
    this.draw();
  }

  getHighlighted() {
    return this.isScored() ? this.data.earnings[this.highlightedEarning] : undefined;
  }

  // Draw a line for each territory with points, largest first, then bonuses, earnings, and all land without crowns.
  drawSums() {
    const { lines, bonuses, earnings } = this.data;
    const line = ({ land, size, crowns, points }) =>
      createElement(
        `<li><span class="swatch" data-kind="${land}" style="background:${this.styles[land].fill}">${renderSymbol(`kingdomino-icon-${land}`)}</span><span>${this.getKindName(land)}</span><span class="times">${size} × ${crowns}</span><b>= ${points}</b></li>`,
      );
    const plus = '<span class="swatch">+</span><span class="reason text"></span>';
    const bonus = ({ name, points, reason }) => createElement(`<li class="bonus">${plus}<b>+ ${points}</b></li>`, `${name}: ${reason}`);
    const earned = ({ text, squares }, earning) => {
      const button = `<button type="button" data-earning="${earning}" aria-pressed="${earning === this.highlightedEarning}">${plus}</button>`;
      return createElement(`<li class="bonus">${squares.length ? button : plus}</li>`, text);
    };
    const earning = lines.filter(({ points }) => points).sort((a, b) => b.points - a.points || b.size - a.size);
    const crownless = {};
    for (const { land, size } of lines.filter(({ points }) => !points)) (crownless[land] ??= []).push(size);
    const sizes = Object.entries(crownless).map(([land, each]) => `${this.getKindName(land)} ${each.join(' + ')}`);
    const words = `${say('No crowns (0 points)')}: ${sizes.join(', ')}`;
    const nothing = sizes.length ? [createElement('<li class="nothing"><span></span><span class="text"></span></li>', words)] : [];
    const shown = [...earning.map(line), ...bonuses.map(bonus), ...earnings.map(earned), ...nothing];
    this.find('.sums').replaceChildren(...shown);
  }

  // --- pieces: each tap on a square adds one; at the limit a tap removes all of that kind

  togglePieceMode(on) {
    this.isPlacingPieces = on;
    this.selection = select(IDLE, on ? null : parsePlace(this.focused), this.hasQuestions());
    if (on) this.showView('board');
    this.draw();
  }

  // Return the kind of piece that taps place, or undefined.
  get pieceKind() {
    const { kinds = [] } = this.data.pieces ?? {};
    return this.isPlacingPieces ? kinds[Math.min(this.pieceIndex, kinds.length - 1)] : undefined;
  }

  tapPiece(square) {
    this.focused = square;
    this.submit(this.pieceKind && togglePiece(this.board, this.pieceKind, square));
    this.findSquare(parsePlace(square)).focus({ preventScroll: true });
  }

  onSquareFocus(place) {
    if (this.isPlacingPieces) this.focused = toPlace(...place);
    else super.onSquareFocus(place);
  }

  moveSelection(step) {
    if (!this.isPlacingPieces) return super.moveSelection(step);
    const [row, column] = parsePlace(this.focused);
    this.findSquare([row + step[0], column + step[1]])?.focus({ preventScroll: true });
    this.draw();
  }

  // Select a square, or none; while questions are left one is selected, except while pieces are placed.
  selectSquare(place, focus) {
    const here = this.page.asks && this.isDoubtful(this.selected) ? this.selected : this.findNextQuestion();
    const to = place ?? here;
    if (place) this.isPlacingPieces = false;
    super.selectSquare(to, focus);
  }

  changeCounter({ counter, step }) {
    const most = this.data.pieces.counters.find(({ code }) => code === counter)?.most ?? 1;
    const now = Number(getCode(this.board, `${counter}@`));
    const number = step ? Math.min(most, Math.max(0, now + Number(step))) : 1 - now;
    this.submit(setCode(this.board, `${counter}@`, `${number}`));
  }

  findTokens() {
    return this.data.pieces?.kinds.find(({ code }) => code === 'token');
  }

  namePiece(piece, square, number) {
    const named = this.data.pieces?.kinds.filter(({ code }) => code === piece) ?? [];
    const name = (named.find(({ places }) => places[square]) ?? named[0])?.name ?? piece;
    return number > 1 ? `${number} × ${name}` : name;
  }

  // Render a piece as a badge: its glyph and their number, or what a building scores.
  renderMark(piece, number) {
    const [kind, earns, amount] = piece.split(':');
    const building = { crowns: `+${amount}`, points: amount }[earns] ?? `${amount}×`;
    const beside = kind === 'building' ? building : number > 1 ? number : '';
    return `<span class="mark" aria-hidden="true">${renderSymbol(`glyph-${kind}`)}${beside}</span>`;
  }

  drawPieces() {
    const { pieces } = this.data;
    this.find('.laying').hidden = !pieces;
    this.editor.dataset.laying = this.isPlacingPieces ? 'pieces' : 'terrain';
    if (!pieces) return;
    this.drawGroup('.laying', ({ laying }) => ({ disabled: false, pressed: laying === this.editor.dataset.laying }));
    const kindButton = (kind, index) => {
      const left = kind.code === 'giant' ? ` (${kind.left - countPieces(this.board, kind)})` : '';
      const state = `aria-pressed="${kind === this.pieceKind}" ${Object.keys(kind.places).length ? '' : 'disabled'}`;
      return createElement(`<button type="button" data-at="${index}" ${state}>${this.renderMark(kind.code, 1)}<span class="text"></span></button>`, kind.name + left);
    };
    this.find('.kinds').replaceChildren(...pieces.kinds.map(kindButton));
    const counter = ({ code, name, most }) => {
      const number = Number(getCode(this.board, `${code}@`));
      const one = (step, sign, label, isOff) =>
        `<button type="button" data-counter="${code}" data-step="${step}" aria-label="${label}" ${isOff ? 'disabled' : ''}>${sign}</button>`;
      const less = one(-1, '−', say('{thing}: one less', { thing: name }), number === 0);
      const more = one(1, '+', say('{thing}: one more', { thing: name }), number >= most);
      return createElement(`<div class="counter"><span class="text"></span>${less}<output aria-live="polite">${number}</output>${more}</div>`, name);
    };
    const isHere = getCode(this.board, 'queen@') === '1';
    const queen = createElement(`<button type="button" class="queen" data-counter="queen" aria-pressed="${isHere}"></button>`, say('The queen is here'));
    this.find('.beside').replaceChildren(...pieces.counters.map(counter), ...(pieces.queen ? [queen] : []));
    this.find('.tokens').hidden = !this.findTokens();
  }
}
