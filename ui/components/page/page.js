// The page around the components.

import { setWords } from '../shared/words.js';
import { onArrival, writeOneEntry } from '../streamlit/history.js';
import { keepTranslating, translateLabels } from '../streamlit/labels.js';
import { reruns } from '../streamlit/reruns.js';
import { describe, setLanguage } from './document_head.js';
import { ignoreRepeatedTaps } from './double_tap.js';
import { takeFiles } from './file_drop.js';
import { followFocus } from './focus.js';
import { stayAwake } from './wake_lock.js';

let isInstalled = false;

function install() {
  if (isInstalled) return;
  isInstalled = true;
  describe();
  writeOneEntry();
  ignoreRepeatedTaps();
  followFocus();
  takeFiles();
  keepTranslating();
}

export default function ({ data, parentElement, setTriggerValue }) {
  setWords(parentElement, data.words);
  setLanguage(data.words.language, data.cookie);
  install();
  onArrival(data, parentElement, () => reruns.request('visit', () => setTriggerValue('lost', true)));
  stayAwake(data.path);
  translateLabels();
}
