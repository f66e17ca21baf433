// What the same dominoes could have been: a line for each player, a board to flip, and its dominoes one after the other.

let spoken = {};
const say = (text, parts = {}) => (spoken[text] ?? text).replace(/{(\w+)}/g, (_, name) => parts[name]);

class Player {
  constructor(item, player) {
    this.find = (selector) => item.querySelector(selector);
    this.item = item;
    this.find('.look')?.addEventListener('click', () => this.look());
    this.find('.own').addEventListener('click', () => this.flip(false));
    this.find('.possible').addEventListener('click', () => this.flip(true));
    this.find('.back').addEventListener('click', () => this.goTo(this.laid - 1));
    this.find('.on').addEventListener('click', () => this.goTo(this.laid + 1));
    this.update(player);
  }

  update(player) {
    this.player = player;
    this.item.className = player.colour;
    this.item.querySelectorAll('[data-say]').forEach((named) => (named.textContent = say(named.dataset.say)));
    this.find('.said').textContent = player.said;
    this.find('.look').hidden = !player.dominoes;
    if (!player.dominoes) return;
    this.find('.look').setAttribute('aria-label', `${say('Look')}: ${player.said}`);
    this.find('.sides').setAttribute('aria-label', player.said);
    this.find('.own').textContent = `${say('As it was laid')} · ${player.points}`;
    this.find('.possible').textContent = `${say('As it could be')} · ${player.possible}`;
    this.find('.back').setAttribute('aria-label', say('One domino back'));
    this.find('.on').setAttribute('aria-label', say('Next domino'));
    this.find('.back').textContent = '‹';
    this.find('.on').textContent = '›';
  }

  look() {
    const opens = this.find('.shown').hidden;
    this.find('.shown').hidden = !opens;
    this.find('.look').setAttribute('aria-expanded', opens);
    this.laid = this.player.dominoes.length;
    this.flip(true);
  }

  flip(possible) {
    this.find('.own').setAttribute('aria-pressed', !possible);
    this.find('.possible').setAttribute('aria-pressed', possible);
    this.find('.steps').hidden = !possible;
    if (possible) this.draw();
    else this.find('.board').innerHTML = this.player.own;
  }

  // After the last domino the board is empty again, so that one can watch it grow.
  goTo(laid) {
    const all = this.player.dominoes.length;
    this.laid = (laid + all + 1) % (all + 1);
    this.draw();
  }

  draw() {
    const { dominoes, ground, side, said } = this.player;
    const all = dominoes.length;
    const drawn = dominoes.slice(0, this.laid).map(({ drawing }, at) => `<g class="${at === this.laid - 1 && this.laid < all ? 'last' : ''}">${drawing}</g>`);
    const edge = side * 24 + 2;
    this.find('.board').innerHTML = `<svg role="img" viewBox="-1 -1 ${edge} ${edge}">${ground}${drawn.join('')}</svg>`;
    this.find('svg').setAttribute('aria-label', said);
    const last = dominoes[this.laid - 1];
    const step = say('Domino {number} of {all}', { number: this.laid, all });
    this.find('.step').textContent = last ? `${step}: ${last.said}` : say('The castle alone');
  }
}

class BetterLaying {
  constructor(root) {
    this.root = root;
    this.players = [];
  }

  update({ players, words }) {
    spoken = words;
    this.root.querySelector('h2').textContent = say('The kingdom you could have had');
    const list = this.root.querySelector('.players');
    if (players.length !== this.players.length) {
      list.replaceChildren();
      this.players = [];
    }
    players.forEach((player, at) => {
      if (this.players[at]) this.players[at].update(player);
      else {
        list.append(this.root.querySelector('template').content.cloneNode(true));
        this.players.push(new Player(list.lastElementChild, player));
      }
    });
  }
}

export default function ({ data, parentElement }) {
  parentElement.betterLaying ??= new BetterLaying(parentElement);
  parentElement.betterLaying.update(data);
}
