"""Where a kingdom is in doubt its photo is looked at again; what agrees counts, and what can lie there at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from models.training.evaluation.evenings import TABLES, Evening, evening
from models.training.evaluation.outcomes import is_same, matched
from scoring import Kingdom
from tests.given import KITCHEN, SAMPLES
from vision import Grids, Photo, Reading, find_grids, load, read, read_together
from vision.locate.locate import Location
from vision.pipeline.advice import IS_CONTESTED
from vision.pipeline.calibration import least_confidence
from vision.pipeline.doubted import PLAIN, reread_doubtful, seen_together
from vision.pipeline.layouts import Layout
from vision.pipeline.reading import Candidate

TABLE = next(case for case in TABLES if case.name == "3 kingdoms, even")
SEED = 170_000


@pytest.fixture(scope="module")
def grids() -> Grids:
    return find_grids(KITCHEN)


@pytest.fixture(scope="module")
def plain(grids: Grids) -> Candidate:
    """A kingdom that is plainly seen."""
    ((seen,),) = seen_together([grids])
    return seen


@pytest.fixture(scope="module")
def doubted(plain: Candidate) -> Candidate:
    """The same kingdom with a square that is in doubt."""
    (first, *others), *rows = plain.reading.squares
    squares = ((replace(first, confidence=PLAIN - 0.05), *others), *map(tuple, rows))
    return plain._replace(reading=replace(plain.reading, squares=squares))


def another(seen: Candidate) -> Candidate:
    """Another kingdom, seen as well."""
    mirrored = Kingdom(seen.reading.kingdom.rows[::-1])
    return seen._replace(reading=replace(seen.reading, kingdom=mirrored))


def impossible(seen: Candidate) -> Candidate:
    """A kingdom that cannot be laid so, seen as well."""
    return another(seen)._replace(plausible=False)


def looked_at(grids: Grids, *seen: Candidate) -> tuple[Candidate, int]:
    """What is read in the end of a photo in which this is seen, first and in another look, and after how many looks."""
    (layout,) = grids.layouts
    looks = [layout._replace(location=replace(layout.location)) for _ in seen]
    known = {id(look.location): each for look, each in zip(looks, seen, strict=True)}
    taken = [looks[0]]

    def look(_places: Sequence[Location]) -> Sequence[Layout]:
        taken.extend(looks[1:])
        return looks[1:]

    def decode(photos: Sequence[Grids]) -> list[list[Candidate]]:
        return [[known[id(layout.location)] for layout in photo.layouts] for photo in photos]

    ((last,),) = reread_doubtful([replace(grids, layouts=looks[:1], other_look=look)], decode)
    return last, len(taken)


def test_what_is_plainly_seen_is_looked_at_once(grids: Grids, plain: Candidate) -> None:
    assert looked_at(grids, plain, another(plain)) == (plain, 1)


def test_what_is_in_doubt_all_over_is_looked_at_once(grids: Grids, plain: Candidate, doubted: Candidate) -> None:
    rows = doubted.reading.squares
    squares = ((*(replace(square, confidence=PLAIN - 0.05) for square in rows[0]),), *rows[1:])
    hopeless = doubted._replace(reading=replace(doubted.reading, squares=squares))

    assert looked_at(grids, hopeless, plain) == (hopeless, 1)


def test_of_two_looks_that_agree_the_plainer_one_counts(grids: Grids, plain: Candidate, doubted: Candidate) -> None:
    assert looked_at(grids, doubted, plain) == (plain, 2)


def test_two_kingdoms_seen_leave_the_doubt_however_plain_the_second(
    grids: Grids, plain: Candidate, doubted: Candidate
) -> None:
    assert looked_at(grids, doubted, another(plain)) == (doubted, 2)


def test_a_kingdom_seen_from_another_side_is_no_other(grids: Grids, plain: Candidate, doubted: Candidate) -> None:
    turned = plain._replace(reading=replace(plain.reading, kingdom=plain.reading.kingdom.rotated()))

    assert looked_at(grids, doubted, turned) == (turned, 2)


def test_what_no_dominoes_make_up_gives_way_to_what_they_do(grids: Grids, plain: Candidate, doubted: Candidate) -> None:
    assert looked_at(grids, impossible(plain), doubted) == (doubted, 2)
    assert looked_at(grids, impossible(plain), plain) == (plain, 2)


def test_what_no_dominoes_make_up_is_never_believed(grids: Grids, plain: Candidate, doubted: Candidate) -> None:
    assert looked_at(grids, doubted, impossible(plain)) == (doubted, 2)


def test_what_lies_elsewhere_is_no_look_at_a_kingdom(grids: Grids, plain: Candidate, doubted: Candidate) -> None:
    (layout,) = grids.layouts
    far = layout._replace(location=layout.location.enlarged(5.0))

    def decode(photos: Sequence[Grids]) -> list[list[Candidate]]:
        return [[plain if layout.location is far.location else doubted for layout in photo.layouts] for photo in photos]

    assert reread_doubtful([replace(grids, other_look=lambda _places: [far])], decode) == [[doubted]]


def test_corners_set_by_hand_are_believed(grids: Grids) -> None:
    corners = np.array(read(KITCHEN)[0].corners, np.float32)

    assert grids.other_look is not None
    assert find_grids(KITCHEN, corners=corners, grid=(5, 5)).other_look is None


def test_nothing_is_said_of_another_look_but_that_it_takes_time() -> None:
    steps: list[str] = []
    outlines: list[int] = []

    photo = SAMPLES / "gap-on-checks.jpg"
    (reading,) = read(photo, progress=steps.append, found=lambda grids: outlines.append(len(grids)))

    assert steps == ["finding", "reading", "checking"]
    assert outlines == [1]
    assert reading.timings["checking"] > reading.timings["finding"]


@pytest.fixture(scope="module")
def photographed() -> Evening:
    """Three kingdoms, of which one look takes one for what could not be laid."""
    return evening(TABLE, 0, SEED)


def exact(readings: Sequence[Reading], photographed: Evening) -> int:
    """The number of kingdoms that are read as they lie there."""
    pairs = matched(readings, photographed.lying)[0]
    return sum(reading is not None and is_same(reading.kingdom, lying.kingdom) for reading, lying in pairs)


def test_a_kingdom_that_one_look_saw_wrong_is_read_right_and_contested_and_not_sure(photographed: Evening) -> None:
    photo = Photo(photographed.image, 1.0)
    (once,) = read_together([replace(find_grids(photo), other_look=None)])
    readings = read(photo)

    assert (exact(once, photographed), exact(readings, photographed)) == (2, 3)
    (contested,) = (reading for reading in readings if IS_CONTESTED in reading.warnings)
    assert least_confidence(contested.squares) >= PLAIN
    assert not contested.sure
    assert contested.evidence is not None
    assert IS_CONTESTED in contested.evidence.against  # also when it is decoded anew beside others


def test_kingdoms_that_are_plain_stay_as_they_were_beside_one_in_doubt() -> None:
    photo = load(SAMPLES / "whole-table.jpg")
    (first,) = read_together([replace(find_grids(photo), other_look=None)])
    again = read(photo)

    settled = [at for at, reading in enumerate(first) if reading.sure]
    assert 0 < len(settled) < len(first)
    assert [again[at].kingdom for at in settled] == [first[at].kingdom for at in settled]
    assert [again[at].corners for at in settled] == [first[at].corners for at in settled]
