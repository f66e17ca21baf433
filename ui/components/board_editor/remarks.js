// What makes the board doubtful as a whole, said in a list; a remark that has a place is a button leading to it.
function showRemarks(list, remarks) {
  const said = JSON.stringify(remarks);
  if (list.dataset.said === said) return;
  list.dataset.said = said;
  list.replaceChildren(
    ...remarks.map(({ text, place }) => {
      const item = document.createElement('li');
      const remark = item.appendChild(document.createElement(place ? 'button' : 'p'));
      remark.textContent = text;
      if (place) Object.assign(remark, { type: 'button' }).dataset.place = place;
      return item;
    }),
  );
}
