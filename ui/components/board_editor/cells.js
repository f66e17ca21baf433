// The board being edited, of either game: rows of cells as the code writes them, the doubtful ones and those set by hand,
// and what undo needs. Everything here is a plain value; the screen is drawn from it elsewhere.
// The model of each game says how a row is written, `cellsOf(row)` and `rowOf(cells)`, and what gives way to a cell that
// is laid, `displacedBy(board, place, code)`.

const places = (listed) => new Set(listed.map(([row, column]) => at(row, column)));

function newBoard(data) {
  return {
    rows: data.code.split('/').map(cellsOf),
    named: places(data.named ?? []), // a game whose reader does not learn from them tells of none
    doubts: places(data.doubts),
    number: data.number,
    revision: data.revision,
    base: data.revision, // what our changes began with
    past: [],
    future: [],
    pending: [], // cells changed here, with the revision each was sent in
  };
}

// The board as the server has it now, with what it has not received of ours, and the past of ours.
function takenOver(board, data) {
  const now = newBoard(data);
  const pending = stillPending(board, data);
  pending.forEach(({ place }) => lay(now, seenAt(board, place)));
  return { ...now, pending, past: board.past, future: board.future };
}

const codeOf = (board) => board.rows.map(rowOf).join('/');

const allPlaces = (board) => board.rows.flatMap((cells, row) => cells.map((_, column) => at(row, column)));

const codeAt = (board, place) => {
  const [row, column] = placeOf(place);
  return board.rows[row][column];
};

function seenAt(board, place) {
  return { place, code: codeAt(board, place), named: board.named.has(place), doubtful: board.doubts.has(place) };
}

function lay(board, { place, code, named, doubtful }) {
  displacedBy(board, place, code).forEach((other) => lay(board, { place: other, code: '.', named, doubtful: false }));
  const [row, column] = placeOf(place);
  board.rows[row][column] = code;
  board.named[named ? 'add' : 'delete'](place);
  board.doubts[doubtful ? 'add' : 'delete'](place);
  board.pending.push({ place, revision: board.revision + 1 });
}

// Puts something in place; it is named, and no longer doubtful. False if nothing changed.
function put(board, [row, column], code) {
  const place = at(row, column);
  if (board.rows[row][column] === code && !board.doubts.has(place)) return false;
  remember(board, [place, ...displacedBy(board, place, code)]);
  lay(board, { place, code, named: true, doubtful: false });
  return true;
}
