import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readPieces, writePieces } from '../../../../ui/components/board/pieces.js';

const CODE = ',giant@1.1x2,building@2.3:forest:2,coins:8,queen';

test('pieces are read from a board code', () => {
  assert.deepEqual(readPieces(CODE), { 'giant@0,0': '2', 'building:forest:2@1,2': '1', 'coins@': '8', 'queen@': '1' });
});

test('pieces are written as they were read', () => {
  assert.equal(writePieces(readPieces(CODE)), CODE);
});

test('pieces that were removed are not written', () => {
  assert.equal(writePieces({ 'giant@0,0': '0', 'coins@': '2' }), ',coins:2');
});
