// The board of a kingdom: tiles and photo, which are two views of it, the bar that asks about squares in doubt, its
// sums, and the pieces that stand on it.

import { isStill } from '../shared/environment.js';
import { say, sayOf } from '../shared/words.js';
import {
  change,
  codeAt,
  joined,
  kindOf,
  laidByHand,
  nextDoubt,
  numberOf,
  numberOn,
  paint,
  piecesOn,
  put,
  tapped,
  withAllTokens,
} from './edits.js';
import { Editor } from './editor.js';
import { drawn, element } from './elements.js';
import { linesOnTiles, photoArt, seatOf } from './photo_overlay.js';
import { isIn, parsePlace, toPlace } from './places.js';
import { close, edit, IDLE, isAsking, reopen, select, sync } from './selection.js';

const SIDES = { up: [-1, 0], right: [0, 1], down: [1, 0], left: [0, -1] };
const REVEALED_AFTER = 1100; // milliseconds that the outlines grow over the photo before it turns into tiles
const TICKED_AFTER = 200; // milliseconds in which the points reach their new value

const capitalized = (words) => words.charAt(0).toUpperCase() + words.slice(1);
const counted = (crowns) => (crowns ? sayOf(crowns, '{number} crown', '{number} crowns') : say('no crown'));

export class KingdomEditor extends Editor {
  update(page, tellServer) {
    Object.entries(page.state.board.most).forEach(([land, crowns]) => (this.styles[land].most = crowns));
    super.update(page, tellServer);
  }

  begin() {
    this.shownEarning = null; // whose squares and lines are shown
    this.laysPieces = false; // by taps on the board
    this.kindAt = 0; // which, in the palette of pieces
    this.focused = '0,0';
    this.leftOpen = new Set(); // doubts that are to stay
    super.begin();
    this.selection = select(IDLE, this.nextQuestion(null) ?? this.chosen, this.hasQuestions());
    this.show('board');
    this.reveal();
  }

  isBlank() {
    return !this.data.photo && !/[wflgsmt]/.test(this.data.code);
  }

  // A board that was just read is seen on its photo first; a tap ends that early.
  reveal() {
    if (!this.page.reveal || isStill()) return;
    this.show('photo');
    this.editor.classList.add('revealing');
    this.revealing = setTimeout(() => this.show('board'), REVEALED_AFTER);
  }

  // --- what is in doubt

  // Whether the chosen square looks like no tile the reader knows, and nobody has said what it is.
  isUnknown(place) {
    return this.isDoubtful(place) && codeAt(this.board, toPlace(...place)) === '.' && isIn(this.data.unknown, place);
  }

  // Whether a square in doubt may show what the reader was never taught, so that it claims nothing of it.
  isOpen(place) {
    return this.isUnknown(place) || (this.data.builds && this.isDoubtful(place));
  }

  // The two squares of a domino that may lie beside the kingdom, while both are in doubt; undefined of any other
  // square.
  loose() {
    const pair = this.chosen && this.data.loose.find((squares) => isIn(squares, this.chosen));
    return pair?.every((square) => this.isDoubtful(square)) ? pair : undefined;
  }

  // The squares that stand in question beside the board; none while nothing is asked.
  askedAbout() {
    return this.loose() ?? (this.isDoubtful(this.chosen) ? [this.chosen] : []);
  }

  // --- the bar that asks: while squares are in doubt it is about the chosen one, and an answer leads on to the next

  // The next doubt that is neither answered nor left open; null if there is none, or the page itself asks something.
  nextQuestion(from) {
    return this.page.asks ? nextDoubt(this.board, this.data.asked, this.leftOpen, from) : null;
  }

  hasQuestions() {
    return this.nextQuestion(null) !== null;
  }

  // Of a domino that may lie beside the kingdom both squares are answered for, which is undone as one change.
  answer(code) {
    const wasAsking = isAsking(this.selection);
    const from = this.chosen;
    const pair = code === '.' || code === this.held() ? this.loose() : undefined;
    const held = (place) => (code === '.' ? code : codeAt(this.board, place));
    const places = pair?.map((square) => toPlace(...square));
    if (pair) this.changed(change(this.board, places.map((place) => laidByHand(place, held(place)))));
    else this.put(code);
    if (wasAsking) this.goOn(from);
    else this.choose(from, true);
  }

