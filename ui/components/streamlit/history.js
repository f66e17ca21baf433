// One entry of the browser's history for each step of the app.

import { expose } from '../shared/namespace.js';

/** `at`: the step of the page; `isHalfWritten`: its query follows; `isByBrowser`: the last move was Back or Forward. */
export const steps = { at: undefined, isHalfWritten: false, isByBrowser: false };
expose({ steps });

/**
 * Have each step write one entry. Streamlit pushes two for a step that changes page and query: the new query at the old
 * page, then the new page; the second replaces the first here. While Back is pressed again and again, Streamlit writes
 * the address of each page that it draws at the entry of another; until a player does something, none is written.
 */
export function writeOneEntry() {
  const { pushState, replaceState } = history;
  steps.replace = (address) => replaceState.call(history, history.state, '', address);
  history.pushState = (state, title, address) => {
    if (steps.isByBrowser) return;
    const isNewPage = new URL(address, location).pathname !== location.pathname;
    const write = isNewPage && steps.isHalfWritten ? replaceState : pushState;
    if (write === pushState) steps.isHalfWritten = !isNewPage;
    write.call(history, state, title, address);
  };
  history.replaceState = (...entry) => steps.isByBrowser || replaceState.apply(history, entry);
  window.addEventListener('popstate', () => Object.assign(steps, { isByBrowser: true, isHalfWritten: false }), true);
  for (const act of ['click', 'keydown', 'change'])
    window.addEventListener(act, () => (steps.isByBrowser = false), true);
}

function scrollToTop(element) {
  for (let around = element; around; around = around.parentNode ?? around.host) {
    if (around.scrollTop) around.scrollTop = 0;
  }
}

/** Handle that the page is drawn at a step: scroll to its top, repeat a lost step, complete its address. */
export function onArrival({ path, query, step, hasArrived }, element, reportLost) {
  // Streamlit scrolls a new page to its top only sometimes.
  const isStep = step !== steps.at;
  const isAnother = isStep || path !== steps.path;
  if (isAnother && !steps.isByBrowser) scrollToTop(element);
  steps.path = path;
  // If the websocket is replaced during a step, Streamlit draws the page on which the step began.
  if (isStep && !hasArrived && !steps.isByBrowser && steps.at !== undefined) reportLost();
  if (isStep) Object.assign(steps, { at: step, isHalfWritten: false });
  const here = new URL(location);
  const missing = Object.entries(query).filter(([name]) => !here.searchParams.has(name));
  if (steps.isHalfWritten || here.pathname.split('/').pop() !== path || !missing.length) return;
  for (const [name, value] of missing) here.searchParams.set(name, value);
  steps.replace(here);
}
