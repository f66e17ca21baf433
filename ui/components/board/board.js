// The component of a board, of either game.

import { reruns } from '../streamlit/reruns.js';
import { EpochEditor } from './epoch.js';
import { KingdomEditor } from './kingdom.js';

export default function ({ data, setTriggerValue, parentElement }) {
  const { game, styles } = data;
  const Editor = game === 'kingdoms' ? EpochEditor : KingdomEditor;
  parentElement.editor ??= new Editor(parentElement, game, styles);
  parentElement.editor.update(data, reruns.makeTrigger(game, parentElement, setTriggerValue));
}
