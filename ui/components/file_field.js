// A field for a file, which is sent to the page that asks for it.

import { newKey } from './shared/new_key.js';
import { pause } from './shared/time.js';
import { getLanguage, say, setWords } from './shared/words.js';
import { reruns } from './streamlit/reruns.js';

const POLL_INTERVAL_MS = 200;
const MAX_ATTEMPTS = 3;

async function send(file, control) {
  const address = `/api/files/${newKey()}`;
  const post = () =>
    fetch(`${address}?for=${encodeURIComponent(control.field)}&l=${getLanguage()}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: file,
    });
  let answer = await post();
  for (let tries = 1; answer.status === 409 && tries < MAX_ATTEMPTS; tries += 1) {
    control.triggerRun(); // a server that was restarted does not know the page
    await pause(1000);
    answer = await post();
  }
  if (answer.status === 413) return say('This file is too large or of the wrong kind.');
  let body = await answer.json();
  while (answer.ok && body.stage !== 'read' && body.stage !== 'failed') {
    await pause(POLL_INTERVAL_MS);
    answer = await fetch(address, { cache: 'no-store' });
    body = await answer.json();
  }
  if (body.stage === 'read') control.triggerRead(body.key);
  return body.error ?? '';
}

export default function ({ data, setTriggerValue, parentElement }) {
  const [label, input, error] = ['span', 'input', 'p'].map((name) => parentElement.querySelector(name));
  const control = (parentElement.control ??= {});
  setWords(parentElement, data.words);
  Object.assign(control, data, {
    triggerRead: reruns.makeTrigger('file', parentElement, (key) => setTriggerValue('read', key)),
    triggerRun: reruns.makeTrigger('file', parentElement, () => setTriggerValue('forgotten', true)),
  });
  label.textContent = data.label;
  input.onchange = async () => {
    const [file] = input.files;
    if (!file) return;
    error.textContent = '';
    error.textContent = await send(file, control).catch(() => say('The server isn’t answering'));
    if (error.textContent) input.value = ''; // the same file may be chosen again
  };
}
