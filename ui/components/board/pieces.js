// The editor of pieces: a board, a palette, and what is counted beside the board.

const CROWNED =
  `<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11.2" fill="#FFF6DC" stroke="#4A3505" stroke-width="1.4"/>` +
  `<path transform="translate(4.6 4.4) scale(.617)" d="${LOOK.crown}" fill="#C8931A" stroke="#4A3505" stroke-width="1.8"/></svg>`;
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const element = (html, text = '') => {
  const made = document.createElement('template');
  made.innerHTML = html;
  const node = made.content.firstElementChild;
  if (text) (node.querySelector('.text') ?? node).textContent = text;
  return node;
};

class PiecesEditor {
  constructor(root) {
    this.root = root;
    this.find = (selector) => root.querySelector(selector);
    this.chosen = 0; // of the kinds in the palette
    this.shown = null; // of the earnings, whose squares are
    this.past = []; // changes of this phone: the pieces before and after each
    this.focused = '0,0';
    this.outbox = window.crownsightOutbox ??= new Outbox();
    this.isSent = () => this.hears();
    window.addEventListener('crownsight:sent', this.isSent);
    this.listen();
  }

  // The page, unless it was drawn before the last answer; what was not answered yet is newer.
  update(data, ask) {
    this.ask = ask;
    if (!this.outbox.isDrawn(data)) return;
    if (this.data?.language !== data.language) speak(this.root, data.words);
    if (data.number !== this.data?.number) this.past = [];
    this.data = data;
    this.pieces = readPieces(this.outbox.piecesOn(data.number) ?? data.pieces);
    this.chosen = Math.min(this.chosen, Math.max(0, data.kinds.length - 1));
    this.draw();
  }

  // The page is asked for again once all was answered: with it comes what the pieces earn.
  hears() {
    if (!this.root.isConnected) return window.removeEventListener('crownsight:sent', this.isSent);
    if (!this.waits || this.outbox.piecesOn(this.data.number) !== undefined) return;
    this.waits = false;
    this.ask('stored', this.data.version);
  }

  change(pieces) {
    if (!pieces) return;
    this.past.push({ was: this.pieces, is: pieces });
    this.keep(pieces);
  }

  // Takes back the last change of which something still lies there.
  undo() {
    while (this.past.length) {
      const pieces = takenBack(this.pieces, this.past.pop());
      if (pieces) return this.keep(pieces);
    }
    this.draw();
  }

  keep(pieces) {
    const { table, number, language } = this.data;
    const [before, after] = [this.pieces, pieces].map(writePieces);
    this.pieces = pieces;
    this.waits = true;
    this.outbox.add(table, number, language, [], { pieces: { before, after } });
    this.draw();
  }

  listen() {
    const onButton = (selector, act) =>
      this.find(selector).addEventListener('click', ({ target }) => {
        const button = target.closest('button');
        if (button) act(button.dataset);
      });
    onButton('.board', ({ place }) => this.tap(place));
    onButton('.palette', ({ kind }) => this.choose(Number(kind)));
    onButton('.beside', (dataset) => this.count(dataset));
    onButton('.earnings', ({ earning }) => this.show(Number(earning)));
    this.find('.undo').addEventListener('click', () => this.undo());
    this.find('.tokens').addEventListener('click', () => this.change(withAllTokens(this.pieces, this.tokens())));
    this.find('.board').addEventListener('keydown', (event) => this.move(event));
  }

  tap(place) {
    const kind = this.data.kinds[this.chosen];
    this.focused = place;
    if (kind) this.change(tapped(this.pieces, kind, place));
  }

  choose(kind) {
    this.chosen = kind;
    this.draw();
  }

  show(earning) {
    this.shown = this.shown === earning ? null : earning;
    this.draw();
  }

  count({ counter, step }) {
    if (!counter) return this.change({ ...this.pieces, queen: !this.pieces.queen });
    const { most } = this.data.counters.find(({ code }) => code === counter);
    const number = Math.min(most, Math.max(0, (this.pieces.counts[counter] ?? 0) + Number(step)));
    return this.change({ ...this.pieces, counts: { ...this.pieces.counts, [counter]: number } });
  }

  move(event) {
    const step = ARROWS[event.key];
    if (!step) return;
    const [row, column] = placeOf(this.focused);
    const next = this.find(`[data-place="${at(row + step[0], column + step[1])}"]`);
    event.preventDefault();
    if (!next) return;
    this.focused = next.dataset.place;
    this.draw();
    this.find(`[data-place="${this.focused}"]`).focus();
  }

  tokens() {
    return this.data.kinds.find(({ code }) => code === 'token');
  }

  // --- drawing

  draw() {
    const kind = this.data.kinds[this.chosen];
    const inHand = this.root.activeElement ?? document.activeElement;
    const hadFocus = inHand?.dataset?.place;
    this.find('.line').textContent = kind ? say('{piece}: tap its squares; tap again to remove', { piece: kind.name }) : '';
    this.drawBoard(kind);
    this.drawPalette();
    this.drawBeside();
    this.find('.undo').disabled = !this.past.length;
    this.find('.tokens').hidden = !this.tokens();
    this.drawEarnings();
    this.find('.remarks').replaceChildren(...this.data.remarks.map(({ text }) => element('<li></li>', text)));
    if (hadFocus) this.find(`[data-place="${hadFocus}"]`)?.focus({ preventScroll: true });
  }

