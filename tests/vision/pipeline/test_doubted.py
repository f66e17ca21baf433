"""Where a kingdom is in doubt its photo is looked at again; what agrees counts, and what can lie there at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from scoring import Kingdom
from tests.given import KITCHEN, SAMPLES
from vision import Grids, find_grids, read
from vision.locate.locate import Location
from vision.pipeline.advice import IS_CONTESTED
from vision.pipeline.doubted import PLAIN, reread_doubtful, seen_together
from vision.pipeline.layouts import Layout
from vision.pipeline.reading import Candidate


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
    other = another(seen)
    return other._replace(reading=replace(other.reading, plausible=False))


def looked_at(grids: Grids, *seen: Candidate | None) -> tuple[Candidate, int]:
    """What is read in the end of a photo in which this is seen, look for look, and after how many looks."""
    (layout,) = grids.layouts
    looks = [[layout._replace(location=replace(layout.location))] if each else [] for each in seen]
    known = {id(layouts[0].location): each for layouts, each in zip(looks, seen, strict=True) if each}
    taken = [0]

    def look(number: int, _places: Sequence[Location]) -> Sequence[Layout]:
        taken.append(number)
        return looks[number]

    def decode(photos: Sequence[Grids]) -> list[list[Candidate]]:
        return [[known[id(layout.location)] for layout in photo.layouts] for photo in photos]

    others = tuple(partial(look, number) for number in range(1, len(looks)))
    ((last,),) = reread_doubtful([replace(grids, layouts=looks[0], other_looks=others)], decode)
    return last, len(taken)


def test_what_is_plainly_seen_is_looked_at_once(grids: Grids, plain: Candidate) -> None:
    assert looked_at(grids, plain, another(plain), another(plain)) == (plain, 1)


def test_what_is_in_doubt_all_over_is_looked_at_once(grids: Grids, plain: Candidate, doubted: Candidate) -> None:
    rows = doubted.reading.squares
    squares = ((*(replace(square, confidence=PLAIN - 0.05) for square in rows[0]),), *rows[1:])
    hopeless = doubted._replace(reading=replace(doubted.reading, squares=squares))

    assert looked_at(grids, hopeless, plain) == (hopeless, 1)


def test_of_two_looks_that_agree_the_plainer_one_counts(grids: Grids, plain: Candidate, doubted: Candidate) -> None:
    assert looked_at(grids, doubted, plain, plain) == (plain, 2)
    assert looked_at(grids, doubted, doubted, plain) == (plain, 3)


def test_two_kingdoms_seen_leave_the_doubt_however_plain_the_second(
    grids: Grids, plain: Candidate, doubted: Candidate
) -> None:
    assert looked_at(grids, doubted, another(plain), plain) == (doubted, 2)


def test_a_kingdom_seen_from_another_side_is_no_other(grids: Grids, plain: Candidate, doubted: Candidate) -> None:
    turned = plain._replace(reading=replace(plain.reading, kingdom=plain.reading.kingdom.rotated()))

    assert looked_at(grids, doubted, turned) == (turned, 2)


def test_what_no_dominoes_make_up_gives_way_to_what_they_do(grids: Grids, plain: Candidate, doubted: Candidate) -> None:
    assert looked_at(grids, impossible(plain), doubted, doubted) == (doubted, 3)
    assert looked_at(grids, impossible(plain), doubted, another(plain)) == (doubted, 3)
    assert looked_at(grids, impossible(plain), impossible(plain), plain) == (plain, 3)
    assert looked_at(grids, impossible(plain), plain, plain) == (plain, 3)


def test_what_no_dominoes_make_up_is_never_believed(grids: Grids, plain: Candidate, doubted: Candidate) -> None:
    assert looked_at(grids, doubted, impossible(plain), impossible(plain)) == (doubted, 3)


def test_what_lies_elsewhere_is_no_look_at_a_kingdom(grids: Grids, plain: Candidate, doubted: Candidate) -> None:
    (layout,) = grids.layouts
    far = layout._replace(location=layout.location.enlarged(5.0))

    def decode(photos: Sequence[Grids]) -> list[list[Candidate]]:
        return [[plain if layout.location is far.location else doubted for layout in photo.layouts] for photo in photos]

    assert reread_doubtful([replace(grids, other_looks=(lambda _places: [far],))], decode) == [[doubted]]


def test_corners_set_by_hand_are_believed(grids: Grids) -> None:
    corners = np.array(read(KITCHEN)[0].corners, np.float32)

    assert len(grids.other_looks) == 2
    assert find_grids(KITCHEN, corners=corners, grid=(5, 5)).other_looks == ()


def test_nothing_is_said_of_other_looks_but_that_they_take_time() -> None:
    steps: list[str] = []
    outlines: list[int] = []

    photo = SAMPLES / "gap-on-checks.jpg"
    read(photo, progress=steps.append, found=lambda grids: outlines.append(len(grids)))

    assert steps == ["finding", "reading", "checking"]
    assert outlines == [1]


def test_what_only_one_look_of_two_takes_for_a_kingdom_is_contested(grids: Grids, plain: Candidate) -> None:
    contested: list[bool] = []

    def decode(photos: Sequence[Grids]) -> list[list[Candidate]]:
        contested.append(photos[0].layouts[0].contested)
        return [[plain if contested[-1] else impossible(plain)]]

    reread_doubtful([replace(grids, other_looks=(lambda _places: grids.layouts,))], decode)

    assert contested == [False, True]


def test_what_is_contested_is_not_sure_nor_when_it_is_decoded_anew_beside_others(grids: Grids) -> None:
    layouts = [layout._replace(contested=True) for layout in grids.layouts]

    ((seen,),) = seen_together([replace(grids, layouts=layouts, other_looks=())])

    assert not seen.reading.sure
    assert IS_CONTESTED in seen.reading.warnings
    assert seen.reading.evidence is not None
    assert IS_CONTESTED in seen.reading.evidence.against
