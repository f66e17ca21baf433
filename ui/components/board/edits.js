// The board being edited, of either game, as a plain value: rows of cells as the code writes them, the doubtful ones,
// the pieces on a kingdom, and what undo needs; the screen is drawn from it elsewhere. A place is that of a cell,
// "1,2", or of pieces of one kind: "giant@1,2" on a square, "coins@" beside the board; the code of pieces is their
// number.

import { isPiece, readPieces } from './pieces.js';
import { parsePlace, toPlace } from './places.js';

const LONGEST_HISTORY = 200; // changes
const places = (listed) => new Set(listed.map(([row, column]) => toPlace(row, column)));
export const kindOf = (code) => code[0];
export const numberOn = (code) => Number(code[1] ?? 0); // crowns of a square, the number or rank of a piece of Kingdoms

export function newBoard({ code, doubts, pieces, number }) {
  const cells = (row) => (row.includes(' ') ? row.split(' ') : row.match(/[wflgsmtC.][1-3]?/g));
  return {
    rows: code.split('/').map(cells),
    doubts: places(doubts ?? []), // a game without a reader has none
    pieces: readPieces(pieces?.code ?? ''),
    number,
    past: [],
    future: [],
  };
}

// The board as the server has it now, with what it has not answered of ours, and the past of ours.
export function takenOver(board, data, unanswered) {
  const now = newBoard(data);
  unanswered.forEach((cell) => {
    if (!cell.insteadOf || holds(now, cell.insteadOf)) lay(now, cell); // which may be what one before has laid
  });
  return { ...now, past: board.past, future: board.future };
}

const allPlaces = (board) => board.rows.flatMap((cells, row) => cells.map((_, column) => toPlace(row, column)));

export function codeAt(board, place) {
  if (isPiece(place)) return board.pieces[place] ?? '0';
  const [row, column] = parsePlace(place);
  return board.rows[row][column];
}

export const holds = (board, { place, code, doubtful }) =>
  codeAt(board, place) === code && board.doubts.has(place) === doubtful;
export const laidByHand = (place, code) => ({ place, code, doubtful: false });

// What gives way to what is laid: another castle of a kingdom; on a square, any other piece but a giant on its crown.
function displaced(board, place, code) {
  if (code === 'C') {
    const castles = allPlaces(board).filter((other) => other !== place && codeAt(board, other) === 'C');
    return castles.map((other) => laidByHand(other, '.'));
  }
  const [piece, square] = place.split('@');
  if (!square || piece === 'giant' || code === '0') return [];
  return piecesOn(board, square)
    .filter(([other]) => other !== place && !other.startsWith('giant@'))
    .map(([other]) => laidByHand(other, '0'));
}

function lay(board, { place, code, doubtful }) {
  displaced(board, place, code).forEach((other) => lay(board, other));
  if (isPiece(place)) {
    if (code === '0') delete board.pieces[place];
    else board.pieces[place] = code;
    return;
  }
  const [row, column] = parsePlace(place);
  board.rows[row][column] = code;
  board.doubts[doubtful ? 'add' : 'delete'](place);
}

// --- changes of this phone. One remembers what each cell held before and what was laid there: it is taken back where
// that still lies, so that what others have set since stays. Each says what is to be sent: the cells laid, `from` what,
// and `insteadOf` what, where that counts.

export function change(board, cells) {
  board.past = [...board.past.slice(1 - LONGEST_HISTORY), []];
  board.future = [];
  return changeToo(board, cells);
}

// More of the change that was made last.
function changeToo(board, cells) {
  const was = ({ place }) => ({ place, code: codeAt(board, place), doubtful: board.doubts.has(place) });
  board.past.at(-1).push(...cells.map((now) => ({ was: was(now), now })));
  const laid = cells.map((cell) => ({ ...cell, from: codeAt(board, cell.place) }));
  cells.forEach((cell) => lay(board, cell));
  return laid;
}

// Takes back the last change of which something still lies there. Null if there is none.
function step(board, from, to) {
  while (board[from].length) {
    const mine = board[from].pop().filter(({ now }) => holds(board, now)).reverse();
    if (!mine.length) continue;
    mine.forEach(({ was }) => lay(board, was));
    board[to].push(mine.map(({ was, now }) => ({ was: now, now: was })));
    return mine.map(({ was, now }) => ({ ...was, from: now.code, insteadOf: now }));
  }
  return null;
}

export const undo = (board) => step(board, 'past', 'future');
export const redo = (board) => step(board, 'future', 'past');

// Puts something in place, which is no longer doubtful. Null if nothing changed.
export function put(board, place, code) {
  if (codeAt(board, place) === code && !board.doubts.has(place)) return null;
  return change(board, [...displaced(board, place, code), laidByHand(place, code)]);
}

// Lays the same land on square after square of one stroke, which is undone as one change. Null if it lies there.
export function paint(board, place, land, begun) {
  if (kindOf(codeAt(board, place)) === land) return null;
  return (begun ? changeToo : change)(board, [laidByHand(place, land)]);
}

// --- where to go

// The next doubtful square that is not to stay so: in the order the server asks, after the chosen one; then any other.
// Null if none is left.
export function nextDoubt(board, asked, leftOpen, chosen) {
  const order = [...asked.map(([row, column]) => toPlace(row, column)), ...[...board.doubts].sort()];
  const isLeft = (place) => board.doubts.has(place) && !leftOpen.has(place);
  const left = order.filter((place, index) => isLeft(place) && order.indexOf(place) === index);
  const here = left.indexOf(chosen ? toPlace(...chosen) : '');
  return left.length ? parsePlace(left[(here + 1) % left.length]) : null;
}

// The first empty square after another, row by row, and from the top again. Null if there is none.
export function nextEmpty(board, place) {
  const order = allPlaces(board);
  const from = order.indexOf(toPlace(...place));
  const next = [...order.slice(from + 1), ...order.slice(0, from)].find((other) => codeAt(board, other) === '.');
  return next ? parsePlace(next) : null;
}

// --- territories

export const landAt = (board, row, column) => {
  const land = kindOf(board.rows[row]?.[column] ?? '.');
  return land === '.' || land === 'C' ? null : land;
};

// Whether a square and the one beside it belong to one territory.
export const joined = (board, row, column, down, right) => {
  const land = landAt(board, row, column);
  return land !== null && land === landAt(board, row + down, column + right);
};

// --- pieces

// What stands on a square: each place with its number.
export const piecesOn = (board, square) =>
  Object.entries(board.pieces).filter(([place]) => place.endsWith(`@${square}`));

export const numberOf = (board, { code, places }) =>
  Object.keys(places).reduce((sum, place) => sum + Number(codeAt(board, `${code}@${place}`)), 0);

// One more of a kind on a square, or none where no more can be; null where it cannot stand.
export function tapped(board, kind, square) {
  const place = `${kind.code}@${square}`;
  const here = Number(codeAt(board, place));
  const most = kind.places[square] ?? 0;
  const isUsedUp = numberOf(board, kind) >= kind.left;
  if (here && (here >= most || isUsedUp)) return put(board, place, '0');
  return most && !isUsedUp ? put(board, place, `${here + 1}`) : null;
}

// A token on every square that bears one and has none and no tile, as one change. Null if there is no such square.
export function withAllTokens(board, { places }) {
  const isBare = (square) => piecesOn(board, square).every(([place]) => place.startsWith('giant@'));
  const bare = Object.keys(places).filter(isBare);
  return bare.length ? change(board, bare.map((square) => laidByHand(`token@${square}`, '1'))) : null;
}
