// Counts changes that wait to be sent, whoever keeps them.

const counters = [];

/** Add a function that returns how many changes wait. */
export const registerPending = (count) => counters.push(count);

/** Return how many changes wait. */
export const countPending = () => counters.reduce((sum, count) => sum + count(), 0);
