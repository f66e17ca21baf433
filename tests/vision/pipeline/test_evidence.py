"""What a photo shows of a kingdom is kept, and dominoes are laid in it anew beside those of other photos."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from scoring import BASE, Kingdom, Square
from scoring.kingdom import Position
from tests.given import KITCHEN
from tests.vision.seen_kingdoms import GRASS, SWAMP, seen_as
from vision import Reading, read
from vision.pipeline.evidence import Evidence, judge_together

UNSURE = seen_as("Cwg2", swamp=0.4)  # the box has one domino of wheat and two crowns of grassland
PLAIN = seen_as("Cwg2")


@pytest.fixture(scope="module")
def read_alone() -> Reading:
    return read(KITCHEN)[0]


def test_two_bytes_a_number_tell_the_kingdom_that_was_read(read_alone: Reading) -> None:
    seen = read_alone.evidence
    assert seen

    again = Evidence.unpacked(seen.packed(), 5, 5, against=seen.against, light=seen.light, advice=seen.advice)
    [told] = judge_together([(again, {})], (), BASE)

    assert len(seen.packed()) == 5 * 5 * (18 + 2) * 2
    assert (told.kingdom, told.legal, told.sure) == (read_alone.kingdom, read_alone.legal, read_alone.sure)
    np.testing.assert_allclose(
        [square.confidence for row in told.squares for square in row],
        [square.confidence for row in read_alone.squares for square in row],
        atol=0.01,
    )


@pytest.mark.parametrize("damaged", [b"", b"a", bytes(5 * 5 * 2), bytes(5 * 5 * (18 + 2) * 2 + 2)])
def test_damaged_numbers_are_refused(damaged: bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        Evidence.unpacked(damaged, 5, 5)


@pytest.mark.parametrize(
    ("seen", "elsewhere", "read_as"),
    [
        ([(UNSURE, {})], (), [GRASS]),
        ([(UNSURE, {}), (PLAIN, {})], (), [SWAMP, GRASS]),
        ([(UNSURE, {})], [Kingdom.parse("Cwg2")], [SWAMP]),
        ([(UNSURE, {(0, 2): SWAMP})], (), [SWAMP]),
    ],
    ids=["alone", "beside a photo that shows it plainly", "where somebody has looked at it", "once it was answered"],
)
def test_a_domino_is_not_laid_twice_nor_otherwise_than_somebody_has_answered(
    seen: list[tuple[Evidence, dict[Position, Square]]], elsewhere: Sequence[Kingdom], read_as: list[Square]
) -> None:
    told = judge_together(seen, elsewhere, BASE)

    assert [each.kingdom[0, 2] for each in told] == read_as
    assert told[0].sure == bool(seen[0][1])  # once it was answered


def test_both_squares_of_a_domino_that_may_lie_beside_the_kingdom_are_asked_about() -> None:
    [told] = judge_together([(seen_as("wwCwwgg"), {})], (), BASE)

    assert told.doubtful == {(0, 5), (0, 6)}
    assert not told.sure


def test_what_was_seen_with_another_box_on_the_table_is_not_of_this_one() -> None:
    assert UNSURE.is_of(BASE)
    wider = Evidence(UNSURE.logs, UNSURE.occupancy, UNSURE.hidden, np.zeros((1, 3, 17), np.float32))
    assert not wider.is_of(BASE)
