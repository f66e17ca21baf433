// What the same dominoes could have been: a line for each player, a board to flip, and its dominoes one after the other.

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

const AGAIN_AFTER = 2000; // milliseconds

class BetterLaying {
  constructor(root) {
    this.root = root;
    this.asked = '';
  }

  update({ table, version, boards, language, words }) {
    speak(this.root, words);
    const asked = `${table} ${version} ${language}`;
    if (asked === this.asked) return;
    this.asked = asked;
    this.seek(asked, boards.map((board) => `/api/tables/${table}/boards/${board}/better?l=${language}`));
  }

  // One after the other, as the server seeks them: a browser has six connections for all that it asks.
  async seek(asked, addresses) {
    const players = [];
    for (const address of addresses) {
      const player = await this.answer(asked, address);
      if (this.asked !== asked) return;
      if (player) players.push(player);
      this.show(players);
    }
  }

  // null where nothing is sought; while the server does not answer it is asked again.
  async answer(asked, address) {
    while (this.asked === asked && this.root.isConnected) {
      const answer = await fetch(address, { cache: 'no-store' }).catch(() => null);
      if (answer?.ok) return answer.json();
      if (answer?.status === 404) return null;
      await new Promise((goOn) => setTimeout(goOn, AGAIN_AFTER));
    }
    return null;
  }

  show(players) {
    const list = this.root.querySelector('.players');
    this.root.querySelector('.better').hidden = !players.length;
    players.forEach((player, at) => {
      if (!list.children[at]) list.append(this.root.querySelector('template').content.cloneNode(true));
      const item = list.children[at];
      if (item.player) item.player.update(player);
      else item.player = new Player(item, player);
    });
    while (list.children.length > players.length) list.lastElementChild.remove();
  }
}

export default function ({ data, parentElement }) {
  parentElement.betterLaying ??= new BetterLaying(parentElement);
  parentElement.betterLaying.update(data);
}
