// One entry of the browser's history for each visit of a screen.

import { expose } from '../shared/namespace.js';

/**
 * The visit of the screen. `number` counts the screens visited; `isHalfWritten`: its query follows; `isByBrowser`: it
 * came by Back or Forward.
 */
export const visit = { number: undefined, isHalfWritten: false, isByBrowser: false };
expose({ visit });

/**
 * Have each visit write one entry. Streamlit pushes two for a visit that changes screen and query: the new query at the
 * old screen, then the new screen; the second replaces the first here. While Back is pressed again and again, Streamlit
 * writes the address of each screen that it draws at the entry of another; until a player does something, none is
 * written.
 */
export function writeOneEntry() {
  const { pushState, replaceState } = history;
  visit.replace = (address) => replaceState.call(history, history.state, '', address);
  history.pushState = (state, title, address) => {
    if (visit.isByBrowser) return;
    const isNewPage = new URL(address, location).pathname !== location.pathname;
    const write = isNewPage && visit.isHalfWritten ? replaceState : pushState;
    if (write === pushState) visit.isHalfWritten = !isNewPage;
    write.call(history, state, title, address);
  };
  history.replaceState = (...entry) => visit.isByBrowser || replaceState.apply(history, entry);
  window.addEventListener('popstate', () => Object.assign(visit, { isByBrowser: true, isHalfWritten: false }), true);
  for (const act of ['click', 'keydown', 'change'])
    window.addEventListener(act, () => (visit.isByBrowser = false), true);
}

function scrollToTop(element) {
  for (let around = element; around; around = around.parentNode ?? around.host) {
    if (around.scrollTop) around.scrollTop = 0;
  }
}

/** Handle that a screen is drawn: scroll to its top, repeat a lost visit, complete its address. */
export function onArrival({ path, query, visit: number, hasArrived }, element, reportLost) {
  // Streamlit scrolls a new page to its top only sometimes.
  const isNewVisit = number !== visit.number;
  const isAnother = isNewVisit || path !== visit.path;
  if (isAnother && !visit.isByBrowser) scrollToTop(element);
  visit.path = path;
  // If the websocket is replaced during a visit, Streamlit draws the screen before it.
  if (isNewVisit && !hasArrived && !visit.isByBrowser && visit.number !== undefined) reportLost();
  if (isNewVisit) Object.assign(visit, { number, isHalfWritten: false });
  const here = new URL(location);
  const missing = Object.entries(query).filter(([name]) => !here.searchParams.has(name));
  if (visit.isHalfWritten || here.pathname.split('/').pop() !== path || !missing.length) return;
  for (const [name, value] of missing) here.searchParams.set(name, value);
  visit.replace(here);
}
