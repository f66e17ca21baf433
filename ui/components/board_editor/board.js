// The board editor: draws the kingdom, takes taps and keys, and sends the whole board after every change.

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

class Editor {
  constructor(root) {
    this.root = root;
    this.find = (selector) => root.querySelector(selector);
    this.editor = this.find('.editor');
    this.board = this.find('.board');
    this.kingdom = null;
    this.chosen = null;
    this.rail = new Rail(this.find);
    this.pending = new PendingEdits(root, () => this.changed());
    this.listen();
  }

  // Takes what the server knows. Older than our own unsent edits, it changes nothing but the score.
  update(data, send) {
    if (this.data?.language !== data.language) {
      speak(this.root, data.words);
      this.rail.build();
    }
    this.data = data;
    this.sendState = send;
    const fresh = data.number !== this.kingdom?.number;
    if (fresh) this.begin();
    else if (data.revision > this.kingdom.revision) this.kingdom = takenOver(this.kingdom, data);
    else this.kingdom.pending = stillPending(this.kingdom, data);
    if (this.pending.isOver(data.received)) this.editor.inert = false;
    this.draw();
    this.look();
  }

  // Remarks are read before squares are checked; without any, the first doubtful square is chosen already.
  begin() {
    this.kingdom = newKingdom(this.data);
    this.pending.forget();
    this.buildSquares();
    const byHand = !this.data.photo && !/[wflgsm]/.test(this.data.code);
    const first = this.data.remarks.length ? null : nextDoubt(this.kingdom, null);
    this.chosen = first ?? (byHand ? [0, 0] : null);
    this.show('board');
  }

  // Chooses the square that another screen or a question asked for, once.
  look() {
    const { look } = this.data;
    if (!look || look.asked === this.looked) return;
    this.looked = look.asked;
    if (this.isDoubtful(look.place)) this.choose(look.place, true);
  }

  changed(lie = {}) {
    this.kingdom.revision += 1;
    noteChanges(this.kingdom);
    this.draw();
    this.sendState('board', {
      number: this.kingdom.number,
      revision: this.kingdom.revision,
      base: this.kingdom.base,
      code: codeOf(this.kingdom),
      doubts: [...this.kingdom.doubts].map((place) => place.split(',').map(Number)),
      ...lie,
    });
    this.pending.sent(this.kingdom.revision);
  }

  // Turning and moving are the server's, as the photo goes with the board; until it answers nothing can be tapped.
  lay(lie) {
    if (isRefused()) return;
    this.editor.inert = true;
    this.changed(lie);
  }

  // --- what a tap or key does

  choose(place, focus = false) {
    this.chosen = place;
    this.draw();
    if (focus) this.squareAt(place).focus({ preventScroll: true });
  }

  move([down, right]) {
    const [row, column] = this.chosen ?? [0, 0];
    const last = [this.kingdom.rows.length - 1, this.kingdom.rows[0].length - 1];
    const inside = (value, most) => Math.min(Math.max(value, 0), most);
    this.choose([inside(row + down, last[0]), inside(column + right, last[1])], true);
  }

  put(code) {
    if (this.chosen && put(this.kingdom, this.chosen, code)) this.changed();
  }

  putLand(land) {
    const plain = !LOOK.tiles[land].crowns;
    this.put(plain ? land : withCrowns(land, this.chosen ? crownsOn(this.held()) : 0));
  }

  putCrowns(crowns) {
    const land = this.chosen && letter(this.held());
    if (land && crowns <= LOOK.tiles[land].crowns) this.put(withCrowns(land, crowns));
  }

  // An answered doubt leads on to the next one.
  answer(code) {
    this.put(code);
    const next = nextDoubt(this.kingdom, this.chosen);
    if (next) this.choose(next, true);
    else this.squareAt(this.chosen).focus({ preventScroll: true });
  }

  goNext() {
    const next = nextDoubt(this.kingdom, this.chosen);
    if (next) this.choose(next, true);
  }

  stepBack(take) {
    if (take(this.kingdom)) this.changed();
  }

  // --- a stroke: dragged from the chosen square, its land is laid on the squares it crosses

