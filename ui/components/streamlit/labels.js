// Translates what Streamlit says in English in every language: its link past the sidebar and the names of its own small
// buttons. Hides the names of icons in labels, which have words next to them.

import { say } from '../shared/words.js';

// Our names for its buttons.
const getNames = () => ({
  Open: say('Open'),
  Close: say('Close'),
  Decrement: say('Less'),
  Increment: say('More'),
  'Copy to clipboard': say('Copy'),
});

/** Translate whatever Streamlit draws from now on. */
export function keepTranslating() {
  new MutationObserver(translateLabels).observe(document.body, { childList: true, subtree: true });
}

/** Translate what Streamlit shows now. */
export function translateLabels() {
  const link = document.querySelector('a[href="#stMain"]');
  const skip = say('Skip to the content');
  if (link && link.textContent !== skip) link.textContent = skip;
  for (const [english, translation] of Object.entries(getNames()))
    for (const attribute of ['aria-label', 'title'])
      for (const one of document.querySelectorAll(`[${attribute}="${english}"]`))
        one.setAttribute(attribute, translation);
  for (const icon of document.querySelectorAll(':is(label, button) [role=img][aria-label$=" icon"]')) {
    icon.removeAttribute('aria-label');
    icon.removeAttribute('role');
    icon.setAttribute('aria-hidden', 'true');
  }
}
