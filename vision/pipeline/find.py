"""The first steps of reading: load -> locate -> rectify -> classify -> layouts -> Grids, which are not decoded yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import BASE, Box, Printing
from scoring.message import message
from scoring.terrain import CASTLE
from vision.decode.deck import deck_of
from vision.errors import NoKingdomFound, PhotoError, VisionError
from vision.locate.lattice import SMALL_GRID
from vision.locate.locate import RETRY_SEARCHES, SEARCHES, Location, Search, overlap
from vision.occlusion import (
    COVERED,
    beyond_edge,
    foreign_objects,
    from_table,
    hidden_by_castle,
    unknown_where,
    with_hidden,
    with_table,
)
from vision.photo.light import brightened, is_colourless, is_pale, light_normalised, warmed
from vision.photo.photo import Photo, Points, load
from vision.pipeline.layouts import Layout, kingdoms_in, may_hold_kingdom
from vision.rectify import cut_squares, grid_points, warp
from vision.squares.castles import PLAIN
from vision.squares.classify import KINDS, Classified, Worthwhile, classify, covered_shares
from vision.squares.edition import Edition, classified_in
from vision.squares.edition import chances as edition_chances
from vision.squares.out_of_distribution import unknown_probability
from vision.squares.printing import NOTHING_SAID, Odds, known_to_be, of_one_box, printing_odds

FINDING_PX = 1600  # long side in which kingdoms are found; squares of a whole table are still larger than is looked at
TILE = 0.74  # probability of a tile from which a square may be one that the network does not know; by hand 0.75 at most
LEAST_CERTAIN = (
    0.3  # of corners: with less no grid is a kingdom, however its squares look; real ones have 0.37 and more
)
LIKELY = 0.5  # mean certainty of the corners of tiles at the edge of a photo of which it is said that they are cut off
FRUITLESS = 3  # places that hold no kingdom, after which no other is tried: of 700 photos it found none that way
HALF = 0.5  # of a square: from there on it is hidden, not unknown
COLOURLESS = message(
    "This photo is black and white, and terrains are told by their colours. "
    "Take it in colour, or enter the board by hand."
)
NO_KINGDOM = message(
    "I can't see a kingdom. Is the whole kingdom in the picture, from above? "
    "Step back a little, or show where its four corners are."
)
STEPS = ("opening", "finding", "reading", "checking")

NovelKinds = Callable[[NDArray[np.uint8]], NDArray[np.float32]]  # crops -> (n, 1 + lands), as in a layout
Classify = Callable[[NDArray[np.uint8], Worthwhile], Classified]  # of crops (n, 64, 64, 3)
Progress = Callable[[str], None]  # called with "finding", "reading", "checking" as each step begins
Places = Callable[[Search], list[Location]]  # that may be kingdoms, of one search
LookAt = Callable[[Location], Layout]
Found = Callable[[Sequence[Points]], None]  # called with the grid_points (rows + 1, columns + 1, 2) of every grid found
RetrySearch = Callable[[Sequence[Location]], Sequence[Layout]]  # the kingdoms that another search finds in these places


@dataclass(frozen=True, eq=False)
class Grids:
    """The grids found in a photo and their classified squares, not yet decoded.

    ``framed`` says that the grid was given, not found; ``box`` is what lies on the table; ``taught`` says that the
    squares were read with an edition that people have taught. ``retry_searches`` are those that were not needed to find
    any kingdom. ``cut_off`` says that tiles of which no kingdom is to be seen go on beyond the edge of the photo.
    """

    photo: Photo
    layouts: Sequence[Layout]
    timings: Mapping[str, float]  # seconds by step
    framed: bool
    box: Box = BASE
    taught: bool = False
    retry_searches: tuple[RetrySearch, ...] = ()
    cut_off: bool = False


def find_grids(
    source: bytes | str | Path | Photo,
    *,
    corners: Points | None = None,
    grid: tuple[int, int] | None = None,
    edition: Edition | Printing | None = None,
    progress: Progress | None = None,
    found: Found | None = None,
    classify: Classify = classify,
    box: Box = BASE,
) -> Grids:
    """The steps of ``read`` up to the classifier, for ``read_together``; arguments and errors are those of ``read``."""
    watch = _Stopwatch(progress)
    photo = source if isinstance(source, Photo) else load(source)
    taught = edition if isinstance(edition, Edition) else None
    known = known_to_be(edition) if isinstance(edition, Printing) else NOTHING_SAID
    find_novel_kinds = _novel_kinds_finder(box, edition)
    worthwhile = partial(may_hold_kingdom, box=box) if corners is None else _always
    read_as = partial(_read_as, taught, known)
    look_at = partial(
        _layout,
        photo,
        classify=classify,
        read_as=read_as,
        find_novel_kinds=find_novel_kinds,
        known=known,
        worthwhile=worthwhile,
    )
    left: tuple[Search, ...] = ()
    none: list[Location] = []
    if corners is None:
        layouts, none, left = first_found(partial(_places, photo, begin=watch.begin, found=found), look_at, box)
    else:

        def framed(photo: Photo) -> list[Location]:
            return [Location.from_corners(photo, corners, *(grid or (SMALL_GRID, SMALL_GRID)))]

        layouts = [look_at(each) for each in _places(photo, framed, begin=watch.begin, found=found)]
    others = tuple(partial(_other, partial(_places, photo, search), look_at, box) for search in left)
    cut_off = any(each.truncated and each.confidence >= LIKELY for each in none)
    return Grids(photo, layouts, watch.seconds(), corners is not None, box, taught is not None, others, cut_off)


def with_box(grids: Grids, box: Box, edition: Edition | Printing | None = None) -> Grids:
    """The same grids, found with the base game, as they look with another box on the table; without other looks.

    Of what is no kingdom of that box nothing is left. ``edition`` is that of ``read``.
    """
    find_novel_kinds = _novel_kinds_finder(box, edition)

    def seen(each: Layout) -> Layout:
        crops = _crops(grids.photo, each.location)
        novel = _novel_probabilities(
            crops, each.log_probabilities, each.location.occupancy, each.hidden, find_novel_kinds
        )
        return each._replace(novel_probabilities=novel)

    layouts = [kingdom for each in grids.layouts for kingdom in kingdoms_in(seen(each), box)]
    return replace(grids, layouts=layouts, box=box, retry_searches=())


class _Stopwatch:
    """The seconds of every step of reading but the last, from one that begins to the next."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress, self._step, self._since = progress, STEPS[0], perf_counter()
        self._seconds = dict.fromkeys(STEPS[:-1], 0.0)

    def begin(self, step: str) -> None:
        now = perf_counter()
        self._seconds[self._step] += now - self._since
        self._step, self._since = step, now
        if self._progress:
            self._progress(step)

    def seconds(self) -> dict[str, float]:
        """The seconds by step until now."""
        return {**self._seconds, self._step: self._seconds[self._step] + perf_counter() - self._since}


