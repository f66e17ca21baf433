// The Kingdoms editor: the board of an epoch, and in its margins what every row and column brings.

const LETTERS = { m: 'M', d: 'D', w: 'W', G: 'G', r: 'r', b: 'b', y: 'y', g: 'g', '+': '+', '-': '-', '.': '.' };

class Editor extends BoardEditor {
  constructor(root) {
    super(root, new SentEdits());
    this.margins = new Margins(this.find);
    this.isSent = () => this.asks();
    window.addEventListener('crownsight:sent', this.isSent);
  }

  // The page, unless it was drawn before the last answer.
  update(data, tellServer) {
    this.tellServer = tellServer;
    if (this.edits.outbox.isDrawn(data)) super.update(data);
  }

  // The page is asked for again with every answer: with it come the lines and the gold.
  asks() {
    if (this.root.isConnected) return this.tellServer('stored', this.data.version);
    window.removeEventListener('crownsight:sent', this.isSent);
  }

  // Whether the lines were counted on the board as it is.
  isScored() {
    return this.edits.isCurrent() && this.edits.outbox.isDrawn(this.data);
  }

  isBlank() {
    return this.board.rows.flat().every((token) => token === '.');
  }

  // A piece of another kind keeps the number, as far as it can bear it.
  putKind(letter) {
    this.put(withNumber(letter, this.chosen ? numberOn(this.held()) : 1));
  }

  putNumber(number) {
    const letter = this.chosen && kind(this.held());
    if (letter && number <= highestOn(letter)) this.put(withNumber(letter, number));
  }

  actionOfKey({ key }, pressed) {
    const letter = LETTERS[key] ?? LETTERS[key === 'G' ? key : pressed];
    if (letter) return () => this.putKind(letter);
    if (key === 'Delete' || key === 'Backspace') return () => this.putKind('.');
    return /^[1-6]$/.test(key) ? () => this.putNumber(Number(key)) : undefined;
  }

  keys() {
    return [
      ['← ↑ → ↓', say('choose a space')],
      ['+ −', say('resource, hazard')],
      ['M D W', say('mountain, dragon, wizard')],
      ['Shift G', say('gold mine')],
      ['R B Y G', say('castle: red, blue, yellow, green')],
      ['1 … 6', say('number on the piece')],
      ['Del', say('free space')],
      ['Ctrl Z, Ctrl Y', say('undo, redo')],
      ['Esc', say('close the space')],
    ];
  }

  listen() {
    super.listen();
    this.onButton('.palette', ({ kind: letter }) => this.putKind(letter));
    this.onButton('.numbers', ({ number }) => this.putNumber(Number(number)));
    this.onButton('.purses', ({ colour }) => this.showColour(colour));
    this.onButton('.rows', ({ line }) => this.tell(Number(line)));
    this.onButton('.columns', ({ line }) => this.tell(Number(line)));
    this.find('.purses').addEventListener('keydown', (event) => this.keyOnPurses(event));
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

  // --- drawing

  draw() {
    const { data } = this;
    this.find('.name').textContent = data.name;
    this.grid.setAttribute('aria-label', say('{name}: {rows} rows of {columns} spaces', { name: data.name, rows: 5, columns: 6 }));
    this.told = data.lines[this.margins.line]?.spaces.map(([row, column]) => at(row, column)) ?? [];
    this.drawSquares();
    this.margins.draw({ data, isCurrent: this.isScored() });
    this.rail.draw(this);
  }

  lookOf(place, token) {
    return {
      kind: { kind: kind(token) },
      fill: LOOK.pieces[kind(token)].fill,
      classes: { 'told-of': this.told.includes(at(...place)) },
      said: [words(token)],
      art: spaceArt(token),
    };
  }
}

export default function ({ data, setTriggerValue, parentElement }) {
  parentElement.editor ??= new Editor(parentElement);
  parentElement.editor.update(data, crownsightRuns.speaker('kingdoms', setTriggerValue));
}
