"""A doubtful kingdom is read again in other ways; agreement and legality decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from scoring import Kingdom
from tests.common import KITCHEN, SAMPLES
from vision import PhotoGrids, Reader, ReadingWarning, WarningCode, read
from vision.locate.locate import Location
from vision.pipeline.decoding import Candidate
from vision.pipeline.grids import GridReading
from vision.pipeline.retries import THRESHOLDS, decode_with_retries, retry_doubtful


@pytest.fixture(scope="module")
def grids() -> PhotoGrids:
    return Reader().find(KITCHEN)


@pytest.fixture(scope="module")
def plain(grids: PhotoGrids) -> Candidate:
    """Build a candidate without doubts."""
    ((seen,),) = decode_with_retries([grids])
    return seen


def in_doubt(seen: Candidate, squares: int = 1) -> Candidate:
    """Make squares of the candidate's first row doubtful."""
    first, *rows = seen.reading.squares
    doubted = (
        *(replace(square, confidence=THRESHOLDS.min_confidence - 0.05) for square in first[:squares]),
        *first[squares:],
    )
    return seen._replace(reading=replace(seen.reading, squares=(doubted, *rows)))


VARIANTS: dict[str, Callable[[Candidate], Candidate]] = {
    "plain": lambda plain: plain,
    "elsewhere": lambda plain: plain,
    "in doubt": in_doubt,
    "in doubt all over": lambda plain: in_doubt(plain, 5),
    "from another side": lambda plain: plain._replace(
        reading=replace(plain.reading, kingdom=plain.reading.kingdom.rotate())
    ),
    "another kingdom": lambda plain: plain._replace(
        reading=replace(plain.reading, kingdom=Kingdom(plain.reading.kingdom.rows[::-1]))
    ),
    "no dominoes": lambda plain: plain._replace(reading=replace(plain.reading, plausible=False)),
}


@pytest.mark.parametrize(
    ("seen", "read_as", "looks"),
    [
        ("plain, another kingdom", "plain", 1),
        ("in doubt all over, plain", "in doubt all over", 1),  # another look rarely settles it
        ("in doubt, plain, plain", "plain", 2),
        ("in doubt, in doubt, plain", "plain", 3),
        ("in doubt, another kingdom, plain", "in doubt", 2),  # two kingdoms leave the doubt, however plain
        ("in doubt, from another side", "from another side", 2),
        ("in doubt, elsewhere", "in doubt", 2),
        ("in doubt, no dominoes, no dominoes", "in doubt", 3),  # it is never believed
        ("no dominoes, in doubt, in doubt", "in doubt", 3),  # it gives way to what dominoes make up
        ("no dominoes, in doubt, another kingdom", "in doubt", 3),
        ("no dominoes, no dominoes, plain", "plain", 3),
        ("no dominoes, plain, plain", "plain", 3),
    ],
)
def test_retries_stop_when_readings_agree(
    grids: PhotoGrids, plain: Candidate, seen: str, read_as: str, looks: int
) -> None:
    (layout,) = grids.grids
    names = seen.split(", ")
    at = {name: layout.location.scale(5.0 if name == "elsewhere" else 1.0) for name in names}
    candidates = {name: VARIANTS[name](plain) for name in names}
    taken = [0]

    def look(number: int, _places: Sequence[Location]) -> Sequence[GridReading]:
        taken.append(number)
        return [layout._replace(location=at[names[number]])]

    def decode(photos: Sequence[PhotoGrids]) -> list[list[Candidate]]:
        (only,) = photos[0].grids
        return [[candidates[name] for name, place in at.items() if place is only.location]]

    others = tuple(partial(look, number) for number in range(1, len(names)))
    first = layout._replace(location=at[names[0]])
    ((last,),) = retry_doubtful([replace(grids, grids=[first], retry_searches=others)], decode)

    assert (last, len(taken)) == (candidates[read_as], looks)


def test_corners_set_by_hand_are_believed(grids: PhotoGrids) -> None:
    corners = np.array(read(KITCHEN)[0].corners, np.float32)

    assert len(grids.retry_searches) == 2
    assert Reader().find(KITCHEN, corners=corners, grid=(5, 5)).retry_searches == ()


def test_retries_change_only_the_reading_time() -> None:
    steps: list[str] = []
    outlines: list[int] = []

    photo = SAMPLES / "gap-on-checks.jpg"
    read(photo, progress=steps.append, on_grids=lambda grids: outlines.append(len(grids)))

    assert steps == ["finding", "reading", "checking"]
    assert outlines == [1]


def test_contested_squares_are_never_sure(grids: PhotoGrids) -> None:
    contested = [layout._replace(contested=True) for layout in grids.grids]

    ((seen,),) = decode_with_retries([replace(grids, grids=contested, retry_searches=())])

    assert not seen.reading.sure
    assert ReadingWarning(WarningCode.CONTESTED) in seen.reading.warnings
    assert seen.reading.evidence is not None
    assert ReadingWarning(WarningCode.CONTESTED) in seen.reading.evidence.blocking_warnings
