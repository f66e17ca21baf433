// Translates what Streamlit says in English in every language: its link past the sidebar and the names of its own small
// buttons. Hides the names of icons in labels, which have words next to them.

let words = { skip: '', named: {} };

/** Set the translations, and apply them. */
export function translate(skip, named) {
  words = { skip, named };
  translateLabels();
}

/** Translate whatever Streamlit draws from now on. */
export function keepTranslating() {
  new MutationObserver(translateLabels).observe(document.body, { childList: true, subtree: true });
}

function translateLabels() {
  const link = document.querySelector('a[href="#stMain"]');
  if (link && link.textContent !== words.skip) link.textContent = words.skip;
  for (const [english, translation] of Object.entries(words.named))
    for (const attribute of ['aria-label', 'title'])
      for (const one of document.querySelectorAll(`[${attribute}="${english}"]`))
        one.setAttribute(attribute, translation);
  for (const icon of document.querySelectorAll(':is(label, button) [role=img][aria-label$=" icon"]')) {
    icon.removeAttribute('aria-label');
    icon.removeAttribute('role');
    icon.setAttribute('aria-hidden', 'true');
  }
}
