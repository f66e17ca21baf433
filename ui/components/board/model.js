// The squares of a kingdom as its code writes them: "w1", "C", ".".

const letter = (code) => code[0];
const crownsOn = (code) => Number(code[1] ?? 0);
const withCrowns = (land, crowns) => land + (crowns ? Math.min(crowns, LOOK.tiles[land].crowns) || '' : '');

const cellsOf = (row) => row.match(/[wflgsmtC.][1-3]?/g);

// A kingdom has one castle: those that lie elsewhere give way to one that is laid.
const displacedBy = (kingdom, place, code) =>
  code === 'C' ? allPlaces(kingdom).filter((other) => other !== place && codeAt(kingdom, other) === 'C') : [];

// Lays the same land on square after square of one stroke, which is undone as one change. Null if it lies there.
function paint(kingdom, [row, column], land, begun) {
  if (letter(kingdom.rows[row][column]) === land) return null;
  return (begun ? changeToo : change)(kingdom, [laidByHand(at(row, column), land)]);
}

// The first empty square after another, row by row, and from the top again. Null if there is none.
function nextEmpty(kingdom, place) {
  const order = allPlaces(kingdom);
  const from = order.indexOf(at(...place));
  const next = [...order.slice(from + 1), ...order.slice(0, from)].find((other) => codeAt(kingdom, other) === '.');
  return next ? placeOf(next) : null;
}

const landAt = (kingdom, row, column) => {
  const land = letter(kingdom.rows[row]?.[column] ?? '.');
  return land === '.' || land === 'C' ? null : land;
};

// Whether a square and the one beside it belong to one territory.
const joined = (kingdom, row, column, down, right) => {
  const land = landAt(kingdom, row, column);
  return land !== null && land === landAt(kingdom, row + down, column + right);
};

// Whether a square looks like no tile the reader knows, and nobody has said what it is.
const isUnknown = (data, kingdom, [row, column]) =>
  kingdom.rows[row][column] === '.' &&
  kingdom.doubts.has(at(row, column)) &&
  data.unknown.some(([r, c]) => r === row && c === column);

// Whether a square in doubt may show what the reader was never taught, so that it claims nothing of it.
const isOpen = (data, kingdom, place) =>
  isUnknown(data, kingdom, place) || (data.builds && kingdom.doubts.has(at(...place)));

// The two squares of a domino that may lie beside the kingdom, while both are in doubt; null of any other square.
const looseAt = (data, kingdom, chosen) => {
  const places = data.loose.map((pair) => pair.map((square) => at(...square)));
  const found = chosen && places.find((pair) => pair.includes(at(...chosen)));
  return found?.every((place) => kingdom.doubts.has(place)) ? found : null;
};

// Answers for both squares of a domino at once whether they belong to the kingdom, which is undone as one change.
function answerFor(kingdom, pair, belongs) {
  return change(
    kingdom,
    pair.map((place) => laidByHand(place, belongs ? codeAt(kingdom, place) : '.')),
  );
}

// What may lie on an open square: what only the boxes on the table have, then what was read, then the next best guess.
const offered = (data, code, other) => [...new Set([...data.own, code, other].filter((each) => each && each !== '.'))];

const counted = (crowns) => (crowns ? sayOf(crowns, '{number} crown', '{number} crowns') : say('no crown'));

const landName = (land) => say(LOOK.tiles[land].name);
const words = (code) => landName(letter(code)) + (crownsOn(code) ? `, ${counted(crownsOn(code))}` : '');

// An offer for an open square: the land of The Court's tiles is any, that of Queendomino's a town.
const offerWords = (data, code, unknown) => {
  if (data.builds && data.own.includes(code)) return say('{land} or a building?', { land: words(code) });
  if (data.builds && unknown) return say('a tile on {land}?', { land: landName(letter(code)) });
  return `${words(code)}?`;
};

// What another code says differently: its crowns alone where the land is the same.
const wordsBeside = (code, other) => (letter(code) === letter(other) ? counted(crownsOn(other)) : words(other));
