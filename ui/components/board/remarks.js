// What makes the board doubtful as a whole: one quiet line, which leads to its square; the rest unfolds behind it.

const isCut = new ResizeObserver((lists) => lists.forEach(({ target }) => markCut(target)));

function showRemarks(list, remarks) {
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

function remarkItem({ text, place }) {
  const item = document.createElement('li');
  const remark = item.appendChild(document.createElement(place ? 'button' : 'p'));
  remark.textContent = text;
  if (place) Object.assign(remark, { type: 'button' }).dataset.place = place;
  return item;
}

function unfolding(list, more) {
  const button = document.createElement('button');
  const text = more ? say('{number} more', { number: more }) : say('More');
  Object.assign(button, { type: 'button', className: more ? 'more' : 'more of-one', textContent: text });
  if (more) button.setAttribute('aria-label', sayOf(more, '{number} more remark', '{number} more remarks'));
  button.setAttribute('aria-expanded', false);
  button.addEventListener('click', () => button.setAttribute('aria-expanded', list.classList.toggle('unfolded')));
  return button;
}
