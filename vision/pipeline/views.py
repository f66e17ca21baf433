"""Several photos of one kingdom, read as one: what a look hides, blurs or overexposes, another shows.

The looks lie over each other by quarter turns, and by shifts where one shows less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import product
from pathlib import Path
from time import perf_counter

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.boxes import BASE, DOMINOES, Box
from scoring.message import message
from scoring.rules import GRIDS
from scoring.terrain import CASTLE, EMPTY, Square
from vision.decode.deck import deck_of
from vision.decode.decode import decode_table
from vision.errors import DifferentKingdoms
from vision.locate.heatmaps import Matrix
from vision.occlusion import beyond_edge, with_hidden
from vision.photo.light import LOST, light_normalised
from vision.photo.photo import Bgr, Photo
from vision.pipeline.calibration import calibrated
from vision.pipeline.evidence import Contents
from vision.pipeline.find import STEPS, Grids, find_grids
from vision.pipeline.layouts import Layout
from vision.pipeline.reading import Candidate, Reading, build_reading
from vision.rectify import cut_squares, warped
from vision.squares.castles import NOT_RECOGNISED, CastleReading, assign_castles
from vision.squares.classify import CROP_PX, KINDS, Logs, log_probabilities
from vision.squares.printing import likely_printing

MISREAD = 0.1  # chance that a square of a bad photo was read as something else, however surely
LEFT_OUT = 1.0  # nats against two looks of which one has a tile where the other has no square
ALIKE = 0.4  # nats a tile from which two looks show one kingdom; real ones have 0.9 and more, others below 0
OUTSIDE = 0.9  # chance that a square beside a grid is bare
EMPTY_SHARE, CASTLE_SHARE = 0.25, 0.04  # of the squares of grids

Probabilities = NDArray[np.floating]  # (rows, columns, 18)

DOUBT = 0.02  # chance that a square's probabilities mean nothing, before looks are put together
INDEPENDENT = 0.6  # what a second look of the same quality counts: both saw the same print, often in the same room
LEAST = 0.02  # quality of a square's look below which it does not sink
BLACK = 14  # brightness below which a camera tells no more
NOTHING_SEEN = 1.0  # of a square hidden
CROP = (CROP_PX, CROP_PX, 3)

Shares = NDArray[np.float32]  # (rows, columns), 0 to 1


def read_views(sources: Sequence[bytes | str | Path | Photo], *, box: Box = BASE) -> Reading:
    """One kingdom from several photos of it, taken from any side; as it lies in the first of them.

    ``corners`` of the reading are those in the first photo, ``corners_by_photo`` those in each, from the same corner of
    the kingdom on. A photo may show other kingdoms too.

    Raises what ``read`` raises for the first photo that cannot be read, DifferentKingdoms where they show no kingdom in
    common, and ValueError without a photo.
    """
    return read_as_one([find_grids(source, box=box) for source in sources])


def read_as_one(photos: Sequence[Grids]) -> Reading:
    """``read_views`` for photos whose grids are found."""
    if not photos:
        raise ValueError("a kingdom is read from one photo or more")
    start = perf_counter()
    looks = [_looked_around(grids.photo, look) for grids, look in zip(photos, _one_kingdom(photos), strict=True)]
    fused = _fused(looks, [_quality(grids.photo, look) for grids, look in zip(photos, looks, strict=True)])
    deck = deck_of(photos[0].box)
    looks_like = deck.evidence(fused.log_probabilities, fused.beyond)
    (answer,) = decode_table([looks_like], [fused.location.occupancy], deck=deck)
    contents = Contents.decoded(answer, deck)
    printing = likely_printing(np.sum([look.printing for look in looks], axis=0))
    steps = {step: sum(grids.timings[step] for grids in photos) for step in STEPS[:-1]}
    timings = {**steps, STEPS[-1]: perf_counter() - start}
    seen = [
        build_reading(
            replace(grids, framed=False),
            fused._replace(location=replace(look.location, occupancy=fused.location.occupancy)),
            contents,
            timings,
            printing,
        )
        for grids, look in zip(photos, looks, strict=True)
    ]
    return _as_one(seen)


def _one_kingdom(photos: Sequence[Grids]) -> list[Layout]:
    """The look of every photo at the kingdom that all of them show, in one frame."""
    if len(photos) == 1 and len(photos[0].layouts) == 1:
        return list(photos[0].layouts)

    def best(first: Layout, layouts: Sequence[Layout]) -> tuple[Layout, Overlay]:
        """The layout of a photo that shows the same kingdom best, and how it lies over the first."""
        return max(((look, overlay(first, look)) for look in layouts), key=lambda each: each[1].alike)

    found = [(first, [best(first, grids.layouts) for grids in photos[1:]]) for first in photos[0].layouts]
    first, others = max(found, key=lambda each: min((match.alike for _, match in each[1]), default=0.0))
    if any(match.alike < ALIKE for _, match in others):
        raise DifferentKingdoms(
            message(
                "These photos don't show the same kingdom. "
                "Photograph one kingdom from several sides, or read each photo for itself."
            )
        )
    looks = [first, *(look for look, _ in others)]
    return framed(looks, [Placement(0, 0, 0), *(match.placement for _, match in others)])


def _looked_around(photo: Photo, look: Layout) -> Layout:
    """The look with what its photo shows where only other looks have squares: bare table there is worth knowing."""
    rows, columns = look.hidden.shape
    beside = np.argwhere(look.hidden >= NOTHING_SEEN)
    if not len(beside):
        return look
    places = tuple(beside.T)
    board = light_normalised(warped(photo.image, look.location.homography, rows, columns))
    logs, hidden = look.log_probabilities.copy(), look.hidden.copy()
    logs[places] = log_probabilities(cut_squares(board, rows, columns).reshape(rows, columns, *CROP)[places])
    hidden[places] = beyond_edge(photo.image, look.location)[places]
    return look._replace(
        log_probabilities=with_hidden(logs, np.where(look.hidden >= NOTHING_SEEN, hidden, 0)), hidden=hidden
    )


def _quality(photo: Photo, look: Layout) -> Shares:
    """The quality (rows, columns) of every square of a grid: sharp, neither too bright nor black, and not hidden."""
    rows, columns = look.hidden.shape
    crops = cut_squares(warped(photo.image, look.location.homography, rows, columns), rows, columns)
    return np.array([_seen_well(crop) for crop in crops], np.float32).reshape(rows, columns) * (1 - look.hidden)


def _seen_well(crop: Bgr) -> float:
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = float((grey - cv2.GaussianBlur(grey, (0, 0), 1.5)).std()) / (float(grey.mean()) + 16)
    lost = float((crop.max(-1) >= LOST).mean() + (crop.max(-1) <= BLACK).mean())
    return float(np.sqrt(fine)) * (1 - min(lost, 1.0)) ** 2


def _fused(looks: Sequence[Layout], qualities: Sequence[Shares]) -> Layout:
    """One look at the kingdom: the log-probabilities of all, each weighted by how well it sees a square.

    Two looks of one quality count more than one, but not twice: they share the print, and mistakes that come from it.
    """
    quality = np.stack(qualities).clip(LEAST * float(np.max(qualities)) + 1e-6)
    share = quality / quality.sum(0)
    looks_worth = 1 / (share**2).sum(0)
    weights = share * (1 + INDEPENDENT * (looks_worth - 1))
    doubted = (np.log((1 - DOUBT) * np.exp(look.log_probabilities) + DOUBT / len(KINDS)) for look in looks)
    logs = [each.astype(np.float32) * weight[..., None] for each, weight in zip(doubted, weights, strict=True)]
    summed = reduce(np.add, logs)
    occupancy = np.stack([look.location.occupancy for look in looks]).clip(1e-3, 1 - 1e-3)
    odds = (np.log(occupancy / (1 - occupancy)) * weights).sum(0)
    location = replace(looks[0].location, occupancy=(1 / (1 + np.exp(-odds))).astype(np.float32))
    hidden = np.min([look.hidden for look in looks], axis=0)
    beyond = (np.stack([look.beyond for look in looks]) * share[..., None]).sum(0)
    return Layout(location, summed - np.logaddexp.reduce(summed, axis=-1, keepdims=True), hidden, beyond)


def _as_one(seen: Sequence[Candidate]) -> Reading:
    """The reading of the first photo with what all photos know: warned of is what no photo shows better."""
    first, readings = seen[0].reading, [each.reading for each in seen]
    told = _agreed([assign_castles([each.castle], calibrated().castle)[0] for each in seen])
    return replace(
        first,
        sure=any(reading.sure for reading in readings),
        warnings=tuple(w for w in first.warnings if all(w in reading.warnings for reading in readings)),
        castle=told.castle,
        castle_confidence=told.confidence,
        corners_by_photo=tuple(reading.corners for reading in readings),
    )


def _agreed(told: Sequence[CastleReading]) -> CastleReading:
    """The castle that one look or more tell; none where they contradict each other."""
    surest = max(told, key=lambda each: each.confidence)
    return surest if all(each.castle in (None, surest.castle) for each in told) else NOT_RECOGNISED


def _shares() -> NDArray[np.float64]:
    """The share of each of KINDS on the squares of a grid."""
    faces: Counter[Square] = Counter(square for domino in DOMINOES for square in domino.squares)
    known = {EMPTY: EMPTY_SHARE, CASTLE: CASTLE_SHARE}
    land = (1 - EMPTY_SHARE - CASTLE_SHARE) / sum(faces.values())
    return np.array([known.get(square, faces[square] * land) for square in KINDS])


SHARES = _shares()


@dataclass(frozen=True)
class Placement:
    """The place of a look in the frame of another: turned clockwise by quarters, then its top left square put there."""

    turns: int
    top: int
    left: int


@dataclass(frozen=True)
class Overlay:
    """A placement, and how much better it explains both looks than two kingdoms do: nats a tile."""

    placement: Placement
    alike: float


def overlay(first: Layout, second: Layout) -> Overlay:
    """The best placement of the second look over the first."""
    chances = _chances(first.log_probabilities)
    others = [np.rot90(_chances(second.log_probabilities), -turns) for turns in range(4)]
    found = (
        Overlay(placement, _alike(chances, others[placement.turns], placement))
        for placement in _placements(chances.shape[:2], [other.shape[:2] for other in others])
    )
    return max(found, key=lambda each: each.alike)


def _placements(first: tuple[int, ...], seconds: Sequence[tuple[int, ...]]) -> Iterator[Placement]:
    """All that leave the two within the largest grid of a game."""
    for turns, (height, width) in enumerate(seconds):
        tops = [top for top in range(1 - height, first[0]) if _extent(first[0], top, height) <= max(GRIDS)]
        lefts = [left for left in range(1 - width, first[1]) if _extent(first[1], left, width) <= max(GRIDS)]
        yield from (Placement(turns, top, left) for top, left in product(tops, lefts))


def _extent(length: int, start: int, other: int) -> int:
    return max(length, start + other) - min(0, start)


def _chances(logs: Logs) -> NDArray[np.float64]:
    return np.asarray((1 - MISREAD) * np.exp(logs) + MISREAD * SHARES, np.float64)


def _alike(first: Probabilities, second: Probabilities, at: Placement) -> float:
    """Nats a tile in favour of one kingdom."""
    top, left = max(0, at.top), max(0, at.left)
    bottom, right = min(first.shape[0], at.top + second.shape[0]), min(first.shape[1], at.left + second.shape[1])
    here = first[top:bottom, left:right]
    there = second[top - at.top : bottom - at.top, left - at.left : right - at.left]
    shared = float(np.log((here * there / SHARES).sum(-1)).sum())
    tiles = [float((1 - each[..., KINDS.index(EMPTY)]).sum()) for each in (first, second, here, there)]
    left_out = (tiles[0] - tiles[2]) + (tiles[1] - tiles[3])
    return (shared - LEFT_OUT * left_out) / max(min(tiles[0], tiles[1]), 1.0)


def framed(looks: Sequence[Layout], placements: Sequence[Placement]) -> list[Layout]:
    """The looks in one frame that holds them all, turned as the first of them lies.

    What a look has no square for is as good as bare, and hidden there.
    """
    turned = [np.rot90(look.hidden, -at.turns).shape for look, at in zip(looks, placements, strict=True)]
    top, left = (min(at) for at in zip(*((each.top, each.left) for each in placements), strict=True))
    bottom = max(at.top + shape[0] for at, shape in zip(placements, turned, strict=True))
    right = max(at.left + shape[1] for at, shape in zip(placements, turned, strict=True))
    size = bottom - top, right - left
    moved = [replace(at, top=at.top - top, left=at.left - left) for at in placements]
    return [_in_frame(look, at, size) for look, at in zip(looks, moved, strict=True)]


def _in_frame(look: Layout, at: Placement, size: tuple[int, int]) -> Layout:
    height, width = np.rot90(look.hidden, -at.turns).shape
    inside = np.s_[at.top : at.top + height, at.left : at.left + width]

    def laid(values: NDArray[np.float32], nothing: NDArray[np.float32] | float) -> NDArray[np.float32]:
        found = np.empty((*size, *values.shape[2:]), np.float32)
        found[:] = nothing
        found[inside] = np.rot90(values, -at.turns)
        return found

    bare = np.full(len(KINDS), np.log((1 - OUTSIDE) / (len(KINDS) - 1)), np.float32)
    bare[KINDS.index(EMPTY)] = np.log(OUTSIDE)
    location = replace(
        look.location,
        homography=look.location.homography @ _to_look(at, (height, width)),
        occupancy=laid(look.location.occupancy, 1 - OUTSIDE),
    )
    return Layout(
        location, laid(look.log_probabilities, bare), laid(look.hidden, 1.0), laid(look.beyond, 0.0), look.printing
    )


def _to_look(at: Placement, turned: tuple[int, int]) -> Matrix:
    """From board points of the frame to those of the look, whose size after turning is (rows, columns)."""
    matrix = np.array([[1, 0, -at.left], [0, 1, -at.top], [0, 0, 1.0]])
    height, width = turned
    for _ in range(at.turns):
        matrix = np.array([[0, 1, 0], [-1, 0, width], [0, 0, 1.0]]) @ matrix  # a quarter turn back, counter-clockwise
        height, width = width, height
    return np.asarray(matrix, np.float64)
