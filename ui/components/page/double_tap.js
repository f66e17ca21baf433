// What has just come under a finger is not meant by it: a second tap at the place of the last one does nothing for a
// while after something else to press has come there. A mouse is held to it within a double click, and a key never, as
// the focus stays where it is until something takes it.

const IGNORED_MS = 400; // after something else has come under the finger, or a tap on it did nothing
const IGNORED_AFTER_STEP_MS = 800; // if it is another page, which has to be read first
const FINGER_PX = 44; // within which two taps are of one finger
const LOOKED_EVERY = 50; // milliseconds
const WATCHED_MS = 10_000; // after a tap; a press on what comes later is meant
const PRESSED = `button, a, summary, label, input, [role=button], [role=option], [role=radio], [role=checkbox],
  [role=gridcell]`;

let tapped = null; // where and when the last tap was, what lay there since, and from when on
let pointer = ''; // which kind of pointer went down last

function ignoreRepeatedTaps() {
  if (document.ignoresTap) return;
  document.ignoresTap = isRepeated; // also for tests, which ask before they tap
  window.addEventListener('pointerdown', ({ pointerType }) => (pointer = pointerType), true);
  window.addEventListener('mousedown', (event) => isRepeated(event) && event.preventDefault(), true); // gives no focus
  window.addEventListener('click', judge, true);
}

function isRepeated({ clientX, clientY, detail }) {
  look();
  const isNear = tapped && Math.hypot(clientX - tapped.x, clientY - tapped.y) < FINGER_PX;
  const isSecond = pointer !== 'mouse' || detail > 1;
  return isNear && isSecond && performance.now() - tapped.since < tapped.ignoredFor;
}

function judge(event) {
  if (!event.isTrusted || event.detail === 0) return; // of a script, or of a key
  const { clientX: x, clientY: y } = event;
  if (isRepeated(event)) {
    tapped.since = performance.now();
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  clearInterval(tapped?.watching);
  const watching = setInterval(look, LOOKED_EVERY);
  const step = history.steps?.at;
  tapped = { x, y, step, at: performance.now(), what: whatLiesAt(x, y), since: -Infinity, watching };
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
  const ignoredFor = history.steps?.at === tapped.step ? IGNORED_MS : IGNORED_AFTER_STEP_MS;
  Object.assign(tapped, { what, since: now, ignoredFor });
}

// What can be pressed at a point, by what it says, not by its element, which may be drawn anew; of a square its place,
// of an answer the square that is asked about, and of anything the step at which the page is.
function whatLiesAt(x, y) {
  let found = document.elementFromPoint(x, y);
  while (found?.shadowRoot) {
    const inside = found.shadowRoot.elementFromPoint(x, y);
    if (!inside || inside === found) break;
    found = inside;
  }
  const control = found?.closest(PRESSED);
  const said = control?.dataset.place ?? control?.getAttribute('aria-label') ?? control?.textContent;
  return JSON.stringify([history.steps?.at, said, control?.dataset.asked]);
}
