// Waiting.

const POLL_INTERVAL_MS = 50;

/** Resolve after a time. */
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Resolve once a condition holds, or after a time at most. */
export async function waitUntil(isDone, milliseconds) {
  const until = performance.now() + milliseconds;
  while (!isDone() && performance.now() < until) await pause(POLL_INTERVAL_MS);
}
