// What the buttons and components of a page ask of the server goes one request after the other.
//
// Streamlit sends all that is asked for within one moment as one request, for the fragment that asked first, and draws
// nothing else (WidgetStateManager.scheduleFlush in 1.67): a button pressed while a tap on the board is sent does nothing.

const BUTTONS = '.stButton button, .stFormSubmitButton button';

const requests = (window.crownsightRequests ??= {
  waiting: [],
  underWay: false,
  repeated: null, // the button that is pressed anew, as its press had to wait

  watch() {
    window.addEventListener('click', (event) => this.press(event), true);
    return this;
  },

  add(send) {
    this.waiting.push(send);
    this.next();
  },

  next() {
    if (this.underWay || !this.waiting.length) return;
    this.begin();
    this.waiting.shift()();
  },

  // Streamlit's own timer, which sends, comes between these two.
  begin() {
    this.underWay = true;
    setTimeout(() => setTimeout(() => this.end()));
  },

  end() {
    this.underWay = false;
    this.next();
  },

  press(event) {
    const button = event.target.closest?.(BUTTONS);
    if (!button || button === this.repeated) return;
    if (!this.underWay) return this.begin();
    event.preventDefault();
    event.stopImmediatePropagation();
    this.add(() => this.repeat(button));
  },

  repeat(button) {
    this.repeated = button;
    button.click();
    this.repeated = null;
  },
}.watch());

const asRequest = (send) => (...said) => requests.add(() => send(...said));