def first_found(places: Places, look_at: LookAt, box: Box) -> tuple[list[Layout], list[Location], tuple[Search, ...]]:
    """The kingdoms of the first search that finds any, its places that hold none, and the looks that are left.

    Raises NoKingdomFound, after FRUITLESS places or all searches.
    """
    fruitless = 0
    for search in SEARCHES:
        found, none = _kingdoms(places(search), look_at, box, FRUITLESS - fruitless)
        if found:
            return found, none, RETRY_SEARCHES if search is SEARCHES[0] else ()
        fruitless += len(none)
        if fruitless >= FRUITLESS:
            break
    raise NoKingdomFound(NO_KINGDOM)


def _kingdoms(places: Sequence[Location], look_at: LookAt, box: Box, most: int) -> tuple[list[Layout], list[Location]]:
    """The kingdoms in places, tried in the order of their promise until so many hold none, and those that hold none."""
    found: dict[int, list[Layout]] = {}
    none: list[Location] = []
    for at in sorted(range(len(places)), key=lambda at: -places[at].confidence):
        if len(none) >= most:
            break
        found[at] = kingdoms_in(look_at(places[at]), box)
        if not found[at]:
            none.append(places[at])
    return [each for at in sorted(found) for each in found[at]], none


def _other(places: Callable[[], list[Location]], look_at: LookAt, box: Box, where: Sequence[Location]) -> list[Layout]:
    """The kingdoms of another search where those lie; none where nothing in what it finds can be read."""
    with suppress(VisionError):
        there = [each for each in places() if any(overlap(each, one) > 0 for one in where)]
        return _kingdoms(there, look_at, box, FRUITLESS)[0]
    return []


def _places(
    photo: Photo, search: Search, *, begin: Progress | None = None, found: Found | None = None
) -> list[Location]:
    """The places of a search that may be kingdoms. Raises PhotoError where they have no colours."""
    if begin:
        begin("finding")
    small = photo.reduced(FINDING_PX)
    lit = Photo(warmed(brightened(small.image)), small.scale)
    found_there = [where for where in search(lit) if where.confidence >= LEAST_CERTAIN]
    places = [where.scale(small.scale / photo.scale) for where in found_there]
    if places and is_colourless(small.image):
        boards = (warp(photo.image, each.homography, each.rows, each.columns) for each in places)
        if all(is_pale(board) for board in boards):  # a small kingdom's colours are few in a photo of a grey table
            raise PhotoError(COLOURLESS)
    if found:
        found([grid_points(each.corners(photo), each.rows, each.columns) for each in places])
    if begin:
        begin("reading")
    return places


