// Who was who: a row of castles, and a field whose Enter gives the name and goes on to the next castle without one.
// And claps, which float over the winner on every phone that looks at the result.

const MOST_FLOATING = 12; // claps at once
const FLOATS_MS = 1600;
const APART_MS = 90;

// Replies that the page has not acknowledged yet: each with its number, so that none is lost and none counts twice.
class Replies {
  constructor(last) {
    [this.last, this.waiting] = [last, []];
  }

  add(what) {
    this.waiting.push({ at: (this.last += 1), ...what });
  }

  acknowledge(last) {
    this.waiting = this.waiting.filter(({ at }) => at > last);
  }
}

class Who {
  constructor(root, send) {
    this.form = root.querySelector('.who');
    this.field = this.form.querySelector('input');
    this.send = send;
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.give(this.field.value);
    });
  }

  update(castles, given) {
    this.castles = castles.map((one) => ({
      ...one,
      name: given.get(one.seat) ?? one.name,
      isNamed: one.is_named || given.has(one.seat),
    }));
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
    this.castles.forEach((one) => one.seat === seat && Object.assign(one, { name, isNamed: true }));
    this.choose(this.castles.find(({ isNamed }) => !isNamed)?.seat);
    if (this.seat === undefined) this.field.blur();
    this.send({ seat, name });
  }
}

// Claps rise from below over whatever is shown.
const float = (place, hand, claps) => {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (let at = 0; at < Math.min(claps, MOST_FLOATING); at += 1) {
    const clap = Object.assign(document.createElement('span'), { className: 'floating' });
    clap.append(hand.cloneNode(true));
    clap.style.left = `${15 + 70 * Math.random()}%`;
    place.append(clap);
    const rise = [
      { transform: 'none', opacity: 0 },
      { opacity: 1, offset: 0.2 },
      { transform: `translateY(-${40 + 30 * Math.random()}vh)`, opacity: 0 },
    ];
    const timing = { duration: FLOATS_MS, delay: at * APART_MS, fill: 'both', easing: 'ease-out' };
    clap.animate(rise, timing).finished.finally(() => clap.remove());
  }
};
