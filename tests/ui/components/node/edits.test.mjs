import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as edits from '../../../../ui/components/board/edits.js';

const boardOf = (code, more = {}) => edits.createBoard({ code, number: 1, ...more });
const codeOf = (board) => board.rows.map((row) => row.join('')).join('/');

test('a board is read from its code with doubts and pieces', () => {
  const board = boardOf('w1f/.C', { doubts: [[0, 1]], pieces: { code: ',giant@1.1x2,coins:3' } });

  assert.deepEqual(board.rows, [['w1', 'f'], ['.', 'C']]);
  assert.deepEqual([...board.doubts], ['0,1']);
  assert.deepEqual(board.pieces, { 'giant@0,0': '2', 'coins@': '3' });
});

test('an edit resolves the doubt and is undone with it', () => {
  const board = boardOf('w1f', { doubts: [[0, 0]] });

  const cells = edits.setCode(board, '0,0', 'm2');
  assert.equal(codeOf(board), 'm2f');
  assert.equal(board.doubts.size, 0);
  assert.deepEqual(cells, [{ place: '0,0', code: 'm2', doubtful: false, from: 'w1' }]);

  edits.undo(board);
  assert.equal(codeOf(board), 'w1f');
  assert.deepEqual([...board.doubts], ['0,0']);
});

test('the same code on a certain square changes nothing', () => {
  assert.equal(edits.setCode(boardOf('w1'), '0,0', 'w1'), null);
});

test('a second castle replaces the first as one change', () => {
  const board = boardOf('C.');

  edits.setCode(board, '0,1', 'C');
  assert.equal(codeOf(board), '.C');
  edits.undo(board);
  assert.equal(codeOf(board), 'C.');
  edits.redo(board);
  assert.equal(codeOf(board), '.C');
});

test('a stroke is undone as one change', () => {
  const board = boardOf('ffff');

  edits.paint(board, '0,1', 'w', false);
  edits.paint(board, '0,2', 'w', true);
  assert.equal(edits.paint(board, '0,2', 'w', true), null);
  edits.undo(board);
  assert.equal(codeOf(board), 'ffff');
  assert.equal(edits.undo(board), null);
});

test('undo keeps what another phone has set since', () => {
  const board = boardOf('ff');
  edits.setCode(board, '0,0', 'w');
  edits.setCode(board, '0,1', 'w');

  const merged = edits.mergeServerBoard(board, { code: 'wm', number: 1 }, []);

  const cells = edits.undo(merged);
  assert.equal(codeOf(merged), 'fm');
  assert.deepEqual(cells.map(({ place }) => place), ['0,0']);
  assert.equal(edits.undo(merged), null);
});

test('an unanswered undo applies only to what it was made for', () => {
  const undone = { place: '0,0', code: 'f', doubtful: false, insteadOf: { place: '0,0', code: 'w', doubtful: false } };
  const board = boardOf('f');

  assert.equal(codeOf(edits.mergeServerBoard(board, { code: 'w', number: 1 }, [undone])), 'f');
  assert.equal(codeOf(edits.mergeServerBoard(board, { code: 'm', number: 1 }, [undone])), 'm');
});

test('an undo outlives the answer to an earlier edit', () => {
  const board = boardOf('ff');
  const sent = edits.setCode(board, '0,0', 'w');
  const waiting = [...edits.setCode(board, '0,1', 'w'), ...edits.undo(board)];

  assert.equal(codeOf(edits.mergeServerBoard(board, { code: 'ff', number: 1 }, [...sent, ...waiting])), 'wf');
  assert.equal(codeOf(edits.mergeServerBoard(board, { code: 'wf', number: 1 }, waiting)), 'wf');
});

test('a new edit discards what was undone', () => {
  const board = boardOf('f');
  edits.setCode(board, '0,0', 'w');
  edits.undo(board);
  edits.setCode(board, '0,0', 'm');

  assert.equal(edits.redo(board), null);
});

test('the history is bounded', () => {
  const board = boardOf('f');
  for (let at = 0; at < 500; at += 1) edits.setCode(board, '0,0', at % 2 ? 'f' : 'w');

  assert.equal(board.past.length, 200);
});

test('the next doubt follows the order of the server', () => {
  const board = boardOf('fff', { doubts: [[0, 0], [0, 1], [0, 2]] });
  const asked = [[0, 2], [0, 0]];

  assert.deepEqual(edits.findNextDoubt(board, asked, new Set()), [0, 2]);
  assert.deepEqual(edits.findNextDoubt(board, asked, new Set(['0,2'])), [0, 0]);
  assert.deepEqual(edits.findNextDoubt(board, asked, new Set(['0,2', '0,0'])), [0, 1]);
});

test('a doubt that is left open is not asked again', () => {
  const board = boardOf('ff', { doubts: [[0, 0], [0, 1]] });

  assert.deepEqual(edits.findNextDoubt(board, [], new Set(['0,0'])), [0, 1]);
  assert.equal(edits.findNextDoubt(board, [], new Set(['0,0', '0,1'])), null);
});

test('the next empty square follows row by row and wraps', () => {
  const board = boardOf('.f/f.');

  assert.deepEqual(edits.findNextEmpty(board, [0, 0]), [1, 1]);
  assert.deepEqual(edits.findNextEmpty(board, [1, 1]), [0, 0]);
  assert.equal(edits.findNextEmpty(boardOf('ff'), [0, 0]), null);
});

test('territories join squares of one terrain alone', () => {
  const board = boardOf('ff./CfC');

  assert.equal(edits.areJoined(board, 0, 0, 0, 1), true);
  assert.equal(edits.areJoined(board, 0, 1, 0, 1), false);
  assert.equal(edits.areJoined(board, 0, 0, 1, 0), false);
  assert.equal(edits.areJoined(board, 0, 0, -1, 0), false);
});

const giants = { code: 'giant', left: 2, places: { '0,0': 2, '0,1': 1 } };

test('taps add pieces up to the limit, then remove them', () => {
  const board = boardOf('f2f1');
  const numbers = Array.from({ length: 4 }, () => {
    edits.togglePiece(board, giants, '0,0');
    return edits.getCode(board, 'giant@0,0');
  });

  assert.deepEqual(numbers, ['1', '2', '0', '1']);
});

test('no more pieces are placed than are left', () => {
  const board = boardOf('f2f1');
  edits.togglePiece(board, giants, '0,0');
  edits.togglePiece(board, giants, '0,0');

  assert.equal(edits.togglePiece(board, giants, '0,1'), null);
});

test('a piece replaces another but not a giant', () => {
  const board = boardOf('f1', { pieces: { code: ',giant@1.1,token@1.1' } });

  edits.setCode(board, 'farmer@0,0', '1');
  assert.deepEqual(board.pieces, { 'giant@0,0': '1', 'farmer@0,0': '1' });
});

test('all tokens are placed and undone as one change', () => {
  const board = boardOf('fff', { pieces: { code: ',farmer@1.1' } });
  const token = { code: 'token', places: { '0,0': 1, '0,1': 1, '0,2': 1 } };

  edits.placeAllTokens(board, token);
  assert.deepEqual(Object.keys(board.pieces), ['farmer@0,0', 'token@0,1', 'token@0,2']);
  edits.undo(board);
  assert.deepEqual(Object.keys(board.pieces), ['farmer@0,0']);
});
