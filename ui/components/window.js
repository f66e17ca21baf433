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

// After a press, and once a photo has been read, the focus goes to what has appeared, however late: a question, how
// many kingdoms were dealt, else the heading of the screen. A board takes it itself. A panel is opened from below it:
// its heading is brought into sight, too.

// The first that is there gets the focus.
const APPEARED = ['.cs-question', '.cs-panel', '.st-key-dealt .cs-notice', '.st-key-page h1'];

function followFocus() {
  if (document.followsFocus) return;
  document.followsFocus = true;
  let follows = false; // from a press until whoever made it does something else
  for (const act of ['pointerdown', 'keydown']) window.addEventListener(act, () => (follows = false), true);
  document.addEventListener('click', (event) => {
    follows ||= event.composedPath().some((part) => part.tagName === 'BUTTON');
  });
  window.addEventListener('crownsight:photo', ({ detail }) => (follows ||= detail.step === 'taken'));
  const page = document.documentElement;
  // What was pressed goes when the page is drawn, or in a moment after that.
  const changes = { subtree: true, childList: true, attributeFilter: ['data-at-rest'] };
  new MutationObserver(() => follows && 'atRest' in page.dataset && focusWhatAppeared()).observe(page, changes);
}

function focusWhatAppeared() {
  panelJustOpened()?.scrollIntoView({ block: 'nearest' });
  if (document.activeElement !== document.body) return;
  const there = APPEARED.flatMap((selector) => [...document.querySelectorAll(selector)]);
  // Safari has checkVisibility from 17.4 on.
  const shown = there.find((one) => one.checkVisibility?.() ?? one.getClientRects().length);
  if (!shown) return;
  shown.tabIndex = -1;
  shown.focus({ preventScroll: true });
}

let panel = ''; // what the panel is called that was open last

function panelJustOpened() {
  const heading = document.querySelector('.cs-panel');
  const isNew = heading && heading.textContent !== panel;
  panel = heading?.textContent ?? '';
  return isNew ? heading : null;
}

// The screen stays on at a table and on its race while somebody touches it now and then, where the browser has a lock
// for that. It lets go of it when the page is hidden: it is asked again when the page is seen again.

const OF_A_TABLE = ['table', 'deal', 'kingdom', 'kingdoms', 'result']; // ends of addresses
const AWAKE_FOR = 30 * 60_000; // milliseconds after a touch

class Awake {
  constructor() {
    this.isWanted = this.isAsked = false;
    this.lock = null;
    for (const seen of ['visibilitychange', 'pointerdown']) document.addEventListener(seen, () => this.look());
  }

  turnTo(path) {
    this.isWanted = OF_A_TABLE.includes(path);
    this.look();
  }

  look() {
    clearTimeout(this.rest);
    if (!this.isWanted) return this.letGo();
    this.rest = setTimeout(() => this.letGo(), AWAKE_FOR);
    if (!document.hidden) this.ask();
  }

  async ask() {
    if (this.isAsked || this.lock?.released === false) return;
    this.isAsked = true;
    this.lock = await navigator.wakeLock?.request('screen').catch(() => null);
    this.isAsked = false;
    if (!this.isWanted) this.letGo();
  }

  letGo() {
    this.lock?.release();
    this.lock = null;
  }
}

function stayAwake(path) {
  document.awake ??= new Awake();
  document.awake.turnTo(path);
}

// Files that are dropped anywhere on the page, or pasted, go to the camera (`crownsight:files`), and to a field that
// they are dropped on: a browser would open them in place of the page.

const CARRIED = ['Files', 'text/uri-list']; // a picture of another page is both

