// The board editor: a kingdom as tiles and on its photo, which are two views of one board.

const SIDES = { up: [-1, 0], right: [0, 1], down: [1, 0], left: [0, -1] };
const UNVEILED_AFTER = 1100; // milliseconds that the outlines grow over the photo before it turns into tiles
const TICKED_AFTER = 200; // milliseconds in which the points reach their new value

class Editor extends BoardEditor {
  constructor(root) {
    super(root, new SentEdits());
    this.hear = ({ detail }) => this.hears(detail);
    this.isSent = () => this.root.isConnected && this.update(this.page, this.tellServer);
    window.addEventListener('crownsight:board', this.hear);
    window.addEventListener('crownsight:sent', this.isSent);
  }

  begin() {
    this.told = null; // of the earnings, whose squares and lines are shown
    this.laid = null; // the square that the palette laid last, where it goes on to the next by itself
    super.begin();
    this.show('board');
    this.unveil();
  }

  isBlank() {
    return !this.data.photo && !/[wflgsmt]/.test(this.data.code);
  }

  // The page with the state in which it was drawn, which may be older than what was heard since.
  update(page, tellServer) {
    Object.assign(this, { page, tellServer });
    if (!this.state || page.state.version >= this.state.version) this.state = page.state;
    const { version, board } = this.state;
    Object.entries(board.most).forEach(([land, crowns]) => (LOOK.tiles[land].crowns = crowns));
    super.update({ ...page, ...board, version });
  }

  // The board as the server tells of it, in an answer to an edit or with the news.
  hears({ table, version, board }) {
    if (!this.root.isConnected) return this.leave();
    if (table !== this.page.table || board.seat !== this.page.seat || version <= this.state.version) return;
    this.state = { version, board };
    this.update(this.page, this.tellServer);
    if (this.page.tells) this.tellServer('stored', version);
  }

  leave() {
    window.removeEventListener('crownsight:board', this.hear);
    window.removeEventListener('crownsight:sent', this.isSent);
  }

