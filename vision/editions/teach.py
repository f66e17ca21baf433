"""An edition taught by one photo: of a kingdom of known dominoes, laid by their numbers, or of any whose code is given.

Which way round it lies, and whether it is that kingdom at all, is told by the terrains: squares of one terrain look
alike in any edition, and the network's word on a strange tile is worth something. Both together name the squares, too,
that are not what they should be. Tiles of other boxes are taught alike: of what the network knows none of, only what
looks alike counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import BASE, Box
from scoring.dominoes.legality import PlacedDomino, build_order
from scoring.kingdom import Kingdom, Position, position_label
from scoring.message import Message, join_semicolon, message
from scoring.terrain import Square, Terrain
from vision.errors import EditionKnown, PhotoError
from vision.networks import get_session
from vision.photo.light import normalise_light
from vision.photo.photo import Photo, PhotoSource
from vision.pipeline.grids import GridReading
from vision.pipeline.reader import OnGrids, Progress, Reader
from vision.rectify import cut_squares, warp
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
LAID = 0.5  # probability of a tile below which none is seen
MOST_BARE = 3  # squares where none is seen: of strange tiles one or the other looks like a table
SHARP = 0.05  # of a likeness: what makes a terrain e times as probable
NEAREST = 2  # squares of a terrain that another is compared with: one alone may be in a bad light
LEAST = 1e-3  # probability
# Photos of this kingdom in an edition that the network had never seen have 0.43 and more, of others 0.12 at most.
FITS = 0.2  # geometric mean of the probabilities of the terrains from which it is this kingdom
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
    progress: Progress | None = None,
    on_grids: OnGrids | None = None,
) -> Taught:
    """The lesson of a photo of TEACHING_KINGDOM in an edition, whichever way round the kingdom lies.

    ``progress`` and ``on_grids`` are those of ``read``. Raises PhotoError for a photo of anything else, NoKingdomFound
    where nothing looks like a kingdom, and EditionKnown where every square is read as it is already.
    """
    grids = Reader().find(source, progress=progress, on_grids=on_grids)
    seen = _found_in(grids.photo, [_whole(grids.grids)], TEACHING_KINGDOM, teaching_dominoes())
    if seen is None or seen.fit < np.log(FITS):
        raise PhotoError(
            message(
                "These are not the twelve dominoes to lay, or they lie otherwise. Compare their numbers and places, "
                "and take the photo again."
            )
        )
    return _taught(name, seen)


def teach_kingdom(source: PhotoSource, name: str, kingdom: Kingdom, *, box: Box = BASE) -> Taught:
    """The lesson of a photo of a kingdom, whichever way round it lies and whatever lies beside it; of any box's tiles.

    Of an empty square of ``kingdom`` nothing is taught. Errors are those of ``teach``.
    """
    grids = Reader(box=box).find(source)
    seen = _found_in(grids.photo, grids.grids, kingdom, build_order(kingdom, box=box) or ())
    if seen is None or seen.fit < np.log(FITS):
        raise PhotoError(
            message(
                "There is no kingdom of {rows}x{columns} squares. Compare its code with what lies there, and get "
                "all of it into the picture.",
                rows=kingdom.height,
                columns=kingdom.width,
            )
        )
    return _taught(name, seen)


def _taught(name: str, seen: _Seen) -> Taught:
    """The lesson of a kingdom that lies as it was found. Raises EditionKnown."""
    laid, crops = seen.laid, seen.crops
    _refuse_known(laid.squares, classify_crops(crops))
    doubted = [each for each in laid.dominoes if _looks_otherwise(each[1], laid.lands, seen.terrains)]
    out = {square for _, squares in doubted for square in squares}
    kept = [square for square in range(len(crops)) if square not in out]
    edition = learn_squares(name, crops[kept], [laid.squares[square] for square in kept])
    return Taught(edition, tuple(PlacedDomino(n, (laid.places[a], laid.places[b])) for n, (a, b) in doubted))


def _whole(layouts: Sequence[GridReading]) -> GridReading:
    """The one kingdom of a photo, 5x5 without a gap. Raises PhotoError for anything else."""
    if len(layouts) != 1:
        raise PhotoError(
            message(
                "{number} kingdoms found. Lay only the one of twelve dominoes, and take the photo again.",
                number=len(layouts),
            )
        )
    (layout,) = layouts
    side = TEACHING_KINGDOM.height
    location = layout.location
    if (location.rows, location.columns) != (side, side) or (location.occupancy < LAID).sum() > MOST_BARE:
        raise PhotoError(
            message(
                "The kingdom of {side}x{side} squares is incomplete. Lay all twelve dominoes round the castle, "
                "with nothing beside them, and get all of it into the picture.",
                side=side,
            )
        )
    return layout


def _found_in(
    photo: Photo, layouts: Sequence[GridReading], kingdom: Kingdom, dominoes: Sequence[PlacedDomino]
) -> _Seen | None:
    """The most probable place of a kingdom in the grids of a photo, and its turn; None where none is so large."""
    turns = [_turned(kingdom, dominoes, quarters) for quarters in range(SIDES)]
    found = [seen for layout in layouts for seen in _ways_to_lie(photo, layout, turns)]
    return max(found, key=lambda seen: seen.fit, default=None)


def _ways_to_lie(photo: Photo, layout: GridReading, turns: Sequence[_Laid]) -> Iterator[_Seen]:
    """Every place in a grid where a turned kingdom may lie."""
    rows, columns = layout.location.rows, layout.location.columns
    if not any(laid.rows <= rows and laid.columns <= columns for laid in turns):
        return
    board = warp(photo.image, layout.location.homography, rows, columns)
    crops = cut_squares(normalise_light(board), rows, columns)
    chances, alike = _from_all_sides(crops)
    for laid in turns:
        for top, left in np.ndindex(max(rows - laid.rows + 1, 0), max(columns - laid.columns + 1, 0)):
            at = np.array([(top + row) * columns + left + column for row, column in laid.places])
            terrains = _probabilities(laid.lands, chances[at], alike[np.ix_(at, at)])
            yield _Seen(laid, crops[at], terrains, float(np.log(_of(laid.lands, terrains)).mean()))


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


def _probabilities(own: NDArray[np.intp], chances: Floats, alike: Floats) -> Floats:
    """The probabilities (n, terrains) of the terrains, if the other squares are of their ``own`` terrains (n,).

    The geometric mean of what the network says, and what the squares say that each looks most like. Of a terrain that
    it does not know the network says nothing; of one that no other square shows, like the castle's, it alone speaks.
    """
    known = _lands(KINDS)
    tiles = chances * [not square.is_empty for square in KINDS]  # a tile lies on every square
    network = np.stack([tiles[:, known == land].sum(1) for land in range(len(LANDS))], 1)
    network[:, known.max() + 1 :] = 1 / len(LANDS)
    others = alike.copy()
    np.fill_diagonal(others, np.nan)  # no square is compared with itself
    nearest = np.full_like(network, -1.0)
    lands, counts = np.unique(own, return_counts=True)
    for land in lands[counts > 1]:
        nearest[:, land] = np.nanmean(-np.sort(-others[:, own == land], axis=1)[:, :NEAREST], axis=1)
    like = np.exp(nearest / SHARP)
    like /= like.sum(1, keepdims=True)
    both = np.sqrt(network.clip(LEAST) * like.clip(LEAST))
    alone = np.isin(own, lands[counts == 1])
    both[alone] = network[alone]
    return np.asarray(both / both.sum(1, keepdims=True).clip(LEAST))


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
