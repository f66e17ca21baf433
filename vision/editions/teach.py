"""An edition taught by one photo: of a kingdom of known dominoes, laid by their numbers, or of any whose code is given.

Which way round it lies, and whether it is that kingdom at all, is told by the terrains: squares of one terrain look
alike in any edition, and the network's word on a strange tile is worth something. Both together name the squares, too,
that are not what they should be. Tiles of other boxes are taught alike: of what the network knows none of, only what
looks alike counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import BASE, Box
from scoring.dominoes.legality import PlacedDomino, build_order
from scoring.kingdom import Kingdom, Position, position_label
from scoring.message import Message, join_semicolon, message
from scoring.terrain import Square, Terrain
from vision.errors import EditionKnown, NoKingdomFound, PhotoError
from vision.locate.locate import SEARCHES, Location, Search
from vision.networks import get_session
from vision.photo.light import normalise_light
from vision.photo.photo import Photo, PhotoSource, Points, load
from vision.pipeline.reader import NO_KINGDOM, OnGrids, Progress, Reader
from vision.rectify import cut_squares, project_grid_points, warp
from vision.squares.classify import (
    AUGMENTATION,
    KINDS,
    Logs,
    apply_temperature,
    classify_crops,
    forward,
    get_temperature,
)
from vision.squares.taught_tiles import TaughtTiles, learn_squares

TEACHING_KINGDOM = Kingdom.parse("wm3s2fl1/wm2wfl1/wm1Cf1l/w1ss1g1l/mm2gg2l")
"""Twelve dominoes that show all sixteen kinds, three squares or more of every terrain, none the same when turned."""

SIDES = 4
SHARP = 0.05  # of a likeness: what makes a terrain e times as probable
NEAREST = 2  # squares of a terrain that another is compared with: one alone may be in a bad light
LEAST = 1e-3  # probability
FITS = 0.17  # geometric mean of the terrains' probabilities; 58 other kingdoms have at most 0.15, strange styles more
MIN_COMPARED = 20  # squares with which the likeness alone tells that it is this kingdom
AGAINST = 10.0  # how many times as probable other terrains are on both squares of a domino that lies elsewhere

_KNOWN = dict.fromkeys((square.terrain, square.is_castle) for square in KINDS)
LANDS = (*_KNOWN, *((terrain, False) for terrain in Terrain if (terrain, False) not in _KNOWN))
"""Terrains, the castle and the empty square, as ``(terrain, is_castle)``: what the network knows comes first."""

Floats = NDArray[np.float64]


class Taught(NamedTuple):
    """An edition, and the dominoes that do not look as they should where they lie, whose squares were left out.

    A domino has its number, and its two squares in the grid of the photo.
    """

    edition: TaughtTiles
    doubted: tuple[PlacedDomino, ...]

    @property
    def warnings(self) -> tuple[Message, ...]:
        """The squares that disagree, a sentence for each domino; nothing where all agree."""
        return tuple(
            message(
                "The squares {places} of the photo do not look like domino {number} and were left out. Is it there?",
                places=join_semicolon([position_label(position) for position in domino.squares]),
                number=domino.number,
            )
            for domino in self.doubted
        )


class _Laid(NamedTuple):
    """A kingdom as it lies in a photo, square by square (n): those of which its code says nothing are left out.

    ``places`` are rows and columns, ``dominoes`` their numbers with which two of the squares they are.
    """

    rows: int
    columns: int
    squares: tuple[Square, ...]
    places: tuple[Position, ...]
    dominoes: tuple[tuple[int, tuple[int, int]], ...]

    @property
    def lands(self) -> NDArray[np.intp]:
        return _lands(self.squares)


class _Seen(NamedTuple):
    """A laid kingdom found in a photo: its squares' pictures (n, 64, 64, 3), the probabilities (n, terrains) of their
    terrains, and the mean logarithm of those that they have."""

    laid: _Laid
    crops: NDArray[np.uint8]
    terrains: Floats
    fit: float

    @property
    def fits(self) -> bool:
        """Return whether it is this kingdom."""
        return self.fit >= np.log(FITS)


@cache
def teaching_dominoes() -> tuple[PlacedDomino, ...]:
    """The dominoes of TEACHING_KINGDOM in an order in which they can be laid, with their numbers."""
    order = build_order(TEACHING_KINGDOM)
    assert order is not None, "it is legal"
    return order


def teach(
    source: PhotoSource,
    name: str,
    *,
    corners: Points | None = None,
    progress: Progress | None = None,
    on_grids: OnGrids | None = None,
) -> Taught:
    """Learn an edition from a photo of TEACHING_KINGDOM, in any orientation.

    Args:
        source: The photo.
        name: The name of the edition.
        corners: (4, 2) of the kingdom, in upright pixels of the original photo; they replace the search.
        progress: Called as each step begins.
        on_grids: Called with the grids of each search.

    Raises:
        NoKingdomFound: The photo shows no grid of squares.
        PhotoError: No grid fits the kingdom, or the corners cannot be used.
        EditionKnown: Every square is read correctly without being taught.
    """
    photo = load(source)
    searches = [partial(_locate_corners, corners=corners)] if corners is not None else SEARCHES
    seen = _find_kingdom(photo, searches, TEACHING_KINGDOM, teaching_dominoes(), progress, on_grids)
    if seen is None:
        side = TEACHING_KINGDOM.height
        raise PhotoError(
            message(
                "The kingdom of {side}x{side} squares is incomplete. Lay all twelve dominoes round the castle, "
                "with nothing beside them, and get all of it into the picture.",
                side=side,
            )
        )
    if not seen.fits:
        raise PhotoError(
            message(
                "These are not the twelve dominoes to lay, or they lie otherwise. Compare their numbers and places, "
                "and take the photo again."
            )
        )
    return _taught(name, seen)


def teach_kingdom(source: PhotoSource, name: str, kingdom: Kingdom, *, box: Box = BASE) -> Taught:
    """Learn an edition from a photo of a kingdom of any box, in any orientation and whatever lies beside it.

    Nothing is learned from empty squares of ``kingdom``. Errors are those of ``teach``.
    """
    seen = _find_kingdom(load(source), SEARCHES, kingdom, build_order(kingdom, box=box) or ())
    if seen is None or not seen.fits:
        raise PhotoError(
            message(
                "There is no kingdom of {rows}x{columns} squares. Compare its code with what lies there, and get "
                "all of it into the picture.",
                rows=kingdom.height,
                columns=kingdom.width,
            )
        )
    return _taught(name, seen)


def _locate_corners(photo: Photo, *, corners: Points) -> list[Location]:
    """Locate TEACHING_KINGDOM between corners that were set by hand."""
    return [Location.from_corners(photo, corners, TEACHING_KINGDOM.height, TEACHING_KINGDOM.width)]


def _taught(name: str, seen: _Seen) -> Taught:
    """The lesson of a kingdom that lies as it was found. Raises EditionKnown."""
    laid, crops = seen.laid, seen.crops
    _refuse_known(laid.squares, classify_crops(crops))
    doubted = [each for each in laid.dominoes if _looks_otherwise(each[1], laid.lands, seen.terrains)]
    out = {square for _, squares in doubted for square in squares}
    kept = [square for square in range(len(crops)) if square not in out]
    edition = learn_squares(name, crops[kept], [laid.squares[square] for square in kept])
    return Taught(edition, tuple(PlacedDomino(n, (laid.places[a], laid.places[b])) for n, (a, b) in doubted))


def _find_kingdom(
    photo: Photo,
    searches: Sequence[Search],
    kingdom: Kingdom,
    dominoes: Sequence[PlacedDomino],
    progress: Progress | None = None,
    on_grids: OnGrids | None = None,
) -> _Seen | None:
    """Return the kingdom where it fits best, of the first search in which it fits; None if every grid is too small.

    Every grid counts, because whether a grid looks like a kingdom cannot be judged by tiles that nobody taught.

    Raises:
        NoKingdomFound: No search finds a grid.
        PhotoError: The photo has no colours, or the corners frame no grid.
    """
    turns = [_turned(kingdom, dominoes, quarters) for quarters in range(SIDES)]
    found: list[_Seen] = []
    located = False
    for search in searches:
        if progress:
            progress("finding")
        locations = Reader().locate(photo, search)
        located |= bool(locations)
        if on_grids:
            on_grids([project_grid_points(each.corners(photo), each.rows, each.columns) for each in locations])
        if progress:
            progress("reading")
        found += [seen for location in locations for seen in _ways_to_lie(photo, location, turns)]
        if any(seen.fits for seen in found):
            break
    if not located:
        raise NoKingdomFound(NO_KINGDOM)
    return max(found, key=lambda seen: seen.fit, default=None)


def _ways_to_lie(photo: Photo, location: Location, turns: Sequence[_Laid]) -> Iterator[_Seen]:
    """Yield every place in a grid where a turned kingdom may lie."""
    rows, columns = location.rows, location.columns
    if not any(laid.rows <= rows and laid.columns <= columns for laid in turns):
        return
    board = warp(photo.image, location.homography, rows, columns)
    crops = cut_squares(normalise_light(board), rows, columns)
    chances, alike = _from_all_sides(crops)
    for laid in turns:
        for top, left in np.ndindex(max(rows - laid.rows + 1, 0), max(columns - laid.columns + 1, 0)):
            at = np.array([(top + row) * columns + left + column for row, column in laid.places])
            likeness = _likeness(laid.lands, alike[np.ix_(at, at)])
            yield _best_seen(laid, crops[at], _with_network(laid.lands, chances[at], likeness), likeness)


def _turned(kingdom: Kingdom, dominoes: Sequence[PlacedDomino], quarters: int) -> _Laid:
    """A kingdom and its dominoes turned counter-clockwise by so many quarters."""
    numbers = np.rot90(np.arange(kingdom.height * kingdom.width).reshape(kingdom.height, -1), quarters)
    lying = {divmod(int(number), kingdom.width): (row, column) for (row, column), number in np.ndenumerate(numbers)}
    shown = sorted((lying[at], square) for at, square in kingdom.squares() if not square.is_empty)
    index = {place: number for number, (place, _) in enumerate(shown)}
    return _Laid(
        *numbers.shape,
        tuple(square for _, square in shown),
        tuple(place for place, _ in shown),
        tuple((each.number, (index[lying[each.squares[0]]], index[lying[each.squares[1]]])) for each in dominoes),
    )


def _from_all_sides(crops: NDArray[np.uint8]) -> tuple[Floats, Floats]:
    """The probabilities of kinds (n, 18) that the network gives squares as a rule, however they are turned, and how
    alike they look to it, whichever way round they lie: (n, n), at most 1."""
    sides = [forward(get_session("squares"), np.rot90(crops, side, (1, 2))) for side in range(SIDES)]
    chances = np.mean([np.exp(apply_temperature(logs, get_temperature())) for logs, _ in sides], axis=0)
    first = sides[0][1]
    alike = np.max([first @ embeddings.T for _, embeddings in sides], axis=0)
    return chances.astype(np.float64), alike.astype(np.float64)


def _best_seen(laid: _Laid, crops: NDArray[np.uint8], with_network: Floats, likeness: Floats) -> _Seen:
    """Return the laid kingdom by whichever evidence fits better: the network's with the likeness, or the likeness.

    On tiles in other colours the network is certain of the wrong terrain. The likeness alone counts if it compares many
    squares.
    """
    own = laid.lands
    fits = [float(np.log(_of(own, with_network)).mean())]
    compared = _is_compared(own)
    if compared.sum() >= MIN_COMPARED:
        fits.append(float(np.log(_of(own, likeness))[compared].mean()))
    best = int(np.argmax(fits))
    return _Seen(laid, crops, (with_network, likeness)[best], fits[best])


def _likeness(own: NDArray[np.intp], alike: Floats) -> Floats:
    """Return the probabilities (n, terrains) of the terrains by what other squares look like.

    Args:
        own: (n,), the terrains of the squares. A terrain without another square has a probability of 1 on its own.
        alike: (n, n), the cosine similarities of the squares.
    """
    others = alike.copy()
    np.fill_diagonal(others, np.nan)  # no square is compared with itself
    nearest = np.full((len(own), len(LANDS)), -1.0)
    compared = _is_compared(own)
    for land in np.unique(own[compared]):
        nearest[:, land] = np.nanmean(-np.sort(-others[:, own == land], axis=1)[:, :NEAREST], axis=1)
    like = np.exp(nearest / SHARP)
    like /= like.sum(1, keepdims=True)
    like[~compared] = np.arange(len(LANDS)) == own[~compared, None]
    return np.asarray(like)


def _with_network(own: NDArray[np.intp], chances: Floats, likeness: Floats) -> Floats:
    """Return the probabilities (n, terrains) of the terrains: the geometric mean of the network's and the likeness.

    Of a terrain that the network does not know it says nothing; of one that no other square shows, like the castle's,
    it alone counts.
    """
    known = _lands(KINDS)
    tiles = chances * [not square.is_empty for square in KINDS]  # a tile lies on every square
    network = np.stack([tiles[:, known == land].sum(1) for land in range(len(LANDS))], 1)
    network[:, known.max() + 1 :] = 1 / len(LANDS)
    both = np.sqrt(network.clip(LEAST) * likeness.clip(LEAST))
    alone = ~_is_compared(own)
    both[alone] = network[alone]
    return np.asarray(both / both.sum(1, keepdims=True).clip(LEAST))


def _is_compared(own: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return a mask (n,) of the squares whose terrain another square shows, too."""
    return np.asarray((own[:, None] == own).sum(1) > 1)


