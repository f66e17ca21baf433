// What the editors of both games do alike: take what the server knows, choose squares by finger and key, and hand on every
// change. The model of each says what a board is, its rail what stands beside it, its `edits` how changes are sent.

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const FOCUS_AFTER = [0, 400, 1200]; // milliseconds after which a new board looks whether the focus is free

const isOffline = () => document.documentElement.dataset.connection === 'offline';

// Says that what was pressed needs the server, while there is none; whether that is so.
const isRefused = () => isOffline() && window.dispatchEvent(new CustomEvent('crownsight:refused'));

function showMeant(part) {
  part.scrollIntoView({ block: 'nearest' });
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  part.animate([{ transform: 'none' }, { transform: 'scale(1.03)' }, { transform: 'none' }], 300);
}

class BoardEditor {
  constructor(root, edits) {
    this.root = root;
    this.find = (selector) => root.querySelector(selector);
    this.editor = this.find('.editor');
    this.grid = this.find('.board');
    this.board = null;
    this.chosen = null;
    this.rail = new Rail(this.find);
    this.edits = edits;
    this.listen();
  }

  // Takes what the server knows. Older than our own unsent edits, it changes nothing but what was scored.
  update(data) {
    if (this.data?.language !== data.language) {
      speak(this.root, data.words);
      this.rail.build();
    }
    this.data = data;
    const fresh = data.number !== this.board?.number;
    if (fresh) this.begin();
    else {
      this.edits.take(data);
      this.board = takenOver(this.board, data, this.edits.unheard());
    }
    if (this.edits.isStored()) this.editor.inert = false;
    this.draw();
    if (fresh) this.takeFocus();
    this.look();
  }

  // Chooses the square that a button or a question asked for, once: one in doubt, else where something is wrong as a
  // whole. Where that is chosen already, the next one, and what is asked about it shows that it is meant.
  look() {
    const { look } = this.data;
    if (!look || look.asked === this.looked) return;
    this.looked = look.asked;
    if (this.isChosen(look.place)) this.goNext();
    else if (this.isDoubtful(look.place) || !this.board.doubts.size) this.choose(look.place, true);
    if (this.chosen) showMeant(this.find('.chosen'));
  }

  begin() {
    this.edits.take(this.data);
    this.board = newBoard(this.data);
    this.board = takenOver(this.board, this.data, this.edits.unheard());
    this.buildSquares();
    this.chosen = nextDoubt(this.board, this.data.asked, null) ?? (this.isBlank() ? [0, 0] : null);
  }

