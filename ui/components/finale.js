import { isStill } from './shared/environment.js';
import { createElement } from './shared/elements.js';
import { announce, listenOnPage } from './shared/events.js';
import { commandQueue } from './shared/page_queue.js';
import { waitUntil } from './shared/time.js';
import { getLanguage, say, setWords } from './shared/words.js';

// The form that asks for names: a row of castles, and a field. Enter gives the name and goes on to the next castle
// without one.

class NameForm {
  constructor(root, send) {
    this.form = root.querySelector('.who');
    this.field = this.form.querySelector('input');
    this.pending = new Map(); // names by seat, until the server has them
    this.send = send;
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.submitName(this.field.value);
    });
  }

  update(castles) {
    this.castles = castles.map((one) => {
      if (one.is_named) this.pending.delete(one.seat);
      const name = this.pending.get(one.seat);
      return { ...one, name: name ?? one.name, isNamed: one.is_named || name !== undefined };
    });
    const nameless = this.castles.filter(({ isNamed }) => !isNamed);
    this.form.hidden = nameless.length === 0;
    if (!nameless.some(({ seat }) => seat === this.seat)) this.choose(nameless[0]?.seat);
    else this.draw();
  }

  choose(seat) {
    this.seat = seat;
    this.field.value = '';
    this.draw();
  }

  draw() {
    const asked = this.castles.find(({ seat }) => seat === this.seat);
    if (!asked) return;
    this.form.querySelector('.asked').textContent = asked.question;
    this.field.placeholder = asked.question;
    this.fillButtons('.castles', this.castles, ({ seat, name, colour, isNamed }, button) => {
      button.className = colour;
      button.textContent = name;
      button.disabled = isNamed;
      button.setAttribute('aria-pressed', seat === this.seat);
      return () => {
        this.choose(seat);
        this.field.focus(); // in the tap itself: the keyboard comes
      };
    });
    const taken = new Set(this.castles.map(({ name }) => name.toLowerCase()));
    const suggestions = asked.suggestions.filter((name) => !taken.has(name.toLowerCase()));
    this.fillButtons('.known', suggestions, (name, button) => {
      button.textContent = name;
      return () => this.submitName(name);
    });
  }

  fillButtons(place, all, makeHandler) {
    const buttons = all.map((one) => {
      const button = createElement('<button type="button"></button>');
      button.addEventListener('click', makeHandler(one, button));
      return button;
    });
    this.form.querySelector(place).replaceChildren(...buttons);
  }

  submitName(typed) {
    const name = typed.trim();
    if (!name) return;
    const seat = this.seat;
    this.pending.set(seat, name);
    this.castles.forEach((one) => one.seat === seat && Object.assign(one, { name, isNamed: true }));
    this.choose(this.castles.find(({ isNamed }) => !isNamed)?.seat);
    if (this.seat === undefined) this.field.blur();
    this.send({ do: 'name player', seat, name });
  }
}

// A finale over the page: leg by leg squares glow and bars grow, then the winner fills the screen, with the form that
// asks for names. A tap goes on, Skip jumps to the winner; with reduced motion every leg stands still until a tap.

const START_MS = 700; // before the first leg
const LEGS_MS = 11000; // all legs together, so that a finale takes less than 15 seconds
const LEG_MS = 1800; // a leg at most, long enough to read the points aloud
const LAST_LEG_FACTOR = 1.7; // the last leg decides, and takes longer
const SLIDE_MS = 190; // for a bar that overtakes another
const NAMED_WITHIN_MS = 3000; // later the pictures go without the names typed last
const PLAYED_KEY = 'crownsight finales'; // in sessionStorage: names of the finales played in this tab
const LOW_WINDOW_PX = 500; // below this height, all boards stand in one row
const CONFETTI = 48; // pieces
const CONFETTI_FALL_MS = 1400; // of the first piece; the last lands a second later
const GOLDEN_PERCENT = 61.8; // steps of the golden ratio spread any number of pieces evenly
const CONFETTI_EDGE = 9; // percent of the window at its left, right and upper edge where pieces land, beside the text

