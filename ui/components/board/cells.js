// The board being edited, of either game: rows of cells as the code writes them, the doubtful ones, and what undo needs.
// Everything here is a plain value; the screen is drawn from it elsewhere.
// The model of each game says what a row holds, `cellsOf(row)`, and what gives way to a cell that is laid,
// `displacedBy(board, place, code)`.

const places = (listed) => new Set(listed.map(([row, column]) => at(row, column)));

function newBoard(data) {
  return {
    rows: data.code.split('/').map(cellsOf),
    doubts: places(data.doubts ?? []), // a game without a reader has none
    number: data.number,
    past: [],
    future: [],
  };
}

// The board as the server has it now, with what it has not heard of ours, and the past of ours.
function takenOver(board, data, unheard) {
  const now = newBoard(data);
  unheard.forEach((cell) => {
    if (!cell.insteadOf || holds(now, cell.insteadOf)) lay(now, cell); // which may be what one before has laid
  });
  return { ...now, past: board.past, future: board.future };
}

const allPlaces = (board) => board.rows.flatMap((cells, row) => cells.map((_, column) => at(row, column)));

const codeAt = (board, place) => {
  const [row, column] = placeOf(place);
  return board.rows[row][column];
};

function seenAt(board, place) {
  return { place, code: codeAt(board, place), doubtful: board.doubts.has(place) };
}

const holds = (board, { place, code, doubtful }) => codeAt(board, place) === code && board.doubts.has(place) === doubtful;

function lay(board, { place, code, doubtful }) {
  displacedBy(board, place, code).forEach((other) => lay(board, { place: other, code: '.', doubtful: false }));
  const [row, column] = placeOf(place);
  board.rows[row][column] = code;
  board.doubts[doubtful ? 'add' : 'delete'](place);
}

const laidByHand = (place, code) => ({ place, code, doubtful: false });

// Puts something in place, which is no longer doubtful. Null if nothing changed.
function put(board, [row, column], code) {
  const place = at(row, column);
  if (board.rows[row][column] === code && !board.doubts.has(place)) return null;
  const displaced = displacedBy(board, place, code).map((other) => laidByHand(other, '.'));
  return change(board, [...displaced, laidByHand(place, code)]);
}
