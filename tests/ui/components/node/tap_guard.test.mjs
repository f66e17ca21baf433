import assert from 'node:assert/strict';
import { test } from 'node:test';

import { TapGuard } from '../../../../ui/components/page/tap_guard.js';

const tap = (x = 10, detail = 1) => ({ clientX: x, clientY: 10, detail });

function setUp() {
  const page = { now: 0, visit: 1, target: 'Yes' };
  const guard = new TapGuard({ now: () => page.now, getVisit: () => page.visit, describeTarget: () => page.target });
  return { page, guard };
}

/** A guard after a tap that put another target under the finger. */
function setUpReplaced(change = { target: 'No' }) {
  const { page, guard } = setUp();
  guard.accept(tap());
  Object.assign(page, change);
  guard.updateTarget();
  return { page, guard };
}

test('repeated taps on the same target count', () => {
  const { guard } = setUp();
  guard.accept(tap());
  assert.equal(guard.isRepeated(tap(), 'touch'), false);
});

test('a tap on a new target is ignored for 400 ms', () => {
  const { page, guard } = setUpReplaced();
  page.now = 399;
  assert.equal(guard.isRepeated(tap(), 'touch'), true);
  page.now = 400;
  assert.equal(guard.isRepeated(tap(), 'touch'), false);
});

test('a tap on a new page is ignored for 800 ms', () => {
  const { page, guard } = setUpReplaced({ target: 'No', visit: 2 });
  page.now = 799;
  assert.equal(guard.isRepeated(tap(), 'touch'), true);
  page.now = 800;
  assert.equal(guard.isRepeated(tap(), 'touch'), false);
});

test('a target that appears late starts the time then', () => {
  const { page, guard } = setUp();
  guard.accept(tap());
  page.now = 5000;
  page.target = 'No';
  assert.equal(guard.isRepeated(tap(), 'touch'), true);
});

test('each ignored tap starts the time again', () => {
  const { page, guard } = setUpReplaced();
  page.now = 390;
  guard.ignore();
  page.now = 780;
  assert.equal(guard.isRepeated(tap(), 'touch'), true);
});

test('a tap elsewhere counts', () => {
  const { guard } = setUpReplaced();
  assert.equal(guard.isRepeated(tap(60), 'touch'), false);
});

test('a mouse is ignored within a double click alone', () => {
  const { guard } = setUpReplaced();
  assert.equal(guard.isRepeated(tap(10, 1), 'mouse'), false);
  assert.equal(guard.isRepeated(tap(10, 2), 'mouse'), true);
});

test('a target that appears after ten seconds is meant', () => {
  const { page, guard } = setUp();
  guard.accept(tap());
  page.now = 10_001;
  page.target = 'No';
  assert.equal(guard.isRepeated(tap(), 'touch'), false);
  assert.equal(guard.isWatching, false);
});
