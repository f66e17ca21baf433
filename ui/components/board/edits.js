// Edits of a board of either game, as a plain value without a screen.
//
// A board has rows of cells as its code writes them, the places of cells in doubt, pieces, and a history for undo. A
// place is that of a cell, "1,2", or of pieces of one kind: "giant@1,2" on a square, "coins@" next to the board. The
// code of pieces is their number. A cell is a place, its code, and whether that is in doubt.

import { isPiece, readPieces } from './pieces.js';
import { parsePlace, toPlace } from './places.js';

const MAX_CHANGES = 200; // that can be undone

const toPlaces = (listed) => new Set(listed.map(([row, column]) => toPlace(row, column)));
/** Return the kind in the code of a cell: its terrain, or the kind of a token. */
export const getKind = (code) => code[0];

/** Return the number in the code of a cell: crowns, or the value or rank of a token of Kingdoms. */
export const getNumber = (code) => Number(code[1] ?? 0);

/** Create a board without history from the server's data. */
export function createBoard({ code, doubts, pieces, number }) {
  const cells = (row) => (row.includes(' ') ? row.split(' ') : row.match(/[wflgsmtC.][1-3]?/g));
  return {
    rows: code.split('/').map(cells),
    doubts: toPlaces(doubts ?? []), // a game without a reader has none
    pieces: readPieces(pieces?.code ?? ''),
    number,
    past: [],
    future: [],
  };
}

/** Return the server's board with our unanswered cells applied to it, and our history. */
export function mergeServerBoard(board, data, unanswered) {
  const now = createBoard(data);
  unanswered.forEach((cell) => {
    if (!cell.insteadOf || matches(now, cell.insteadOf)) setCell(now, cell); // compared with earlier ones, too
  });
  return { ...now, past: board.past, future: board.future };
}

const listPlaces = (board) => board.rows.flatMap((cells, row) => cells.map((_, column) => toPlace(row, column)));

/** Return the code at a place; of pieces their number. */
export function getCode(board, place) {
  if (isPiece(place)) return board.pieces[place] ?? '0';
  const [row, column] = parsePlace(place);
  return board.rows[row][column];
}

/** Return whether a cell is on the board as it says. */
export const matches = (board, { place, code, doubtful }) =>
  getCode(board, place) === code && board.doubts.has(place) === doubtful;

/** Make a cell that a player has set, which is not in doubt. */
export const makeCell = (place, code) => ({ place, code, doubtful: false });

// Return the cells that setting a code clears: another castle of a kingdom; on a square, other pieces but giants.
function findDisplaced(board, place, code) {
  if (code === 'C') {
    const castles = listPlaces(board).filter((other) => other !== place && getCode(board, other) === 'C');
    return castles.map((other) => makeCell(other, '.'));
  }
  const [piece, square] = place.split('@');
  if (!square || piece === 'giant' || code === '0') return [];
  return listPieces(board, square)
    .filter(([other]) => other !== place && !other.startsWith('giant@'))
    .map(([other]) => makeCell(other, '0'));
}

function setCell(board, { place, code, doubtful }) {
  findDisplaced(board, place, code).forEach((other) => setCell(board, other));
  if (isPiece(place)) {
    if (code === '0') delete board.pieces[place];
    else board.pieces[place] = code;
    return;
  }
  const [row, column] = parsePlace(place);
  board.rows[row][column] = code;
  board.doubts[doubtful ? 'add' : 'delete'](place);
}

// --- changes of this phone. A change remembers each cell before and after. Undo applies where the cell is still as
// after, so that what others have set since stays. Each function returns the cells to send: `from` is the code before,
// and `insteadOf` the cell that must still be there, for undo and redo.

/** Set cells as a change of its own. */
export function applyCells(board, cells) {
  board.past = [...board.past.slice(1 - MAX_CHANGES), []];
  board.future = [];
  return extendChange(board, cells);
}

// Set more cells as part of the last change.
function extendChange(board, cells) {
  const was = ({ place }) => ({ place, code: getCode(board, place), doubtful: board.doubts.has(place) });
  board.past.at(-1).push(...cells.map((now) => ({ was: was(now), now })));
  const laid = cells.map((cell) => ({ ...cell, from: getCode(board, cell.place) }));
  cells.forEach((cell) => setCell(board, cell));
  return laid;
}

