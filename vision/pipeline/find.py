"""The first steps of reading: load -> locate -> rectify -> classify -> layouts -> Grids, which are not decoded yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import BASE, Box, Printing
from scoring.message import message
from scoring.terrain import CASTLE
from vision.decode.deck import deck_of
from vision.errors import NoKingdomFound, PhotoError, VisionError
from vision.locate.lattice import SMALL_KINGDOM
from vision.locate.locate import SEARCHES, Location, Search
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
from vision.pipeline.layouts import Layout, kingdoms
from vision.rectify import cut_squares, grid_crossings, warped
from vision.squares.castles import PLAIN
from vision.squares.classify import KINDS, Classified, classify, covered_shares
from vision.squares.edition import Edition, classified_in
from vision.squares.edition import chances as edition_chances
from vision.squares.named import Named, chances, looks_of
from vision.squares.printing import NOTHING_SAID, Odds, known_to_be, of_one_box, printing_odds

FINDING_PX = 1600  # long side in which kingdoms are found; squares of a whole table are still larger than is looked at
TILE = 0.74  # probability of a tile from which a square may be one that the network does not know; by hand 0.75 at most
LEAST_CERTAIN = (
    0.3  # of corners: with less no grid is a kingdom, however its squares look; real ones have 0.37 and more
)
FRUITLESS = 3  # grids that are no kingdoms, after which no other search is tried: of 700 photos it found none that way
HALF = 0.5  # of a square: from there on it is hidden, not unknown
COLOURLESS = message(
    "This photo is black and white, and terrains are told by their colours. "
    "Take it in colour, or enter the board by hand."
)
STEPS = ("opening", "finding", "reading", "checking")

Beyond = Callable[[NDArray[np.uint8]], NDArray[np.float32]]  # crops -> (n, 1 + lands), see ``vision.squares.named``
Classify = Callable[[NDArray[np.uint8]], Classified]  # of crops (n, 64, 64, 3)
Progress = Callable[[str], None]  # called with "finding", "reading", "checking" as each step begins
Look = Callable[[Search], tuple[list[Layout], float]]  # layouts of what a search finds, and the seconds of reading them
Found = Callable[[Sequence[Points]], None]  # called with the crossings (rows + 1, columns + 1, 2) of every grid found
OtherLook = Callable[[], Sequence[Layout]]  # the kingdoms that another search finds in the same photo; none: no error


@dataclass(frozen=True, eq=False)
class Grids:
    """The grids found in a photo and their classified squares, not yet decoded.

    ``framed`` says that the grid was given, not found; ``box`` is what lies on the table; ``taught`` says that the
    squares were read with an edition that people have taught. ``other_looks`` are those that were not needed to find
    any kingdom.
    """

    photo: Photo
    layouts: Sequence[Layout]
    timings: Mapping[str, float]  # seconds by step
    framed: bool
    box: Box = BASE
    taught: bool = False
    other_looks: tuple[OtherLook, ...] = ()


def find_grids(
    source: bytes | str | Path | Photo,
    *,
    corners: Points | None = None,
    grid: tuple[int, int] | None = None,
    edition: Edition | Printing | None = None,
    named: Named | None = None,
    progress: Progress | None = None,
    found: Found | None = None,
    classify: Classify = classify,
    box: Box = BASE,
) -> Grids:
    """The steps of ``read`` up to the classifier, for ``read_together``; arguments and errors are those of ``read``."""
    start = perf_counter()
    photo = source if isinstance(source, Photo) else load(source)
    opened = perf_counter()
    taught = edition if isinstance(edition, Edition) else None
    known = known_to_be(edition) if isinstance(edition, Printing) else NOTHING_SAID
    looks = partial(_classified, classify, taught, known)
    beyond = partial(_beyond, box, taught if taught is not None else named or Named.nothing())
    layout = partial(_layout, photo, classify=looks, beyond=beyond, known=known)
    look = partial(_look, photo, layout)
    first = partial(look, tell=progress or _to_nobody, found=found or _to_nobody)
    if corners is None:
        layouts, reading, left = first_found(first, box)
    else:
        (layouts, reading), left = first(partial(_framed, corners, grid)), ()
    seconds = (opened - start, perf_counter() - opened - reading, reading)
    timings = dict(zip(STEPS[:-1], seconds, strict=True))
    others = tuple(partial(_other, look, box, search) for search in left)
    return Grids(photo, layouts, timings, corners is not None, box, taught is not None, others)


def first_found(look: Look, box: Box) -> tuple[list[Layout], float, tuple[Search, ...]]:
    """The kingdoms of the first search that finds any, the seconds of reading them, and the searches that are left.

    Raises NoKingdomFound, after FRUITLESS grids or all searches.
    """
    grids, reading, left = 0, 0.0, SEARCHES
    while True:
        search, *others = left
        layouts, seconds = look(search)
        grids, reading, left = grids + len(layouts), reading + seconds, tuple(others)
        try:
            return kingdoms(layouts, box), reading, left
        except NoKingdomFound:
            if grids >= FRUITLESS or not left:
                raise


def _other(look: Look, box: Box, search: Search) -> list[Layout]:
    """The kingdoms of another search; none where nothing in what it finds can be read."""
    with suppress(VisionError):
        return kingdoms(look(search)[0], box)
    return []


def _to_nobody(told: object) -> None:
    """Nobody is told of steps and grids."""


def _look(
    photo: Photo,
    layout: Callable[[Location], Layout],
    search: Search,
    *,
    tell: Progress = _to_nobody,
    found: Found = _to_nobody,
) -> tuple[list[Layout], float]:
    """The grids that a search finds with what their squares look like, and the seconds of reading them."""
    tell("finding")
    small = photo.reduced(FINDING_PX)
    lit = Photo(warmed(brightened(small.image)), small.scale)
    found_there = [where for where in search(lit) if where.confidence >= LEAST_CERTAIN]
    locations = [where.enlarged(small.scale / photo.scale) for where in found_there]
    if locations and is_colourless(small.image):
        boards = (warped(photo.image, each.homography, each.rows, each.columns) for each in locations)
        if all(is_pale(board) for board in boards):  # a small kingdom's colours are few in a photo of a grey table
            raise PhotoError(COLOURLESS)
    found([grid_crossings(location.corners(photo), location.rows, location.columns) for location in locations])
    start = perf_counter()
    tell("reading")
    layouts = [layout(location) for location in locations]
    return layouts, perf_counter() - start


def grids_in(photo: Photo, box: Box = BASE) -> list[Layout]:
    """All grids that a first search finds in a photo, whether they are kingdoms or not."""
    layout = partial(
        _layout, photo, classify=classify, beyond=partial(_beyond, box, Named.nothing()), known=NOTHING_SAID
    )
    return _look(photo, layout, SEARCHES[0])[0]


def _framed(corners: Points, grid: tuple[int, int] | None, photo: Photo) -> list[Location]:
    return [Location.from_corners(photo, corners, *(grid or (SMALL_KINGDOM, SMALL_KINGDOM)))]


def _classified(classify: Classify, edition: Edition | None, known: Odds, crops: NDArray[np.uint8]) -> Classified:
    """The word on the squares of one grid, with the edition that was taught, or of one of the official ones."""
    seen = classify(crops)
    if edition is not None:
        return classified_in(edition, seen)
    return seen._replace(logs=of_one_box(seen.logs, seen.in_printings, known))


def _layout(photo: Photo, location: Location, classify: Classify, beyond: Beyond, known: Odds) -> Layout:
    """A grid and what its squares look like; of what is covered or beyond the edge of the photo little is known."""
    rows, columns = location.rows, location.columns
    board = warped(photo.image, location.homography, rows, columns)
    crops = cut_squares(light_normalised(board), rows, columns)
    seen = classify(crops)
    logs = seen.logs
    under = covered_shares(crops, logs).reshape(rows, columns)
    covered = np.maximum(beyond_edge(photo.image, location), np.where(under >= COVERED, under, 0))
    distances = from_table(photo.image, location)
    logs = with_table(logs.reshape(rows, columns, -1), distances)
    covered = np.maximum(covered, foreign_objects(logs, distances, location))
    behind = hidden_by_castle(photo.image, location, crops, logs)
    plain = (location.occupancy >= TILE) & (covered < HALF)  # what is no tile, or is covered, is that and not unknown
    plain &= logs[..., KINDS.index(CASTLE)] < np.log(PLAIN)  # nor is a castle, which hardly ever looks the same
    strange = beyond(crops).reshape(rows, columns, -1) * plain[..., None].astype(np.float32)
    if covered.any():
        location, logs = unknown_where(covered, location), with_hidden(logs, covered)
    hidden = np.maximum(behind, np.maximum(covered, under))
    return Layout(location, logs, hidden, strange, known + printing_odds(seen.in_printings).sum(0))


def _beyond(box: Box, taught: Named | Edition, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The probabilities that squares are none of what the network knows: (n, 1 + lands); (n, 0) in the base game.

    The base game's tiles are what it was taught, and looking for others would cost time. All tiles of a strange edition
    look like nothing it knows: there only what was taught of other boxes counts.
    """
    if box == BASE:
        return np.empty((len(crops), 0), np.float32)
    deck = deck_of(box)
    lands = deck.kinds[: deck.lands]
    if isinstance(taught, Edition):
        return edition_chances(taught, crops, lands)
    return chances(looks_of(crops), taught, lands)
