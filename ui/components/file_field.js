// A file on its way to the page that asks for it.

import { newKey } from './shared/new_key.js';
import { say, setWords } from './shared/words.js';
import { reruns } from './streamlit/reruns.js';

const LOOK_EVERY = 200; // milliseconds
const TRIED = 3; // times

const pause = (time) => new Promise((done) => setTimeout(done, time));

async function send(file, field) {
  const address = `/api/files/${newKey()}`;
  const post = () =>
    fetch(`${address}?for=${encodeURIComponent(field.place)}&l=${field.language}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: file,
    });
  let answer = await post();
  for (let tries = 1; answer.status === 409 && tries < TRIED; tries += 1) {
    field.drawAgain(); // a server that began anew knows of no page
    await pause(1000);
    answer = await post();
  }
  if (answer.status === 413) return say('This file is too large or of the wrong kind.');
  let said = await answer.json();
  while (answer.ok && said.step !== 'read' && said.step !== 'failed') {
    await pause(LOOK_EVERY);
    answer = await fetch(address, { cache: 'no-store' });
    said = await answer.json();
  }
  if (said.step === 'read') field.take(said.key);
  return said.error ?? '';
}

export default function ({ data, setTriggerValue, parentElement }) {
  const [named, input, said] = ['span', 'input', 'p'].map((name) => parentElement.querySelector(name));
  const field = (parentElement.field ??= {});
  setWords(parentElement, data.words);
  Object.assign(field, data, {
    take: reruns.speaker('file', (key) => setTriggerValue('read', key)),
    drawAgain: reruns.speaker('file', () => setTriggerValue('forgotten', true)),
  });
  named.textContent = data.label;
  input.onchange = async () => {
    const [file] = input.files;
    if (!file) return;
    said.textContent = '';
    said.textContent = await send(file, field).catch(() => say('The server isn’t answering'));
    if (said.textContent) input.value = ''; // the same file may be chosen again
  };
}