  // A board that was just read is seen on its photo first; a tap ends that early.
  unveil() {
    if (!this.data.unveil || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.show('outlines');
    this.editor.classList.add('unveiling');
    this.unveiling = setTimeout(() => this.show('board'), UNVEILED_AFTER);
  }

  // Of a domino that may lie beside the kingdom both squares are answered for.
  answer(code) {
    const pair = looseAt(this.data, this.board, this.chosen);
    if (!pair || (code !== '.' && code !== this.held())) return super.answer(code);
    this.changed(answerFor(this.board, pair, code !== '.'));
    this.goNext();
  }

  // The chosen square, with the other one of a domino that is asked about.
  asked() {
    return looseAt(this.data, this.board, this.chosen)?.map(placeOf) ?? (this.chosen ? [this.chosen] : []);
  }

  isAskedToo(place) {
    return !this.isChosen(place) && this.asked().some((square) => at(...square) === at(...place));
  }

  canBeConfirmed() {
    return this.isDoubtful(this.chosen) && !isOpen(this.data, this.board, this.chosen);
  }

  putLand(land) {
    const plain = !LOOK.tiles[land].crowns;
    this.put(plain ? land : withCrowns(land, this.chosen ? crownsOn(this.held()) : 0));
  }

  // Without a photo the palette fills square after square: the last one keeps its crowns until a land is tapped again.
  layNext(land) {
    this.choose(this.next() ?? this.chosen);
    this.putLand(land);
    this.laid = this.data.photo ? null : this.chosen;
    this.draw();
  }

  next() {
    return this.laid && nextEmpty(this.board, this.laid);
  }

  choose(place, focus) {
    this.laid = null;
    super.choose(place, focus);
  }

  stepBack(take) {
    this.laid = null;
    super.stepBack(take);
  }

  putCrowns(crowns) {
    const land = this.chosen && letter(this.held());
    if (land && crowns <= LOOK.tiles[land].crowns) this.put(withCrowns(land, crowns));
  }

  actionOfKey(_event, pressed) {
    const land = LANDS.find((known) => known in this.data.most && known.toLowerCase() === pressed);
    if (land) return () => this.putLand(land);
    if (pressed === 'Delete' || pressed === 'Backspace') return () => this.putLand('.');
    return '0123'.includes(pressed) ? () => this.putCrowns(Number(pressed)) : undefined;
  }

  keys() {
    return [
      ['← ↑ → ↓', say('choose a square')],
      ['W F L G S M', say('wheat, forest, lake, grassland, swamp, mine')],
      ['C', say('castle')],
      ['0 1 2 3', say('crowns')],
      ['Del', say('empty square')],
      ['N', say('next square to check')],
      ['Enter', say('yes, that is right')],
      ['Ctrl Z, Ctrl Y', say('undo, redo')],
      ['Esc', say('close the square')],
    ];
  }

  // --- a stroke: dragged from the chosen square, its land is laid on the squares it crosses

  beginStroke(event) {
    this.wasStroke = false; // of one that ended outside the board
    const place = event.target.closest('[data-place]')?.dataset.place;
    const begins = place && this.isChosen(placeOf(place)) && event.button === 0 && letter(this.held()) !== 'C';
    this.stroke = begins ? { land: letter(this.held()), begun: false } : null;
    if (this.stroke) event.target.releasePointerCapture?.(event.pointerId);
  }

  paintAlong(event) {
    if (!this.stroke) return;
    const under = this.grid.getRootNode().elementFromPoint(event.clientX, event.clientY);
    const place = under?.closest('.square')?.dataset.place;
    if (!place || this.isChosen(placeOf(place)) || seenAt(this.board, place).code === 'C') return;
    const laid = paint(this.board, placeOf(place), this.stroke.land, this.stroke.begun);
    if (!laid) return;
    this.stroke.begun = true;
    this.changed(laid);
  }

  endStroke() {
    this.wasStroke = this.stroke?.begun;
    this.stroke = null;
  }

  pick(event) {
    if (this.wasStroke) return (this.wasStroke = false);
    super.pick(event);
  }

  // --- three views of one picture: tiles, the photo, and the photo with what was read drawn on it

  show(view) {
    clearTimeout(this.unveiling);
    this.editor.classList.remove('unveiling');
    this.editor.dataset.view = view;
    this.find('.views')
      .querySelectorAll('button')
      .forEach((button) => button.setAttribute('aria-pressed', button.dataset.view === view));
    this.drawPhoto();
  }

  listen() {
    super.listen();
    this.grid.addEventListener('pointerdown', (event) => this.beginStroke(event));
    this.grid.addEventListener('pointermove', (event) => this.paintAlong(event));
    ['pointerup', 'pointercancel', 'pointerleave'].forEach((end) =>
      this.grid.addEventListener(end, () => this.endStroke()),
    );
    this.find('.photo svg').addEventListener('click', (event) => {
      this.pick(event);
      if (this.editor.classList.contains('unveiling')) this.show('board');
    });
    this.onButton('.palette', ({ land }) => this.layNext(land));
    this.onButton('.crowns', ({ crowns }) => this.putCrowns(Number(crowns)));
    this.onButton('.moves', ({ step }) => this.requestTurn({ move: placeOf(step) }));
    this.onButton('.sums', ({ earning }) => this.tell(Number(earning)));
    this.onButton('.views', ({ view }) => this.show(view));
    this.find('.to-sums').addEventListener('click', () => this.find('.sums').scrollIntoView({ block: 'nearest' }));
  }

  // --- drawing

  draw() {
    const { data, board } = this;
    const [rows, columns] = [board.rows.length, board.rows[0].length];
    this.find('.name').textContent = data.name;
    this.editor.classList.toggle('with-photo', Boolean(data.photo));
    this.grid.setAttribute('aria-label', say('{name}: {rows} rows of {columns} squares', { name: data.name, rows, columns }));
    this.drawTotal();
    this.sums = new Map(this.earning().map(({ squares, points }) => [at(...seatOf(squares)), points]));
    this.drawSquares();
    this.find('.counted-lines').innerHTML = linesOnTiles(this.counted()?.lines ?? [], rows, columns);
    this.drawPhoto();
    this.rail.draw(this);
  }

  // The points count up or down to their new value; what is read aloud is the last one.
  drawTotal() {
    const { total } = this.data;
    const from = this.total;
    this.total = total;
    if (from === total) return;
    const output = this.find('.total');
    const show = (points) => (output.textContent = sayOf(points, '{number} point', '{number} points'));
    cancelAnimationFrame(this.ticking);
    this.find('.to-sums').hidden = total === null;
    if (total === null) return (output.textContent = '');
    if (typeof from !== 'number' || matchMedia('(prefers-reduced-motion: reduce)').matches) return show(total);
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
    const sum = this.sums.get(at(row, column));
    const next = this.next();
    const sides = Object.entries(SIDES).map(([side, [down, right]]) => [`joined-${side}`, joined(this.board, row, column, down, right)]);
    return {
      kind: { land: letter(code) },
      fill: LOOK.tiles[letter(code)].fill,
      classes: { ...Object.fromEntries(sides), counted: this.counts(place), 'next-square': row === next?.[0] && column === next?.[1], 'asked-too': this.isAskedToo(place) },
      said: [
        isUnknown(this.data, this.board, place) ? say('unknown tile') : words(code),
        this.isDoubtful(place) ? say('doubtful') : '',
        sum === undefined ? '' : say('territory of {sum}', { sum }),
      ],
      art: `${bridges(this.board, row, column)}${squareArt(code)}${sum === undefined ? '' : `<span class="points">${sum}</span>`}`,
    };
  }

  // Whether the server has scored the board as it is, and is not behind our edits.
  isScored() {
    return this.edits.isCurrent();
  }

  // The territories that earn points, as the server last scored them.
  earning() {
    return this.isScored() ? this.data.lines.filter(({ points }) => points) : [];
  }

  // --- what a quest or a piece counted: shown on the board, and on its photo, until its sum is tapped again

  tell(earning) {
    this.told = this.told === earning ? null : earning;
    if (this.told !== null && this.data.photo && this.editor.dataset.view === 'board') this.show('photo');
    this.draw();
  }

  counted() {
    return this.isScored() ? this.data.earnings[this.told] : undefined;
  }

  counts([row, column]) {
    return Boolean(this.counted()?.squares.some(([r, c]) => r === row && c === column));
  }

  drawPhoto() {
    const { photo } = this.data;
    if (!photo) return;
    const svg = this.find('.photo svg');
    const bare = this.editor.dataset.view === 'photo';
    const { viewBox, drawn } = photoArt(this.board, photo, this.earning(), this.asked(), bare, this.counted());
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
    if (group.drawn !== drawn) group.innerHTML = group.drawn = drawn;
  }
}

export default function ({ data, setTriggerValue, parentElement }) {
  parentElement.editor ??= new Editor(parentElement);
  parentElement.editor.update(data, crownsightRuns.speaker('board', setTriggerValue));
}
