// Focuses what has appeared after a press, or once a photo has been read, however late: a question, the number of
// kingdoms, else the heading of the screen. A board takes the focus itself. A panel is
// scrolled into sight, at least its heading.

// The first of these that is there gets the focus.
const APPEARED = ['.cs-question', '.cs-panel', '.st-key-assigned .cs-notice', '.st-key-page h1'];

/** Watch the page from now on. */
export function followFocus() {
  let follows = false; // from a press until the next input
  for (const act of ['pointerdown', 'keydown']) window.addEventListener(act, () => (follows = false), true);
  document.addEventListener('click', (event) => {
    follows ||= event.composedPath().some((part) => part.tagName === 'BUTTON');
  });
  window.addEventListener('crownsight:photo', ({ detail }) => (follows ||= detail.stage === 'taken'));
  const page = document.documentElement;
  // What was pressed disappears when the page is drawn, or a moment later.
  const changes = { subtree: true, childList: true, attributeFilter: ['data-at-rest', 'data-photo'] };
  const isReady = () => 'atRest' in page.dataset && !('photo' in page.dataset); // a photo hides what comes after it
  new MutationObserver(() => follows && isReady() && focusWhatAppeared()).observe(page, changes);
}

function focusWhatAppeared() {
  const heading = getOpenedPanel();
  for (const part of [heading?.closest('.st-key-panel'), heading]) part?.scrollIntoView({ block: 'nearest' });
  if (document.activeElement !== document.body) return;
  const there = APPEARED.flatMap((selector) => [...document.querySelectorAll(selector)]);
  // Safari has checkVisibility from 17.4 on.
  const shown = there.find((one) => one.checkVisibility?.() ?? one.getClientRects().length);
  if (!shown) return;
  shown.tabIndex = -1;
  shown.focus({ preventScroll: true });
}

let panel = ''; // the heading of the panel that was open last

function getOpenedPanel() {
  const heading = document.querySelector('.cs-panel');
  const isNew = heading && heading.textContent !== panel;
  panel = heading?.textContent ?? '';
  return isNew ? heading : null;
}
