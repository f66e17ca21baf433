// Pieces on a board by their places, and how a board code writes them.

import { parsePlace, toPlace } from './places.js';

// A piece in a board code: "giant@1.1x2", "building@2.3:forest:2".
const ON_SQUARE = /^([a-z_]+)@(\d+)\.(\d+)(?:x(\d))?(?::(.+))?$/;

/** Return whether a place is one of pieces. */
export const isPiece = (place) => place.includes('@');

/** Parse the pieces of a board code. */
export function readPieces(code) {
  const found = code.split(',').filter(Boolean).map((item) => {
    const [, name, row, column, number = '1', more] = item.match(ON_SQUARE) ?? [];
    const [thing, count = '1'] = item.split(':');
    return name ? [`${more ? `${name}:${more}` : name}@${toPlace(row - 1, column - 1)}`, number] : [`${thing}@`, count];
  });
  return Object.fromEntries(found);
}

/** Format pieces as the end of a board code: ",giant@1.1x2,building@2.3:forest:2,coins:8,queen". */
export function writePieces(pieces) {
  const item = ([key, number]) => {
    const [code, place] = key.split('@');
    if (!place) return code === 'queen' ? code : `${code}:${number}`;
    const [name, ...more] = code.split(':');
    const [row, column] = parsePlace(place);
    return [`${name}@${row + 1}.${column + 1}${number > 1 ? `x${number}` : ''}`, ...more].join(':');
  };
  return Object.entries(pieces)
    .filter(([, number]) => number !== '0')
    .map((one) => `,${item(one)}`)
    .join('');
}