def grids_in(photo: Photo) -> list[Layout]:
    """Return all grids that a first search finds in a photo of the base game, whether they are kingdoms or not."""
    look_at = partial(
        _layout,
        photo,
        classify=classify,
        read_as=partial(_read_as, None, NOTHING_SAID),
        find_novel_kinds=_novel_kinds_finder(BASE, None),
        known=NOTHING_SAID,
        worthwhile=_always,
    )
    return [look_at(each) for each in _places(photo, SEARCHES[0])]


def _always(_layout: Layout) -> bool:
    return True


def _read_as(edition: Edition | None, known: Odds, seen: Classified) -> Classified:
    """The word on the squares of one grid, with the edition that was taught, or of one of the official ones."""
    if edition is not None:
        return classified_in(edition, seen)
    return seen._replace(logs=of_one_box(seen.logs, seen.in_printings, known))


def _layout(
    photo: Photo,
    location: Location,
    classify: Classify,
    read_as: Callable[[Classified], Classified],
    find_novel_kinds: NovelKinds,
    known: Odds,
    worthwhile: Callable[[Layout], bool],
) -> Layout:
    """A grid and what its squares look like; of what is covered or beyond the edge of the photo little is known.

    Of a grid that is not ``worthwhile`` nothing is known but its squares at first sight.
    """
    rows, columns = location.rows, location.columns
    crops = _crops(photo, location)

    def at_first(seen: Classified) -> Layout:
        logs = read_as(seen.at_first_sight()).logs.reshape(rows, columns, -1)
        return Layout(location, logs, np.zeros((rows, columns), np.float32), np.empty((rows, columns, 0), np.float32))

    word = classify(crops, lambda seen: worthwhile(at_first(seen)))
    first, seen = at_first(word), read_as(word)
    if not worthwhile(first):
        return first
    logs = seen.logs
    under = covered_shares(crops, logs).reshape(rows, columns)
    covered = np.maximum(beyond_edge(photo.image, location), np.where(under >= COVERED, under, 0))
    distances = from_table(photo.image, location)
    logs = with_table(logs.reshape(rows, columns, -1), distances)
    covered = np.maximum(covered, foreign_objects(logs, distances, location))
    behind = hidden_by_castle(photo.image, location, crops, logs)
    novel = _novel_probabilities(crops, logs, location.occupancy, covered, find_novel_kinds)
    if covered.any():
        location, logs = unknown_where(covered, location), with_hidden(logs, covered)
    hidden = np.maximum(behind, np.maximum(covered, under))
    printing = known + printing_odds(seen.in_printings).sum(0)
    return Layout(location, logs, hidden, novel, printing, at_first=first.log_probabilities)


def _crops(photo: Photo, location: Location) -> NDArray[np.uint8]:
    board = warp(photo.image, location.homography, location.rows, location.columns)
    return cut_squares(light_normalised(board), location.rows, location.columns)


def _novel_probabilities(
    crops: NDArray[np.uint8],
    logs: NDArray[np.float32],
    occupancy: NDArray[np.floating[Any]],
    covered: NDArray[np.float32],
    find_novel_kinds: NovelKinds,
) -> NDArray[np.float32]:
    """Return the novel-kind probabilities of each square of a grid, as in a layout: (rows, columns, 1 + lands)."""
    plain = (occupancy >= TILE) & (covered < HALF)  # what is no tile, or is covered, is that and not unknown
    plain &= logs[..., KINDS.index(CASTLE)] < np.log(PLAIN)  # nor is a castle, which hardly ever looks the same
    return find_novel_kinds(crops).reshape(*plain.shape, -1) * plain[..., None].astype(np.float32)


def _novel_kinds_finder(box: Box, edition: Edition | Printing | None) -> NovelKinds:
    """Return the function that gives the novel-kind probabilities of crops; it returns (n, 0) in the base game.

    The network was trained on all tiles of the base game, so that looking for others would only cost time.
    """
    return partial(_find_novel_kinds, box, edition if isinstance(edition, Edition) else None)


def _find_novel_kinds(box: Box, taught: Edition | None, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    if box == BASE:
        return np.empty((len(crops), 0), np.float32)
    deck = deck_of(box)
    if taught is not None:  # whose tiles are all out of distribution: only what was taught of other boxes counts
        return edition_chances(taught, crops, deck.kinds[: deck.lands])
    found = np.zeros((len(crops), 1 + deck.lands), np.float32)
    found[:, 0] = unknown_probability(crops)
    return found
