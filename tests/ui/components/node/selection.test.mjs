import assert from 'node:assert/strict';
import { test } from 'node:test';

import { close, edit, IDLE, isAsking, reopen, select, sync } from '../../../../ui/components/board/selection.js';

const [HERE, THERE] = [[0, 0], [0, 1]];

test('a selected square is asked about while questions are left', () => {
  assert.deepEqual(select(IDLE, HERE, true), { name: 'asking', square: HERE });
  assert.deepEqual(select(IDLE, HERE, false), { name: 'editing', square: HERE });
});

test('selecting no square is idle', () => {
  assert.equal(select({ name: 'asking', square: HERE }, null, true), IDLE);
});

test('a corrected square is asked about until it is confirmed', () => {
  const corrected = edit(select(IDLE, HERE, true));

  assert.deepEqual(corrected, { name: 'editing', square: HERE, isQuestion: true });
  assert.equal(isAsking(corrected), true);
  assert.equal(sync(corrected, false), corrected);
  assert.equal(select(corrected, [...HERE], false), corrected);
});

test('another square ends the correction', () => {
  const corrected = edit(select(IDLE, HERE, true));

  assert.deepEqual(select(corrected, THERE, false), { name: 'editing', square: THERE });
});

test('editing without a question does not ask', () => {
  const editing = select(IDLE, HERE, false);

  assert.equal(edit(editing), editing);
  assert.equal(isAsking(editing), false);
});

test('questions that others answer or raise are followed', () => {
  assert.deepEqual(sync({ name: 'asking', square: HERE }, false), { name: 'editing', square: HERE });
  assert.deepEqual(sync({ name: 'editing', square: HERE }, true), { name: 'asking', square: HERE });
  assert.equal(sync(IDLE, true), IDLE);
});

test('a closing board asks nothing until it is reopened', () => {
  const closing = close({ name: 'asking', square: HERE });

  assert.deepEqual([sync(closing, false), sync(closing, true)], [closing, closing]);
  assert.equal(isAsking(closing), false);
  assert.deepEqual(reopen(closing), { name: 'editing', square: HERE });
});

test('only a closing board is reopened', () => {
  const asking = { name: 'asking', square: HERE };

  assert.equal(reopen(asking), asking);
});
