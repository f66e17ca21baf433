// Sentences of the page in the reader's language.

// The reader's language and its texts by the English ones; what is counted has one for each plural category.
let words = { language: 'en', texts: {} };
const filled = (text, parts) => text.replace(/{(\w+)}/g, (_, name) => parts[name]);
export const say = (text, parts = {}) => filled(words.texts[text] ?? text, parts);
export const sayOf = (number, one, many, parts = {}) => {
  const forms = words.texts[one] ?? { one, other: many };
  const category = new Intl.PluralRules(words.language).select(number);
  return filled(forms[category] ?? forms.other, { number, ...parts });
};

// From now on in these words: what the page itself says at once, the rest as it is drawn.
export const setWords = (root, given) => {
  words = { language: given.language, texts: { ...words.texts, ...given.texts } };
  root.querySelectorAll('[data-label]').forEach((named) => named.setAttribute('aria-label', say(named.dataset.label)));
  root.querySelectorAll('[data-say]').forEach((named) => (named.textContent = say(named.dataset.say)));
};
