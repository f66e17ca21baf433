"""Teach tiles in another artwork by one photo of a known kingdom.

The kingdom is the one of twelve numbered dominoes that people lay for this, or any other whose code they give. Its
position and rotation in the photo are unknown, and it may be the wrong kingdom. Both questions are decided by the
terrains: squares of one terrain resemble each other in any artwork, and the network is often right about new tiles. The
same evidence finds dominoes that differ from the code.

Tiles of boxes that the network does not know are taught in the same way; for these only the similarity counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
"""Twelve dominoes that show all sixteen kinds and three or more squares of each terrain; no rotation equals another."""

SIDES = 4


@dataclass(frozen=True)
class TeachingThresholds:
    """Limits of the search for the kingdom, and of the agreement of its squares with the code.

    Origin of the measured values:
        min_fit: 58 other kingdoms have at most 0.15; the teaching kingdom in unknown artwork has more.
    """

    similarity_scale: float = 0.05  # difference of cosine similarity that makes a terrain e times as probable
    compared_neighbours: int = 2  # most similar squares of a terrain; a single one may be in bad light
    min_probability: float = 1e-3
    min_fit: float = 0.17  # geometric mean of the probabilities of the true terrains, from which it is this kingdom
    min_compared_squares: int = 20  # from which the similarity alone decides whether it is this kingdom
    max_odds_against: float = 10.0  # of other terrains on both squares of a domino; with more it is left out


THRESHOLDS = TeachingThresholds()

_KNOWN = dict.fromkeys((square.terrain, square.is_castle) for square in KINDS)
TERRAINS = (*_KNOWN, *((terrain, False) for terrain in Terrain if (terrain, False) not in _KNOWN))
"""Terrains, the castle and the empty square, as ``(terrain, is_castle)``; those that the network knows come first."""

Floats = NDArray[np.float64]


class TeachingResult(NamedTuple):
    """Taught tiles, and the dominoes that disagree with the code and were left out."""

    tiles: TaughtTiles
    doubted: tuple[PlacedDomino, ...]  # by number and their squares in the grid of the photo

    @property
    def warnings(self) -> tuple[Message, ...]:
        """A sentence for each domino that was left out."""
        return tuple(
            message(
                "The squares {places} of the photo do not look like domino {number} and were left out. Is it there?",
                places=join_semicolon([position_label(position) for position in domino.squares]),
                number=domino.number,
            )
            for domino in self.doubted
        )


class _Arrangement(NamedTuple):
    """A kingdom in one rotation, as a list of its squares that are not empty."""

    rows: int
    columns: int
    squares: tuple[Square, ...]
    positions: tuple[Position, ...]  # of these squares
    dominoes: tuple[tuple[int, tuple[int, int]], ...]  # number, and the indices of its two squares

    @property
    def terrain_indices(self) -> NDArray[np.intp]:
        return _index_terrains(self.squares)


class _Match(NamedTuple):
    """An arrangement at one position in a photo."""

    arrangement: _Arrangement
    crops: NDArray[np.uint8]  # (n, 64, 64, 3), of its squares
    probabilities: Floats  # (n, terrains)
    fit: float  # mean logarithm of the probabilities of the true terrains
    offset: Position = (0, 0)  # of the arrangement in the grid of the photo

    @property
    def is_kingdom(self) -> bool:
        """Whether it is the kingdom that was looked for."""
        return self.fit >= np.log(THRESHOLDS.min_fit)


@cache
def teaching_dominoes() -> tuple[PlacedDomino, ...]:
    """Return the dominoes of TEACHING_KINGDOM with their numbers, in an order that is legal to place."""
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
) -> TeachingResult:
    """Learn tiles from a photo of TEACHING_KINGDOM in any rotation.

    Args:
        source: The photo.
        name: The name of the tiles.
        corners: (4, 2) of the kingdom, in upright pixels of the original photo; they replace the search.
        progress: Called as each step begins.
        on_grids: Called with the grids of each search.

    Raises:
        NoKingdomFound: The photo shows no grid of squares.
        PhotoError: No grid fits the kingdom, or the corners cannot be used.
        EditionKnown: The reader already reads every square.
    """
    photo = load(source)
    searches = [partial(_locate_corners, corners=corners)] if corners is not None else SEARCHES
    match = _find_kingdom(photo, searches, TEACHING_KINGDOM, teaching_dominoes(), progress, on_grids)
    if match is None:
        side = TEACHING_KINGDOM.height
        raise PhotoError(
            message(
                "The kingdom of {side}x{side} squares is incomplete. Lay all twelve dominoes round the castle, "
                "with nothing beside them, and get all of it into the picture.",
                side=side,
            )
        )
    if not match.is_kingdom:
        raise PhotoError(
            message(
                "These are not the twelve dominoes to lay, or they lie otherwise. Compare their numbers and places, "
                "and take the photo again."
            )
        )
    return _learn_match(name, match)


def teach_kingdom(source: PhotoSource, name: str, kingdom: Kingdom, *, box: Box = BASE) -> TeachingResult:
    """Learn tiles from a photo of a kingdom in any rotation; other kingdoms may be in the photo.

    Args:
        source: The photo.
        name: The name of the tiles.
        kingdom: What lies on each square; empty squares teach nothing.
        box: The box of its dominoes.

    Raises:
        NoKingdomFound: The photo shows no grid of squares.
        PhotoError: No grid fits the kingdom.
        EditionKnown: The reader already reads every square.
    """
    match = _find_kingdom(load(source), SEARCHES, kingdom, build_order(kingdom, box=box) or ())
    if match is None or not match.is_kingdom:
        raise PhotoError(
            message(
                "There is no kingdom of {rows}x{columns} squares. Compare its code with what lies there, and get "
                "all of it into the picture.",
                rows=kingdom.height,
                columns=kingdom.width,
            )
        )
    return _learn_match(name, match)


def _locate_corners(photo: Photo, *, corners: Points) -> list[Location]:
    """Locate TEACHING_KINGDOM between corners that were set by hand."""
    return [Location.from_corners(photo, corners, TEACHING_KINGDOM.height, TEACHING_KINGDOM.width)]


def _learn_match(name: str, match: _Match) -> TeachingResult:
    """Learn the tiles of a match, without dominoes that disagree with it. Raises EditionKnown."""
    arrangement, crops = match.arrangement, match.crops
    _refuse_known(arrangement.squares, classify_crops(crops))
    true_terrains = arrangement.terrain_indices
    doubted = [each for each in arrangement.dominoes if _disagrees(each[1], true_terrains, match.probabilities)]
    left_out = {square for _, squares in doubted for square in squares}
    kept = [square for square in range(len(crops)) if square not in left_out]
    tiles = learn_squares(name, crops[kept], [arrangement.squares[square] for square in kept])
    top, left = match.offset
    positions = [(top + row, left + column) for row, column in arrangement.positions]
    return TeachingResult(tiles, tuple(PlacedDomino(n, (positions[a], positions[b])) for n, (a, b) in doubted))


def _find_kingdom(
    photo: Photo,
    searches: Sequence[Search],
    kingdom: Kingdom,
    dominoes: Sequence[PlacedDomino],
    progress: Progress | None = None,
    on_grids: OnGrids | None = None,
) -> _Match | None:
    """Return the best match of a kingdom in any rotation, from the first search with one that is this kingdom.

    All grids are compared, because the kingdom classifier cannot judge new tiles.

    Returns:
        The match, which may be of another kingdom; None if all grids are too small.

    Raises:
        NoKingdomFound: No search finds a grid.
        PhotoError: The photo has no colours, or the corners frame no grid.
    """
    rotations = [_rotate(kingdom, dominoes, quarters) for quarters in range(SIDES)]
    matches: list[_Match] = []
    has_grid = False
    for search in searches:
        if progress:
            progress("finding")
        locations = Reader().locate(photo, search)
        has_grid |= bool(locations)
        if on_grids:
            on_grids([project_grid_points(each.corners(photo), each.rows, each.columns) for each in locations])
        if progress:
            progress("reading")
        matches += [match for location in locations for match in _generate_matches(photo, location, rotations)]
        if any(match.is_kingdom for match in matches):
            break
    if not has_grid:
        raise NoKingdomFound(NO_KINGDOM)
    return max(matches, key=lambda match: match.fit, default=None)


def _generate_matches(photo: Photo, location: Location, rotations: Sequence[_Arrangement]) -> Iterator[_Match]:
    """Yield a match for every position and rotation of a kingdom in a grid."""
    rows, columns = location.rows, location.columns
    if not any(each.rows <= rows and each.columns <= columns for each in rotations):
        return
    board = warp(photo.image, location.homography, rows, columns)
    crops = cut_squares(normalise_light(board), rows, columns)
    kind_probabilities, similarity = _compare_from_all_sides(crops)
    for arrangement in rotations:
        true_terrains = arrangement.terrain_indices
        for top, left in np.ndindex(max(rows - arrangement.rows + 1, 0), max(columns - arrangement.columns + 1, 0)):
            at = np.array([(top + row) * columns + left + column for row, column in arrangement.positions])
            by_neighbours = _classify_by_neighbours(true_terrains, similarity[np.ix_(at, at)])
            pooled = _pool_with_network(true_terrains, kind_probabilities[at], by_neighbours)
            yield _build_match(arrangement, crops[at], pooled, by_neighbours)._replace(offset=(top, left))


def _rotate(kingdom: Kingdom, dominoes: Sequence[PlacedDomino], quarters: int) -> _Arrangement:
    """Rotate a kingdom and its dominoes counter-clockwise by so many quarters."""
    numbers = np.rot90(np.arange(kingdom.height * kingdom.width).reshape(kingdom.height, -1), quarters)
    rotated = {divmod(int(number), kingdom.width): (row, column) for (row, column), number in np.ndenumerate(numbers)}
    tiles = sorted((rotated[at], square) for at, square in kingdom.squares() if not square.is_empty)
    index = {position: number for number, (position, _) in enumerate(tiles)}
    return _Arrangement(
        *numbers.shape,
        tuple(square for _, square in tiles),
        tuple(position for position, _ in tiles),
        tuple((each.number, (index[rotated[each.squares[0]]], index[rotated[each.squares[1]]])) for each in dominoes),
    )


def _compare_from_all_sides(crops: NDArray[np.uint8]) -> tuple[Floats, Floats]:
    """Classify squares in all rotations, and compare each with each.

    Returns:
        The mean probabilities of kinds (n, 18), and the largest cosine similarities (n, n) of embeddings, at most 1.
    """
    sides = [forward(get_session("squares"), np.rot90(crops, side, (1, 2))) for side in range(SIDES)]
    probabilities = np.mean([np.exp(apply_temperature(logs, get_temperature())) for logs, _ in sides], axis=0)
    upright = sides[0][1]
    similarity = np.max([upright @ embeddings.T for _, embeddings in sides], axis=0)
    return probabilities.astype(np.float64), similarity.astype(np.float64)


def _build_match(arrangement: _Arrangement, crops: NDArray[np.uint8], pooled: Floats, by_neighbours: Floats) -> _Match:
    """Build the match of an arrangement from the evidence that fits better: pooled, or the neighbours alone.

    On tiles in other colours the network is certain of the wrong terrain. The neighbours alone are used only if they
    compare many squares.
    """
    true_terrains = arrangement.terrain_indices
    fits = [float(np.log(_select_true(true_terrains, pooled)).mean())]
    is_compared = _has_neighbour(true_terrains)
    if is_compared.sum() >= THRESHOLDS.min_compared_squares:
        fits.append(float(np.log(_select_true(true_terrains, by_neighbours))[is_compared].mean()))
    best = int(np.argmax(fits))
    return _Match(arrangement, crops, (pooled, by_neighbours)[best], fits[best])


def _classify_by_neighbours(true_terrains: NDArray[np.intp], similarity: Floats) -> Floats:
    """Return the probabilities (n, terrains) of each square's terrain by its most similar other squares.

    Args:
        true_terrains: (n,), indices in TERRAINS. A square whose terrain no other square has gets probability 1 for it.
        similarity: (n, n), cosine similarities of the squares.
    """
    others = similarity.copy()
    np.fill_diagonal(others, np.nan)  # no square is compared with itself
    nearest = np.full((len(true_terrains), len(TERRAINS)), -1.0)
    is_compared = _has_neighbour(true_terrains)
    for terrain in np.unique(true_terrains[is_compared]):
        of_terrain = -np.sort(-others[:, true_terrains == terrain], axis=1)
        nearest[:, terrain] = np.nanmean(of_terrain[:, : THRESHOLDS.compared_neighbours], axis=1)
    probabilities = np.exp(nearest / THRESHOLDS.similarity_scale)
    probabilities /= probabilities.sum(1, keepdims=True)
    probabilities[~is_compared] = np.arange(len(TERRAINS)) == true_terrains[~is_compared, None]
    return np.asarray(probabilities)


def _pool_with_network(true_terrains: NDArray[np.intp], kind_probabilities: Floats, by_neighbours: Floats) -> Floats:
    """Return the geometric mean (n, terrains) of the network's probabilities of terrains and the neighbours'.

    The network is ignored for terrains that it does not know, the neighbours for terrains that only one square has,
    such as the castle.

    Args:
        true_terrains: (n,), indices in TERRAINS.
        kind_probabilities: (n, 18), by the network.
        by_neighbours: (n, terrains).
    """
    known = _index_terrains(KINDS)
    tiles = kind_probabilities * [not square.is_empty for square in KINDS]  # no square is empty
    by_network = np.stack([tiles[:, known == terrain].sum(1) for terrain in range(len(TERRAINS))], 1)
    by_network[:, known.max() + 1 :] = 1 / len(TERRAINS)
    least = THRESHOLDS.min_probability
    pooled = np.sqrt(by_network.clip(least) * by_neighbours.clip(least))
    is_single = ~_has_neighbour(true_terrains)
    pooled[is_single] = by_network[is_single]
    return np.asarray(pooled / pooled.sum(1, keepdims=True).clip(least))


def _has_neighbour(true_terrains: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return a mask (n,) of the squares whose terrain another square has, too."""
    return np.asarray((true_terrains[:, None] == true_terrains).sum(1) > 1)


