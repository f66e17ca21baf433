// What a quest or a piece counted, drawn over a board or its photo: lines of three squares, from middle to middle.

// The lines as one path; ``middleOf`` says where the middle of a square is.
const linesPath = (lines, middleOf) =>
  lines.map(([first, , last]) => `M${middleOf(first).join(' ')}L${middleOf(last).join(' ')}`).join('');

// The lines over a board of tiles, as SVG in units of squares; nothing without lines.
function linesOnTiles(lines, rows, columns) {
  const path = linesPath(lines, ([row, column]) => [column + 0.5, row + 0.5]);
  return path && `<svg class="drawn" viewBox="0 0 ${columns} ${rows}" aria-hidden="true"><path class="edge-of-line" d="${path}"/><path d="${path}"/></svg>`;
}
