// Ignores the second tap of a double tap where the first has put something else under the finger. A key is never
// ignored, as the focus stays where it is until something takes it.

import { expose } from '../shared/namespace.js';
import { visit } from '../streamlit/history.js';
import { TapGuard } from './tap_guard.js';

const CHECKED_EVERY_MS = 50;
const PRESSED = `button, a, summary, label, input, [role=button], [role=option], [role=radio], [role=checkbox],
  [role=gridcell]`;

const guard = new TapGuard({ now: () => performance.now(), getVisit: () => visit.number, describeTarget });
let pointerType = ''; // of the pointer that went down last
let watch = 0;

const isRepeated = (tap) => guard.isRepeated(tap, pointerType);

/** Ignore repeated taps from now on. */
export function ignoreRepeatedTaps() {
  expose({ isRepeated }); // tests ask before they tap
  window.addEventListener('pointerdown', (event) => (pointerType = event.pointerType), true);
  window.addEventListener('mousedown', (event) => isRepeated(event) && event.preventDefault(), true); // gives no focus
  window.addEventListener('click', filterClick, true);
}

function filterClick(event) {
  if (!event.isTrusted || event.detail === 0) return; // of a script, or of a key
  if (isRepeated(event)) {
    guard.ignore();
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  guard.accept(event);
  clearInterval(watch);
  watch = setInterval(watchTarget, CHECKED_EVERY_MS);
}

function watchTarget() {
  guard.updateTarget();
  if (!guard.isWatching) clearInterval(watch);
}

// Describe what can be pressed at a point by its label, as its element may be drawn again: of a square its place, of an
// answer the square in question, of anything the visit.
function describeTarget(x, y) {
  let found = document.elementFromPoint(x, y);
  while (found?.shadowRoot) {
    const inside = found.shadowRoot.elementFromPoint(x, y);
    if (!inside || inside === found) break;
    found = inside;
  }
  const control = found?.closest(PRESSED);
  const label = control?.dataset.place ?? control?.getAttribute('aria-label') ?? control?.textContent;
  return JSON.stringify([visit.number, label, control?.dataset.asked]);
}
