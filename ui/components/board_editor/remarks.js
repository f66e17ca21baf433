// What makes the board doubtful as a whole: one quiet line, which leads to its square; the others unfold behind it.

function showRemarks(list, remarks) {
  const said = JSON.stringify(remarks);
  if (list.dataset.said === said) return;
  list.dataset.said = said;
  list.classList.remove('unfolded');
  list.replaceChildren(...remarks.map(remarkItem));
  if (remarks.length > 1) list.firstChild.append(unfolding(list, remarks.length - 1));
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
  Object.assign(button, { type: 'button', className: 'more', textContent: `+${more}` });
  button.setAttribute('aria-label', sayOf(more, '{number} more remark', '{number} more remarks'));
  button.setAttribute('aria-expanded', false);
  button.addEventListener('click', () => button.setAttribute('aria-expanded', list.classList.toggle('unfolded')));
  return button;
}