  beginStroke(event) {
    this.wasStroke = false; // of one that ended outside the board
    const place = event.target.closest('[data-place]')?.dataset.place.split(',').map(Number);
    this.stroke = place && this.isChosen(place) && event.button === 0 ? { land: letter(this.held()), begun: false } : null;
    if (this.stroke?.land === 'C') this.stroke = null;
    if (this.stroke) event.target.releasePointerCapture?.(event.pointerId);
  }

  paintAlong(event) {
    if (!this.stroke) return;
    const under = this.board.getRootNode().elementFromPoint(event.clientX, event.clientY);
    const place = under?.closest('.square')?.dataset.place.split(',').map(Number);
    if (!place || this.isChosen(place) || this.kingdom.rows[place[0]][place[1]] === 'C') return;
    if (!paint(this.kingdom, place, this.stroke.land, this.stroke.begun)) return;
    this.stroke.begun = true;
    this.changed();
  }

  endStroke() {
    this.wasStroke = this.stroke?.begun;
    this.stroke = null;
  }

  show(view) {
    this.editor.dataset.view = view;
    this.find('.view').setAttribute('aria-pressed', view === 'photo');
  }

  key(event) {
    const command = event.ctrlKey || event.metaKey;
    const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const land = LANDS.find((known) => known.toLowerCase() === pressed);
    if (command && pressed === 'z') this.stepBack(event.shiftKey ? redo : undo);
    else if (command && pressed === 'y') this.stepBack(redo);
    else if (command || event.altKey) return;
    else if (MOVES[pressed]) this.move(MOVES[pressed]);
    else if (land) this.putLand(land);
    else if (pressed === 'Delete' || pressed === 'Backspace') this.putLand('.');
    else if ('0123'.includes(pressed)) this.putCrowns(Number(pressed));
    else if (pressed === 'n') this.goNext();
    else if (pressed === 'Escape') this.choose(null);
    else if ((pressed === 'Enter' || pressed === ' ') && this.isDoubtful(this.chosen)) this.answer(this.held());
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  listen() {
    this.board.addEventListener('pointerdown', (event) => this.beginStroke(event));
    this.board.addEventListener('pointermove', (event) => this.paintAlong(event));
    ['pointerup', 'pointercancel', 'pointerleave'].forEach((end) =>
      this.board.addEventListener(end, () => this.endStroke()),
    );
    const pick = (event) => {
      if (this.wasStroke) return (this.wasStroke = false);
      const target = event.target.closest('[data-place]');
      if (target) this.choose(target.dataset.place.split(',').map(Number), target.getAttribute('role') === 'gridcell');
    };
    this.board.addEventListener('click', pick);
    this.board.addEventListener('focusin', ({ target }) => {
      const place = target.dataset.place.split(',').map(Number);
      if (!this.isChosen(place)) this.choose(place);
    });
    this.board.addEventListener('keydown', (event) => this.key(event));
    this.find('.photo svg').addEventListener('click', pick);
    this.find('.palette').addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (button) this.putLand(button.dataset.land);
    });
    this.find('.crowns').addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (button) this.putCrowns(Number(button.dataset.crowns));
    });
    this.find('.answers').addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (button) this.answer(button.dataset.code);
    });
    this.find('.remarks').addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (button) this.choose(button.dataset.place.split(',').map(Number), true);
    });
    this.find('.next').addEventListener('click', () => this.goNext());
    this.find('.undo').addEventListener('click', () => this.stepBack(undo));
    this.find('.redo').addEventListener('click', () => this.stepBack(redo));
    this.find('.turn').addEventListener('click', () => this.lay({ turn: true }));
    this.find('.moves').addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (button) this.lay({ move: button.dataset.step.split(',').map(Number) });
    });
    this.find('.view').addEventListener('click', () =>
      this.show(this.editor.dataset.view === 'photo' ? 'board' : 'photo'),
    );
  }

  // --- what is there

  held() {
    return this.kingdom.rows[this.chosen[0]][this.chosen[1]];
  }

  isChosen([row, column]) {
    return this.chosen?.[0] === row && this.chosen?.[1] === column;
  }

  isDoubtful(place) {
    return place !== null && this.kingdom.doubts.has(at(...place));
  }

  squareAt([row, column]) {
    return this.board.querySelector(`[data-place="${at(row, column)}"]`);
  }

  // --- drawing

  buildSquares() {
    const width = this.kingdom.rows[0].length;
    this.editor.style.setProperty('--columns', width);
    this.editor.style.setProperty('--rows', this.kingdom.rows.length);
    this.board.innerHTML = this.kingdom.rows
      .map((squares, row) => {
        const cells = squares.map(
          (_, column) => `<div role="gridcell" class="square" data-place="${at(row, column)}"></div>`,
        );
        return `<div role="row">${cells.join('')}</div>`;
      })
      .join('');
  }

  draw() {
    const { data, kingdom } = this;
    this.find('.name').textContent = data.name;
    this.find('.total').textContent =
      data.total === null ? '' : sayOf(data.total, '{number} point', '{number} points');
    this.editor.classList.toggle('with-photo', Boolean(data.photo));
    this.board.setAttribute(
      'aria-label',
      say('{name}: {rows} rows of {columns} squares', {
        name: data.name,
        rows: kingdom.rows.length,
        columns: kingdom.rows[0].length,
      }),
    );
    this.drawSquares();
    this.drawPhoto();
    this.rail.draw(this);
    this.pending.tell(kingdom.pending);
  }

  drawSquares() {
    const { kingdom } = this;
    const sums = new Map(this.earning().map(({ squares, points }) => [at(...seatOf(squares)), points]));
    kingdom.rows.forEach((squares, row) =>
      squares.forEach((code, column) => {
        const cell = this.squareAt([row, column]);
        const doubtful = kingdom.doubts.has(at(row, column));
        const chosen = this.isChosen([row, column]);
        const sum = sums.get(at(row, column));
        cell.dataset.land = letter(code);
        cell.dataset.code = code;
        cell.style.setProperty('--fill', LOOK.tiles[letter(code)].fill);
        ['up', 'right', 'down', 'left'].forEach((side, index) => {
          const [down, right] = [
            [-1, 0],
            [0, 1],
            [1, 0],
            [0, -1],
          ][index];
          cell.classList.toggle(`joined-${side}`, joined(kingdom, row, column, down, right));
        });
        cell.classList.toggle('doubtful', doubtful);
        cell.setAttribute('aria-selected', chosen);
        cell.tabIndex = chosen || (!this.chosen && row + column === 0) ? 0 : -1;
        const remarks = [doubtful ? say('doubtful') : '', sum === undefined ? '' : say('territory of {sum}', { sum })];
        const said = [words(code), ...remarks].filter(Boolean).join(', ');
        cell.setAttribute('aria-label', `${placeName([row, column])}: ${said}`);
        const art = `<span class="land"></span>${bridges(kingdom, row, column)}${squareArt(code)}${doubtful ? '<span class="doubt">?</span>' : ''}${sum === undefined ? '' : `<span class="points">${sum}</span>`}`;
        if (cell.drawn !== art) cell.innerHTML = cell.drawn = art;
      }),
    );
  }

  // The territories that earn points, as the server last scored them; none while it is still behind our edits.
  earning() {
    const isScored = this.data.revision === this.kingdom.revision && !this.kingdom.pending.length;
    return isScored ? this.data.lines.filter(({ points }) => points) : [];
  }

  drawPhoto() {
    const { photo } = this.data;
    if (!photo) return;
    const svg = this.find('.photo svg');
    const { viewBox, drawn } = photoArt(this.kingdom, photo, this.earning(), this.chosen);
    if (svg.dataset.address !== photo.address) {
      svg.dataset.address = photo.address;
      svg.innerHTML = '<image/><g></g>';
      const image = svg.querySelector('image');
      image.setAttribute('href', photo.address);
      image.setAttribute('width', photo.width);
      image.setAttribute('height', photo.height);
    }
    svg.setAttribute('viewBox', viewBox);
    svg.querySelector('g').innerHTML = drawn;
  }
}

export default function ({ data, setStateValue, parentElement }) {
  parentElement.editor ??= new Editor(parentElement);
  parentElement.editor.update(data, setStateValue);
}
