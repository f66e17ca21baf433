// After a press, and once a photo has been read, the focus goes to what has appeared: a question, how many kingdoms
// were dealt, else the heading of the screen. A board takes it itself. A panel is opened from below it: its heading is
// brought into sight, too.

const FOCUS_LOST_AFTER = [300, 800, 1600]; // milliseconds after which the button pressed, or the photo, may be gone
// The first that is there gets the focus.
const APPEARED = ['.cs-question', '.cs-panel', '.st-key-dealt .cs-notice', '.st-key-page h1'];

function followFocus() {
  if (document.followsFocus) return;
  document.followsFocus = true;
  document.addEventListener('click', (event) => {
    if (event.composedPath().some((part) => part.tagName === 'BUTTON')) focusSoon();
  });
  window.addEventListener('crownsight:photo', ({ detail }) => detail.step === 'taken' && focusSoon());
}

const focusSoon = () => FOCUS_LOST_AFTER.forEach((delay) => setTimeout(focusWhatAppeared, delay));

function focusWhatAppeared() {
  panelJustOpened()?.scrollIntoView({ block: 'nearest' });
  if (document.activeElement !== document.body) return;
  const there = APPEARED.flatMap((selector) => [...document.querySelectorAll(selector)]);
  // Safari has checkVisibility from 17.4 on.
  const shown = there.find((one) => one.checkVisibility?.() ?? one.getClientRects().length);
  if (!shown) return;
  shown.tabIndex = -1;
  shown.focus({ preventScroll: true });
}

let panel = ''; // what the panel is called that was open last

function panelJustOpened() {
  const heading = document.querySelector('.cs-panel');
  const isNew = heading && heading.textContent !== panel;
  panel = heading?.textContent ?? '';
  return isNew ? heading : null;
}
