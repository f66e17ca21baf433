// Undo and redo of this phone's own changes. A change remembers what each cell held before and what was laid there: it is
// taken back where that still lies, so that what others have set since stays. What a cell holds and how it is laid stands
// in cells.js. Whatever changes cells says what is to be sent: the cells laid, and `insteadOf` what, where that counts.

const LONGEST_HISTORY = 200; // changes

function change(board, cells) {
  board.past = [...board.past.slice(1 - LONGEST_HISTORY), []];
  board.future = [];
  return changeToo(board, cells);
}

// More of the change that was made last.
function changeToo(board, cells) {
  board.past.at(-1).push(...cells.map((now) => ({ was: seenAt(board, now.place), now })));
  cells.forEach((cell) => lay(board, cell));
  return cells;
}

// Takes back the last change of which something still lies there. Null if there is none.
function step(board, from, to) {
  while (board[from].length) {
    const mine = board[from].pop().filter(({ now }) => holds(board, now)).reverse();
    if (!mine.length) continue;
    mine.forEach(({ was }) => lay(board, was));
    board[to].push(mine.map(({ was, now }) => ({ was: now, now: was })));
    return mine.map(({ was, now }) => ({ ...was, insteadOf: now }));
  }
  return null;
}

const undo = (board) => step(board, 'past', 'future');
const redo = (board) => step(board, 'future', 'past');
