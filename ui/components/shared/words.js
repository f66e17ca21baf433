// What a component says: to the reader in their language, and to the server, under keys of its own.

// The reader's language and its texts by the English ones; what is counted has one for each plural category.
let words = { language: 'en', texts: {} };
const filled = (text, parts) => text.replace(/{(\w+)}/g, (_, name) => parts[name]);
const say = (text, parts = {}) => filled(words.texts[text] ?? text, parts);
const sayOf = (number, one, many, parts = {}) => {
  const forms = words.texts[one] ?? { one, other: many };
  const category = new Intl.PluralRules(words.language).select(number);
  return filled(forms[category] ?? forms.other, { number, ...parts });
};

// From now on in these words: what the page itself says at once, the rest as it is drawn.
const setWords = (root, given) => {
  words = given;
  root.querySelectorAll('[data-label]').forEach((named) => named.setAttribute('aria-label', say(named.dataset.label)));
  root.querySelectorAll('[data-say]').forEach((named) => (named.textContent = say(named.dataset.say)));
};

const at = (row, column) => `${row},${column}`;
const placeOf = (text) => text.split(',').map(Number);
const placeName = ([row, column]) => say('row {row}, column {column}', { row: row + 1, column: column + 1 });

// Keys that a phone makes for what it sends: the server carries out once what comes again under the same key.

const LONGEST_KEY = 22; // signs
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const newKey = () =>
  [...crypto.getRandomValues(new Uint32Array(LONGEST_KEY))].map((random) => SIGNS[random % SIGNS.length]).join('');
