// What Streamlit says in English whatever is spoken: its way past the sidebar, the names of its own small buttons, and
// the name of each icon in a label, where words stand beside it anyway.

let words = { skip: '', named: {} };

export function translate(skip, named) {
  words = { skip, named };
  translateLabels();
}

export function keepTranslating() {
  new MutationObserver(translateLabels).observe(document.body, { childList: true, subtree: true });
}

function translateLabels() {
  const link = document.querySelector('a[href="#stMain"]');
  if (link && link.textContent !== words.skip) link.textContent = words.skip;
  for (const [english, said] of Object.entries(words.named))
    for (const attribute of ['aria-label', 'title'])
      for (const one of document.querySelectorAll(`[${attribute}="${english}"]`)) one.setAttribute(attribute, said);
  for (const icon of document.querySelectorAll(':is(label, button) [role=img][aria-label$=" icon"]')) {
    icon.removeAttribute('aria-label');
    icon.removeAttribute('role');
    icon.setAttribute('aria-hidden', 'true');
  }
}
