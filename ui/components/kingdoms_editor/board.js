// The Kingdoms editor: draws the board, takes taps and keys, and sends the whole board after every change.

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const LETTERS = { m: 'M', d: 'D', w: 'W', G: 'G', r: 'r', b: 'b', y: 'y', g: 'g', '+': '+', '-': '-', '.': '.' };
const LAST = [4, 5]; // the bottom row and the right column

class Editor {
  constructor(root) {
    this.root = root;
    this.find = (selector) => root.querySelector(selector);
    this.grid = this.find('.board');
    this.kingdoms = null;
    this.chosen = null;
    this.rail = new Rail(this.find);
    this.margins = new Margins(this.find);
    this.pending = new PendingEdits(root, () => this.changed());
    this.listen();
  }

  // Takes what the server knows. Older than our own unsent edits, it changes nothing but the sums.
  update(data, send) {
    if (this.data?.language !== data.language) {
      speak(this.root, data.words);
      this.rail.build();
    }
    this.data = data;
    this.sendState = send;
    const fresh = data.number !== this.kingdoms?.number;
    if (fresh) this.begin();
    else if (data.revision > this.kingdoms.revision) this.kingdoms = takenOver(this.kingdoms, data);
    else this.kingdoms.pending = stillPending(this.kingdoms, data);
    if (this.pending.isOver(data.received)) this.find('.editor').inert = false;
    this.draw();
  }

  begin() {
    this.kingdoms = newBoard(this.data);
    this.pending.forget();
    this.buildSpaces();
    const isBlank = this.kingdoms.rows.flat().every((token) => token === '.');
    this.chosen = nextDoubt(this.kingdoms, this.data.asked, null) ?? (isBlank ? [0, 0] : null);
  }

  changed(lie = {}) {
    const { kingdoms } = this;
    kingdoms.revision += 1;
    this.draw();
    this.sendState('board', {
      number: kingdoms.number,
      revision: kingdoms.revision,
      base: kingdoms.base,
      code: codeOf(kingdoms),
      named: listed(kingdoms.named),
      doubts: listed(kingdoms.doubts),
      ...lie,
    });
    this.pending.sent(kingdoms.revision);
  }

  // --- what a tap or key does

  choose(place, focus = false) {
    this.chosen = place;
    this.draw();
    if (focus && place) this.spaceAt(place).focus({ preventScroll: true });
  }

  move([down, right]) {
    const [row, column] = this.chosen ?? [0, 0];
    const inside = (value, most) => Math.min(Math.max(value, 0), most);
    this.choose([inside(row + down, LAST[0]), inside(column + right, LAST[1])], true);
  }

  put(token) {
    if (this.chosen && put(this.kingdoms, this.chosen, token)) this.changed();
  }

  // A piece of another kind keeps the number, as far as it can bear it.
  putKind(letter) {
    this.put(withNumber(letter, this.chosen ? numberOn(this.held()) : 1));
  }

  putNumber(number) {
    const letter = this.chosen && kind(this.held());
    if (letter && number <= highestOn(letter)) this.put(withNumber(letter, number));
  }

  answer(token) {
    const from = this.chosen;
    this.put(token);
    this.choose(nextDoubt(this.kingdoms, this.data.asked, from) ?? from, true);
  }

  goNext() {
    const next = nextDoubt(this.kingdoms, this.data.asked, this.chosen);
    if (next) this.choose(next, true);
  }

  stepBack(take) {
    if (take(this.kingdoms)) this.changed();
  }

  // Turning is the server's, as the photo goes with the board; until it answers nothing can be tapped.
  turn() {
    if (isRefused()) return;
    this.find('.editor').inert = true;
    this.changed({ turn: true });
  }

