// Undo and redo of this phone's own changes. Each change remembers the squares that it touched, so that what others
// change meanwhile stays. What a cell holds and how it is laid stands in cells.js.

const LONGEST_HISTORY = 200; // changes

function remember(board, places) {
  board.past = [...board.past.slice(1 - LONGEST_HISTORY), places.map((place) => seenAt(board, place))];
  board.future = [];
}

// One more square of the change that was remembered last.
function rememberToo(board, place) {
  const last = board.past.at(-1);
  if (!last.some((seen) => seen.place === place)) last.push(seenAt(board, place));
}

function step(board, from, to) {
  const change = board[from].pop();
  if (!change) return false;
  board[to].push(change.map(({ place }) => seenAt(board, place)));
  change.forEach((seen) => lay(board, seen));
  return true;
}

const undo = (board) => step(board, 'past', 'future');
const redo = (board) => step(board, 'future', 'past');
