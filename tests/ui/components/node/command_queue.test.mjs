import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CommandQueue } from '../../../../ui/components/shared/command_queue.js';

const cell = (place, code = 'f') => ({ place, code, doubtful: false, from: '.' });
const settle = async () => {
  for (let at = 0; at < 20; at += 1) await Promise.resolve();
};

/** A queue whose requests are answered by `answers` in turn; null is a lost connection. */
function setUp(t, { answers = [], kept = null, isHeld = () => false } = {}) {
  t.mock.timers.reset(); // of a queue before
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const tick = (milliseconds) => t.mock.timers.tick(milliseconds);
  const store = new Map(kept ? [['crownsight-edits', JSON.stringify(kept)]] : []);
  const [sent, events] = [[], []];
  let keys = 0;
  const queue = new CommandQueue({
    storage: { getItem: (key) => store.get(key) ?? null, setItem: (key, value) => store.set(key, value) },
    fetch: async (address, { body, signal }) => {
      sent.push({ address, ...JSON.parse(body) });
      const answer = answers.length ? answers.shift() : { status: 200, said: {} };
      if (answer === 'silence') await new Promise((_, fail) => signal.addEventListener('abort', () => fail(new Error())));
      if (!answer) throw new TypeError('no connection');
      return {
        status: answer.status,
        headers: { get: () => answer.retryAfter ?? null },
        json: async () => answer.said ?? {},
      };
    },
    newKey: () => `key-${(keys += 1)}`,
    announce: (name, detail) => events.push([name, detail]),
    isHeld,
  });
  return { queue, sent, events, tick, kept: () => JSON.parse(store.get('crownsight-edits')) };
}

test('requests are sent one at a time in order', async (t) => {
  const { queue, sent } = setUp(t);
  queue.add('T', 7, 'en', [cell('0,0')]);
  queue.add('T', 7, 'en', [cell('0,1')]);
  queue.addCommand('T', 'en', { do: 'name player', seat: 1, name: 'Ana' });
  assert.equal(sent.length, 1);

  await settle();
  assert.deepEqual(sent.map(({ do: what }) => what), ['edit', 'edit', 'name player']);
  assert.equal(queue.isEmpty(), true);
});

test('edits made while one is under way travel together', async (t) => {
  const { queue, sent } = setUp(t);
  queue.add('T', 7, 'en', [cell('0,0')]);
  queue.add('T', 7, 'en', [cell('0,1')]);
  queue.add('T', 7, 'en', [cell('0,2')]);

  await settle();
  assert.deepEqual(sent.map(({ squares }) => squares.length), [1, 2]);
});

test('edits of two boards are not mixed', async (t) => {
  const { queue, sent } = setUp(t, { isHeld: () => false });
  queue.add('T', 7, 'en', [cell('0,0')]);
  queue.add('T', 7, 'en', [cell('0,1')]);
  queue.add('T', 8, 'en', [cell('0,1')]);

  await settle();
  assert.deepEqual(sent.map(({ board }) => board), [7, 7, 8]);
});

test('a lost request is sent again under its key', async (t) => {
  const { queue, sent, tick } = setUp(t, { answers: [null, null] });
  queue.add('T', 7, 'en', [cell('0,0')]);
  await settle();
  for (const pause of [500, 1000]) {
    tick(pause - 1);
    await settle();
    const before = sent.length;
    tick(1);
    await settle();
    assert.equal(sent.length, before + 1);
  }

  assert.deepEqual(sent.map(({ key }) => key), ['key-1', 'key-1', 'key-1']);
  assert.equal(queue.isEmpty(), true);
});

test('nothing is added to a request that was sent', async (t) => {
  const { queue, sent, tick } = setUp(t, { answers: [null] });
  queue.add('T', 7, 'en', [cell('0,0')]);
  await settle();
  queue.add('T', 7, 'en', [cell('0,1')]);
  tick(500);
  await settle();

  assert.deepEqual(sent.map(({ key, squares }) => [key, squares.length]), [['key-1', 1], ['key-1', 1], ['key-2', 1]]);
});