function takeFiles() {
  if (document.takesFiles) return;
  document.takesFiles = true;
  const isOurs = ({ target, dataTransfer }) =>
    !target.closest?.('input, textarea') && CARRIED.some((kind) => dataTransfer.types.includes(kind));
  const mark = (isOver) => document.documentElement.toggleAttribute('data-dropping', isOver);
  const passOn = (files) => {
    if (files.length) window.dispatchEvent(new CustomEvent('crownsight:files', { detail: [...files] }));
  };
  window.addEventListener('dragover', (event) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    mark(event.dataTransfer.types.includes('Files'));
  });
  window.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget || mark(false));
  window.addEventListener('drop', (event) => {
    mark(false);
    if (!isOurs(event)) return;
    event.preventDefault();
    passOn(event.dataTransfer.files);
  });
  window.addEventListener('paste', ({ target, clipboardData }) => {
    if (!target.closest?.('input, textarea')) passOn(clipboardData.files);
  });
}

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

const YEAR = 365 * 86400; // seconds
const GOLD = '#C8931A';

function setLanguage(language, cookie) {
  document.documentElement.lang = language;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${cookie}=${language}; max-age=${YEAR}; path=/; samesite=lax${secure}`;
}

function describe() {
  if (document.querySelector('link[rel=manifest]')) return;
  const add = (tag, attributes) => document.head.append(Object.assign(document.createElement(tag), attributes));
  add('link', { rel: 'manifest', href: '/manifest.webmanifest' });
  add('link', { rel: 'apple-touch-icon', href: '/icon.png' });
  add('meta', { name: 'theme-color', content: GOLD });
  window.addEventListener('beforeinstallprompt', (offer) => offer.preventDefault()); // its bar would lie over a button
}

// A step that changes the page and the query is pushed twice by Streamlit: the new query at the old page, then the new
// page. The second push takes the place of the first. Streamlit also writes the address of each page that is drawn
// while Back is pressed again, at an entry that is another page's: until a player does something in the page, none is
// written.
function pushOnce() {
  if (history.steps) return;
  const { pushState, replaceState } = history;
  history.steps = { at: undefined, underWay: false, areBrowsers: false };
  history.steps.replace = (address) => replaceState.call(history, history.state, '', address);
  history.pushState = function (state, title, address) {
    if (history.steps.areBrowsers) return;
    const isNewPage = new URL(address, location).pathname !== location.pathname;
    const write = isNewPage && history.steps.underWay ? replaceState : pushState;
    if (write === pushState) history.steps.underWay = !isNewPage;
    write.call(history, state, title, address);
  };
  history.replaceState = (...entry) => history.steps.areBrowsers || replaceState.apply(history, entry);
  window.addEventListener('popstate', () => Object.assign(history.steps, { areBrowsers: true, underWay: false }), true);
  for (const act of ['click', 'keydown', 'change'])
    window.addEventListener(act, () => (history.steps.areBrowsers = false), true);
}

function scrollToTop(element) {
  for (let around = element; around; around = around.parentNode ?? around.host) {
    if (around.scrollTop) around.scrollTop = 0;
  }
}

function arrive({ path, query, step, hasArrived }, element, sayLost) {
  // A page that was scrolled leaves the next one scrolled: Streamlit shows it from its top only now and then.
  const isStep = step !== history.steps.at;
  const isAnother = isStep || path !== history.steps.path;
  if (isAnother && !history.steps.areBrowsers) scrollToTop(element);
  history.steps.path = path;
  // Where a connection is replaced in the middle of a step, Streamlit draws the page on which it began.
  if (isStep && !hasArrived && !history.steps.areBrowsers && history.steps.at !== undefined) sayLost();
  if (isStep) Object.assign(history.steps, { at: step, underWay: false });
  const here = new URL(location);
  const missing = Object.entries(query).filter(([name]) => !here.searchParams.has(name));
  if (history.steps.underWay || here.pathname.split('/').pop() !== path || !missing.length) return;
  for (const [name, value] of missing) here.searchParams.set(name, value);
  history.steps.replace(here);
}

export default function ({ data, parentElement, setTriggerValue }) {
  setLanguage(data.language, data.cookie);
  describe();
  pushOnce();
  arrive(data, parentElement, () => crownsightRuns.ask('step', () => setTriggerValue('lost', true)));
  ignoreRepeatedTaps();
  followFocus();
  stayAwake(data.path);
  takeFiles();
  translate(data.skip, data.named);
}
