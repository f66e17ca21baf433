// The result told slowly: one territory after the other lights up on every board, then the totals, the winner last.
// A tap anywhere skips to the end; with reduced motion everything is there at once.

let spoken = {};
const say = (text) => spoken[text] ?? text;

const STEP_MS = 1300; // time enough to read a sum aloud
const COUNT_MS = 1200; // of the totals counting up
const FRAMES = 24;

class Reveal {
  constructor(root) {
    this.root = root;
    this.find = (selector) => root.querySelector(selector);
    this.find('.reveal').addEventListener('click', () => this.finish());
  }

  update(data) {
    const told = JSON.stringify(data);
    if (this.told === told) return;
    this.told = told;
    this.data = data;
    spoken = data.words;
    this.root.querySelectorAll('[data-say]').forEach((named) => (named.textContent = say(named.dataset.say)));
    this.build();
    this.tell();
  }

  build() {
    this.find('.players').replaceChildren(...this.data.players.map((player) => this.card(player)));
    this.find('.headline').textContent = '';
    this.find('.skip').hidden = false;
  }

  card({ name, colour, board, rows, columns }) {
    const card = document.createElement('div');
    card.className = `player ${colour}`;
    card.innerHTML =
      '<p class="name"><span></span><output class="total"></output></p>' +
      `<div class="stage">${board}<div class="veil" aria-hidden="true">${'<i></i>'.repeat(rows * columns)}</div></div>` +
      '<p class="told" aria-live="polite"></p>';
    card.querySelector('.name span').textContent = name;
    card.style.setProperty('--rows', rows);
    card.style.setProperty('--columns', columns);
    return card;
  }

  // The players with fewer territories wait at the end, so that all totals come together.
  async tell() {
    const telling = (this.telling = Symbol('telling'));
    const pause = (time) => new Promise((done) => setTimeout(done, time));
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return this.finish();
    const longest = Math.max(...this.data.players.map(({ steps }) => steps.length));
    for (let step = 0; step < longest; step += 1) {
      await pause(STEP_MS);
      if (this.telling !== telling) return;
      this.data.players.forEach((_, player) => this.light(player, step));
    }
    await pause(STEP_MS);
    for (let frame = 1; frame <= FRAMES; frame += 1) {
      if (this.telling !== telling) return;
      this.total(frame / FRAMES);
      await pause(COUNT_MS / FRAMES);
    }
    if (this.telling === telling) this.finish();
  }

  light(player, step) {
    const { steps, columns } = this.data.players[player];
    if (step >= steps.length) return;
    const { squares, points, text } = steps[step];
    const card = this.find('.players').children[player];
    const cells = card.querySelectorAll('.veil i');
    squares.forEach(([row, column], index) => {
      const cell = cells[row * columns + column];
      cell.className = 'lit';
      if (index === 0) cell.innerHTML = `<b>${points}</b>`;
    });
    card.querySelector('.told').textContent = text;
  }

  total(share) {
    this.data.players.forEach(({ total }, player) => {
      this.find('.players').children[player].querySelector('.total').textContent = Math.round(total * share);
    });
  }

  finish() {
    this.telling = null;
    this.data.players.forEach(({ steps }, player) => steps.forEach((_, step) => this.light(player, step)));
    this.root.querySelectorAll('.veil i').forEach((cell) => cell.classList.add('lit'));
    this.total(1);
    this.find('.headline').textContent = this.data.headline;
    this.find('.skip').hidden = true;
  }
}

export default function ({ data, parentElement }) {
  parentElement.reveal ??= new Reveal(parentElement);
  parentElement.reveal.update(data);
}