test('a silent request is given up and sent again', async (t) => {
  const { queue, sent, tick } = setUp(t, { answers: ['silence'] });
  queue.add('T', 7, 'en', [cell('0,0')]);
  await settle();
  tick(10_000);
  await settle();
  tick(500);
  await settle();

  assert.equal(sent.length, 2);
  assert.equal(queue.isEmpty(), true);
});

test('the pause between attempts is bounded', async (t) => {
  const { queue, sent, tick } = setUp(t, { answers: Array(8).fill(null) });
  queue.add('T', 7, 'en', [cell('0,0')]);
  await settle();
  for (let at = 0; at < 8; at += 1) {
    tick(8000);
    await settle();
  }

  assert.equal(sent.length, 9);
});

test('a busy server is asked again after the time it names', async (t) => {
  const { queue, sent, tick } = setUp(t, { answers: [{ status: 429, retryAfter: '3' }] });
  queue.add('T', 7, 'en', [cell('0,0')]);
  await settle();
  tick(2999);
  await settle();
  assert.equal(sent.length, 1);
  tick(1);
  await settle();
  assert.equal(sent.length, 2);
});

test('a refused request is dropped and said', async (t) => {
  const { queue, events } = setUp(t, { answers: [{ status: 409, said: { error: 'taken' } }] });
  queue.addCommand('T', 'en', { do: 'name player', seat: 1, name: 'Ana' });
  await settle();

  assert.equal(queue.isEmpty(), true);
  assert.deepEqual(events.filter(([name]) => name === 'refused'), [['refused', 'taken']]);
});

test('an answer announces the board of its table', async (t) => {
  const { queue, events } = setUp(t, { answers: [{ status: 200, said: { version: 5, board: { seat: 1 } } }] });
  queue.add('T', 7, 'en', [cell('0,0')]);
  await settle();

  assert.deepEqual(events.find(([name]) => name === 'board')[1], { table: 'T', version: 5, board: { seat: 1 } });
});

test('requests outlive a page that is loaded again', async (t) => {
  const first = setUp(t, { answers: [null] });
  first.queue.add('T', 7, 'en', [cell('0,0')]);
  await settle();

  const { queue, sent } = setUp(t, { kept: first.kept() });
  queue.retryNow();
  await settle();
  assert.deepEqual(sent.map(({ key }) => key), ['key-1']);
});

test('requests wait for what was pressed before', async (t) => {
  let isPressed = true;
  const { queue, sent } = setUp(t, { isHeld: () => isPressed });
  queue.add('T', 7, 'en', [cell('0,0')]);
  await settle();
  assert.equal(sent.length, 0);

  isPressed = false;
  queue.send();
  await settle();
  assert.equal(sent.length, 1);
});

test('squares that wait are counted once', (t) => {
  const { queue } = setUp(t, { isHeld: () => true });
  queue.add('T', 7, 'en', [cell('0,0')]);
  queue.add('T', 7, 'en', [cell('0,0', 'w'), cell('0,1')]);
  queue.addCommand('T', 'en', { do: 'name player' });

  assert.equal(queue.waitingCount, 3);
});

test('one request carries a bounded number of squares', async (t) => {
  const { queue, sent } = setUp(t, { isHeld: () => false });
  queue.add('T', 7, 'en', [cell('0,0')]);
  for (let at = 0; at < 150; at += 1) queue.add('T', 7, 'en', [cell(`0,${at}`)]);
  await settle();

  assert.deepEqual(sent.map(({ squares }) => squares.length), [1, 100, 50]);
});

test('undone pieces apply only where they still are', async (t) => {
  const { queue, sent } = setUp(t);
  const undone = { ...cell('giant@0,0', '0'), from: '1', insteadOf: cell('giant@0,0', '1') };
  queue.add('T', 7, 'en', [undone]);
  await settle();

  assert.deepEqual(sent[0].pieces, [{ before: ',giant@1.1', after: '', taken_back: true }]);
});
