// A result told slowly: moment by moment squares light up with their sums and totals count up, the headline last.
// A tap anywhere skips to the end; with reduced motion everything is there at once.

let spoken = {};
const say = (text) => spoken[text] ?? text;

const STEP_MS = 1300; // time enough to read a sum aloud
const COUNT_MS = 1000; // of totals counting up
const FRAMES = 24;

const pause = (time) => new Promise((done) => setTimeout(done, time));

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
    const { stages, tallies, start, in_turn } = this.data;
    this.find('.stages').replaceChildren(...stages.map((stage) => this.card(stage)));
    this.find('.tallies').replaceChildren();
    this.cards = [...this.find('.stages').children];
    this.totals = tallies.map((tally) => this.tally(tally));
    this.show(start);
    this.find('.reveal').classList.toggle('in-turn', in_turn);
    if (in_turn) this.turnTo(0);
    this.find('.headline').textContent = '';
    this.find('.skip').hidden = false;
  }

  card({ title, drawing, rows, columns }) {
    const card = document.createElement('div');
    card.className = 'card';
    card.innerHTML =
      '<p class="title"></p>' +
      `<div class="stage">${drawing}<div class="veil" aria-hidden="true">${'<i></i>'.repeat(rows * columns)}</div></div>` +
      '<p class="told" aria-live="polite"></p>';
    card.querySelector('.title').textContent = title;
    card.style.setProperty('--rows', rows);
    card.style.setProperty('--columns', columns);
    return card;
  }

  // The total says nothing by itself while it counts: the sums are spoken.
  tally({ name, colour, stage }) {
    const line = document.createElement('p');
    line.className = `name ${colour}`;
    line.innerHTML = '<span></span><output class="total" aria-live="off"></output>';
    line.querySelector('span').textContent = name;
    if (stage === null) this.find('.tallies').append(line);
    else this.cards[stage].prepend(line);
    return line.querySelector('.total');
  }

  async tell() {
    const telling = (this.telling = Symbol('telling'));
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return this.finish();
    for (const moment of this.data.moments) {
      await pause(STEP_MS);
      if (this.telling !== telling) return;
      this.happen(moment);
    }
    await pause(STEP_MS);
    if (this.telling === telling) this.finish();
  }

  happen({ lit, totals }) {
    if (this.data.in_turn && lit.length) this.turnTo(lit[0][0]);
    lit.forEach(([stage, step]) => this.light(stage, step));
    if (totals.length) this.count(totals);
  }

  // One board alone, all of it dark.
  turnTo(stage) {
    this.cards.forEach((card, other) => (card.hidden = other !== stage));
    this.cards[stage].querySelectorAll('.veil i').forEach((cell) => {
      cell.className = '';
      cell.replaceChildren();
    });
  }

  light(stage, step) {
    const { steps, columns } = this.data.stages[stage];
    const { squares, chips, text } = steps[step];
    const cells = this.cards[stage].querySelectorAll('.veil i');
    squares.forEach(([row, column]) => (cells[row * columns + column].className = 'lit'));
    chips.forEach((chip) => (cells[chip.row * columns + chip.column].innerHTML = '<b></b>'));
    chips.forEach((chip) => (cells[chip.row * columns + chip.column].firstChild.textContent = chip.text));
    this.cards[stage].querySelector('.told').textContent = text;
  }

  async count(totals) {
    const telling = this.telling;
    const before = totals.map((_, tally) => this.shown[tally] ?? 0);
    for (let frame = 1; frame <= FRAMES; frame += 1) {
      if (this.telling !== telling) return;
      this.show(totals.map((total, tally) => before[tally] + Math.round(((total - before[tally]) * frame) / FRAMES)));
      await pause(COUNT_MS / FRAMES);
    }
  }

  show(totals) {
    this.shown = totals;
    this.totals.forEach((total, tally) => (total.textContent = totals[tally] ?? ''));
  }

  finish() {
    this.telling = null;
    const { stages, moments, in_turn } = this.data;
    stages.forEach(({ steps, after }, stage) => {
      if (!in_turn) steps.forEach((_, step) => this.light(stage, step));
      else this.turnTo(stage);
      this.cards[stage].querySelector('.told').textContent = after;
    });
    this.cards.forEach((card) => (card.hidden = false));
    this.root.querySelectorAll('.veil i').forEach((cell) => cell.classList.add('lit'));
    const counted = moments.filter(({ totals }) => totals.length);
    if (counted.length) this.show(counted[counted.length - 1].totals);
    this.find('.headline').textContent = this.data.headline;
    this.find('.skip').hidden = true;
    this.find('.reveal').classList.remove('in-turn');
  }
}

export default function ({ data, parentElement }) {
  parentElement.reveal ??= new Reveal(parentElement);
  parentElement.reveal.update(data);
}