const playedFinales = () => JSON.parse(sessionStorage.getItem(PLAYED_KEY) ?? '[]');

class Finale {
  constructor(root) {
    this.find = (selector) => root.querySelector(selector);
    this.dialog = this.find('dialog');
    this.root = root;
    this.names = new NameForm(root, (command) => commandQueue.addCommand(this.data.table, getLanguage(), command));
    listenOnPage(root, 'refused', () => this.onRefused());
    this.dialog.addEventListener('click', ({ target }) => {
      if (target.closest('.skip')) this.skipRace();
      else if (target.closest('.race, .on')) this.resume?.();
    });
    this.dialog.addEventListener('keydown', ({ target, key }) => {
      if (!target.closest('button, input') && ['Enter', ' ', 'ArrowRight'].includes(key)) this.resume?.();
    });
    this.dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      this.close();
    });
    this.find('.again').addEventListener('click', () => this.open());
    this.find('.share').addEventListener('click', () => this.share());
    window.addEventListener('resize', () => this.arrangeBoards());
  }

  update(data) {
    this.data = data;
    setWords(this.root, data.words);
    this.names.update(data.castles);
    if (this.dialog.open) {
      if (!this.find('.ending').hidden) this.showHeadline(data.animations[this.at].ending);
      return;
    }
    if (data.animations.length === 0 || playedFinales().includes(data.name)) this.showOutcome();
    else this.open();
  }

  // Shares the pictures, once the page has the names that were typed just before.
  async share() {
    await waitUntil(() => this.names.pending.size === 0, NAMED_WITHIN_MS);
    announce('share');
  }

  // Asks again for a name that the server refused because another player has it.
  onRefused() {
    const waiting = new Set(commandQueue.requests.map(({ command }) => command?.seat));
    for (const seat of [...this.names.pending.keys()]) if (!waiting.has(seat)) this.names.pending.delete(seat);
    this.names.update(this.data.castles);
  }

  async open() {
    this.name = this.data.name;
    this.dialog.showModal();
    this.dialog.focus();
    for (this.at = 0; this.at < this.data.animations.length && this.dialog.open; this.at += 1) {
      await this.play(this.data.animations[this.at]);
    }
    if (this.dialog.open) this.close();
  }

  close() {
    sessionStorage.setItem(PLAYED_KEY, JSON.stringify([...new Set([...playedFinales(), this.name])]));
    this.dialog.close();
    this.resume?.();
    this.find('.finale').insertBefore(this.names.form, this.dialog);
    this.showOutcome();
    const heading = document.querySelector('.st-key-outcome h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }

  // The page shows its container `outcome` once this attribute names the finale.
  showOutcome() {
    document.documentElement.dataset.played = playedFinales().join(' ');
    this.find('.again').hidden = this.data.animations.length === 0;
  }

  skipRace() {
    this.isSkipping = true;
    this.resume?.();
  }

  // Resolves after a tap or, if a time is given, after that time.
  waitForTap(time) {
    return new Promise((done) => {
      const timer = time === undefined ? null : setTimeout(done, time);
      this.resume = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  async play(animation) {
    this.isStill = isStill();
    this.isSkipping = false;
    this.build(animation);
    if (!this.isStill) await this.waitForTap(START_MS);
    const each = Math.min(LEG_MS, LEGS_MS / (animation.legs.length - 1 + LAST_LEG_FACTOR));
    for (const leg of animation.legs) {
      if (!this.dialog.open) return;
      this.lightLeg(animation, leg);
      this.addUp(animation, leg);
      if (this.isSkipping) continue; // what is lit stays so on the winner's board
      await this.waitForTap(this.isStill ? undefined : each * (leg === animation.legs.at(-1) ? LAST_LEG_FACTOR : 1));
    }
    if (!this.dialog.open) return;
    this.end(animation);
    await this.waitForTap();
  }

  build({ bars, boards, legs, one_by_one }) {
    const most = Math.max(1, ...bars.map(({ start }) => start), ...legs.flatMap(({ totals }) => totals));
    this.barWidth = (points) => `${(100 * Math.max(0, points)) / most}%`;
    this.find('.race').hidden = false;
    this.find('.step').hidden = !this.isStill;
    this.find('.ending').hidden = true;
    this.find('.title').textContent = say('Who wins?');
    this.find('.icon').replaceChildren();
    this.bars = bars.map((player) => this.bar(player));
    this.totals = bars.map(({ start }) => start);
    this.find('.bars').replaceChildren(...this.bars);
    this.shownAtOnce = one_by_one ? 1 : boards.length;
    this.arrangeBoards();
    this.cards = boards.map((board) => this.card(board));
    this.find('.frames').replaceChildren(...this.cards);
    if (one_by_one) this.showAlone(0);
  }

  // Fits the boards of the race into the window, which changes when a phone is turned.
  arrangeBoards() {
    if (!this.shownAtOnce) return;
    const across = this.across(this.shownAtOnce);
    this.find('.frames').style.setProperty('--across', across);
    this.find('.frames').style.setProperty('--down', Math.ceil(this.shownAtOnce / across));
  }

  // The number of boards beside each other: all of them on a phone in landscape, else two or one.
  across(boards) {
    if (innerWidth > innerHeight && innerHeight < LOW_WINDOW_PX) return Math.max(1, boards);
    return boards > (innerWidth > innerHeight ? 1 : 2) ? 2 : 1;
  }

  bar({ name, colour, start }) {
    const segment = `<i style="width:${this.barWidth(start)};background:var(--castle)"></i>`;
    const total = `<output class="total" aria-live="off">${start}</output>`;
    return createElement(`<li class="${colour}"><span class="name text"></span><span class="bar">${segment}</span>${total}</li>`, name);
  }

  card({ picture, rows, columns, margin, title }) {
    const veil = `<div class="veil">${'<i></i>'.repeat(rows * columns)}</div>`;
    const sizes = `--rows:${rows};--columns:${columns};--margin:${margin}`;
    return createElement(`<figure class="card" style="${sizes}"><figcaption class="text"></figcaption><div class="board">${picture}${veil}</div></figure>`, title);
  }

  showAlone(shown) {
    this.cards.forEach((card, at) => (card.hidden = at !== shown));
  }

  lightLeg({ boards, one_by_one }, { title, icon, highlights }) {
    this.find('.title').textContent = title;
    this.find('.icon').innerHTML = icon;
    this.root.querySelectorAll('.veil i.lit').forEach((cell) => (cell.className = 'earned'));
    this.root.querySelectorAll('.veil b').forEach((label) => label.remove());
    if (one_by_one && highlights.length) this.showAlone(highlights[0].board);
    highlights.forEach((one) => this.highlight(one, boards[one.board].columns));
  }

  addUp({ bars }, { title, fill, totals }) {
    this.overtake(totals);
    this.bars.forEach((bar, at) => this.grow(bar, fill, totals[at] - this.totals[at], totals[at]));
    this.totals = totals;
    const sums = bars.map(({ name }, at) => `${name} ${totals[at]}`).join(', ');
    this.find('.announced').textContent = `${title}: ${sums}`;
  }

  highlight({ board, squares, labels }, columns) {
    const cells = this.cards[board].querySelectorAll('.veil i');
    squares.forEach(([row, column]) => (cells[row * columns + column].className = 'lit'));
    labels.forEach(([[row, column], text]) => {
      cells[row * columns + column].replaceChildren(createElement('<b></b>', text));
    });
  }

  // Sorts the bars by their totals; ties keep their order.
  overtake(totals) {
    const before = this.bars.map((bar) => bar.getBoundingClientRect());
    const total = new Map(this.bars.map((bar, at) => [bar, totals[at]]));
    const rows = this.find('.bars');
    rows.append(...[...rows.children].sort((one, other) => total.get(other) - total.get(one)));
    if (!this.isStill) this.bars.forEach((bar, at) => this.slide(bar, before[at]));
  }

  slide(bar, from) {
    const to = bar.getBoundingClientRect();
    bar.style.zIndex = from.top > to.top ? 1 : 0; // a rising bar is drawn over a falling one
    const moved = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
    bar.animate([{ transform: moved }, { transform: 'none' }], { duration: SLIDE_MS, easing: 'ease-out' });
  }

  grow(bar, fill, gained, total) {
    bar.querySelector('.total').textContent = total;
    const parts = bar.querySelector('.bar');
    if (!fill) return (parts.firstChild.style.width = this.barWidth(total));
    const part = createElement(`<i style="background:${fill}"></i>`);
    parts.append(part);
    requestAnimationFrame(() => (part.style.width = this.barWidth(gained)));
  }

  end({ ending, boards: all }) {
    const { colour, boards, deciding } = ending;
    const winner = this.find('.ending');
    this.find('.race').hidden = true;
    winner.className = `ending ${colour}`;
    winner.hidden = false;
    this.showHeadline(ending);
    const cards = boards.map((at) => this.cards[at].cloneNode(true));
    cards.forEach((card) => card.querySelectorAll('.veil i').forEach((cell) => cell.replaceChildren()));
    for (const { board, squares } of deciding) {
      cards[boards.indexOf(board)].querySelector('.veil').append(outline(squares, all[board]));
    }
    this.find('.boards').replaceChildren(...cards);
    this.find('.confetti').replaceChildren(...makeConfetti(this.data.confetti));
    this.find('.names').append(this.names.form);
    this.find('.headline').focus();
  }

  // The headline changes once the winner has a name.
  showHeadline({ headline, lines }) {
    this.find('.headline').textContent = headline;
    this.find('.lines').replaceChildren(...lines.map((line) => createElement('<p></p>', line)));
  }
}

// The border of squares as one path, in units of squares; dashes run along it clockwise.
function outline(squares, { rows, columns }) {
  const there = new Set(squares.map(String));
  const edges = squares.flatMap(([row, column]) => [
    [[row - 1, column], `M${column} ${row}h1`],
    [[row, column + 1], `M${column + 1} ${row}v1`],
    [[row + 1, column], `M${column + 1} ${row + 1}h-1`],
    [[row, column - 1], `M${column} ${row + 1}v-1`],
  ]);
  const path = edges.filter(([beyond]) => !there.has(String(beyond))).map(([, edge]) => edge).join('');
  return createElement(`<svg class="outline" viewBox="0 0 ${columns} ${rows}" preserveAspectRatio="none"><path class="casing" d="${path}"/><path d="${path}"/></svg>`);
}

// Pieces that fall to places at the edges of the window, spread evenly without chance: the same every time.
function makeConfetti(colours) {
  return Array.from({ length: CONFETTI }, (_, at) => {
    const along = (Math.floor(at / 3) * GOLDEN_PERCENT) % 100;
    const across = (at * 29) % CONFETTI_EDGE;
    const [x, y] = [[across, along], [100 - across, along], [along, across]][at % 3];
    const times = `animation-duration:${CONFETTI_FALL_MS + ((at * 37) % 600)}ms;animation-delay:${(at * 53) % 500}ms`;
    const colour = colours[Math.floor(at / 3) % colours.length]; // all of them at each edge
    return createElement(`<i style="left:${x}%;top:${y}%;rotate:${(at * 47) % 180}deg;background:${colour};${times}"></i>`);
  });
}

export default function ({ data, parentElement }) {
  parentElement.finale ??= new Finale(parentElement);
  parentElement.finale.update(data);
}
