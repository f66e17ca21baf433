// Streamlit's websocket and runs of the page's script, by the messages that Streamlit exchanges with the window around
// it. That window is the page itself, as nobody may frame the app; `ui.serving.host_config` has Streamlit obey it.

import { announce } from '../shared/events.js';
import { expose } from '../shared/namespace.js';

const PROTOCOL = 1; // version of these messages
const OBEYED_WITHIN_MS = 1000; // else Streamlit does not take them, and the websocket stays

let keep = 0; // the timer after which it stays

export const connection = {
  isOpen: true, // the first component comes through it
  isGivenUp: false, // Streamlit does not connect again by itself
  isReplacing: false, // we have asked for another one
  isRunning: false, // a run of the script is under way, as far as Streamlit has heard

  // Have Streamlit open another websocket, which resumes the same session. The old one may look open long after the
  // network has dropped it, and Streamlit waits for it then. Returns whether there was one to replace.
  replace() {
    if (!this.isOpen) return false;
    Object.assign(this, { isOpen: false, isReplacing: true });
    send('TERMINATE_WEBSOCKET_CONNECTION');
    send('RESTART_WEBSOCKET_CONNECTION');
    clearTimeout(keep);
    keep = setTimeout(() => this.stay(), OBEYED_WITHIN_MS);
    return true;
  },

  // Go on with the websocket that is there.
  stay() {
    this.isOpen = true;
    announce('connected');
  },
};

const send = (type) => window.postMessage({ stCommVersion: PROTOCOL, type }, location.origin);

const onMessage = {
  WEBSOCKET_CONNECTED() {
    clearTimeout(keep);
    Object.assign(connection, { isOpen: true, isGivenUp: false, isReplacing: false });
    announce('connected');
  },

  WEBSOCKET_DISCONNECTED({ attemptingToReconnect }) {
    clearTimeout(keep);
    connection.isOpen = false;
    connection.isGivenUp = !attemptingToReconnect && !connection.isReplacing;
    announce('disconnected');
  },

  SCRIPT_RUN_STATE_CHANGED({ scriptRunState }) {
    connection.isRunning = scriptRunState !== 'notRunning';
    announce('run');
  },
};

window.addEventListener('message', ({ source, data }) => {
  if (source === window && data?.stCommVersion === PROTOCOL) onMessage[data.type]?.(data);
});

expose({ connection });
