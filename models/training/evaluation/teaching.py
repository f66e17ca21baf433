"""Measure the gain from teaching a tile set by one photo, and from corrected kingdoms.

Boxes of a tile set, the same ones each time, are read on hard evenings and in ordinary light: untaught, after one photo
of the teaching kingdom, and after three more kingdoms were corrected. Only tile sets that the networks were not trained
on are informative.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import add

import numpy as np

from models.training.evaluation.bounds import wilson
from models.training.evaluation.evenings import CASES, SEED, Case, DrawBox, Evening, evening
from models.training.evaluation.outcomes import Outcome, read_evening
from vision.errors import VisionError
from vision.photo.photo import Photo
from vision.pipeline.teach import TEACHING_KINGDOM, teach
from vision.rectify import rectify_squares
from vision.squares.taught_tiles import TaughtTiles, learn_squares

LESSON = Case("a lesson", laid=str(TEACHING_KINGDOM))
CORRECTED = tuple(Case(f"corrected: {name}", name) for name in ("even", "even", "candle"))  # with the lesson one game
READ = tuple(case for case in CASES if not (case.bare or case.cut))
ORDINARY = (Case("ordinary light"),)
LESSONS, GAMES = SEED + 1, SEED + 2  # seeds apart from those of the evenings that are read
NAME = "taught"
BOXES = 3
HEADER = (
    f"{'box':<6}{'taught':<12}{'kingdoms':>9}{'grids':>7}{'exact':>17}{'squares':>20}{'marked':>8}"
    f"{'sure':>6}{'right':>7}"
)


def format_row(box: str, taught: str, outcomes: Sequence[Outcome]) -> str:
    """Format the figures of HEADER for the kingdoms of a box, read with what was taught before."""
    found, sure = [each for each in outcomes if each.grid], [each.exact for each in outcomes if each.sure]
    wrong, squares = sum(each.wrong for each in found), sum(each.squares for each in found)
    exact, marked, count = sum(each.exact for each in outcomes), sum(each.marked for each in found), len(outcomes)
    return (
        f"{box:<6}{taught:<12}{count:>9}{len(found):>7}{_share(exact, count):>17}"
        f"{_share(squares - wrong, squares):>20}{f'{marked}/{wrong}':>8}{len(sure):>6}{f'{sum(sure)}/{len(sure)}':>7}"
    )


def _share(hits: int, of: int) -> str:
    low, high = wilson(hits, of)
    return f"{hits / max(of, 1):.1%} {low:.0%}-{high:.0%}"


def box_of(draw_box: DrawBox, number: int) -> DrawBox:
    """Return a generator that draws one box of an edition, the same for every evening."""
    return lambda _: draw_box(np.random.default_rng([SEED, number]))


def editions_of(box: DrawBox, number: int) -> Mapping[str, TaughtTiles | None]:
    """Teach a box in three ways: not at all, by one photo, by one game. Raises VisionError if the photo is refused."""
    lesson = evening(LESSON, number, LESSONS, box)
    taught = teach(Photo(lesson.image, 1.0), NAME).tiles
    games = [evening(case, number, GAMES, box) for case in CORRECTED]
    return {"untaught": None, "one photo": taught, "one game": reduce(add, map(_teach_from_kingdom, games), taught)}


def _teach_from_kingdom(played: Evening) -> TaughtTiles:
    """Teach from a kingdom that was read and corrected."""
    (lying,) = played.lying
    assert lying.corners is not None, "it was composed"
    crops = rectify_squares(Photo(played.image, 1.0), lying.corners, *lying.size)
    return learn_squares(NAME, crops, [square for _, square in lying.kingdom.squares()])


def figures(draw_box: DrawBox, cases: Sequence[Case], each: int) -> Iterator[str]:
    """Format the rows of every box and of all, or the reason why a box could not be taught."""
    yield HEADER
    every: dict[str, list[Outcome]] = {}
    for number in range(BOXES):
        box = box_of(draw_box, number)
        try:
            editions = editions_of(box, number)
        except VisionError as refused:
            yield f"{number:<6}{refused}"
            continue
        photos = [evening(case, at, SEED + number, box) for case in cases for at in range(each)]
        for taught, tiles in editions.items():
            outcomes = [outcome for photo in photos for outcome in read_evening(photo, tiles).kingdoms]
            every[taught] = every.get(taught, []) + outcomes
            yield format_row(str(number), taught, outcomes)
    for taught, outcomes in every.items():
        yield format_row("all", taught, outcomes)
