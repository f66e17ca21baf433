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
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import BASE, Box
from scoring.dominoes.legality import PlacedDomino, build_order
from scoring.kingdom import Kingdom, Position
from scoring.message import message
from scoring.terrain import Square, Terrain
from vision.errors import EditionKnown, NoKingdomFound, PhotoError
from vision.locate.locate import SEARCHES, Search
from vision.photo.photo import Photo, PhotoSource, Points, load
from vision.pipeline.reader import NO_KINGDOM, OnGrids, Progress, Reader, search_corners
from vision.rectify import project_grid_points
from vision.squares.classify import AUGMENTATION, KINDS, get_shipped_classifier
from vision.squares.taught_tiles import TaughtTiles, learn_squares
from vision.warning import ReadingWarning, WarningCode

TEACHING_KINGDOM = Kingdom.parse("wm3s2fl1/wm2wfl1/wm1Cf1l/w1ss1g1l/mm2gg2l")
"""Twelve dominoes that show all sixteen kinds and three or more squares of each terrain; no rotation equals another."""

INCOMPLETE = message(
    "The kingdom of {side}x{side} squares is incomplete. Lay all twelve dominoes round the castle, "
    "with nothing beside them, and get all of it into the picture.",
    side=TEACHING_KINGDOM.height,
)
OTHER_DOMINOES = message(
    "These are not the twelve dominoes to lay, or they lie otherwise. Compare their numbers and places, "
    "and take the photo again."
)
NO_SUCH_KINGDOM = message(
    "There is no kingdom of {rows}x{columns} squares. Compare its code with what lies there, and get "
    "all of it into the picture."
)
KNOWN = message("Crownsight already reads these tiles. Nothing to teach.")


@dataclass(frozen=True)
class TeachingThresholds:
    """Limits of the search for the kingdom, and of the agreement of its squares with the code."""

    similarity_scale: float = 0.05  # difference of cosine similarity that makes a terrain e times as probable
    compared_neighbours: int = 2  # most similar squares of a terrain; a single one may be in bad light
    min_probability: float = 1e-3
    min_fit: float = 0.17  # geometric mean of the probabilities of the true terrains, from which it is this kingdom
    min_compared_squares: int = 20  # from which the similarity alone decides whether it is this kingdom
    max_odds_against: float = 10.0  # of other terrains on both squares of a domino; with more it is left out


THRESHOLDS = TeachingThresholds()
SIDES = 4  # of a table, from which a tile can be seen: rotations by quarters

TERRAINS: tuple[Terrain | None, ...] = (None, *Terrain)
"""The terrains of squares that are not empty; None for the castle."""
TERRAIN_OF_KIND = np.array([[not kind.is_empty and kind.terrain is terrain for terrain in TERRAINS] for kind in KINDS])
"""Mask (18, terrains): True at the terrain of each kind; the empty kind has none."""

Floats = NDArray[np.float64]


class TeachingResult(NamedTuple):
    """Taught tiles, and a warning for each domino that disagrees with the code and was left out."""

    tiles: TaughtTiles
    warnings: tuple[ReadingWarning, ...]  # their squares are those of the grid in the photo


class _Lesson(NamedTuple):
    """A kingdom to be found in a photo. Arrays and sequences of n have its squares that are not empty, row by row."""

    is_filled: NDArray[np.bool_]  # (height, width)
    squares: tuple[Square, ...]  # n
    terrains: NDArray[np.intp]  # (n,), indices in TERRAINS
    is_repeated: NDArray[np.bool_]  # (n,), whether another square has the same terrain
    dominoes: tuple[tuple[int, list[int]], ...]  # number, and the indices of its two squares


class _Match(NamedTuple):
    """A kingdom at one position and in one rotation in a photo."""

    positions: list[Position]  # n, in the grid of the photo
    crops: NDArray[np.uint8]  # (n, 64, 64, 3)
    probabilities: Floats  # (n, terrains)
    fit: float  # mean logarithm of the probabilities of the true terrains

    @property
    def is_kingdom(self) -> bool:
        """Whether it is the kingdom that was looked for."""
        return self.fit >= np.log(THRESHOLDS.min_fit)


@cache
def list_teaching_dominoes() -> tuple[PlacedDomino, ...]:
    """List the dominoes of TEACHING_KINGDOM with their numbers, in an order in which they can be placed."""
    order = build_order(TEACHING_KINGDOM)
    assert order is not None, "it is legal"
    return order


