// The overlay of the photo: grid, territories with crowns and sums, doubts, and what a quest or a piece has scored.
// Also the lines that a quest has scored, over the board of tiles.

import { areJoined, getTerrain, getNumber } from './edits.js';
import { parsePlace, toPlace } from './places.js';

const line = ([x1, y1], [x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`;
const tracePolygon = (points) => `M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`;

const getCorners = (lattice, row, column) => [
  lattice[row][column],
  lattice[row][column + 1],
  lattice[row + 1][column + 1],
  lattice[row + 1][column],
];

// Return the part of the photo around the kingdom: x, y, width, height in pixels.
function findFrame(lattice, { width, height }) {
  const xs = lattice.flat().map(([x]) => x);
  const ys = lattice.flat().map(([, y]) => y);
  const margin = 0.06 * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const left = Math.max(0, Math.min(...xs) - margin);
  const top = Math.max(0, Math.min(...ys) - margin);
  const right = Math.min(width, Math.max(...xs) + margin);
  const bottom = Math.min(height, Math.max(...ys) + margin);
  return [left, top, right - left, bottom - top];
}

// Return the borders of all territories as a path for each terrain.
function traceOutlines(kingdom, lattice) {
  const paths = {};
  kingdom.rows.forEach((squares, row) =>
    squares.forEach((_, column) => {
      const land = getTerrain(kingdom, row, column);
      if (land === null) return;
      const [a, b, c, d] = getCorners(lattice, row, column);
      const sides = [
        [-1, 0, a, b],
        [0, 1, b, c],
        [1, 0, c, d],
        [0, -1, d, a],
      ];
      sides
        .filter(([down, right]) => !areJoined(kingdom, row, column, down, right))
        .forEach(([, , from, to]) => (paths[land] = (paths[land] ?? '') + line(from, to)));
    }),
  );
  return paths;
}

const getMiddle = (points) =>
  points.reduce(([sx, sy], [x, y]) => [sx + x / points.length, sy + y / points.length], [0, 0]);

/** Return the square of a territory nearest to its middle, where its points are written. */
export function findLabelSquare(squares) {
  const [row, column] = getMiddle(squares);
  const away = ([r, c]) => (r - row) ** 2 + (c - column) ** 2;
  return squares.reduce((best, square) => (away(square) < away(best) ? square : best));
}

// Draw the crowns that were read, next to each other in the middle of their square.
function drawCrowns(kingdom, lattice, size) {
  return kingdom.rows.flatMap((codes, row) =>
    codes.flatMap((code, column) => {
      const [cx, cy] = getMiddle(getCorners(lattice, row, column));
      const crowns = getNumber(code);
      return Array.from({ length: crowns }, (_, index) => {
        const left = cx + size * (index - crowns / 2);
        return `<svg class="crown" x="${left}" y="${cy - size / 2}" width="${size}" height="${size}" viewBox="0 0 24 24"><use href="#crown"/></svg>`;
      });
    }),
  );
}

/**
 * Draw the overlay of a photo.
 *
 * @param {object} kingdom the board
 * @param {object} photo its address, size and `lattice`: rows of grid points in pixels
 * @param {object} styles fill by terrain
 * @param {object[]} earning territories that score
 * @param {[number, number][]} asked squares in question
 * @param {{ squares: [number, number][], lines: [number, number][][] } | undefined} counted what to highlight
 * @returns {{ viewBox: string, drawing: string }}
 */
export function drawOverlay(kingdom, photo, styles, earning, asked, counted) {
  const { lattice } = photo;
  const [x, y, width, height] = findFrame(lattice, photo);
  const thin = width / 250;
  const cells = kingdom.rows.flatMap((squares, row) => squares.map((_, column) => [row, column]));
  const shape = (attributes, d) => `<path d="${d}" fill="none" ${attributes}/>`;
  const cornersOf = ([row, column]) => getCorners(lattice, row, column);
  const middleOf = (square) => getMiddle(cornersOf(square));
  const outline = (squares) => squares.map((square) => tracePolygon(cornersOf(square))).join('');
  const grid = shape(`stroke="#fff" stroke-opacity=".55" stroke-width="${thin * 0.6}"`, outline(cells));
  const borders = Object.entries(traceOutlines(kingdom, lattice));
  const casing = borders.map(([, d]) =>
    shape(`stroke="#1C1A17" class="edge" pathLength="1" stroke-width="${thin * 2.6}" stroke-linecap="round"`, d),
  );
  const edges = borders.map(([land, d]) => {
    const stroke = land === 'm' ? '#F2C14A' : styles[land].fill;
    const broad = thin * 1.5;
    return shape(`class="edge" pathLength="1" stroke="${stroke}" stroke-width="${broad}" stroke-linecap="round"`, d);
  });
  const sums = earning.map(({ squares, points }) => {
    const [cx, cy] = middleOf(findLabelSquare(squares));
    const size = thin * 9;
    return `<g class="sum"><rect x="${cx - size}" y="${cy - size * 0.62}" width="${size * 2}" height="${size * 1.24}" rx="${size * 0.6}" fill="#FFF6DC" stroke="#1C1A17" stroke-width="${thin * 0.5}"/><text x="${cx}" y="${cy}" font-size="${size}" text-anchor="middle" dominant-baseline="central" fill="#26221B" font-weight="700">${points}</text></g>`;
  });
  const crowns = drawCrowns(kingdom, lattice, thin * 11);
  const dashed = `stroke="#fff" stroke-width="${thin * 1.6}" stroke-dasharray="${thin * 4} ${thin * 3}"`;
  const doubts = [...kingdom.doubts].map((place) => shape(dashed, outline([parsePlace(place)])));
  const round = 'stroke-linecap="round" stroke-linejoin="round"';
  const cased = (d, width) =>
    shape(`stroke="#1C1A17" stroke-width="${thin * width * 1.7}" ${round}`, d) +
    shape(`class="counted" stroke="#FFF6DC" stroke-width="${thin * width}" ${round}`, d);
  const shown = counted
    ? cased(outline(counted.squares), 1.6) + cased(traceLines(counted.lines, middleOf), 3.2)
    : '';
  const picked = `stroke="#FFD24A" stroke-width="${thin * 3}" stroke-linejoin="round"`;
  const picks = asked.map((square) => shape(picked, outline([square])));
  const targets = cells.map(
    (square) => `<path d="${outline([square])}" fill="transparent" data-place="${toPlace(...square)}"/>`,
  );
  return {
    viewBox: `${x} ${y} ${width} ${height}`,
    drawing: [grid, ...casing, ...edges, ...crowns, ...doubts, ...sums, shown, ...picks, ...targets].join(''),
  };
}

// --- lines of three squares that a quest has scored

// Return lines as one path from middle to middle; `middleOf` returns the middle of a square.
const traceLines = (lines, middleOf) =>
  lines.map(([first, , last]) => `M${middleOf(first).join(' ')}L${middleOf(last).join(' ')}`).join('');

/** Draw lines over a board of tiles, as SVG in units of squares; return an empty text without lines. */
export function drawLines(lines, rows, columns) {
  const path = traceLines(lines, ([row, column]) => [column + 0.5, row + 0.5]);
  return path && `<svg class="drawn" viewBox="0 0 ${columns} ${rows}" aria-hidden="true"><path class="edge-of-line" d="${path}"/><path d="${path}"/></svg>`;
}
