// What a player sees of the connection: nothing while it holds, else that it is lost and how much waits to be sent.

import { outbox } from '../shared/page_outbox.js';
import { countPending } from '../shared/pending.js';
import { say, sayOf } from '../shared/words.js';
import { reruns } from '../streamlit/reruns.js';

const NEEDS_THE_SERVER = '.stButton button, .stFormSubmitButton button, .stDownloadButton button, .stPageLink a';
const ASKS_FOR_RUN = '.stButton button, .stFormSubmitButton button';
// A run makes the file anew that a press before it asks for.
const GOES_BY_RUN = `${ASKS_FOR_RUN}, .stDownloadButton button`;
const SAID_FOR = 4000; // milliseconds

export class Badge {
  constructor() {
    this.offline = false;
    this.refusal = 0;
    this.refused = null; // what the server said of what it does not do
    window.addEventListener('crownsight:waiting', () => this.draw());
    window.addEventListener('crownsight:refused', ({ detail }) => this.refuse(detail));
    // Behind the guard against repeated taps, which listens on `window`.
    document.addEventListener('click', (event) => this.stop(event), true);
  }

  // The page is drawn anew, with another element for the badge.
  showIn(element) {
    this.element = element;
    this.draw();
  }

  show(offline) {
    this.offline = offline;
    this.refusal = 0;
    document.querySelectorAll(NEEDS_THE_SERVER).forEach((button) => {
      if (offline) button.setAttribute('aria-disabled', 'true');
      else button.removeAttribute('aria-disabled');
    });
    this.draw();
  }

  // A press that needs the server waits for the edits that were made before it, and for the press before.
  stop(event) {
    if (!this.waitsForEdits(event)) this.waitsForRun(event);
  }

  waitsForRun(event) {
    const pressed = event.target.closest?.(GOES_BY_RUN);
    if (!pressed) return;
    if (!reruns.underWay) {
      if (pressed.matches(ASKS_FOR_RUN)) reruns.begins(true);
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    reruns.pressAgain(pressed);
  }

  waitsForEdits(event) {
    const button = event.target.closest?.(NEEDS_THE_SERVER);
    if (!button || !(this.offline || !outbox.isEmpty())) return false;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (this.offline) {
      this.refuse();
      return true;
    }
    const isSent = () => {
      if (!outbox.isEmpty()) return;
      window.removeEventListener('crownsight:sent', isSent);
      button.click();
    };
    window.addEventListener('crownsight:sent', isSent);
    return true;
  }

  refuse(said = null) {
    this.refused = said;
    clearTimeout(this.refusal);
    this.refusal = setTimeout(() => this.draw((this.refusal = 0)), SAID_FOR);
    this.draw();
  }

  text() {
    if (this.refusal && this.refused) return this.refused;
    if (!this.offline) return '';
    if (this.refusal) return say('You’re offline: this button works again once the server answers');
    const count = countPending();
    if (!count) return say('Offline');
    return sayOf(count, 'Offline, {number} change waiting', 'Offline, {number} changes waiting');
  }

  draw() {
    if (!this.element) return;
    const text = this.text();
    this.element.hidden = !text;
    if (this.element.textContent !== text) this.element.textContent = text;
    // What stands at the top of the page makes room for it.
    const height = text ? this.element.offsetTop + this.element.offsetHeight : 0;
    document.documentElement.style.setProperty('--badge', `${height}px`);
  }
}