def teach(
    source: PhotoSource,
    name: str,
    kingdom: Kingdom = TEACHING_KINGDOM,
    *,
    box: Box = BASE,
    corners: Points | None = None,
    progress: Progress | None = None,
    on_grids: OnGrids | None = None,
) -> TeachingResult:
    """Learn tiles from a photo of a known kingdom in any rotation.

    Args:
        source: The photo.
        name: The name of the tiles.
        kingdom: What lies on each square; empty squares teach nothing.
        box: The box of its dominoes.
        corners: (4, 2) of the kingdom, in upright pixels of the original photo; they replace the search.
        progress: Called as each step begins.
        on_grids: Called with the grids of each search.

    Raises:
        NoKingdomFound: The photo shows no grid of squares.
        PhotoError: No grid fits the kingdom, or the corners cannot be used.
        EditionKnown: The reader already reads every square.
    """
    lesson = _prepare_lesson(kingdom, build_order(kingdom, box=box) or ())
    searches = SEARCHES if corners is None else (search_corners(corners, (kingdom.height, kingdom.width)),)
    match = _find_kingdom(load(source), searches, lesson, progress, on_grids)
    if match is None or not match.is_kingdom:
        if kingdom != TEACHING_KINGDOM:
            raise PhotoError(NO_SUCH_KINGDOM.fill(rows=kingdom.height, columns=kingdom.width))
        raise PhotoError(OTHER_DOMINOES if match else INCOMPLETE)
    _refuse_known(lesson.squares, match.crops)
    odds = _compute_odds_against(lesson.terrains, match.probabilities)
    # Both squares of a domino count: one may be misread, but those of another domino hardly ever both agree.
    dominoes = lesson.dominoes
    left_out = [(number, pair) for number, pair in dominoes if odds[pair].prod() > THRESHOLDS.max_odds_against]
    taught = np.setdiff1d(np.arange(len(odds)), [at for _, pair in left_out for at in pair])
    tiles = learn_squares(name, match.crops[taught], [lesson.squares[at] for at in taught])
    places = [(number, tuple(match.positions[at] for at in pair)) for number, pair in left_out]
    warnings = (ReadingWarning(WarningCode.LEFT_OUT_DOMINO, place, {"number": number}) for number, place in places)
    return TeachingResult(tiles, tuple(warnings))


def _prepare_lesson(kingdom: Kingdom, dominoes: Sequence[PlacedDomino]) -> _Lesson:
    """List the squares of a kingdom that are not empty, and the indices of those of each domino."""
    filled = {position: square for position, square in kingdom.squares() if not square.is_empty}
    index = {position: at for at, position in enumerate(filled)}
    terrains = np.array([TERRAINS.index(square.terrain) for square in filled.values()], np.intp)
    return _Lesson(
        np.array([[not square.is_empty for square in row] for row in kingdom.rows]),
        tuple(filled.values()),
        terrains,
        np.asarray((terrains[:, None] == terrains).sum(1) > 1),
        tuple((domino.number, [index[position] for position in domino.squares]) for domino in dominoes),
    )


def _find_kingdom(
    photo: Photo,
    searches: Sequence[Search],
    lesson: _Lesson,
    progress: Progress | None,
    on_grids: OnGrids | None,
) -> _Match | None:
    """Return the best match of a kingdom in any rotation; search until one is this kingdom.

    All grids are compared, because the kingdom classifier cannot judge new tiles.

    Returns:
        The match, which is of another kingdom if no search finds this one; None if all grids are too small.

    Raises:
        NoKingdomFound: No search finds a grid.
        PhotoError: The photo has no colours, or the corners frame no grid.
    """
    reader, matches, has_grid = Reader(), list[_Match](), False
    for search in searches:
        if progress:
            progress("finding")
        locations = reader.locate(photo, search)
        has_grid |= bool(locations)
        if on_grids:
            on_grids([project_grid_points(each.corners(photo), each.rows, each.columns) for each in locations])
        if progress:
            progress("reading")
        for each in locations:
            matches += _generate_matches(lesson, reader.rectify(photo, each), each.rows, each.columns)
        if any(match.is_kingdom for match in matches):
            break
    if not has_grid:
        raise NoKingdomFound(NO_KINGDOM)
    return max(matches, key=lambda match: match.fit, default=None)


def _generate_matches(lesson: _Lesson, crops: NDArray[np.uint8], rows: int, columns: int) -> Iterator[_Match]:
    """Yield a match for every position and rotation of a kingdom in a grid."""
    by_network, similarity = _compare_from_all_sides(crops)
    height, width = lesson.is_filled.shape
    for quarters in range(SIDES):
        grid = np.rot90(np.arange(rows * columns).reshape(rows, columns), quarters)
        for top, left in np.ndindex(max(grid.shape[0] - height + 1, 0), max(grid.shape[1] - width + 1, 0)):
            at = grid[top : top + height, left : left + width][lesson.is_filled]
            probabilities, fit = _classify_terrains(lesson, by_network[at], similarity[np.ix_(at, at)])
            yield _Match([divmod(int(number), columns) for number in at], crops[at], probabilities, fit)


