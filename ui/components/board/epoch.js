// The editor of an epoch of Kingdoms: its margins show the gold of each row and column, and how a line was scored.

import { say } from '../shared/words.js';
import { getKind, getNumber } from './edits.js';
import { Editor } from './editor.js';
import { createElement, renderSymbol } from '../shared/elements.js';
import { isIn } from './places.js';

const LETTERS = { m: 'M', d: 'D', w: 'W' }; // kinds by keys without Shift; G is the gold mine, g the green castle
const formatSigned = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : '0');

export class EpochEditor extends Editor {
  // Describe a token: "resource +3", "red castle, rank 2".
  describeCode(token) {
    const kind = getKind(token);
    if ('+-'.includes(kind)) return `${this.getKindName(kind)} ${formatSigned(Number(token))}`;
    if (!this.styles[kind].most) return this.getKindName(kind);
    return say('{castle}, rank {rank}', { castle: this.getKindName(kind), rank: getNumber(token) });
  }

  getQuestion() {
    return this.describeCode(this.getSelectedCode());
  }

  findGameAction(key, pressed) {
    const kind = [key, LETTERS[pressed], pressed].find((known) => known in this.styles);
    return kind && (() => this.setKind(kind));
  }

  listKeys() {
    return [
      ['← ↑ → ↓', say('choose a space')],
      ['+ −', say('resource, hazard')],
      ['M D W', say('mountain, dragon, wizard')],
      ['Shift G', say('gold mine')],
      ['R B Y G', say('castle: red, blue, yellow, green')],
      ['1 … 6', say('number on the piece')],
      ['Del', say('empty space')],
      ['Ctrl Z, Ctrl Y', say('undo, redo')],
      ['Esc', say('close the space')],
    ];
  }

  addListeners() {
    super.addListeners();
    this.onButton('.purses', ({ colour }) => this.showColour(colour));
    ['.rows', '.columns'].forEach((margin) => this.onButton(margin, ({ line }) => this.showLine(Number(line))));
    this.find('.purses').addEventListener('keydown', (event) => this.keyOnPurses(event));
  }

  keyOnPurses(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const colours = this.data.players.map(({ colour }) => colour);
    this.showColour(colours.at((colours.indexOf(this.colour) + step) % colours.length));
    this.find('.purses [aria-checked="true"]').focus({ preventScroll: true });
    event.preventDefault();
  }

  showColour(colour) {
    this.colour = colour; // of the player whose numbers are shown
    this.draw();
  }

  // Explain a row or column; a second tap closes the explanation.
  showLine(line) {
    this.line = this.line === line ? undefined : line;
    this.draw();
  }

  // --- drawing

  getRotateLabel() {
    return say('Rotate 180°');
  }

  // Render the buttons of a kind; resources and hazards have one for each number.
  renderChoices(kind) {
    if (!'+-'.includes(kind)) return super.renderChoices(kind);
    const { fill, most } = this.styles[kind];
    const choice = (number) =>
      `<button type="button" class="numbered" data-kind="${kind}${number}" style="--fill:${fill}" aria-label="${this.describeCode(kind + number)}"><span class="chip">${renderSymbol(`kingdoms-${kind}${number}`)}</span></button>`;
    return `<div>${Array.from({ length: most }, (_, index) => choice(index + 1)).join('')}</div>`;
  }

  setKind(kind) {
    if (kind.length > 1) this.setSelected(kind);
    else super.setKind(kind);
  }

  // Render the buttons of the ranks of castles.
  renderNumbers() {
    return [1, 2, 3, 4].map((rank) => `<button type="button" data-number="${rank}" aria-label="${say('rank {rank}', { rank })}">${rank}</button>`);
  }

  drawPalette() {
    super.drawPalette();
    this.find('.numbers').classList.toggle('idle', !this.selected || !/[rbyg]/.test(this.getSelectedCode()));
  }

  getHint() {
    return this.findNextToFill() ? say('Next: the highlighted space') : say('Tap a space, then what lies there');
  }

  drawAround() {
    const { name, lines, players } = this.data;
    this.grid.setAttribute('aria-label', say('{name}: {rows} rows of {columns} spaces', { name, rows: 5, columns: 6 }));
    if (!players.some(({ colour }) => colour === this.colour)) this.colour = players[0]?.colour;
    this.drawPurses();
    this.drawMargin(this.find('.rows'), lines.slice(0, 5), 0);
    this.drawMargin(this.find('.columns'), lines.slice(5), 5);
    const total = lines.reduce((sum, { gold }) => sum + (gold[this.colour] ?? 0), 0);
    this.find('.taken').textContent = this.isScored() ? formatSigned(total) : '';
    const explained = lines[this.line]?.explained ?? [];
    this.find('.explained').hidden = !explained.length;
    this.find('.explained').replaceChildren(...explained.map((text) => createElement('<p></p>', text)));
  }

  drawPurses() {
    const group = this.find('.purses');
    const focused = this.root.activeElement?.dataset?.colour;
    const purse = ({ colour, name, gold, swatch }) =>
      createElement(
        `<button type="button" role="radio" data-colour="${colour}" aria-checked="${colour === this.colour}" tabindex="${colour === this.colour ? 0 : -1}"><span class="swatch" style="background:${swatch}"></span><span class="who text"></span><b>${this.isScored() ? gold : '…'}</b></button>`,
        name,
      );
    group.replaceChildren(...this.data.players.map(purse));
    if (focused) group.querySelector(`[data-colour="${focused}"]`)?.focus({ preventScroll: true });
  }

  drawMargin(group, lines, first) {
    if (!group.children.length) group.append(...lines.map(() => createElement('<button type="button"></button>')));
    [...group.children].forEach((button, index) => {
      const earned = lines[index].gold[this.colour] ?? 0;
      button.dataset.line = first + index;
      button.className = earned < 0 ? 'loss' : earned > 0 ? 'gain' : '';
      button.textContent = this.isScored() ? formatSigned(earned) : '…';
      button.setAttribute('aria-expanded', this.line === first + index);
      button.setAttribute('aria-label', say('{line}: {gold}', { line: lines[index].name, gold: formatSigned(earned) }));
    });
  }

  describeSquare(place, token) {
    const spaces = this.data.lines[this.line]?.spaces ?? [];
    return { classes: { 'in-line': isIn(spaces, place) }, labels: [this.describeCode(token)] };
  }
}
