// The queue of commands of this tab.

import { reruns } from '../streamlit/reruns.js';
import { announce } from './events.js';
import { expose } from './namespace.js';
import { newKey } from './new_key.js';
import { CommandQueue } from './command_queue.js';
import { registerPending } from './pending.js';

export const commandQueue = new CommandQueue({
  storage: sessionStorage,
  fetch: (...request) => fetch(...request),
  newKey,
  announce,
  isHeld: () => reruns.isPressed, // what was pressed before comes first
});

registerPending(() => commandQueue.waitingCount);
reruns.hasUnsent = () => !commandQueue.isEmpty();
window.addEventListener('crownsight:online', () => commandQueue.retryNow());
window.addEventListener('crownsight:drawn', () => commandQueue.send());
commandQueue.retryNow();
expose({ commandQueue });
