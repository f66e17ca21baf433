// What is said in the reader's language, and how a place on a board is written and said.

// The words of the reader's language, by the English ones; a pair has those for one and for several.
let spoken = {};
const filled = (text, parts) => text.replace(/{(\w+)}/g, (_, name) => parts[name]);
const say = (text, parts = {}) => filled(spoken[text] ?? text, parts);
const sayOf = (number, one, many, parts = {}) => {
  const [single, several] = spoken[one] ?? [one, many];
  const isOne = number === 1 || (number === 0 && spoken.zeroIsOne);
  return filled(isOne ? single : several, { number, ...parts });
};

// From now on in these words: what the page itself says at once, the rest as it is drawn.
const speak = (root, words) => {
  spoken = words;
  root.querySelectorAll('[data-label]').forEach((named) => named.setAttribute('aria-label', say(named.dataset.label)));
  root.querySelectorAll('[data-say]').forEach((named) => (named.textContent = say(named.dataset.say)));
};

const at = (row, column) => `${row},${column}`;
const placeOf = (text) => text.split(',').map(Number);
const placeName = ([row, column]) => say('row {row}, column {column}', { row: row + 1, column: column + 1 });