  key(event) {
    const command = event.ctrlKey || event.metaKey;
    const { key } = event;
    const letter = LETTERS[key] ?? LETTERS[key.length === 1 && key !== 'G' ? key.toLowerCase() : key];
    if (command && key.toLowerCase() === 'z') this.stepBack(event.shiftKey ? redo : undo);
    else if (command && key.toLowerCase() === 'y') this.stepBack(redo);
    else if (command || event.altKey) return;
    else if (MOVES[key]) this.move(MOVES[key]);
    else if (letter) this.putKind(letter);
    else if (key === 'Delete' || key === 'Backspace') this.putKind('.');
    else if (/^[1-6]$/.test(key)) this.putNumber(Number(key));
    else if (key.toLowerCase() === 'n') this.goNext();
    else if (key === 'Escape') this.choose(null);
    else if ((key === 'Enter' || key === ' ') && this.isGuess(this.chosen)) this.answer(this.held());
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  listen() {
    const onButton = (selector, act) =>
      this.find(selector).addEventListener('click', (event) => {
        const button = event.target.closest('button');
        if (button) act(button.dataset);
      });
    this.grid.addEventListener('click', (event) => {
      const space = event.target.closest('[data-place]');
      if (space) this.choose(placeOf(space.dataset.place), true);
    });
    this.grid.addEventListener('focusin', ({ target }) => {
      if (target.dataset.place && !this.isChosen(placeOf(target.dataset.place))) this.choose(placeOf(target.dataset.place));
    });
    this.grid.addEventListener('keydown', (event) => this.key(event));
    onButton('.palette', ({ kind: letter }) => this.putKind(letter));
    onButton('.numbers', ({ number }) => this.putNumber(Number(number)));
    onButton('.answers', ({ token }) => this.answer(token));
    onButton('.remarks', ({ place }) => this.choose(placeOf(place), true));
    onButton('.purses', ({ colour }) => this.showColour(colour));
    onButton('.rows', ({ line }) => this.tell(Number(line)));
    onButton('.columns', ({ line }) => this.tell(Number(line)));
    this.find('.purses').addEventListener('keydown', (event) => this.keyOnPurses(event));
    this.find('.next').addEventListener('click', () => this.goNext());
    this.find('.undo').addEventListener('click', () => this.stepBack(undo));
    this.find('.redo').addEventListener('click', () => this.stepBack(redo));
    this.find('.turn').addEventListener('click', () => this.turn());
  }

  keyOnPurses(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const colours = this.data.players.map(({ colour }) => colour);
    const here = colours.indexOf(this.margins.colour);
    this.showColour(colours[(here + step + colours.length) % colours.length]);
    this.find('.purses [aria-checked="true"]').focus({ preventScroll: true });
    event.preventDefault();
  }

  showColour(colour) {
    this.margins.choose(colour);
    this.draw();
  }

  tell(line) {
    this.margins.tell(line);
    this.draw();
  }

  // --- what is there

  held() {
    return this.kingdoms.rows[this.chosen[0]][this.chosen[1]];
  }

  isChosen([row, column]) {
    return this.chosen?.[0] === row && this.chosen?.[1] === column;
  }

  // Whether a piece is guessed there, which can be confirmed.
  isGuess(place) {
    return place !== null && this.kingdoms.doubts.has(at(...place)) && this.held() !== '.';
  }

  spaceAt([row, column]) {
    return this.grid.querySelector(`[data-place="${at(row, column)}"]`);
  }

  // --- drawing

  buildSpaces() {
    const space = (row) => (_, column) => `<div role="gridcell" class="square" data-place="${at(row, column)}"></div>`;
    this.grid.innerHTML = this.kingdoms.rows
      .map((tokens, row) => `<div role="row">${tokens.map(space(row)).join('')}</div>`)
      .join('');
  }

  draw() {
    const { data } = this;
    this.find('.name').textContent = data.name;
    this.grid.setAttribute('aria-label', say('{name}: {rows} rows of {columns} spaces', { name: data.name, rows: 5, columns: 6 }));
    this.drawSpaces();
    this.margins.draw(this);
    this.rail.draw(this);
    this.pending.tell(this.kingdoms.pending);
  }

  drawSpaces() {
    const { kingdoms } = this;
    const told = this.data.lines[this.margins.line]?.spaces.map(([row, column]) => at(row, column)) ?? [];
    kingdoms.rows.forEach((tokens, row) =>
      tokens.forEach((token, column) => {
        const place = at(row, column);
        const cell = this.spaceAt([row, column]);
        const doubtful = kingdoms.doubts.has(place);
        const chosen = this.isChosen([row, column]);
        cell.dataset.kind = kind(token);
        cell.dataset.code = token;
        cell.style.setProperty('--fill', LOOK.pieces[kind(token)].fill);
        cell.classList.toggle('doubtful', doubtful);
        cell.classList.toggle('told-of', told.includes(place));
        cell.setAttribute('aria-selected', chosen);
        cell.tabIndex = chosen || (!this.chosen && row + column === 0) ? 0 : -1;
        const known = doubtful && token === '.' ? say('unknown') : words(token);
        const said = [known, doubtful ? say('doubtful') : ''].filter(Boolean).join(', ');
        cell.setAttribute('aria-label', `${placeName([row, column])}: ${said}`);
        const art = `<span class="land"></span>${spaceArt(token)}${doubtful ? '<span class="doubt">?</span>' : ''}`;
        if (cell.drawn !== art) cell.innerHTML = cell.drawn = art;
      }),
    );
  }
}

export default function ({ data, setStateValue, parentElement }) {
  parentElement.editor ??= new Editor(parentElement);
  parentElement.editor.update(data, setStateValue);
}
