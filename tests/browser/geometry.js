// What is wrong with the screen that a window shows: controls that a finger misses, text that is cut, parts that
// overlap, a page that can be pushed aside, and an empty one. Each fault is a line that names the parts. What only a
// modal dialog hides is no fault.

const SLACK = 2; // CSS pixels by which parts may touch
const LEADING = 4; // CSS pixels by which the boxes of two texts may touch above and below their letters
const CONTROLS = 'button, a[href], input, textarea, select, [role=gridcell], [role=radio], [role=checkbox]';

// A function of an element that is worked out once: nothing moves while a screen is looked at.
function remembered(find) {
  const found = new Map();
  return (one) => found.get(one) ?? found.set(one, find(one)).get(one);
}

const partsOf = (root) =>
  [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? partsOf(one.shadowRoot) : [])]);
const parentOf = (one) => one.parentNode instanceof ShadowRoot ? one.parentNode.host : one.parentNode;
const isInside = (one, other) => {
  for (let at = one; at; at = parentOf(at)) if (at === other) return true;
  return false;
};
const closest = (one, selector) => {
  for (let at = one; at instanceof Element; at = parentOf(at)) if (at.matches(selector)) return at;
  return null;
};
const nameOf = (one) => {
  const said = one.getAttribute('aria-label') || one.textContent.trim() || one.className || one.tagName;
  return `${one.tagName.toLowerCase()} "${said.slice(0, 40)}"`;
};
const isShown = (one) => one.checkVisibility({ visibilityProperty: true });
const isHidden = (one) => !one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
// Of a class for screen readers alone: one pixel, clipped.
const isClipped = remembered((one) => {
  const parent = parentOf(one);
  return getComputedStyle(one).clipPath === 'inset(50%)' || (parent instanceof Element && isClipped(parent));
});
const boxOf = remembered((one) => one.getBoundingClientRect());
const styleOf = remembered((one) => {
  const { overflowX, overflowY, textOverflow } = getComputedStyle(one);
  return { overflow: [overflowX, overflowY], textOverflow };
});

