// What has just come under a finger is not meant by it: a second tap at the place of the last one does nothing for a
// while after something else to press has come there. A mouse is held to it within a double click, and a key never, as
// the focus stays where it is until something takes it.

const DEAF_MS = 400; // after something else has come under the finger, or a tap on it did nothing
const FINGER_PX = 44; // within which two taps are of one finger
const LOOKED_EVERY = 50; // milliseconds
const WATCHED_MS = 10_000; // after a tap; a press on what comes later is meant
const PRESSED = 'button, a, summary, label, input, [role=button], [role=option], [role=radio], [role=checkbox]';

let tapped = null; // where and when the last tap was, what lay there since, and from when on
let pointer = ''; // which kind of pointer went down last

function beDeaf() {
  if (document.isDeaf) return;
  document.isDeaf = true;
  window.addEventListener('pointerdown', ({ pointerType }) => (pointer = pointerType), true);
  window.addEventListener('click', judge, true);
}

function judge(event) {
  if (!event.isTrusted || event.detail === 0) return; // of a script, or of a key
  const { clientX: x, clientY: y } = event;
  look();
  const isNear = tapped && Math.hypot(x - tapped.x, y - tapped.y) < FINGER_PX;
  const isRepeated = pointer !== 'mouse' || event.detail > 1;
  if (isNear && isRepeated && performance.now() - tapped.since < DEAF_MS) {
    tapped.since = performance.now();
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  clearInterval(tapped?.watching);
  const watching = setInterval(look, LOOKED_EVERY);
  tapped = { x, y, at: performance.now(), what: whatLiesAt(x, y), since: -Infinity, watching };
}

// Notes whether something else lies by now where the last tap was.
function look() {
  if (!tapped) return;
  const now = performance.now();
  if (now - tapped.at > WATCHED_MS) {
    clearInterval(tapped.watching);
    tapped = null;
    return;
  }
  const what = whatLiesAt(tapped.x, tapped.y);
  if (what === tapped.what) return;
  Object.assign(tapped, { what, since: now });
}

// What can be pressed at a point, by what it says, not by its element, which may be drawn anew; of an answer, the
// square that is asked about, and of anything, the step at which the page is. Empty where there is nothing to press.
function whatLiesAt(x, y) {
  let found = document.elementFromPoint(x, y);
  while (found?.shadowRoot) {
    const inside = found.shadowRoot.elementFromPoint(x, y);
    if (!inside || inside === found) break;
    found = inside;
  }
  const control = found?.closest(PRESSED);
  if (!control) return '';
  const said = control.getAttribute('aria-label') ?? control.textContent;
  return JSON.stringify([history.steps?.at, said, control.dataset.asked]);
}