def _lands(squares: Sequence[Square]) -> NDArray[np.intp]:
    """The terrain of each square by number, the castle's and the empty square's being two of their own."""
    return np.array([LANDS.index((square.terrain, square.is_castle)) for square in squares])


def _of(own: NDArray[np.intp], terrains: Floats) -> Floats:
    """The probability of each square's own terrain, (n,)."""
    return terrains[np.arange(len(own)), own].clip(LEAST)


def _looks_otherwise(places: Sequence[int], own: NDArray[np.intp], terrains: Floats) -> bool:
    """True where the squares of a domino look more like other terrains than its own.

    One square may be misread; where another domino lies, both are hardly ever right.
    """
    seen, should = terrains[list(places)].copy(), own[list(places)]
    right = _of(should, seen)
    seen[np.arange(len(places)), should] = LEAST
    return bool(np.prod(seen.max(1) / right) > AGAINST)


def _refuse_known(squares: Sequence[Square], logs: Logs) -> None:
    """Raises EditionKnown where the network reads every square as it is, and has no doubt of them as a rule."""
    if not set(squares) <= set(KINDS):
        return
    truth = np.array([KINDS.index(square) for square in squares])
    doubts = float(logs[np.arange(len(truth)), truth].mean()) < np.log(AUGMENTATION.confident)
    if (logs.argmax(1) == truth).all() and not doubts:
        raise EditionKnown(message("Crownsight already reads these tiles. Nothing to teach."))
