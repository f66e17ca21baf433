// The kingdom being edited: rows of squares as the kingdom code writes them ("w1", "C", "."), the doubtful ones,
// and what undo needs.
// Everything here is a plain value; the screen is drawn from it elsewhere.

const letter = (code) => code[0];
const crownsOn = (code) => Number(code[1] ?? 0);
const withCrowns = (land, crowns) => land + (crowns ? Math.min(crowns, LOOK.tiles[land].crowns) || '' : '');

function newKingdom(data) {
  const kingdom = {
    rows: data.code.split('/').map((row) => row.match(/[wflgsmC.][1-3]?/g)),
    doubts: new Set(data.doubts.map(([row, column]) => at(row, column))),
    number: data.number,
    revision: data.revision,
    base: data.revision, // what our changes began with
    past: [],
    future: [],
    remembers: ['rows', 'doubts'],
    pending: [], // squares changed here, with the revision each was sent in
  };
  return { ...kingdom, noted: copied(kingdom) };
}

// Notes which squares differ from what was noted last, whether by a tap, a stroke or an undo.
function noteChanges(kingdom) {
  kingdom.rows.forEach((squares, row) =>
    squares.forEach((code, column) => {
      const { rows, doubts } = kingdom.noted;
      const isDoubtful = kingdom.doubts.has(at(row, column));
      if (code === rows[row][column] && isDoubtful === doubts.has(at(row, column))) return;
      kingdom.pending.push({ row, column, revision: kingdom.revision });
    }),
  );
  kingdom.noted = copied(kingdom);
}

// The kingdom as the server has it now, with what it has not received of ours; a castle of ours is the only one.
function takenOver(kingdom, data) {
  const now = newKingdom(data);
  now.pending = stillPending(kingdom, data);
  if (now.pending.some(({ row, column }) => kingdom.rows[row][column] === 'C')) takeCastleAway(now);
  now.pending.forEach(({ row, column }) => {
    const place = at(row, column);
    now.rows[row][column] = kingdom.rows[row][column];
    now.doubts[kingdom.doubts.has(place) ? 'add' : 'delete'](place);
  });
  return { ...now, noted: copied(now) };
}

function takeCastleAway(kingdom) {
  kingdom.rows = kingdom.rows.map((squares) => squares.map((held) => (held === 'C' ? '.' : held)));
}

// Puts a square in place; the castle moves, since a kingdom has one. False if nothing changed.
function put(kingdom, [row, column], code) {
  const place = at(row, column);
  if (kingdom.rows[row][column] === code && !kingdom.doubts.has(place)) return false;
  remember(kingdom);
  if (code === 'C') takeCastleAway(kingdom);
  kingdom.rows[row][column] = code;
  kingdom.doubts.delete(place);
  return true;
}

// Lays the same land on square after square of one stroke, which is undone as one change.
function paint(kingdom, [row, column], land, begun) {
  if (letter(kingdom.rows[row][column]) === land) return false;
  if (!begun) remember(kingdom);
  kingdom.rows[row][column] = land;
  kingdom.doubts.delete(at(row, column));
  return true;
}

// The next doubtful square after the chosen one in reading order, round the end; null if none is left.
function nextDoubt(kingdom, chosen) {
  const width = kingdom.rows[0].length;
  const order = ([row, column]) => row * width + column;
  const doubts = [...kingdom.doubts].map((place) => place.split(',').map(Number)).sort((a, b) => order(a) - order(b));
  const after = chosen ? doubts.find((place) => order(place) > order(chosen)) : undefined;
  return after ?? doubts[0] ?? null;
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

const codeOf = (kingdom) => kingdom.rows.map((row) => row.join('')).join('/');

const counted = (crowns) => (crowns ? sayOf(crowns, '{number} crown', '{number} crowns') : say('no crown'));

const landName = (land) => say(LOOK.tiles[land].name);
const words = (code) => landName(letter(code)) + (crownsOn(code) ? `, ${counted(crownsOn(code))}` : '');

// What another code says differently: its crowns alone where the land is the same.
const wordsBeside = (code, other) => (letter(code) === letter(other) ? counted(crownsOn(other)) : words(other));
