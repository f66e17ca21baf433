"""A HEIC picture made of others is opened as long as all of them together are a photo's worth of pixels."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.photo.heic_files import grid, misjudged, pictures_in_pictures, pile, within_itself
from tests.vision.photo.stored_pictures import corners_in_four_colours, photo_or_sentence, refusal, stored
from vision.photo.heic import ENDLESS, LONGEST, MOST_BOXES, pixels_to_decode
from vision.photo.photo import load

TILE = (96, 96)


def test_a_picture_laid_of_tiles_is_opened() -> None:
    assert load(grid(2, 2, (192, 192), TILE)).image.shape == (192, 192, 3)


def test_tiles_are_counted_as_often_as_they_are_used() -> None:
    assert pixels_to_decode(grid(2, 3, (288, 192), TILE)) == 288 * 192 + 6 * 96 * 96
    assert pixels_to_decode(pictures_in_pictures(2, 3, 96)) == (1 + 3 * (1 + 3)) * 96 * 96


def test_a_picture_by_itself_asks_for_no_parts() -> None:
    assert pixels_to_decode(stored(corners_in_four_colours(), "HEIF")) == 0


@pytest.mark.parametrize(
    "bomb",
    [grid(16, 16, (4000, 4000), (2048, 2048)), pile(400, (1024, 1024), (1024, 1024)), pictures_in_pictures(7, 16, 96)],
    ids=["tiles far larger than the picture", "one upon the other", "pictures in pictures"],
)
def test_a_picture_made_of_thousands_of_megapixels_is_refused_before_it_is_decoded(bomb: bytes) -> None:
    assert "far too many parts" in refusal(bomb)


def test_a_pile_is_refused_whatever_size_it_says_it_has() -> None:
    assert "far too many parts" in refusal(pile(1, (20_000, 20_000), TILE, said=TILE))


def test_a_picture_that_is_part_of_itself_is_refused() -> None:
    assert pixels_to_decode(within_itself()) == ENDLESS
    assert "far too many parts" in refusal(within_itself())


@pytest.mark.parametrize("said", [(128, 128), (2000, 2000)])
def test_a_picture_of_another_size_than_the_file_says_is_refused(said: tuple[int, int]) -> None:
    assert refusal(misjudged((1024, 1024), said)).startswith("The file is incomplete or damaged")


def test_a_file_with_more_about_pictures_than_any_photo_has_is_refused_unread() -> None:
    whole = stored(corners_in_four_colours(), "HEIF")

    assert "far too many parts" in refusal(whole + b"\0\0\0\x08free" * MOST_BOXES)
    assert "far too many parts" in refusal(whole + (8 + LONGEST).to_bytes(4) + b"meta" + bytes(LONGEST))


@given(damage=st.lists(st.tuples(st.integers(0, 10_000), st.binary(max_size=4)), min_size=1, max_size=6))
def test_boxes_that_cannot_be_followed_end_in_a_photo_or_a_sentence(damage: list[tuple[int, bytes]]) -> None:
    whole = bytearray(LAID)
    for at, written in damage:
        whole[at % len(whole) : at % len(whole) + len(written)] = written

    assert pixels_to_decode(bytes(whole)) >= 0
    outcome = photo_or_sentence(bytes(whole))
    assert outcome.endswith(".") if isinstance(outcome, str) else outcome.scale == 1


LAID = grid(2, 2, (192, 192), TILE)