function topmostAt(x, y) {
  let found = document.elementFromPoint(x, y);
  while (found?.shadowRoot) {
    const inner = found.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
}

const middleOf = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
const isInWindow = ([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;

function hit(one) {
  const middle = middleOf(one.getBoundingClientRect()); // it may have been scrolled
  if (!isInWindow(middle)) return undefined;
  const found = topmostAt(...middle);
  if (!found) return undefined;
  const label = closest(one, 'label') ?? one.labels?.[0];
  const isHit = isInside(found, one) || (label && isInside(found, label)) || (found.matches('label') && found.control === one);
  return isHit ? true : found;
}

// The bar at the foot of the window covers what can be scrolled above it, unless that was just opened.
const isBar = (one) => closest(one, '.st-key-done') !== null;

function missed(controls, mayScroll) {
  const faults = [];
  for (const one of controls) {
    const found = hit(one);
    if (found === true) continue;
    if (found && !(mayScroll && isBar(found))) {
      faults.push(`${nameOf(one)} under ${nameOf(found)}`);
      continue;
    }
    one.scrollIntoView({ block: 'center', behavior: 'instant' });
    const scrolled = hit(one);
    if (scrolled !== true) faults.push(`${nameOf(one)} under ${scrolled ? nameOf(scrolled) : 'nothing'}, scrolled`);
  }
  document.querySelector('[data-testid=stMain]')?.scrollTo(0, 0);
  return faults;
}

// The part of a box of text that is left of it where dots stand for the rest.
function clipped(one, { left, top, right, bottom }) {
  for (let at = one; at instanceof Element; at = parentOf(at)) {
    if (styleOf(at).textOverflow !== 'ellipsis') continue;
    const frame = boxOf(at);
    [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
  }
  return { left, top, right, bottom };
}

function textsOf(parts) {
  const texts = [];
  for (const one of parts) {
    if (isHidden(one) || isClipped(one) || closest(one, 'svg, [aria-hidden=true], option')) continue;
    for (const node of one.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.textContent.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        const shown = clipped(one, box);
        if (box.width > 1 && box.height > 1) texts.push({ one, box, shown });
      }
    }
  }
  return texts;
}

function cut(texts) {
  const faults = new Set();
  for (const { one, box } of texts) {
    const button = closest(one, 'button, a[href]');
    const frame = button && boxOf(button);
    const isOut = frame && (box.left < frame.left - SLACK || box.right > frame.right + SLACK
      || box.top < frame.top - SLACK || box.bottom > frame.bottom + SLACK);
    const isBack = closest(one, '.st-key-back'); // which may hold a long name
    const hasDots = isBack || styleOf(one).textOverflow === 'ellipsis';
    const isDotted = hasDots && !isBack && one.scrollWidth > one.clientWidth + 1;
    if (isDotted && closest(one, '.stButton, .stFormSubmitButton')) faults.add(`${nameOf(one)} ends in dots`);
    if (isOut && !hasDots) faults.add(`${nameOf(one)} out of ${nameOf(button)}`);
    if (box.left < -SLACK || box.right > innerWidth + SLACK) if (!hasDots) faults.add(`${nameOf(one)} out of the window`);
    for (let at = one; at instanceof Element && !hasDots; at = parentOf(at)) {
      const { overflow, textOverflow } = styleOf(at);
      if (overflow.some((one) => ['auto', 'scroll'].includes(one))) break; // what is out of it is scrolled to
      if (!overflow.some((one) => ['hidden', 'clip'].includes(one))) continue;
      const { left, top, right, bottom } = boxOf(at);
      if (textOverflow === 'ellipsis' || !at.clientWidth) break;
      const isCut = box.left < left - SLACK || box.right > right + SLACK
        || (box.top + box.height / 4 < top || box.bottom - box.height / 4 > bottom);
      if (isCut) {
        faults.add(`${nameOf(one)} cut by ${nameOf(at)}`);
        break;
      }
    }
  }
  return [...faults];
}

const overlap = (one, other, least = SLACK) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK
  && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > least;

function overlapping(texts, controls) {
  const faults = new Set();
  const isApart = (one, other) => isBar(one) === isBar(other);
  texts.forEach(({ one, shown }, at) => {
    for (const other of texts.slice(at + 1)) {
      if (one !== other.one && overlap(shown, other.shown, LEADING) && isApart(one, other.one)) {
        faults.add(`${nameOf(one)} over ${nameOf(other.one)}`);
      }
    }
    for (const { control, frame } of controls) {
      if (!overlap(shown, frame) || isInside(one, control) || isInside(control, one)) continue;
      if (isApart(one, control)) faults.add(`${nameOf(one)} over ${nameOf(control)}`);
    }
  });
  controls.forEach(({ control, frame }, at) => {
    for (const other of controls.slice(at + 1)) {
      if (!overlap(frame, other.frame)) continue;
      if (isInside(other.control, control) || isInside(control, other.control)) continue;
      if (isApart(control, other.control)) faults.add(`${nameOf(control)} over ${nameOf(other.control)}`);
    }
  });
  return [...faults];
}

async function faultsOfScreen(mayScroll) {
  document.querySelector('[data-testid=stMain]')?.scrollTo(0, 0);
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  const dialog = partsOf(document).find((one) => one.matches('dialog[open]'));
  const inFront = partsOf(document).filter((one) => !dialog || isInside(one, dialog));
  const parts = inFront.filter((one) => isShown(one) && boxOf(one).width > 1 && boxOf(one).height > 1);
  const controls = parts.filter((one) => one.matches(CONTROLS) && !one.closest('[inert]') && !isClipped(one));
  const texts = textsOf(parts);
  // A card is covered by its own button, which is not seen; squares of a board have badges at their edges.
  const seen = controls.filter((one) => !isHidden(one) && !one.matches('[role=gridcell], input'));
  const frames = seen.map((control) => ({ control, frame: boxOf(control) }));
  const scrollers = [document.documentElement, document.querySelector('[data-testid=stMain]')];
  return {
    overlapping: overlapping(texts, frames),
    cut: cut(texts),
    'scrolling sideways': scrollers.filter((one) => one.scrollWidth > one.clientWidth).map(nameOf),
    empty: texts.length < 3 ? [`${texts.length} texts`] : [],
    covered: missed(controls, mayScroll),
  };
}