  drawBoard(kind) {
    const rows = this.data.code.split('/').map((row) => row.match(/[wflgsmtC.][1-3]?/g));
    const shown = this.data.earnings[this.shown];
    const counted = new Set((shown?.squares ?? []).map(([row, column]) => at(row, column)));
    const squares = rows.flatMap((codes, row) =>
      codes.map((code, column) => this.square(code, at(row, column), kind, counted.has(at(row, column)))),
    );
    this.find('.editor').style.setProperty('--columns', rows[0].length);
    this.find('.board').replaceChildren(...squares);
    this.find('.board').insertAdjacentHTML('beforeend', linesOnTiles(shown?.lines ?? [], rows.length, rows[0].length));
  }

  square(code, place, kind, counted) {
    const look = LOOK.tiles[code[0]];
    const crowns = Number(code[1] ?? 0);
    const here = Object.entries(this.pieces.placed[place] ?? {});
    const said = [say(look.name), crowns ? sayOf(crowns, '{number} crown', '{number} crowns') : '', ...here.map(([one, n]) => this.called(one, place, n))];
    const square = element(
      `<button type="button" class="square" data-place="${place}" data-land="${code[0]}" style="--fill:${look.fill}" tabindex="${place === this.focused ? 0 : -1}">
        <span class="land"></span><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><g fill="${look.ink}" stroke="${look.ink}">${look.icon}</g></svg>
        ${crowns ? `<span class="badges">${CROWNED.repeat(crowns)}</span>` : ''}<span class="marks"></span></button>`,
    );
    square.classList.toggle('open', Boolean(kind?.places[place]));
    square.classList.toggle('counted', counted);
    square.setAttribute('aria-label', `${placeName(placeOf(place))}: ${said.filter(Boolean).join(', ')}`);
    square.querySelector('.marks').replaceChildren(...here.map(([one, n]) => this.mark(one, n)));
    return square;
  }

  kindOf(code, place) {
    return this.data.kinds.find((kind) => kind.code === code && kind.places[place]) ?? this.data.kinds.find((kind) => kind.code === code);
  }

  called(code, place, number) {
    const name = this.kindOf(code, place)?.name ?? code;
    return number > 1 ? `${number} × ${name}` : name;
  }

  // A piece as a badge: its glyph, how many there are, or what a building earns.
  mark(code, number) {
    const [kind, earns, amount] = code.split(':');
    const building = { crowns: `+${amount}`, points: amount }[earns] ?? `${amount}×`;
    const beside = kind === 'building' ? building : number > 1 ? number : '';
    return element(`<span class="mark" aria-hidden="true"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${GLYPHS[kind]}"/></svg><span class="text"></span></span>`, `${beside}`);
  }

  drawPalette() {
    const button = ({ code, name, left, places }, kind) => {
      const made = element(`<button type="button" data-kind="${kind}" aria-pressed="${kind === this.chosen}"><span class="text"></span></button>`, name);
      const spare = left - numberOf(this.pieces, { code, places });
      if (code === 'giant') made.querySelector('.text').textContent = `${name} (${spare})`;
      made.prepend(this.mark(code, 1));
      made.disabled = !Object.keys(places).length;
      return made;
    };
    this.find('.palette').replaceChildren(...this.data.kinds.map(button));
  }

  drawBeside() {
    const counter = ({ code, name, most }) => {
      const number = this.pieces.counts[code] ?? 0;
      const made = element(
        `<div class="counter"><span class="text"></span><button type="button" data-counter="${code}" data-step="-1">−</button><output aria-live="polite">${number}</output><button type="button" data-counter="${code}" data-step="1">+</button></div>`,
        name,
      );
      const [less, more] = made.querySelectorAll('button');
      less.setAttribute('aria-label', say('{thing}: one less', { thing: name }));
      more.setAttribute('aria-label', say('{thing}: one more', { thing: name }));
      [less.disabled, more.disabled] = [number === 0, number >= most];
      return made;
    };
    const queen = element(`<button type="button" class="queen" aria-pressed="${this.pieces.queen}"></button>`, say('The queen is here'));
    this.find('.beside').replaceChildren(...this.data.counters.map(counter), ...(this.data.queen ? [queen] : []));
  }

  drawEarnings() {
    const line = ({ text }, earning) => {
      const made = element(`<li><button type="button" data-earning="${earning}" aria-pressed="${earning === this.shown}"></button></li>`);
      made.firstElementChild.textContent = text;
      return made;
    };
    this.find('.earnings').replaceChildren(...this.data.earnings.map(line));
  }
}

export default function ({ data, setTriggerValue, parentElement }) {
  parentElement.pieces ??= new PiecesEditor(parentElement);
  parentElement.pieces.update(data, crownsightRuns.speaker('pieces', setTriggerValue));
}
