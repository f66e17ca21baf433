"""A photo without colours is refused: terrains would be guessed."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.given import KITCHEN
from vision import Photo, PhotoError, load, read
from vision.photo.colours import is_colourless


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
