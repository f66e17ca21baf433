// The pieces on a board as a plain value: how many of each kind on each square, what is counted beside it, and the queen.

const ON_SQUARE = /^([a-z_]+)@(\d+)\.(\d+)(?:x(\d))?(?::(.+))?$/;

// From the pieces of a board code: ",giant@1.1x2,building@2.3:forest:2,coins:8,queen".
function readPieces(code) {
  const pieces = { placed: {}, counts: {}, queen: false };
  for (const item of code.split(',').filter(Boolean)) {
    const [, name, row, column, number, more] = item.match(ON_SQUARE) ?? [];
    if (name) {
      const place = at(row - 1, column - 1);
      pieces.placed[place] = { ...pieces.placed[place], [more ? `${name}:${more}` : name]: Number(number ?? 1) };
    } else if (item === 'queen') pieces.queen = true;
    else pieces.counts[item.split(':')[0]] = Number(item.split(':')[1]);
  }
  return pieces;
}

function writePieces({ placed, counts, queen }) {
  const onSquares = Object.entries(placed).flatMap(([place, here]) =>
    Object.entries(here).map(([code, number]) => {
      const [row, column] = placeOf(place);
      const [name, ...more] = code.split(':');
      return [`${name}@${row + 1}.${column + 1}${number > 1 ? `x${number}` : ''}`, ...more].join(':');
    }),
  );
  const beside = Object.entries(counts).flatMap(([name, number]) => (number ? [`${name}:${number}`] : []));
  return [...onSquares, ...beside, ...(queen ? ['queen'] : [])].map((item) => `,${item}`).join('');
}

const isTile = (code) => code !== 'giant' && code !== 'token';
const numberAt = (pieces, code, place) => pieces.placed[place]?.[code] ?? 0;
const numberOf = (pieces, { code, places }) =>
  Object.keys(places).reduce((sum, place) => sum + numberAt(pieces, code, place), 0);

// One more of a kind on a square, or none where no more can be; null where it cannot stand.
function tapped(pieces, kind, place) {
  const here = numberAt(pieces, kind.code, place);
  if (here && (here >= (kind.places[place] ?? 0) || numberOf(pieces, kind) >= kind.left)) return withNumber(pieces, kind.code, place, 0);
  if (!kind.places[place] || numberOf(pieces, kind) >= kind.left) return null;
  return withNumber(pieces, kind.code, place, here + 1);
}

// A tile stands alone on its square but for a giant on its crown; a token gives way to it.
function withNumber(pieces, code, place, number) {
  const stays = ([other]) => other !== code && !(number && code !== 'giant' && other !== 'giant');
  const here = Object.fromEntries(Object.entries(pieces.placed[place] ?? {}).filter(stays));
  if (number) here[code] = number;
  const placed = { ...pieces.placed, [place]: here };
  if (!Object.keys(here).length) delete placed[place];
  return { ...pieces, placed };
}

// A token on every square that bears one and has no tile.
const withAllTokens = (pieces, { places }) =>
  Object.keys(places).reduce(
    (now, place) => (Object.keys(now.placed[place] ?? {}).some(isTile) ? now : withNumber(now, 'token', place, 1)),
    pieces,
  );

// The pieces without a change, where what it laid still lies: squares and counts that others have changed since stay. Null
// where nothing of it does.
function takenBack(now, { was, is }) {
  const told = (value) => JSON.stringify(value instanceof Object ? Object.entries(value).sort() : value || undefined);
  const isMine = (before, after, here) => told(before) !== told(after) && told(here) === told(after);
  const pieces = structuredClone(now);
  let found = isMine(was.queen, is.queen, now.queen);
  if (found) pieces.queen = was.queen;
  for (const part of ['placed', 'counts'])
    for (const key of new Set([was, is].flatMap((one) => Object.keys(one[part]))))
      if (isMine(was[part][key], is[part][key], now[part][key])) {
        found = true;
        if (was[part][key]) pieces[part][key] = was[part][key];
        else delete pieces[part][key];
      }
  return found ? pieces : null;
}
