// The kingdom being edited: rows of squares as the kingdom code writes them ("w1", "C", "."), the doubtful ones,
// and what undo needs.
// Everything here is a plain value; the screen is drawn from it elsewhere.

const letter = (code) => code[0];
const crownsOn = (code) => Number(code[1] ?? 0);
const withCrowns = (land, crowns) => land + (crowns ? Math.min(crowns, LOOK.tiles[land].crowns) || '' : '');

function newBoard(data) {
  return {
    rows: data.code.split('/').map((row) => row.match(/[wflgsmtC.][1-3]?/g)),
    doubts: new Set(data.doubts.map(([row, column]) => at(row, column))),
    number: data.number,
    revision: data.revision,
    base: data.revision, // what our changes began with
    past: [],
    future: [],
    pending: [], // squares changed here, with the revision each was sent in
  };
}

// The kingdom as the server has it now, with what it has not received of ours, and the past of ours.
function takenOver(kingdom, data) {
  const now = newBoard(data);
  const pending = stillPending(kingdom, data);
  pending.forEach(({ place }) => lay(now, seenAt(kingdom, place)));
  return { ...now, pending, past: kingdom.past, future: kingdom.future };
}

function seenAt(kingdom, place) {
  const [row, column] = placeOf(place);
  return { place, code: kingdom.rows[row][column], doubtful: kingdom.doubts.has(place) };
}

// Lays a square; a castle is taken away from where it lay, since a kingdom has one.
function lay(kingdom, { place, code, doubtful }) {
  const [row, column] = placeOf(place);
  if (code === 'C') castles(kingdom).forEach((other) => other !== place && lay(kingdom, { place: other, code: '.', doubtful: false }));
  kingdom.rows[row][column] = code;
  kingdom.doubts[doubtful ? 'add' : 'delete'](place);
  kingdom.pending.push({ place, revision: kingdom.revision + 1 });
}

const castles = (kingdom) =>
  kingdom.rows.flatMap((squares, row) => squares.flatMap((code, column) => (code === 'C' ? [at(row, column)] : [])));

// Puts a square in place. False if nothing changed.
function put(kingdom, [row, column], code) {
  const place = at(row, column);
  if (kingdom.rows[row][column] === code && !kingdom.doubts.has(place)) return false;
  remember(kingdom, [place, ...(code === 'C' ? castles(kingdom).filter((other) => other !== place) : [])]);
  lay(kingdom, { place, code, doubtful: false });
  return true;
}

// Lays the same land on square after square of one stroke, which is undone as one change.
function paint(kingdom, [row, column], land, begun) {
  const place = at(row, column);
  if (letter(kingdom.rows[row][column]) === land) return false;
  if (begun) rememberToo(kingdom, place);
  else remember(kingdom, [place]);
  lay(kingdom, { place, code: land, doubtful: false });
  return true;
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

// What may lie on an open square: what only the boxes on the table have, then what was read, then the next best guess.
const offered = (data, code, other) => [...new Set([...data.own, code, other].filter((each) => each && each !== '.'))];

const codeOf = (kingdom) => kingdom.rows.map((row) => row.join('')).join('/');

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
