// The badge: shows that the page is offline and how many changes wait, and why something was refused.

import { isServerLost } from '../shared/environment.js';
import { countPending } from '../shared/pending.js';
import { say, sayOf } from '../shared/words.js';

const REFUSAL_MS = 4000; // for which a refusal is shown
const NOTE_MS = 2000; // for which a note is shown

export class Badge {
  constructor() {
    this.refusalTimer = 0;
    this.refusalText = null; // of the server
    this.noteText = ''; // on what somebody else changed
    window.addEventListener('crownsight:waiting', () => this.draw());
    window.addEventListener('crownsight:refused', ({ detail }) => this.showRefusal(detail));
    for (const state of ['offline', 'online']) {
      window.addEventListener(`crownsight:${state}`, () => this.draw((this.refusalTimer = 0)));
    }
  }

  // Show the badge in an element; each drawing of the page may have another.
  attach(element) {
    this.element = element;
    this.draw();
  }

  showRefusal(text = null) {
    this.refusalText = text;
    clearTimeout(this.refusalTimer);
    this.refusalTimer = setTimeout(() => this.draw((this.refusalTimer = 0)), REFUSAL_MS);
    this.draw();
  }

  // Show for two seconds what somebody else changed, at the foot of the window, where it moves nothing.
  showNote(text) {
    clearTimeout(this.noteTimer);
    this.noteText = text;
    this.noteTimer = setTimeout(() => this.draw((this.noteText = '')), NOTE_MS);
    this.draw();
  }

  getText() {
    if (this.refusalTimer && this.refusalText) return this.refusalText;
    if (!isServerLost()) return '';
    if (this.refusalTimer) return say('You’re offline: this button works again once the server answers');
    const count = countPending();
    if (!count) return say('Offline');
    return sayOf(count, 'Offline, {number} change waiting', 'Offline, {number} changes waiting');
  }

  draw() {
    if (!this.element) return;
    const text = this.getText();
    const shown = text || this.noteText;
    this.element.hidden = !shown;
    this.element.classList.toggle('note', !text && Boolean(shown));
    if (this.element.textContent !== shown) this.element.textContent = shown;
    // What stands at the top of the page makes room for it.
    const height = text ? this.element.offsetTop + this.element.offsetHeight : 0;
    document.documentElement.style.setProperty('--badge', `${height}px`);
  }
}
