import { expose } from '../shared/namespace.js';

export const steps = { at: undefined, underWay: false, areBrowsers: false };
expose({ steps });

// A step that changes the page and the query is pushed twice by Streamlit: the new query at the old page, then the new
// page. The second push takes the place of the first. Streamlit also writes the address of each page that is drawn
// while Back is pressed again, at an entry that is another page's: until a player does something in the page, none is
// written.
export function pushOnce() {
  const { pushState, replaceState } = history;
  steps.replace = (address) => replaceState.call(history, history.state, '', address);
  history.pushState = (state, title, address) => {
    if (steps.areBrowsers) return;
    const isNewPage = new URL(address, location).pathname !== location.pathname;
    const write = isNewPage && steps.underWay ? replaceState : pushState;
    if (write === pushState) steps.underWay = !isNewPage;
    write.call(history, state, title, address);
  };
  history.replaceState = (...entry) => steps.areBrowsers || replaceState.apply(history, entry);
  window.addEventListener('popstate', () => Object.assign(steps, { areBrowsers: true, underWay: false }), true);
  for (const act of ['click', 'keydown', 'change'])
    window.addEventListener(act, () => (steps.areBrowsers = false), true);
}

function scrollToTop(element) {
  for (let around = element; around; around = around.parentNode ?? around.host) {
    if (around.scrollTop) around.scrollTop = 0;
  }
}

export function arrive({ path, query, step, hasArrived }, element, sayLost) {
  // A page that was scrolled leaves the next one scrolled: Streamlit shows it from its top only now and then.
  const isStep = step !== steps.at;
  const isAnother = isStep || path !== steps.path;
  if (isAnother && !steps.areBrowsers) scrollToTop(element);
  steps.path = path;
  // Where a connection is replaced in the middle of a step, Streamlit draws the page on which it began.
  if (isStep && !hasArrived && !steps.areBrowsers && steps.at !== undefined) sayLost();
  if (isStep) Object.assign(steps, { at: step, underWay: false });
  const here = new URL(location);
  const missing = Object.entries(query).filter(([name]) => !here.searchParams.has(name));
  if (steps.underWay || here.pathname.split('/').pop() !== path || !missing.length) return;
  for (const [name, value] of missing) here.searchParams.set(name, value);
  steps.replace(here);
}
