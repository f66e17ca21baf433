// How many changes wait to be sent, whoever keeps them.

const counters = [];

export const registerPending = (count) => counters.push(count);
export const countPending = () => counters.reduce((sum, count) => sum + count(), 0);
