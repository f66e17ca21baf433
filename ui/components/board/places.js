// Places of squares on a board.

import { say } from '../shared/words.js';

export const toPlace = (row, column) => `${row},${column}`;
export const parsePlace = (text) => text.split(',').map(Number);
export const namePlace = ([row, column]) => say('row {row}, column {column}', { row: row + 1, column: column + 1 });

export const isIn = (squares, [row, column]) => squares.some(([r, c]) => r === row && c === column);