def _compare_from_all_sides(crops: NDArray[np.uint8]) -> tuple[Floats, Floats]:
    """Classify squares in all rotations, and compare each with each.

    Returns:
        The network's mean probabilities (n, terrains), the same constant for each terrain that it was not trained on;
        the largest cosine similarities (n, n) of embeddings.
    """
    sides = [get_shipped_classifier().predict(np.rot90(crops, side, (1, 2))) for side in range(SIDES)]
    kinds = np.mean([np.exp(side.logs) for side in sides], axis=0)
    terrains = kinds @ TERRAIN_OF_KIND
    terrains[:, ~TERRAIN_OF_KIND.any(0)] = 1 / len(TERRAINS)
    similarity = np.max([sides[0].embeddings @ side.embeddings.T for side in sides], axis=0)
    return terrains.astype(np.float64), similarity.astype(np.float64)


def _classify_terrains(lesson: _Lesson, by_network: Floats, similarity: Floats) -> tuple[Floats, float]:
    """Return the probabilities (n, terrains) of the squares' terrains, and the mean logarithm of the true ones.

    There are two sources: the network, and the most similar squares of the kingdom. The result is their geometric mean.
    It is the similar squares alone if these fit better and many squares are compared, because on tiles in other
    colours the network is certain of the wrong terrain. A terrain of a single square, such as the castle, is left to
    the network: no other square is similar.
    """
    least, terrains, is_repeated = THRESHOLDS.min_probability, lesson.terrains, lesson.is_repeated
    by_neighbours = _classify_by_neighbours(lesson, similarity)
    pooled = np.sqrt(by_network.clip(least) * by_neighbours.clip(least))
    pooled[~is_repeated] = by_network[~is_repeated]
    pooled /= pooled.sum(1, keepdims=True).clip(least)
    classified = [(pooled, float(np.log(_select_true(terrains, pooled)).mean()))]
    if is_repeated.sum() >= THRESHOLDS.min_compared_squares:
        classified.append((by_neighbours, float(np.log(_select_true(terrains, by_neighbours))[is_repeated].mean())))
    return max(classified, key=lambda each: each[1])


def _classify_by_neighbours(lesson: _Lesson, similarity: Floats) -> Floats:
    """Return the probabilities (n, terrains) of each square's terrain by its most similar other squares.

    Terrains of a single square are left out; that square itself gets probability 1 for its own.

    Args:
        lesson: The squares.
        similarity: (n, n), their cosine similarities.
    """
    distances = -similarity
    np.fill_diagonal(distances, np.nan)  # no square is compared with itself
    nearest = np.full((len(lesson.squares), len(TERRAINS)), -1.0)
    for terrain in np.unique(lesson.terrains[lesson.is_repeated]):
        closest = np.sort(distances[:, lesson.terrains == terrain], axis=1)[:, : THRESHOLDS.compared_neighbours]
        nearest[:, terrain] = -np.nanmean(closest, axis=1)
    probabilities = np.exp(nearest / THRESHOLDS.similarity_scale)
    probabilities /= probabilities.sum(1, keepdims=True)
    is_single = ~lesson.is_repeated
    probabilities[is_single] = np.arange(len(TERRAINS)) == lesson.terrains[is_single, None]
    return np.asarray(probabilities)


def _select_true(terrains: NDArray[np.intp], probabilities: Floats) -> Floats:
    """Return the probability (n,) of each square's true terrain, at least ``min_probability``."""
    return probabilities[np.arange(len(terrains)), terrains].clip(THRESHOLDS.min_probability)


def _compute_odds_against(terrains: NDArray[np.intp], probabilities: Floats) -> Floats:
    """Return the odds (n,) of the most probable other terrain of each square against the true one."""
    others = probabilities.copy()
    others[np.arange(len(terrains)), terrains] = THRESHOLDS.min_probability
    return np.asarray(others.max(1) / _select_true(terrains, probabilities))


def _refuse_known(squares: Sequence[Square], crops: NDArray[np.uint8]) -> None:
    """Raise EditionKnown if the network reads every square right and is confident on average."""
    if not set(squares) <= set(KINDS):
        return
    logs, truth = get_shipped_classifier().classify(crops), [KINDS.index(square) for square in squares]
    is_doubtful = float(logs[np.arange(len(truth)), truth].mean()) < np.log(AUGMENTATION.confident)
    if (logs.argmax(1) == truth).all() and not is_doubtful:
        raise EditionKnown(KNOWN)
