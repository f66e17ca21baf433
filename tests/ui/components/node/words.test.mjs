import assert from 'node:assert/strict';
import { test } from 'node:test';

import { say, sayOf, setWords } from '../../../../ui/components/shared/words.js';

const root = { querySelectorAll: () => [] };
const POINTS = ['{number} point', '{number} points'];
const IN_POLISH = { one: '{number} punkt', few: '{number} punkty', many: '{number} punktów' };

test('a text without a translation stays English', () => {
  assert.equal(say('Open {name}', { name: 'Ana' }), 'Open Ana');
});

test('counts follow the plural rules of the language', () => {
  setWords(root, { language: 'pl', texts: { [POINTS[0]]: IN_POLISH } });

  const texts = [0, 1, 2, 5].map((number) => sayOf(number, ...POINTS));
  assert.deepEqual(texts, ['0 punktów', '1 punkt', '2 punkty', '5 punktów']);
});

test('components add their texts to those of others', () => {
  setWords(root, { language: 'de', texts: { Close: 'Schließen' } });
  setWords(root, { language: 'de', texts: { Undo: 'Rückgängig' } });

  assert.deepEqual([say('Close'), say('Undo')], ['Schließen', 'Rückgängig']);
});
