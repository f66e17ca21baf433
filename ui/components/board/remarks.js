// What makes the board doubtful as a whole: one quiet line, which leads to its square; the rest unfolds behind it.

import { say, sayOf } from '../shared/words.js';
import { element } from './elements.js';
import { toPlace } from './places.js';

const isCut = new ResizeObserver((lists) => lists.forEach(({ target }) => markCut(target)));

export function showRemarks(list, remarks) {
  const said = JSON.stringify(remarks);
  if (list.dataset.said === said) return;
  list.dataset.said = said;
  list.classList.remove('unfolded');
  list.replaceChildren(...remarks.map(remarkItem));
  if (remarks.length) list.firstChild.append(unfolding(list, remarks.length - 1));
  isCut.observe(list);
  markCut(list);
}

// Whether the one line is longer than its place, so that there is something to unfold.
function markCut(list) {
  const line = list.firstChild?.firstChild;
  if (line && !list.classList.contains('unfolded')) list.classList.toggle('cut', line.scrollWidth > line.clientWidth);
}

const remarkItem = ({ text, squares: [place] }) =>
  element(place ? `<li><button type="button" class="text" data-place="${toPlace(...place)}"></button></li>` : '<li><p class="text"></p></li>', text);

function unfolding(list, more) {
  const button = element(`<button type="button" class="more${more ? '' : ' of-one'}" aria-expanded="false"></button>`, say('Details'));
  const words = () => sayOf(more, 'Details, {number} more remark', 'Details, {number} more remarks');
  if (more) button.setAttribute('aria-label', words());
  button.addEventListener('click', () => button.setAttribute('aria-expanded', list.classList.toggle('unfolded')));
  return button;
}
