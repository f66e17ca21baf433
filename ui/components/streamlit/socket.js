// Streamlit's own websocket. It can look open long after the network has dropped it, and Streamlit waits for it then.

import { expose } from '../shared/namespace.js';
import { reruns } from './reruns.js';

export const socketOfPage = {
  socket: null,
  sent: 0, // messages
  unanswered: null, // when the first message was sent that nothing has answered

  // What the page sends shows which socket is its own.
  watch() {
    const { send } = WebSocket.prototype;
    const page = this;
    WebSocket.prototype.send = function (...message) {
      page.sends(this);
      return send.apply(this, message);
    };
    return this;
  },

  sends(socket) {
    this.sent += 1;
    reruns.isAsked();
    if (this.socket !== socket) {
      this.socket = socket;
      this.unanswered = null;
      socket.addEventListener('message', () => (this.unanswered = null));
    }
    this.unanswered ??= performance.now();
  },

  isSilentFor(milliseconds) {
    return this.unanswered !== null && performance.now() - this.unanswered > milliseconds;
  },

  // Streamlit opens another one, which takes up the same session; the old one may take a minute to close. Whether there
  // was one to replace.
  replace() {
    const { socket } = this;
    this.socket = this.unanswered = null;
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.close();
    return socket.dispatchEvent(new CloseEvent('close', { code: 4000, reason: 'silent' }));
  },
}.watch();

expose({ socketOfPage });