  openPalette() {
    this.selection = edit(this.selection);
    this.draw();
  }

  // To the next question; after the last one the kingdom is found right as it is, and the page goes on.
  goOn(from) {
    const next = this.nextQuestion(from);
    if (next) return this.choose(next, true);
    this.selection = close(this.selection);
    const kingdom = this.board.rows.map((codes) => codes.join('')).join('/');
    const accepted = [...this.board.doubts].map(parsePlace);
    this.changed([], { close: { kingdom, accepted } });
  }

  // Whether the server has found the kingdom right after the last answer.
  isClosed() {
    return this.selection.name === 'closing' && this.data.trust !== 'to check';
  }

  tells() {
    if (this.isClosed()) this.tellServer('closed', this.state.version);
    else super.tells();
  }

  // The page has something to ask of the kingdom as a whole where it was not closed; one that had been accepted as it
  // is was not changed, so that nothing was heard of it.
  isAnswered() {
    if (this.isClosed()) this.tellServer('closed', this.state.version);
    else this.selection = reopen(this.selection);
  }

  put(code) {
    this.selection = edit(this.selection);
    super.put(code);
  }

  words(code) {
    return this.nameOf(kindOf(code)) + (numberOn(code) ? `, ${counted(numberOn(code))}` : '');
  }

  question() {
    const code = this.held();
    if (this.loose()) return say('Do these two squares belong to {name}’s kingdom?', { name: this.data.name });
    if (this.isUnknown(this.chosen)) return say('unknown tile');
    if (this.isOpen(this.chosen)) return say('What’s here?');
    return isAsking(this.selection) ? say('Is this …') : this.words(code);
  }

  // Of an open square nothing is claimed that could be confirmed: what only the boxes on the table have is offered,
  // then what was read, then the next best guess.
  answers() {
    const code = this.held();
    const other = this.data.others[toPlace(...this.chosen)];
    if (this.loose()) {
      return [
        { code, said: say('Count them'), kind: 'yes' },
        { code: '.', said: say('Leave them out') },
      ];
    }
    if (this.isOpen(this.chosen)) {
      const offered = new Set([...this.data.own, code, other].filter((each) => each && each !== '.'));
      return [...offered].map((each) => ({ code: each, said: this.offerWords(each) }));
    }
    const confirmed = isAsking(this.selection) ? [{ code, said: capitalized(this.words(code)), kind: 'yes' }] : [];
    if (!other || other === code) return confirmed;
    return [...confirmed, { code: other, said: capitalized(this.words(other)) }];
  }

  // An offer for an open square: the land of The Court's tiles is any, that of Queendomino's a town.
  offerWords(code) {
    const { builds, own } = this.data;
    if (builds && own.includes(code)) return say('{land} or a building', { land: capitalized(this.words(code)) });
    if (builds && this.isUnknown(this.chosen)) return say('A tile on {land}', { land: this.nameOf(kindOf(code)) });
    return capitalized(this.words(code));
  }

  // --- keys

  actionOfKey(key, pressed) {
    if ((key === 'Enter' || key === ' ') && this.laysPieces) return () => this.tapPiece(this.focused);
    const isGuess = isAsking(this.selection) && !this.isOpen(this.chosen);
    if ((key === 'Enter' || key === ' ') && isGuess) return () => this.answer(this.held());
    const land = Object.keys(this.styles).find((known) => known in this.data.most && known.toLowerCase() === pressed);
    return land && (() => this.putKind(land));
  }

