"""Retry searches: an unsettled kingdom is located again; agreement and dominoes decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from scoring import Kingdom
from tests.sample_photos import KITCHEN, SAMPLES
from vision import PhotoGrids, Reader, ReadingWarning, WarningCode, read
from vision.locate.locate import Location, Search, locate
from vision.pipeline.decoding import Candidate, decode_photos
from vision.pipeline.evidence import Evidence
from vision.pipeline.grids import GridReading
from vision.pipeline.retries import THRESHOLDS, decode_with_retries

NO_CASTLE = (ReadingWarning(WarningCode.NO_CASTLE),)


@pytest.fixture(scope="module")
def grids() -> PhotoGrids:
    """Find the grids of a sample photo."""
    return Reader().find(KITCHEN)


@pytest.fixture(scope="module")
def certain(grids: PhotoGrids) -> Candidate:
    """Decode a candidate without doubts."""
    ((candidate,),) = decode_photos([grids])
    return candidate


def weaken(candidate: Candidate, squares: int = 1) -> Candidate:
    """Make squares of the candidate's first row weak."""
    first, *rows = candidate.reading.squares
    weak = (
        *(replace(square, confidence=THRESHOLDS.min_confidence - 0.05) for square in first[:squares]),
        *first[squares:],
    )
    return candidate._replace(reading=replace(candidate.reading, squares=(weak, *rows)))


VARIANTS: dict[str, Callable[[Candidate], Candidate]] = {
    "certain": lambda certain: certain,
    "elsewhere": lambda certain: certain,
    "weak": weaken,
    "all weak": lambda certain: weaken(certain, 5),
    "rotated": lambda certain: certain._replace(
        reading=replace(certain.reading, kingdom=certain.reading.kingdom.rotate())
    ),
    "another kingdom": lambda certain: certain._replace(
        reading=replace(certain.reading, kingdom=Kingdom(certain.reading.kingdom.rows[::-1]))
    ),
    "stray domino": lambda certain: certain._replace(
        reading=replace(certain.reading, warnings=(ReadingWarning(WarningCode.STRAY_DOMINO),))
    ),
    "larger": lambda certain: certain._replace(
        reading=replace(
            certain.reading, kingdom=Kingdom((*certain.reading.kingdom.rows, *certain.reading.kingdom.rows))
        )
    ),
    "no dominoes": lambda certain: certain._replace(reading=replace(certain.reading, warnings=NO_CASTLE)),
}


@pytest.mark.parametrize(
    ("searches", "result", "searches_made"),
    [
        ("certain, another kingdom", "certain", 1),
        ("all weak, certain", "all weak", 1),  # another search rarely settles it
        ("weak, certain, certain", "certain", 2),
        ("weak, weak, certain", "certain", 3),
        ("weak, another kingdom, certain", "weak", 2),  # two different kingdoms stay a doubt
        ("weak, rotated", "rotated", 2),
        ("weak, elsewhere", "weak", 2),
        ("weak, no dominoes, no dominoes", "weak", 3),
        ("no dominoes, weak, weak", "weak", 3),
        ("no dominoes, weak, another kingdom", "weak", 3),
        ("no dominoes, no dominoes, certain", "certain", 3),
        ("no dominoes, certain, certain", "certain", 3),
        ("no dominoes, larger", "larger", 2),
        ("stray domino, certain", "certain", 2),
        ("stray domino, larger", "stray domino", 2),  # it takes in what lies beside the kingdom
    ],
)
def test_retries_stop_when_readings_agree(
    grids: PhotoGrids, certain: Candidate, searches: str, result: str, searches_made: int
) -> None:
    (grid,) = grids.grids
    names = searches.split(", ")
    locations = {name: grid.location.scale(5.0 if name == "elsewhere" else 1.0) for name in names}
    candidates = {name: VARIANTS[name](certain) for name in names}
    made = [0]

    def search_again(_photo: PhotoGrids, _search: Search, _near: Sequence[Location]) -> Sequence[GridReading]:
        made.append(len(made))
        return [grid._replace(location=locations[names[made[-1]]])]

    def decode(photos: Sequence[PhotoGrids]) -> list[list[Candidate]]:
        (only,) = photos[0].grids
        return [[candidates[name] for name, location in locations.items() if location is only.location]]

    first = replace(
        grids, grids=[grid._replace(location=locations[names[0]])], retry_searches=(locate,) * len(names[1:])
    )
    ((last,),) = decode_with_retries([first], search_again, decode)

    assert (last, len(made)) == (candidates[result], searches_made)


def test_corners_set_by_hand_need_no_retry(grids: PhotoGrids) -> None:
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


def test_contested_kingdom_is_never_sure(grids: PhotoGrids) -> None:
    contested = [grid._replace(contested=True) for grid in grids.grids]

    ((candidate,),) = decode_photos([replace(grids, grids=contested)])

    assert not candidate.reading.sure
    assert ReadingWarning(WarningCode.CONTESTED) in candidate.reading.warnings
    assert isinstance(candidate.reading.evidence, Evidence)
    assert ReadingWarning(WarningCode.CONTESTED) in candidate.reading.evidence.blocking_warnings
