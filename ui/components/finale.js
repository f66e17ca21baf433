// The form that asks for names: a row of castles, and a field. Enter gives the name and goes on to the next castle
// without one.

class Who {
  constructor(root, send) {
    this.form = root.querySelector('.who');
    this.field = this.form.querySelector('input');
    this.given = new Map(); // names by their seats, until the page has them
    this.send = send;
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.give(this.field.value);
    });
  }

  update(castles) {
    this.castles = castles.map((one) => {
      if (one.is_named) this.given.delete(one.seat);
      const name = this.given.get(one.seat);
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
    this.form.querySelector('.asked').textContent = asked.asked;
    this.field.placeholder = asked.asked;
    this.row('.castles', this.castles, ({ seat, name, colour, isNamed }, button) => {
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
    const known = asked.known.filter((name) => !taken.has(name.toLowerCase()));
    this.row('.known', known, (name, button) => {
      button.textContent = name;
      return () => this.give(name);
    });
  }

  row(place, all, made) {
    const buttons = all.map((one) => {
      const button = Object.assign(document.createElement('button'), { type: 'button' });
      button.addEventListener('click', made(one, button));
      return button;
    });
    this.form.querySelector(place).replaceChildren(...buttons);
  }

  give(typed) {
    const name = typed.trim();
    if (!name) return;
    const seat = this.seat;
    this.given.set(seat, name);
    this.castles.forEach((one) => one.seat === seat && Object.assign(one, { name, isNamed: true }));
    this.choose(this.castles.find(({ isNamed }) => !isNamed)?.seat);
    if (this.seat === undefined) this.field.blur();
    this.send({ do: 'name player', seat, name });
  }
}

// A finale over the page: leg by leg squares glow and bars grow, then the winner fills the screen, with the form that
// asks for names. A tap goes on, Skip ends it; with reduced motion every leg stands still until a tap.

const START_MS = 700; // before the first leg
const LEGS_MS = 11000; // of all legs together, so that a finale stays under 15 seconds
const LEG_MS = 1800; // at most: time enough to read the sums aloud
const LAST = 1.7; // times as long as another leg: the one that everybody waits for
const SLIDE_MS = 190; // of a row that overtakes another
const PLAYED = 'crownsight finales'; // in the storage of this tab
const LOW = 500; // pixels of a window in which boards stand in one row

const playedBefore = () => JSON.parse(sessionStorage.getItem(PLAYED) ?? '[]');

class Finale {
  constructor(root) {
    this.find = (selector) => root.querySelector(selector);
    this.dialog = this.find('dialog');
    this.root = root;
    this.outbox = window.crownsightOutbox ??= new Outbox();
    this.who = new Who(root, (command) => this.send(command));
    this.listener = () => this.onRefused();
    window.addEventListener('crownsight:refused', this.listener);
    this.dialog.addEventListener('click', ({ target }) => {
      if (target.closest('.skip')) this.close();
      else if (target.closest('.race, .on')) this.goOn();
    });
    this.dialog.addEventListener('keydown', ({ target, key }) => {
      if (!target.closest('button, input') && ['Enter', ' ', 'ArrowRight'].includes(key)) this.goOn();
    });
    this.dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      this.close();
    });
    this.find('.again').addEventListener('click', () => this.open());
  }

  update(data) {
    this.data = data;
    setWords(this.root, data.words);
    this.who.update(data.castles);
    if (this.dialog.open) {
      if (!this.find('.ending').hidden) this.sayWho(data.animations[this.at].ending);
      return;
    }
    if (data.animations.length === 0 || playedBefore().includes(data.name)) this.showOutcome();
    else this.open();
  }

  send(command) {
    this.outbox.command(this.data.table, this.data.words.language, command);
  }

  // A name that somebody else has is asked for again.
  onRefused() {
    if (!this.root.isConnected) return window.removeEventListener('crownsight:refused', this.listener);
    const waiting = new Set(this.outbox.requests.map(({ command }) => command?.seat));
    for (const seat of [...this.who.given.keys()]) if (!waiting.has(seat)) this.who.given.delete(seat);
    this.who.update(this.data.castles);
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
    sessionStorage.setItem(PLAYED, JSON.stringify([...new Set([...playedBefore(), this.name])]));
    this.dialog.close();
    this.goOn();
    this.find('.finale').insertBefore(this.who.form, this.dialog);
    this.showOutcome();
    const heading = document.querySelector('.st-key-outcome h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }

  // The page shows who has won once this attribute names the finale.
  showOutcome() {
    document.documentElement.dataset.played = playedBefore().join(' ');
    this.find('.again').hidden = this.data.animations.length === 0;
  }

  goOn() {
    this.resume?.();
  }

  // Until a tap, or the time is over; without a time until a tap.
  pause(time) {
    return new Promise((done) => {
      const timer = time === undefined ? null : setTimeout(done, time);
      this.resume = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  async play(animation) {
    this.isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.build(animation);
    if (!this.isStill) await this.pause(START_MS);
    const each = Math.min(LEG_MS, LEGS_MS / (animation.legs.length - 1 + LAST));
    for (const leg of animation.legs) {
      if (!this.dialog.open) return;
      this.light(animation, leg);
      this.addUp(animation, leg);
      await this.pause(this.isStill ? undefined : each * (leg === animation.legs.at(-1) ? LAST : 1));
    }
    if (!this.dialog.open) return;
    this.end(animation.ending);
    await this.pause();
  }

  build({ bars, start, boards, legs, one_by_one }) {
    const most = Math.max(1, ...start, ...legs.flatMap(({ totals }) => totals));
    this.share = (points) => `${(100 * Math.max(0, points)) / most}%`;
    this.find('.race').hidden = false;
    this.find('.step').hidden = !this.isStill;
    this.find('.ending').hidden = true;
    this.find('.title').textContent = say('Who wins?');
    this.find('.icon').replaceChildren();
    this.bars = bars.map((player, at) => this.bar(player, start[at]));
    this.find('.bars').replaceChildren(...this.bars);
    const across = one_by_one ? 1 : this.across(boards.length);
    this.find('.frames').style.setProperty('--across', across);
    this.find('.frames').style.setProperty('--down', one_by_one ? 1 : Math.ceil(boards.length / across));
    this.cards = boards.map((board) => this.card(board));
    this.find('.frames').replaceChildren(...this.cards);
    if (one_by_one) this.showAlone(0);
  }

  // Boards beside each other: all of them on a phone on its side, else two or one.
  across(boards) {
    if (innerWidth > innerHeight && innerHeight < LOW) return Math.max(1, boards);
    return boards > (innerWidth > innerHeight ? 1 : 2) ? 2 : 1;
  }

  bar({ name, colour }, start) {
    const bar = document.createElement('li');
    bar.className = colour;
    bar.innerHTML = '<span class="name"></span><span class="bar"><i></i></span><output class="total" aria-live="off"></output>';
    bar.querySelector('.name').textContent = name;
    bar.querySelector('.total').textContent = start;
    bar.querySelector('i').style.cssText = `width:${this.share(start)};background:var(--castle)`;
    return bar;
  }

  card({ picture, rows, columns, margin, title }) {
    const card = document.createElement('figure');
    card.className = 'card';
    card.innerHTML = `<figcaption></figcaption><div class="board">${picture}<div class="veil">${'<i></i>'.repeat(rows * columns)}</div></div>`;
    card.querySelector('figcaption').textContent = title;
    Object.entries({ rows, columns, margin }).forEach(([name, value]) => card.style.setProperty(`--${name}`, value));
    return card;
  }

  showAlone(shown) {
    this.cards.forEach((card, at) => (card.hidden = at !== shown));
  }

  light({ boards, one_by_one }, { title, icon, lit }) {
    this.find('.title').textContent = title;
    this.find('.icon').innerHTML = icon;
    this.root.querySelectorAll('.veil i.lit').forEach((cell) => (cell.className = 'earned'));
    this.root.querySelectorAll('.veil b').forEach((label) => label.remove());
    if (one_by_one && lit.length) this.showAlone(lit[0].board);
    lit.forEach((one) => this.highlight(one, boards[one.board].columns));
  }

  addUp({ bars }, { title, fill, gained, totals }) {
    this.overtake(totals);
    this.bars.forEach((bar, at) => this.grow(bar, fill, gained[at], totals[at]));
    const sums = bars.map(({ name }, at) => `${name} ${totals[at]}`).join(', ');
    this.find('.announced').textContent = `${title}: ${sums}`;
  }

  highlight({ board, squares, labels }, columns) {
    const cells = this.cards[board].querySelectorAll('.veil i');
    squares.forEach(([row, column]) => (cells[row * columns + column].className = 'lit'));
    labels.forEach(({ row, column, text }) => {
      const label = document.createElement('b');
      label.textContent = text;
      cells[row * columns + column].replaceChildren(label);
    });
  }

  // Whoever has more stands higher; where it is the same, whoever did before.
  overtake(totals) {
    const before = this.bars.map((bar) => bar.getBoundingClientRect());
    const total = new Map(this.bars.map((bar, at) => [bar, totals[at]]));
    const rows = this.find('.bars');
    rows.append(...[...rows.children].sort((one, other) => total.get(other) - total.get(one)));
    if (!this.isStill) this.bars.forEach((bar, at) => this.slide(bar, before[at]));
  }

  slide(bar, from) {
    const to = bar.getBoundingClientRect();
    bar.style.zIndex = from.top > to.top ? 1 : 0; // who rises is legible above who falls
    const moved = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
    bar.animate([{ transform: moved }, { transform: 'none' }], { duration: SLIDE_MS, easing: 'ease-out' });
  }

  grow(bar, fill, gained, total) {
    bar.querySelector('.total').textContent = total;
    const parts = bar.querySelector('.bar');
    if (!fill) {
      parts.firstChild.style.width = this.share(total);
      return;
    }
    const part = document.createElement('i');
    part.style.background = fill;
    parts.append(part);
    requestAnimationFrame(() => (part.style.width = this.share(gained)));
  }

  end(ending) {
    const { colour, boards } = ending;
    const winner = this.find('.ending');
    this.find('.race').hidden = true;
    winner.className = `ending ${colour}`;
    winner.hidden = false;
    this.sayWho(ending);
    const cards = boards.map((at) => this.cards[at].cloneNode(true));
    cards.forEach((board) => board.querySelectorAll('b').forEach((label) => label.remove()));
    this.find('.boards').replaceChildren(...cards);
    this.find('.names').append(this.who.form);
    this.find('.headline').focus();
  }

  // The words of the ending, which are others once the winner has a name.
  sayWho({ headline, lines }) {
    this.find('.headline').textContent = headline;
    const paragraph = (line) => Object.assign(document.createElement('p'), { textContent: line });
    this.find('.lines').replaceChildren(...lines.map(paragraph));
  }
}

export default function ({ data, parentElement }) {
  parentElement.finale ??= new Finale(parentElement);
  parentElement.finale.update(data);
}
