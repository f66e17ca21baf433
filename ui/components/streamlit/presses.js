// Holds presses of Streamlit's buttons until they can be answered: after the commands that wait, and after any run in
// flight. Without a server they are refused.

import { isServerLost } from '../shared/environment.js';
import { announce } from '../shared/events.js';
import { commandQueue } from '../shared/page_queue.js';
import { reruns } from './reruns.js';

const REQUESTS_RUN = '.stButton button, .stFormSubmitButton button';
// A download waits for a run in flight, which makes its file again.
const WAITS_FOR_RUN = `${REQUESTS_RUN}, .stDownloadButton button`;
const NEEDS_SERVER = `${WAITS_FOR_RUN}, .stPageLink a`;

function onPress(event) {
  if (!holdForCommands(event)) holdForRun(event);
}

function holdForCommands(event) {
  const button = event.target.closest?.(NEEDS_SERVER);
  if (!button || !(isServerLost() || !commandQueue.isEmpty())) return false;
  cancel(event);
  if (isServerLost()) announce('refused');
  else pressOnceSent(button);
  return true;
}

function pressOnceSent(button) {
  const onSent = () => {
    if (!commandQueue.isEmpty()) return;
    window.removeEventListener('crownsight:sent', onSent);
    button.click();
  };
  window.addEventListener('crownsight:sent', onSent);
}

function holdForRun(event) {
  const button = event.target.closest?.(WAITS_FOR_RUN);
  if (!button) return;
  if (reruns.inFlight) {
    cancel(event);
    reruns.replayPress(button);
  } else if (button.matches(REQUESTS_RUN)) reruns.begin(true);
}

function cancel(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function markButtons() {
  document.querySelectorAll(NEEDS_SERVER).forEach((button) => {
    if (isServerLost()) button.setAttribute('aria-disabled', 'true');
    else button.removeAttribute('aria-disabled');
  });
}

// Behind the guard against repeated taps, which listens on `window`.
document.addEventListener('click', onPress, true);
for (const state of ['offline', 'online']) window.addEventListener(`crownsight:${state}`, markButtons);