def _index_terrains(squares: Sequence[Square]) -> NDArray[np.intp]:
    """Return the index in TERRAINS of each square."""
    return np.array([TERRAINS.index((square.terrain, square.is_castle)) for square in squares])


def _select_true(true_terrains: NDArray[np.intp], probabilities: Floats) -> Floats:
    """Return the probability (n,) of each square's true terrain."""
    return probabilities[np.arange(len(true_terrains)), true_terrains].clip(THRESHOLDS.min_probability)


def _disagrees(squares: Sequence[int], true_terrains: NDArray[np.intp], probabilities: Floats) -> bool:
    """Return whether the squares of a domino look more like other terrains than its own.

    Both squares count, because one may be misread, but those of another domino hardly ever both agree.
    """
    others, true = probabilities[list(squares)].copy(), true_terrains[list(squares)]
    of_true = _select_true(true, others)
    others[np.arange(len(squares)), true] = THRESHOLDS.min_probability
    return bool(np.prod(others.max(1) / of_true) > THRESHOLDS.max_odds_against)


def _refuse_known(squares: Sequence[Square], logs: Logs) -> None:
    """Raise EditionKnown if the network reads every square right, on average without doubt."""
    if not set(squares) <= set(KINDS):
        return
    truth = np.array([KINDS.index(square) for square in squares])
    is_doubtful = float(logs[np.arange(len(truth)), truth].mean()) < np.log(AUGMENTATION.confident)
    if (logs.argmax(1) == truth).all() and not is_doubtful:
        raise EditionKnown(message("Crownsight already reads these tiles. Nothing to teach."))
