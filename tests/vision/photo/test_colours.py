"""A photo without colours is refused: terrains would be guessed."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.given import KITCHEN
from vision import Photo, PhotoError, load, read
from vision.photo.light import is_colourless


def drained(saturation: float) -> Photo:
    """The kitchen table with so much of its colours left."""
    photo = load(KITCHEN)
    grey = cv2.cvtColor(photo.image, cv2.COLOR_BGR2GRAY)[..., None].astype(np.float32)
    return Photo((grey + (photo.image - grey) * saturation).clip(0, 255).astype(np.uint8), photo.scale)


def test_a_black_and_white_photo_is_refused_with_its_reason() -> None:
    with pytest.raises(PhotoError, match="black and white"):
        read(drained(0.0))


def test_a_toned_photo_is_black_and_white_too() -> None:
    toned = (drained(0.0).image * np.array([0.6, 0.85, 1.0])).astype(np.uint8)

    assert is_colourless(toned)


def test_a_photo_in_pale_colours_is_never_sure() -> None:
    (reading,) = read(drained(0.2))

    assert not reading.sure
    assert reading.castle is None
    assert any("hardly any colours" in str(warning) for warning in reading.warnings)


def veiled(image: np.ndarray) -> np.ndarray:
    """The picture behind a veil of light: half its contrast, and bright all over."""
    return (image * 0.4 + 115).astype(np.uint8)


def test_a_veil_over_a_photo_does_not_make_it_black_and_white() -> None:
    dull = drained(0.5).image  # as on a dark table that mirrors a window

    assert not is_colourless(veiled(dull))


@pytest.mark.parametrize("tone", [(1.0, 1.0, 1.0), (0.6, 0.85, 1.0)])
def test_a_black_and_white_photo_under_a_veil_is_still_refused(tone: tuple[float, float, float]) -> None:
    toned = (drained(0.0).image * np.array(tone)).astype(np.uint8)

    assert is_colourless(veiled(toned))


def test_a_small_kingdom_on_a_grey_table_is_no_black_and_white_photo() -> None:
    photo = load(KITCHEN)
    small = cv2.resize(photo.image, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    table = np.full_like(photo.image, 150)
    table[-small.shape[0] :, -small.shape[1] :] = small

    assert is_colourless(table)
    assert read(Photo(table, photo.scale))
