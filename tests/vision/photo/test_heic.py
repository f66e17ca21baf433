"""A HEIC picture laid of tiles is opened as long as what it takes to decode is told before."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.photo.heic_files import grid, misjudged, pictures_in_pictures, pile, transparent_tiles, within_itself
from tests.vision.photo.stored_pictures import corners_in_four_colours, photo_or_sentence, refusal, stored
from vision.photo.heic import LONGEST, MOST_BOXES
from vision.photo.photo import load

TILE = (96, 96)
LAID = grid(2, 2, (192, 192), TILE)


def test_a_transparent_picture_by_itself_is_opened() -> None:
    assert load(stored(corners_in_four_colours().convert("RGBA"), "HEIF")).image.shape == (160, 240, 3)


@pytest.mark.parametrize(
    "bomb",
    [
        grid(16, 16, (4000, 4000), (2048, 2048)),
        pile(1, TILE, TILE),
        pile(1, (20_000, 20_000), TILE, said=TILE),
        pictures_in_pictures(2, 2, 96),
        pictures_in_pictures(7, 16, 96),
        transparent_tiles(4, 16, 2048),
        within_itself(),
    ],
    ids=[
        "tiles far larger than the picture",
        "a pile",
        "a pile that hides its size",
        "tiles laid of tiles",
        "tiles laid of tiles, seven times",
        "tiles with large transparencies",
        "a part of itself",
    ],
)
def test_a_picture_that_may_take_more_than_it_tells_is_refused_before_it_is_decoded(bomb: bytes) -> None:
    assert "far too many parts" in refusal(bomb)


@pytest.mark.parametrize("said", [(128, 128), (2000, 2000)])
def test_a_picture_of_another_size_than_the_file_says_is_refused(said: tuple[int, int]) -> None:
    assert refusal(misjudged((1024, 1024), said)).startswith("The file is incomplete or damaged")


def test_a_file_with_more_about_pictures_than_any_photo_has_is_refused_unread() -> None:
    whole = stored(corners_in_four_colours(), "HEIF")

    assert "far too many parts" in refusal(whole + b"\0\0\0\x08free" * MOST_BOXES)
    assert "far too many parts" in refusal(whole + (8 + LONGEST + 1).to_bytes(4) + b"meta" + bytes(LONGEST + 1))


@given(damage=st.lists(st.tuples(st.integers(0, 10_000), st.binary(max_size=4)), min_size=1, max_size=6))
def test_boxes_that_cannot_be_followed_end_in_a_photo_or_a_sentence(damage: list[tuple[int, bytes]]) -> None:
    whole = bytearray(LAID)
    for at, written in damage:
        whole[at % len(whole) : at % len(whole) + len(written)] = written

    outcome = photo_or_sentence(bytes(whole))
    assert outcome.endswith(".") if isinstance(outcome, str) else outcome.scale == 1
