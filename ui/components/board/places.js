// Places of squares on a board.

import { say } from '../shared/words.js';

/** Format a square as a place. */
export const toPlace = (row, column) => `${row},${column}`;

/** Parse the place of a square: row and column. */
export const parsePlace = (text) => text.split(',').map(Number);

/** Name a square in the reader's language. */
export const namePlace = ([row, column]) => say('row {row}, column {column}', { row: row + 1, column: column + 1 });

/** Return whether a square is among others. */
export const isIn = (squares, [row, column]) => squares.some(([r, c]) => r === row && c === column);