  keys() {
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

  // --- a stroke: dragged from the chosen square, its land is laid on the squares it crosses

  beginStroke(event) {
    this.wasStroke = false; // of one that ended outside the board
    const place = event.target.closest('[data-place]')?.dataset.place;
    const begins = place && this.isChosen(parsePlace(place)) && event.button === 0 && kindOf(this.held()) !== 'C';
    this.stroke = begins ? { land: kindOf(this.held()), begun: false } : null;
    if (this.stroke) event.target.releasePointerCapture?.(event.pointerId);
  }

  paintAlong(event) {
    if (!this.stroke) return;
    const under = this.grid.getRootNode().elementFromPoint(event.clientX, event.clientY);
    const place = under?.closest('.square')?.dataset.place;
    if (!place || this.isChosen(parsePlace(place)) || codeAt(this.board, place) === 'C') return;
    const laid = paint(this.board, place, this.stroke.land, this.stroke.begun);
    if (!laid) return;
    this.stroke.begun = true;
    this.changed(laid);
  }

  pick(event) {
    if (this.wasStroke) return (this.wasStroke = false);
    const place = event.target.closest('[data-place]')?.dataset.place;
    if (this.laysPieces && place) return this.tapPiece(place);
    super.pick(event);
  }

  listen() {
    super.listen();
    this.grid.addEventListener('pointerdown', (event) => this.beginStroke(event));
    this.grid.addEventListener('pointermove', (event) => this.paintAlong(event));
    ['pointerup', 'pointercancel', 'pointerleave'].forEach((end) =>
      this.grid.addEventListener(end, () => {
        this.wasStroke = this.stroke?.begun;
        this.stroke = null;
      }),
    );
    this.onButton('.answers', ({ code }) => this.answer(code));
    this.find('.something-else').addEventListener('click', () => this.openPalette());
    this.find('.leave-open').addEventListener('click', () => {
      this.askedAbout().forEach((square) => this.leftOpen.add(toPlace(...square)));
      this.goOn(this.chosen);
    });
    this.find('.photo svg').addEventListener('click', (event) => {
      this.pick(event);
      if (this.editor.classList.contains('revealing')) this.show('board');
    });
    this.onButton('.moves', ({ step }) => this.requestTurn({ move: parsePlace(step) }));
    this.onButton('.sums', ({ earning }) => earning && this.showEarning(Number(earning)));
    this.onButton('.views', ({ view }) => this.show(view));
    this.find('.to-sums').addEventListener('click', () => this.find('.sums').scrollIntoView({ block: 'nearest' }));
    this.onButton('.laying', ({ laying }) => this.layPieces(laying === 'pieces'));
    this.onButton('.kinds', ({ at }) => this.draw((this.kindAt = Number(at))));
    this.onButton('.beside', (dataset) => this.count(dataset));
    this.find('.tokens').addEventListener('click', () => this.changed(withAllTokens(this.board, this.tokens())));
  }

  // --- two views of one picture: tiles, and the photo with what was read drawn on it

  show(view) {
    clearTimeout(this.revealing);
    this.editor.classList.remove('revealing');
    this.editor.dataset.view = view;
    this.drawGroup('.views', (data) => ({ disabled: false, pressed: data.view === view }));
    this.drawPhoto();
  }

  // --- drawing

  saidOfTurning() {
    return say('Rotate');
  }

  numbers() {
    const amount = (crowns) =>
      `<button type="button" data-number="${crowns}" aria-label="${sayOf(crowns, '{number} crown', '{number} crowns')}">${crowns}${drawn('crown')}</button>`;
    return [0, 1, 2, 3].map(amount);
  }

  hint() {
    if (this.laysPieces) {
      return this.kind ? say('{piece}: tap its squares; tap again to remove', { piece: this.kind.name }) : '';
    }
    return this.next() ? say('Next: the highlighted square') : say('Tap a square to fix it');
  }

  drawLine() {
    const left = [...this.board.doubts].filter((place) => !this.leftOpen.has(place)).length;
    const line = this.find('.line');
    line.classList.toggle('hint', left === 0);
    line.textContent = left ? sayOf(left, '{number} square to check', '{number} squares to check') : this.hint();
  }

  drawAround() {
    const { data, board } = this;
    const [rows, columns] = [board.rows.length, board.rows[0].length];
    this.editor.classList.toggle('with-photo', Boolean(data.photo));
    const { name } = data;
    this.grid.setAttribute('aria-label', say('{name}: {rows} rows of {columns} squares', { name, rows, columns }));
    this.drawTotal();
    this.sums = new Map(this.earning().map(({ squares, points }) => [toPlace(...seatOf(squares)), points]));
    this.find('.counted-lines').innerHTML = linesOnTiles(this.counted()?.lines ?? [], rows, columns);
    this.drawPhoto();
    this.drawPieces();
    this.find('.moves').hidden = !data.moves.length; // it fills its frame
    for (const button of this.find('.moves').querySelectorAll('button')) {
      button.disabled = !data.moves.some((move) => move.join() === button.dataset.step);
    }
    this.drawSums();
  }

  // The points count up or down to their new value; what is read aloud is the last one.
  drawTotal() {
    const { total } = this.data;
    const from = this.total;
    this.total = total;
    if (from === total) return;
    const output = this.find('.total');
    const words = (points) => sayOf(points, '{number} point', '{number} points');
    const show = (points) => (output.innerHTML = words(points).replace(/-?\d+/, '<b>$&</b>'));
    cancelAnimationFrame(this.ticking);
    this.find('.to-sums').hidden = total === null;
    if (total === null) return (output.textContent = '');
    if (typeof from !== 'number' || isStill()) return show(total);
    const start = performance.now();
    const tick = (now) => {
      const part = Math.min(1, (now - start) / TICKED_AFTER);
      output.setAttribute('aria-busy', part < 1);
      show(Math.round(from + (total - from) * part));
      if (part < 1) this.ticking = requestAnimationFrame(tick);
    };
    this.ticking = requestAnimationFrame(tick);
  }

  lookOf(place, code) {
    const [row, column] = place;
    const sum = this.sums.get(toPlace(row, column));
    const next = this.next();
    const [right, down, corner] = [[0, 1], [1, 0], [1, 1]].map((side) => joined(this.board, row, column, ...side));
    // They lie over the gaps to the next squares.
    const bridges = Object.entries({ right, down, corner: right && down && corner });
    const isJoined = (step) => joined(this.board, row, column, ...step);
    const sides = Object.entries(SIDES).map(([side, step]) => [`joined-${side}`, isJoined(step)]);
    const standing = piecesOn(this.board, toPlace(row, column));
    const pieces = standing.map(([piece, number]) => [piece.split('@')[0], Number(number)]);
    const marks = pieces.map(([piece, number]) => this.mark(piece, number)).join('');
    return {
      classes: {
        ...Object.fromEntries(sides),
        open: Boolean(this.kind?.places[toPlace(row, column)]),
        counted: isIn(this.counted()?.squares ?? [], place),
        'next-square': row === next?.[0] && column === next?.[1],
        'asked-too': !this.isChosen(place) && isIn(this.askedAbout(), place),
      },
      said: [
        this.isUnknown(place) ? say('unknown tile') : this.words(code),
        ...pieces.map(([piece, number]) => this.called(piece, toPlace(row, column), number)),
        this.isDoubtful(place) ? say('unsure') : '',
        sum === undefined ? '' : say('territory worth {sum}', { sum }),
      ],
      art:
        bridges.map(([side, there]) => (there ? `<span class="bridge ${side}"></span>` : '')).join('') +
        (marks && `<span class="marks">${marks}</span>`) +
        (sum === undefined ? '' : `<span class="points">${sum}</span>`),
    };
  }

  // Return whether every square of a board entered by hand is filled, so that the palette has nowhere to go on to.
  isComplete() {
    return !this.data.photo && !this.board.rows.flat().includes('.');
  }

  isSquareOpen() {
    return super.isSquareOpen() && !this.isComplete();
  }

  // The page puts its own buttons away while something is asked here.
  drawChosen() {
    const isAsked = isAsking(this.selection);
    const hidesPalette = this.selection.name === 'asking' && this.isDoubtful(this.chosen);
    const { host } = this.root.getRootNode();
    host.toggleAttribute('data-asking', isAsked || this.selection.name === 'closing');
    host.toggleAttribute('data-pieces', Boolean(this.laysPieces));
    this.editor.classList.toggle('complete', !isAsked && this.isComplete());
    this.editor.classList.toggle('asking', isAsked);
    this.editor.classList.toggle('only-asking', hidesPalette);
    this.find('.chosen').classList.toggle('whole-domino', Boolean(this.loose()));
    super.drawChosen();
    if (!this.chosen) return;
    const asked = toPlace(...this.chosen);
    const button = ({ code, said, kind = '' }) =>
      `<button type="button" class="${kind}" data-code="${code}" data-asked="${asked}">${said}</button>`;
    const [answers, drawing] = [this.find('.answers'), this.answers().map(button).join('')];
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

  // The territories that earn points, as the server last scored them.
  earning() {
    return this.isScored() ? this.data.lines.filter(({ points }) => points) : [];
  }

  drawPhoto() {
    const { photo } = this.data;
    if (!photo) return;
    const svg = this.find('.photo svg');
    const asked = this.loose() ?? (this.chosen ? [this.chosen] : []);
    const { viewBox, drawing } = photoArt(this.board, photo, this.styles, this.earning(), asked, this.counted());
    if (svg.dataset.address !== photo.address) {
      svg.dataset.address = photo.address;
      svg.innerHTML = '<image/><g></g>';
      const image = svg.querySelector('image');
      image.setAttribute('href', photo.address);
      image.setAttribute('width', photo.width);
      image.setAttribute('height', photo.height);
    }
    svg.setAttribute('viewBox', viewBox);
    const group = svg.querySelector('g');
    if (group.drawn !== drawing) group.innerHTML = group.drawn = drawing;
  }

  // --- sums, and what a quest or a piece counted: shown on board and photo until its sum is tapped again

  showEarning(earning) {
    this.shownEarning = this.shownEarning === earning ? null : earning;
    if (this.shownEarning !== null && this.data.photo && this.editor.dataset.view === 'board') this.show('photo');
    this.draw();
  }

  counted() {
    return this.isScored() ? this.data.earnings[this.shownEarning] : undefined;
  }

  // A line for every territory, the largest sum first, then the bonuses, then what earned nothing.
  drawSums() {
    const { lines, bonuses, earnings } = this.data;
    const line = ({ land, size, crowns, points }) =>
      element(
        `<li><span class="swatch" data-kind="${land}" style="background:${this.styles[land].fill}">${drawn(`kingdomino-icon-${land}`)}</span><span>${this.nameOf(land)}</span><span class="times">${size} × ${crowns}</span><b>= ${points}</b></li>`,
      );
    const plus = '<span class="swatch">+</span><span class="reason text"></span>';
    const bonus = ({ name, points, reason }) => element(`<li class="bonus">${plus}<b>+ ${points}</b></li>`, `${name}: ${reason}`);
    const earned = ({ text, squares }, earning) => {
      const button = `<button type="button" data-earning="${earning}" aria-pressed="${earning === this.shownEarning}">${plus}</button>`;
      return element(`<li class="bonus">${squares.length ? button : plus}</li>`, text);
    };
    const earning = lines.filter(({ points }) => points).sort((a, b) => b.points - a.points || b.size - a.size);
    const crownless = {};
    for (const { land, size } of lines.filter(({ points }) => !points)) (crownless[land] ??= []).push(size);
    const sizes = Object.entries(crownless).map(([land, each]) => `${this.nameOf(land)} ${each.join(' + ')}`);
    const words = `${say('No crowns (0 points)')}: ${sizes.join(', ')}`;
    const nothing = sizes.length ? [element('<li class="nothing"><span></span><span class="text"></span></li>', words)] : [];
    const shown = [...earning.map(line), ...bonuses.map(bonus), ...earnings.map(earned), ...nothing];
    this.find('.sums').replaceChildren(...shown);
  }

  // --- pieces: one of a kind is laid by a tap on its square, and taken away by another

  layPieces(on) {
    this.laysPieces = on;
    this.selection = select(IDLE, on ? null : parsePlace(this.focused), this.hasQuestions());
    if (on) this.show('board');
    this.draw();
  }

  // The kind that taps lay; undefined where there is none.
  get kind() {
    const { kinds = [] } = this.data.pieces ?? {};
    return this.laysPieces ? kinds[Math.min(this.kindAt, kinds.length - 1)] : undefined;
  }

  tapPiece(square) {
    this.focused = square;
    this.changed(this.kind && tapped(this.board, this.kind, square));
    this.squareAt(parsePlace(square)).focus({ preventScroll: true });
  }

  takesFocus(place) {
    if (this.laysPieces) this.focused = toPlace(...place);
    else super.takesFocus(place);
  }

  move(step) {
    if (!this.laysPieces) return super.move(step);
    const [row, column] = parsePlace(this.focused);
    this.squareAt([row + step[0], column + step[1]])?.focus({ preventScroll: true });
    this.draw();
  }

  // While something is in doubt there is always a square in question.
  choose(place, focus) {
    const here = this.page.asks && this.isDoubtful(this.chosen) ? this.chosen : this.nextQuestion(null);
    const to = place ?? here;
    if (place) this.laysPieces = false;
    super.choose(to, focus);
  }

  count({ counter, step }) {
    const most = this.data.pieces.counters.find(({ code }) => code === counter)?.most ?? 1;
    const now = Number(codeAt(this.board, `${counter}@`));
    const number = step ? Math.min(most, Math.max(0, now + Number(step))) : 1 - now;
    this.changed(put(this.board, `${counter}@`, `${number}`));
  }

  tokens() {
    return this.data.pieces?.kinds.find(({ code }) => code === 'token');
  }

  called(piece, square, number) {
    const named = this.data.pieces?.kinds.filter(({ code }) => code === piece) ?? [];
    const name = (named.find(({ places }) => places[square]) ?? named[0])?.name ?? piece;
    return number > 1 ? `${number} × ${name}` : name;
  }

  // A piece as a badge: its glyph, how many there are, or what a building earns.
  mark(piece, number) {
    const [kind, earns, amount] = piece.split(':');
    const building = { crowns: `+${amount}`, points: amount }[earns] ?? `${amount}×`;
    const beside = kind === 'building' ? building : number > 1 ? number : '';
    return `<span class="mark" aria-hidden="true">${drawn(`glyph-${kind}`)}${beside}</span>`;
  }

  drawPieces() {
    const { pieces } = this.data;
    this.find('.laying').hidden = !pieces;
    this.editor.dataset.laying = this.laysPieces ? 'pieces' : 'terrain';
    if (!pieces) return;
    this.drawGroup('.laying', ({ laying }) => ({ disabled: false, pressed: laying === this.editor.dataset.laying }));
    const kindButton = (kind, index) => {
      const left = kind.code === 'giant' ? ` (${kind.left - numberOf(this.board, kind)})` : '';
      const state = `aria-pressed="${kind === this.kind}" ${Object.keys(kind.places).length ? '' : 'disabled'}`;
      return element(`<button type="button" data-at="${index}" ${state}>${this.mark(kind.code, 1)}<span class="text"></span></button>`, kind.name + left);
    };
    this.find('.kinds').replaceChildren(...pieces.kinds.map(kindButton));
    const counter = ({ code, name, most }) => {
      const number = Number(codeAt(this.board, `${code}@`));
      const one = (step, sign, said, isOff) =>
        `<button type="button" data-counter="${code}" data-step="${step}" aria-label="${said}" ${isOff ? 'disabled' : ''}>${sign}</button>`;
      const less = one(-1, '−', say('{thing}: one less', { thing: name }), number === 0);
      const more = one(1, '+', say('{thing}: one more', { thing: name }), number >= most);
      return element(`<div class="counter"><span class="text"></span>${less}<output aria-live="polite">${number}</output>${more}</div>`, name);
    };
    const isHere = codeAt(this.board, 'queen@') === '1';
    const queen = element(`<button type="button" class="queen" data-counter="queen" aria-pressed="${isHere}"></button>`, say('The queen is here'));
    this.find('.beside').replaceChildren(...pieces.counters.map(counter), ...(pieces.queen ? [queen] : []));
    this.find('.tokens').hidden = !this.tokens();
  }
}
