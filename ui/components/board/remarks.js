// Remarks on the board or its squares: the first is shown and selects its square when tapped; a button unfolds the
// others.

import { say, sayOf } from '../shared/words.js';
import { createElement } from '../shared/elements.js';
import { toPlace } from './places.js';

const isCut = new ResizeObserver((lists) => lists.forEach(({ target }) => markCut(target)));

/** Show remarks in a list, unless it shows them already. */
export function showRemarks(list, remarks) {
  const shown = JSON.stringify(remarks);
  if (list.dataset.shown === shown) return;
  list.dataset.shown = shown;
  list.classList.remove('unfolded');
  list.replaceChildren(...remarks.map(makeRemark));
  if (remarks.length) list.firstChild.append(makeUnfoldButton(list, remarks.length - 1));
  isCut.observe(list);
  markCut(list);
}

// Mark a list whose first line is cut, so that it can be unfolded.
function markCut(list) {
  const line = list.firstChild?.firstChild;
  if (line && !list.classList.contains('unfolded')) list.classList.toggle('cut', line.scrollWidth > line.clientWidth);
}

const makeRemark = ({ text, squares: [place] }) =>
  createElement(place ? `<li><button type="button" class="text" data-place="${toPlace(...place)}"></button></li>` : '<li><p class="text"></p></li>', text);

function makeUnfoldButton(list, more) {
  const button = createElement(`<button type="button" class="more${more ? '' : ' of-one'}" aria-expanded="false"></button>`, say('Details'));
  const words = () => sayOf(more, 'Details, {number} more remark', 'Details, {number} more remarks');
  if (more) button.setAttribute('aria-label', words());
  button.addEventListener('click', () => button.setAttribute('aria-expanded', list.classList.toggle('unfolded')));
  return button;
}
