// The badge: shows that the page is offline and how many changes wait, and holds presses that need the server.

import { commandQueue } from '../shared/page_queue.js';
import { countPending } from '../shared/pending.js';
import { say, sayOf } from '../shared/words.js';
import { reruns } from '../streamlit/reruns.js';

const NEEDS_THE_SERVER = '.stButton button, .stFormSubmitButton button, .stDownloadButton button, .stPageLink a';
const ASKS_FOR_RUN = '.stButton button, .stFormSubmitButton button';
// A download waits for a run in flight, which makes its file again.
const GOES_BY_RUN = `${ASKS_FOR_RUN}, .stDownloadButton button`;
const REFUSAL_MS = 4000; // for which a refusal is shown
const NOTE_MS = 2000; // for which a note is shown

export class Badge {
  constructor() {
    this.offline = false;
    this.refusalTimer = 0;
    this.refusalText = null; // of the server
    this.noteText = ''; // on what somebody else changed
    window.addEventListener('crownsight:waiting', () => this.draw());
    window.addEventListener('crownsight:refused', ({ detail }) => this.showRefusal(detail));
    // Behind the guard against repeated taps, which listens on `window`.
    document.addEventListener('click', (event) => this.onClick(event), true);
  }

  // Show the badge in an element; each drawing of the page may have another.
  attach(element) {
    this.element = element;
    this.draw();
  }

  setOffline(offline) {
    this.offline = offline;
    this.refusalTimer = 0;
    document.querySelectorAll(NEEDS_THE_SERVER).forEach((button) => {
      if (offline) button.setAttribute('aria-disabled', 'true');
      else button.removeAttribute('aria-disabled');
    });
    this.draw();
  }

  // Hold a press that needs the server until earlier edits are sent and the run of an earlier press has ended.
  onClick(event) {
    if (!this.holdForEdits(event)) this.holdForRun(event);
  }

  holdForRun(event) {
    const pressed = event.target.closest?.(GOES_BY_RUN);
    if (!pressed) return;
    if (!reruns.inFlight) {
      if (pressed.matches(ASKS_FOR_RUN)) reruns.begin(true);
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    reruns.replayPress(pressed);
  }

  holdForEdits(event) {
    const button = event.target.closest?.(NEEDS_THE_SERVER);
    if (!button || !(this.offline || !commandQueue.isEmpty())) return false;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (this.offline) {
      this.showRefusal();
      return true;
    }
    const isSent = () => {
      if (!commandQueue.isEmpty()) return;
      window.removeEventListener('crownsight:sent', isSent);
      button.click();
    };
    window.addEventListener('crownsight:sent', isSent);
    return true;
  }

  showRefusal(said = null) {
    this.refusalText = said;
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
    if (!this.offline) return '';
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
