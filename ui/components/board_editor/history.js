// Undo and redo for a board with a past and a future, which names in `remembers` what of it comes back.

const LONGEST_HISTORY = 200;

const copied = (board) => Object.fromEntries(board.remembers.map((part) => [part, structuredClone(board[part])]));

function remember(board) {
  board.past = [...board.past.slice(1 - LONGEST_HISTORY), copied(board)];
  board.future = [];
}

function step(board, from, to) {
  if (!board[from].length) return false;
  board[to].push(copied(board));
  Object.assign(board, board[from].pop());
  return true;
}

const undo = (board) => step(board, 'past', 'future');
const redo = (board) => step(board, 'future', 'past');
