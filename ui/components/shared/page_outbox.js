// The outbox of this tab.

import { reruns } from '../streamlit/reruns.js';
import { tellPage } from './events.js';
import { expose } from './namespace.js';
import { newKey } from './new_key.js';
import { Outbox } from './outbox.js';
import { registerPending } from './pending.js';

export const outbox = new Outbox({
  storage: sessionStorage,
  fetch: (...request) => fetch(...request),
  newKey,
  tell: tellPage,
  mustWait: () => reruns.isPressed, // what was pressed before comes first
});

registerPending(() => outbox.waiting);
reruns.waitFor(() => !outbox.isEmpty());
window.addEventListener('crownsight:online', () => outbox.hurry());
window.addEventListener('crownsight:drawn', () => outbox.send());
outbox.hurry();
expose({ outbox });
