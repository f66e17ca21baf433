// What Streamlit says in English whatever is spoken: its way past the sidebar, the names of its own small buttons, and
// the name of each icon in a label, where words stand beside it anyway.

function translate(skip, named) {
  document.streamlitsWords = { skip, named };
  translateLabels();
  if (document.translatesLabels) return;
  document.translatesLabels = new MutationObserver(translateLabels);
  document.translatesLabels.observe(document.body, { childList: true, subtree: true });
}

function translateLabels() {
  const link = document.querySelector('a[href="#stMain"]');
  if (link && link.textContent !== document.streamlitsWords.skip) link.textContent = document.streamlitsWords.skip;
  for (const [english, said] of Object.entries(document.streamlitsWords.named))
    for (const attribute of ['aria-label', 'title'])
      for (const one of document.querySelectorAll(`[${attribute}="${english}"]`)) one.setAttribute(attribute, said);
  for (const icon of document.querySelectorAll(':is(label, button) [role=img][aria-label$=" icon"]')) {
    icon.removeAttribute('aria-label');
    icon.removeAttribute('role');
    icon.setAttribute('aria-hidden', 'true');
  }
}
