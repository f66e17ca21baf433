// Runs of the page's script, one for all that is drawn on it. Streamlit stops a run for the next one, and what the
// first was to answer may be lost (streamlit/streamlit issue 16763): a run is asked for when the one before has drawn
// the page.

import { tellPage } from '../shared/events.js';
import { expose } from '../shared/namespace.js';
import { connection } from './connection.js';

const DRAWN_WITHIN = 10_000; // milliseconds, after which the next is asked for all the same; a busy server needs some
const BEGINS_WITHIN = 2000; // milliseconds after something of Streamlit's was pressed that may ask for a run
const LEADS = 'st-key-open-'; // in the keys of buttons that lead somewhere, whatever they say of it by now
// What asks for a run beside buttons, whose presses `begins` notes.
const MAY_ASK = '.stButtonGroup button, .stNumberInput button, [role=option], .stPageLink a';

const unsent = []; // whether something that was tapped is still to be sent

export const reruns = {
  underWay: false,
  isPressed: false, // a button asked for the run that is under way
  unheardSince: null, // when a run was asked for of which nothing has been heard
  expected: -Infinity, // when something was pressed that may ask for a run
  waiting: new Map(), // what asks for a run, by who it is; who asks again means it otherwise by now

  waitFor: (isUnsent) => unsent.push(isUnsent),

  // Whether the websocket is open: what is asked for before is never sent.
  isOpen: () => connection.isOpen,

  begins(isPressed = false) {
    clearTimeout(this.patience);
    this.underWay = true;
    this.isPressed = isPressed;
    this.unheardSince ??= performance.now();
    this.patience = setTimeout(() => this.goOn(), DRAWN_WITHIN);
  },

  isUnheardFor(milliseconds) {
    return this.unheardSince !== null && performance.now() - this.unheardSince > milliseconds;
  },

  hears() {
    this.unheardSince = null;
    if (connection.isRunning) this.expected = -Infinity; // it has begun
    this.saysRest();
  },

  // Something of Streamlit's was pressed that asks for a run, unless nothing changed.
  expects() {
    this.expected = performance.now();
    setTimeout(() => this.saysRest(), BEGINS_WITHIN);
    this.saysRest();
  },

  // The page says `<html data-at-rest>` while it is drawn and waits for nothing, and nothing that was tapped is to be
  // sent.
  saysRest() {
    const isExpected = performance.now() - this.expected < BEGINS_WITHIN;
    const isDrawing = this.underWay || connection.isRunning || isExpected;
    const isBusy = isDrawing || this.waiting.size || unsent.some((isUnsent) => isUnsent());
    document.documentElement.toggleAttribute('data-at-rest', !isBusy);
  },

  // `act` asks for a run, now or as soon as none is under way and the websocket is open.
  ask(who, act) {
    const asks = () => {
      this.begins();
      act();
    };
    if (this.underWay || !this.isOpen()) this.waiting.set(who, asks);
    else asks();
    this.saysRest();
  },

  // What a component says to its page; each time it says all that it has to say.
  speaker(who, say) {
    return (...said) => this.ask(who, () => say(...said));
  },

  // A press comes again as soon as no run is under way, if a button of the same key that says the same is there then,
  // or leads to the same: what is drawn anew may be another element, and the same element another button.
  pressAgain(button) {
    const { classList } = button.closest('[class*=st-key-]');
    const key = [...classList].find((name) => name.startsWith('st-key-'));
    const said = button.textContent;
    const isItsOwn = classList.contains('stElementContainer'); // else of what stands around several buttons
    const isMeant = (one) => key.startsWith(LEADS) || one.textContent === said;
    this.waiting.set(`${key} ${said}`, () => {
      const there = [...document.querySelectorAll(`.${CSS.escape(key)} button`)].filter(isMeant);
      if (there.length === 1 || isItsOwn) there[0]?.click(); // one button may be drawn twice for a moment
    });
  },

  isDrawn() {
    this.expected = -Infinity;
    this.unheardSince = null;
    this.goOn();
  },

  goOn() {
    clearTimeout(this.patience);
    this.underWay = this.isPressed = false;
    tellPage('drawn');
    for (const [who, act] of this.waiting) {
      if (this.underWay || !this.isOpen()) break;
      this.waiting.delete(who);
      act();
    }
    this.saysRest();
  },
};

window.addEventListener('crownsight:run', () => reruns.hears());
window.addEventListener('popstate', () => reruns.expects());
document.addEventListener('click', ({ target }) => target.closest?.(MAY_ASK) && reruns.expects());
document.addEventListener('change', ({ target }) => target.closest('[data-testid=stForm]') || reruns.expects());

expose({ reruns });