// Reverse the last change of which a cell is still there; return null if there is none.
function travel(board, from, to) {
  while (board[from].length) {
    const mine = board[from].pop().filter(({ now }) => matches(board, now)).reverse();
    if (!mine.length) continue;
    mine.forEach(({ was }) => setCell(board, was));
    board[to].push(mine.map(({ was, now }) => ({ was: now, now: was })));
    return mine.map(({ was, now }) => ({ ...was, from: now.code, insteadOf: now }));
  }
  return null;
}

/** Undo the last change; return null if there is none. */
export const undo = (board) => travel(board, 'past', 'future');

/** Redo the last change that was undone; return null if there is none. */
export const redo = (board) => travel(board, 'future', 'past');

/** Set the code at a place, which is then not in doubt; return null if that changes nothing. */
export function setCode(board, place, code) {
  if (getCode(board, place) === code && !board.doubts.has(place)) return null;
  return applyCells(board, [...findDisplaced(board, place, code), makeCell(place, code)]);
}

/** Set the terrain of a square as part of a stroke, which is one change; return null if that changes nothing. */
export function paint(board, place, land, begun) {
  if (getKind(getCode(board, place)) === land) return null;
  return (begun ? extendChange : applyCells)(board, [makeCell(place, land)]);
}

// --- where to go

/**
 * Return the next square in doubt: in the order of the server, then the others by place; null if none is left.
 *
 * @param {object} board
 * @param {[number, number][]} asked squares in the order of the server
 * @param {Set<string>} leftOpen places that are not asked about again
 */
export function findNextDoubt(board, asked, leftOpen) {
  const order = [...asked.map(([row, column]) => toPlace(row, column)), ...[...board.doubts].sort()];
  const isLeft = (place) => board.doubts.has(place) && !leftOpen.has(place);
  const next = order.find(isLeft);
  return next ? parsePlace(next) : null;
}

/** Return the first empty square after another, row by row and from the top again; null if there is none. */
export function findNextEmpty(board, place) {
  const order = listPlaces(board);
  const from = order.indexOf(toPlace(...place));
  const next = [...order.slice(from + 1), ...order.slice(0, from)].find((other) => getCode(board, other) === '.');
  return next ? parsePlace(next) : null;
}

// --- territories

/** Return the terrain of a square; null for a castle, an empty square, and outside the board. */
export const getTerrain = (board, row, column) => {
  const land = getKind(board.rows[row]?.[column] ?? '.');
  return land === '.' || land === 'C' ? null : land;
};

/** Return whether a square and the one next to it belong to one territory. */
export const areJoined = (board, row, column, down, right) => {
  const land = getTerrain(board, row, column);
  return land !== null && land === getTerrain(board, row + down, column + right);
};

// --- pieces

/** Return the pieces on a square: places with numbers. */
export const listPieces = (board, square) =>
  Object.entries(board.pieces).filter(([place]) => place.endsWith(`@${square}`));

/** Return how many pieces of a kind are on the board. */
export const countPieces = (board, { code, places }) =>
  Object.keys(places).reduce((sum, place) => sum + Number(getCode(board, `${code}@${place}`)), 0);

/** Add a piece to a square, or remove all of its kind at the limit; return null where it cannot stand. */
export function togglePiece(board, kind, square) {
  const place = `${kind.code}@${square}`;
  const here = Number(getCode(board, place));
  const most = kind.places[square] ?? 0;
  const isUsedUp = countPieces(board, kind) >= kind.left;
  if (here && (here >= most || isUsedUp)) return setCode(board, place, '0');
  return most && !isUsedUp ? setCode(board, place, `${here + 1}`) : null;
}

/** Add a token to every square that can bear one and has no piece; return null if there is none. */
export function placeAllTokens(board, { places }) {
  const isBare = (square) => listPieces(board, square).every(([place]) => place.startsWith('giant@'));
  const bare = Object.keys(places).filter(isBare);
  return bare.length ? applyCells(board, bare.map((square) => makeCell(`token@${square}`, '1'))) : null;
}
