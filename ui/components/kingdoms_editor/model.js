// The board being edited: rows of tokens as the board text writes them ("+3", "D", "r2", "."), which of them were
// set by hand, the doubtful ones, and what undo needs.

const kind = (token) => token[0];
const numberOn = (token) => Number(token[1] ?? 0);
const highestOn = (letter) => LOOK.pieces[letter].highest;
const withNumber = (letter, number) =>
  letter + (highestOn(letter) ? Math.min(Math.max(number, 1), highestOn(letter)) : '');
const places = (listed) => new Set(listed.map(([row, column]) => at(row, column)));

function newBoard(data) {
  return {
    rows: data.code.split('/').map((row) => row.split(' ')),
    named: places(data.named),
    doubts: places(data.doubts),
    number: data.number,
    revision: data.revision,
    base: data.revision, // what our changes began with
    past: [],
    future: [],
    pending: [], // spaces changed here, with the revision each was sent in
  };
}

// The board as the server has it now, with what it has not received of ours, and the past of ours.
function takenOver(board, data) {
  const now = newBoard(data);
  const pending = stillPending(board, data);
  pending.forEach(({ place }) => lay(now, seenAt(board, place)));
  return { ...now, pending, past: board.past, future: board.future };
}

// Puts a piece in place; it is named, and no longer doubtful. False if nothing changed.
function put(board, [row, column], token) {
  const place = at(row, column);
  if (board.rows[row][column] === token && !board.doubts.has(place)) return false;
  remember(board, [place]);
  lay(board, { place, token, named: true, doubtful: false });
  return true;
}

function seenAt(board, place) {
  const [row, column] = placeOf(place);
  return { place, token: board.rows[row][column], named: board.named.has(place), doubtful: board.doubts.has(place) };
}

function lay(board, { place, token, named, doubtful }) {
  const [row, column] = placeOf(place);
  board.rows[row][column] = token;
  board.named[named ? 'add' : 'delete'](place);
  board.doubts[doubtful ? 'add' : 'delete'](place);
  board.pending.push({ place, revision: board.revision + 1 });
}

const codeOf = (board) => board.rows.map((row) => row.join(' ')).join('/');

const pieceName = (letter) => say(LOOK.pieces[letter].name);
const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : '0');

// What a token means as a player says it: "resource +3", "red castle, rank 2".
function words(token) {
  const letter = kind(token);
  if (letter === '+') return `${pieceName(letter)} +${numberOn(token)}`;
  if (letter === '-') return `${pieceName(letter)} −${numberOn(token)}`;
  if (!highestOn(letter)) return pieceName(letter);
  return say('{castle}, rank {rank}', { castle: pieceName(letter), rank: numberOn(token) });
}
