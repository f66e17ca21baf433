// What the server takes for a request of the queue.

import { isPiece, writePieces } from '../board/pieces.js';
import { parsePlace } from '../board/places.js';

/** Return the command of a request, as the server takes it. */
export function toPayload({ command, board, epoch, cells, close, rotate = false, move = null }) {
  if (command) return command;
  if (close) return { do: 'close', board, ...close };
  if (epoch !== undefined) {
    const spaces = cells.map((cell) => ({
      at: parsePlace(cell.place),
      to: cell.code,
      instead_of: cell.insteadOf?.code ?? null,
    }));
    return { do: 'edit epoch', epoch, board, spaces, rotate };
  }
  const pieces = cells.filter(({ place }) => isPiece(place));
  const squares = cells.filter(({ place }) => !isPiece(place)).map(asSquare);
  return { do: 'edit', board, squares, pieces: asChanges(pieces), rotate, move };
}

const asSquare = ({ place, code, doubtful, insteadOf }) => ({
  at: parsePlace(place),
  to: [code, doubtful],
  instead_of: insteadOf ? [insteadOf.code, insteadOf.doubtful] : null,
});

// Group cells of pieces into changes: consecutive edits become one, consecutive undone edits another, which applies
// only where the pieces are still there. Return null without cells.
function asChanges(cells) {
  const runs = [];
  for (const cell of cells) {
    const isBack = Boolean(cell.insteadOf);
    if (runs.at(-1)?.isBack !== isBack) runs.push({ isBack, before: {}, after: {} });
    const { before, after } = runs.at(-1);
    before[cell.place] ??= cell.from;
    after[cell.place] = cell.code;
  }
  const asChange = ({ isBack, before, after }) => ({
    before: writePieces(before),
    after: writePieces(after),
    taken_back: isBack,
  });
  return runs.length ? runs.map(asChange) : null;
}
