// Keys that a phone makes for what it sends: the server carries out once what comes again under the same key.

const LONGEST_KEY = 22; // signs
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const newKey = () =>
  [...crypto.getRandomValues(new Uint32Array(LONGEST_KEY))].map((random) => SIGNS[random % SIGNS.length]).join('');
