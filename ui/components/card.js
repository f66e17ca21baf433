// A player's card, drawn by the server.

import { listenOnPage } from './shared/events.js';

class PlayerCard {
  constructor(root) {
    this.root = root;
    this.state = { version: -1 };
    listenOnPage(root, 'card', (update) => this.onUpdate(update));
  }

  update(page) {
    const isOther = page.table !== this.page?.table || page.state.card.seat !== this.state.card.seat;
    this.page = page;
    if (isOther || page.state.version >= this.state.version) this.state = page.state;
    this.draw();
  }

  onUpdate({ table, version, card }) {
    if (table !== this.page.table || card.seat !== this.state.card.seat || version <= this.state.version) return;
    this.state = { version, card };
    this.draw();
  }

  draw() {
    const { card } = this.state;
    const face = this.root.querySelector('.card');
    face.innerHTML = card.html; // by the server, which has escaped what people wrote
    const state = face.querySelector('.state');
    state.textContent = [state.textContent, this.page.note].filter(Boolean).join(' · ');
    this.root.closest('[class*=st-key-card-]')?.querySelector('button')?.setAttribute('aria-label', card.words);
  }
}

export default function ({ data, parentElement }) {
  parentElement.card ??= new PlayerCard(parentElement);
  parentElement.card.update(data);
}
