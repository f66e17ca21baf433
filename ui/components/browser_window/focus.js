// After a press the focus goes to what has appeared: a question, else the heading of the screen. A board takes it itself.

const FOCUS_LOST_AFTER = [300, 800, 1600]; // milliseconds after a press at which the button pressed may be gone

function followFocus() {
  if (document.followsFocus) return;
  document.followsFocus = true;
  document.addEventListener('click', (event) => {
    if (event.composedPath().some((part) => part.tagName === 'BUTTON'))
      FOCUS_LOST_AFTER.forEach((delay) => setTimeout(focusWhatAppeared, delay));
  });
}

function focusWhatAppeared() {
  if (document.activeElement !== document.body) return;
  const shown = [...document.querySelectorAll('.cs-question, .st-key-page h1')].find((one) => one.checkVisibility());
  if (!shown) return;
  shown.tabIndex = -1;
  shown.focus({ preventScroll: true });
}
