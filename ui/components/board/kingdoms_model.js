// The spaces of a board as its text writes them, in tokens: "+3", "D", "r2", ".".

const kind = (token) => token[0];
const numberOn = (token) => Number(token[1] ?? 0);
const highestOn = (letter) => LOOK.pieces[letter].highest;
const withNumber = (letter, number) =>
  letter + (highestOn(letter) ? Math.min(Math.max(number, 1), highestOn(letter)) : '');

const cellsOf = (row) => row.split(' ');
const displacedBy = () => [];

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
