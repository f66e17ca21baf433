// Idempotency keys: the server carries out once what is sent again under the same key.

const KEY_LENGTH = 22; // characters
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Make a random key. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint32Array(KEY_LENGTH))].map((random) => ALPHABET[random % ALPHABET.length]).join('');
