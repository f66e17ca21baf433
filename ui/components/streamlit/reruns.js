// Schedules reruns, for all components of the page. Streamlit stops a run for the next one, and what the
// first was to answer may be lost (streamlit/streamlit issue 16763): the next run is requested when the one before has
// drawn the page.

import { announce } from '../shared/events.js';
import { expose } from '../shared/namespace.js';
import { connection } from './connection.js';

const RELEASED_AFTER_MS = 10_000; // the next run is requested all the same; a busy server needs some seconds
const EXPECTED_FOR_MS = 2000; // a run, after something of Streamlit's was pressed that may request one
const LINK_KEY = 'st-key-open-'; // of buttons that open something, whatever their label is by now
// Widgets that may request a run, except buttons, for which `presses.js` calls `begin`.
const MAY_REQUEST = '.stButtonGroup button, .stNumberInput button, [role=option], .stPageLink a';

export const reruns = {
  inFlight: false, // a run was requested, and is waited for
  isPressed: false, // a button requested the run in flight
  unheardSince: null, // when a run was requested of which nothing has been heard
  expectedAt: -Infinity, // when something was pressed that may request a run
  queue: new Map(), // requests by who makes them; a second one replaces the first
  hasUnsent: () => false, // whether something is still to be sent; set by the queue of commands

  // Note that a run is requested.
  begin(isPressed = false) {
    clearTimeout(this.timer);
    this.inFlight = true;
    this.isPressed = isPressed;
    this.unheardSince ??= performance.now();
    this.timer = setTimeout(() => this.release(), RELEASED_AFTER_MS);
  },

  // Return whether a run was requested so long ago, and nothing has been heard of it.
  isUnheardFor(milliseconds) {
    return this.unheardSince !== null && performance.now() - this.unheardSince > milliseconds;
  },

  onRunState() {
    this.unheardSince = null;
    if (connection.isRunning) this.expectedAt = -Infinity; // it has begun
    this.updateIdleFlag();
  },

  // Note that something was pressed that requests a run, unless its value did not change.
  expectRun() {
    this.expectedAt = performance.now();
    setTimeout(() => this.updateIdleFlag(), EXPECTED_FOR_MS);
    this.updateIdleFlag();
  },

  // Set `<html data-at-rest>` while the page is drawn, no run is expected, and everything is sent.
  updateIdleFlag() {
    const isExpected = performance.now() - this.expectedAt < EXPECTED_FOR_MS;
    const isDrawing = this.inFlight || connection.isRunning || isExpected;
    const isBusy = isDrawing || this.queue.size || this.hasUnsent();
    document.documentElement.toggleAttribute('data-at-rest', !isBusy);
  },

  // Call `act`, which requests a run, now or as soon as none is in flight and the websocket is open: before,
  // it would never be sent. If `from` has left the page by then, nothing is requested.
  request(who, act, from = document) {
    const run = () => {
      if (!from.isConnected) return;
      this.begin();
      act();
    };
    if (this.inFlight || !connection.isOpen) this.queue.set(who, run);
    else run();
    this.updateIdleFlag();
  },

  // Return a function by which a component in `root` tells its page a value and requests a run.
  makeTrigger(who, root, trigger) {
    return (...values) => this.request(who, () => trigger(...values), root);
  },

  // Press a button again as soon as no run is in flight, if one with its key and label is there then: the page may have
  // drawn it as another element, and its element as another button.
  replayPress(button) {
    const { classList } = button.closest('[class*=st-key-]');
    const key = [...classList].find((name) => name.startsWith('st-key-'));
    const label = button.textContent;
    const isItsOwn = classList.contains('stElementContainer'); // else of what stands around several buttons
    const isMeant = (one) => key.startsWith(LINK_KEY) || one.textContent === label;
    this.queue.set(`${key} ${label}`, () => {
      const there = [...document.querySelectorAll(`.${CSS.escape(key)} button`)].filter(isMeant);
      if (there.length === 1 || isItsOwn) there[0]?.click(); // one button may be drawn twice for a moment
    });
  },

  // Handle that a run has drawn the page.
  onRendered() {
    this.expectedAt = -Infinity;
    this.unheardSince = null;
    this.release();
  },

  // Stop waiting for the run in flight, and send what waits for it.
  release() {
    clearTimeout(this.timer);
    this.inFlight = this.isPressed = false;
    announce('drawn');
    for (const [who, act] of this.queue) {
      if (this.inFlight || !connection.isOpen) break;
      this.queue.delete(who);
      act();
    }
    this.updateIdleFlag();
  },
};

window.addEventListener('crownsight:run', () => reruns.onRunState());
window.addEventListener('popstate', () => reruns.expectRun());
document.addEventListener('click', ({ target }) => target.closest?.(MAY_REQUEST) && reruns.expectRun());
for (const act of ['change', 'keydown']) {
  document.addEventListener(act, ({ key = 'Enter', target }) => {
    const isField = target.matches('input, textarea') && !target.closest('[data-testid=stForm]');
    if (isField && key === 'Enter') reruns.expectRun();
  });
}

expose({ reruns });
