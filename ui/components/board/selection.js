// Which square of a board is selected, and what for. A selection is one of
//
// idle: no square is selected
// asking: the bar asks about `square`, and the palette is closed where that is in doubt
// editing: the palette is open for `square`; where it `isQuestion`, the bar asks to confirm it as well
// closing: no question is left; the board was sent for confirmation, or is confirmed

/** @typedef {[row: number, column: number]} Square */
/** @typedef {{ name: 'idle' | 'asking' | 'editing' | 'closing', square?: Square, isQuestion?: boolean }} Selection */

/** @type {Selection} */
export const IDLE = { name: 'idle' };

const isSame = (one, other) => one?.[0] === other?.[0] && one?.[1] === other?.[1];

/**
 * Select a square, or none. Selecting the square in question again keeps its palette open.
 *
 * @param {Selection} selection
 * @param {Square | null} square
 * @param {boolean} hasQuestions whether any square is left to ask about
 * @returns {Selection}
 */
export function select(selection, square, hasQuestions) {
  if (!square) return IDLE;
  if (selection.isQuestion && isSame(selection.square, square)) return selection;
  return hasQuestions ? { name: 'asking', square } : { name: 'editing', square };
}

/** Open the palette for the square in question, which is asked about until it is confirmed. */
export const edit = (selection) =>
  selection.name === 'asking' ? { name: 'editing', square: selection.square, isQuestion: true } : selection;

/** Wait for the server to confirm the board. */
export const close = ({ square }) => ({ name: 'closing', square });

/** Go back to the last square, because the server did not confirm the board. */
export const reopen = (selection) =>
  selection.name === 'closing' ? { name: 'editing', square: selection.square } : selection;

/** Follow the board, from which questions disappear or appear when another phone edits it. */
export function sync(selection, hasQuestions) {
  const { name, square, isQuestion } = selection;
  if (name === 'asking' && !hasQuestions) return { name: 'editing', square };
  return name === 'editing' && !isQuestion && hasQuestions ? { name: 'asking', square } : selection;
}

/** Return whether the bar asks about the selected square. */
export const isAsking = ({ name, isQuestion }) => name === 'asking' || Boolean(isQuestion);