  // A board that has just appeared takes the focus, unless the player is somewhere already. The button that led here may
  // keep it until the screen before has gone.
  takeFocus() {
    FOCUS_AFTER.forEach((delay) =>
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const appeared = this.chosen ? this.squareAt(this.chosen) : this.find('.name');
        appeared?.focus({ preventScroll: true });
      }, delay),
    );
  }

  // Hands on the cells that a change has laid; null where nothing changed.
  changed(cells, request) {
    if (!cells) return;
    this.edits.send(this.board, cells, request);
    this.draw();
  }

  // Turning and moving are the server's, as the photo goes with the board; until it answers nothing can be tapped.
  requestTurn(request) {
    if (isRefused()) return;
    this.editor.inert = true;
    this.changed([], request);
  }

  // --- what a tap or key does

  choose(place, focus = false) {
    this.chosen = place;
    this.draw();
    if (focus && place) this.squareAt(place).focus({ preventScroll: true });
  }

  move([down, right]) {
    const [row, column] = this.chosen ?? [0, 0];
    const last = [this.board.rows.length - 1, this.board.rows[0].length - 1];
    const inside = (value, most) => Math.min(Math.max(value, 0), most);
    this.choose([inside(row + down, last[0]), inside(column + right, last[1])], true);
  }

  put(code) {
    if (this.chosen) this.changed(put(this.board, this.chosen, code));
  }

  // An answered doubt leads on to the next one.
  answer(code) {
    const from = this.chosen;
    this.put(code);
    this.choose(nextDoubt(this.board, this.data.asked, from) ?? from, true);
  }

  goNext() {
    const next = nextDoubt(this.board, this.data.asked, this.chosen);
    if (next) this.choose(next, true);
  }

  // Whether what lies on the chosen square is a guess that can be confirmed; in a game without a reader nothing is.
  canBeConfirmed() {
    return false;
  }

  stepBack(take) {
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
    if (pressed === 'n') return () => this.goNext();
    if (pressed === '?') return () => this.showKeys();
    if (pressed === 'Escape') return () => this.choose(null);
    if ((pressed === 'Enter' || pressed === ' ') && this.canBeConfirmed()) return () => this.answer(this.held());
    return this.actionOfKey(event, pressed);
  }

  key(event) {
    const action = this.actionOf(event);
    if (!action) return;
    action();
    event.preventDefault();
    event.stopPropagation();
  }

  showKeys() {
    const rows = this.keys().map(([keys, said]) => {
      const row = document.createElement('div');
      row.append(document.createElement('dt'), document.createElement('dd'));
      [row.firstChild.textContent, row.lastChild.textContent] = [keys, said];
      return row;
    });
    this.find('.keys dl').replaceChildren(...rows);
    this.find('.keys').showModal();
  }

  // A square is chosen by a tap, and a second tap on it closes what stands beside it.
  pick(event) {
    const { pressed } = this;
    this.pressed = null;
    const target = event.target.closest('[data-place]');
    if (!target) return;
    const place = placeOf(target.dataset.place);
    const again = pressed === target.dataset.place;
    this.choose(again ? null : place, !again && target.getAttribute('role') === 'gridcell');
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
      this.pressed = place && this.isChosen(placeOf(place)) ? place : null;
    });
    this.grid.addEventListener('click', (event) => this.pick(event));
    this.grid.addEventListener('focusin', ({ target }) => {
      if (!target.dataset.place || this.pressed) return;
      if (!this.isChosen(placeOf(target.dataset.place))) this.choose(placeOf(target.dataset.place));
    });
    this.grid.addEventListener('keydown', (event) => this.key(event));
    this.onButton('.answers', ({ code }) => this.answer(code));
    this.onButton('.remarks', ({ place }) => place && this.choose(placeOf(place), true));
    this.find('.next').addEventListener('click', () => this.goNext());
    this.find('.undo').addEventListener('click', () => this.stepBack(undo));
    this.find('.redo').addEventListener('click', () => this.stepBack(redo));
    this.find('.turn').addEventListener('click', () => this.requestTurn({ turn: true }));
    this.find('.help').addEventListener('click', () => this.showKeys());
    this.find('.keys button').addEventListener('click', () => this.find('.keys').close());
  }

  // --- what is there

  held() {
    return this.board.rows[this.chosen[0]][this.chosen[1]];
  }

  isChosen([row, column]) {
    return this.chosen?.[0] === row && this.chosen?.[1] === column;
  }

  isDoubtful(place) {
    return place !== null && this.board.doubts.has(at(...place));
  }

  squareAt([row, column]) {
    return this.grid.querySelector(`[data-place="${at(row, column)}"]`);
  }

  // --- drawing

  buildSquares() {
    const square = (row) => (_, column) => `<div role="gridcell" class="square" data-place="${at(row, column)}"></div>`;
    this.editor.style.setProperty('--columns', this.board.rows[0].length);
    this.editor.style.setProperty('--rows', this.board.rows.length);
    this.grid.innerHTML = this.board.rows
      .map((codes, row) => `<div role="row">${codes.map(square(row)).join('')}</div>`)
      .join('');
  }

  drawSquares() {
    this.board.rows.forEach((codes, row) => codes.forEach((code, column) => this.drawSquare([row, column], code)));
  }

  drawSquare(place, code) {
    const cell = this.squareAt(place);
    const doubtful = this.isDoubtful(place);
    const { fill, art, said, classes, kind } = this.lookOf(place, code);
    Object.assign(cell.dataset, kind, { code });
    cell.style.setProperty('--fill', fill);
    Object.entries({ ...classes, doubtful }).forEach(([name, on]) => cell.classList.toggle(name, on));
    cell.setAttribute('aria-selected', this.isChosen(place));
    cell.tabIndex = this.isChosen(place) || (!this.chosen && at(...place) === '0,0') ? 0 : -1;
    cell.setAttribute('aria-label', `${placeName(place)}: ${said.filter(Boolean).join(', ')}`);
    const drawn = `<span class="land"></span>${art}${doubtful ? '<span class="doubt">?</span>' : ''}`;
    if (cell.drawn !== drawn) cell.innerHTML = cell.drawn = drawn;
  }
}

// The next doubtful square: in the order the server asks, after the chosen one; then any other. Null if none is left.
function nextDoubt(board, asked, chosen) {
  const order = [...(asked ?? []).map(([row, column]) => at(row, column)), ...[...board.doubts].sort()];
  const left = order.filter((place, index) => board.doubts.has(place) && order.indexOf(place) === index);
  const here = left.indexOf(chosen ? at(...chosen) : '');
  return left.length ? placeOf(left[(here + 1) % left.length]) : null;
}
