// Sentences of the page in the reader's language.

// The reader's language, and texts by English ones; a counted text has one for each plural category.
let words = { language: 'en', texts: {} };
const filled = (text, parts) => text.replace(/{(\w+)}/g, (_, name) => parts[name]);

/** Return the reader's language. */
export const getLanguage = () => words.language;

/** Return a text in the reader's language, with its parts filled in. */
export const say = (text, parts = {}) => filled(words.texts[text] ?? text, parts);

/** Return a counted text in the reader's language; `{number}` is the number. */
export const sayOf = (number, one, many, parts = {}) => {
  const forms = words.texts[one] ?? { one, other: many };
  const category = new Intl.PluralRules(words.language).select(number);
  return filled(forms[category] ?? forms.other, { number, ...parts });
};

/** Add the texts of a component, and translate what its HTML says. */
export const setWords = (root, given) => {
  words = { language: given.language, texts: { ...words.texts, ...given.texts } };
  root.querySelectorAll('[data-label]').forEach((named) => named.setAttribute('aria-label', say(named.dataset.label)));
  root.querySelectorAll('[data-say]').forEach((named) => (named.textContent = say(named.dataset.say)));
};
