"""Photos are read in any light that keeps their colours; black and white ones are refused."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sample_photos import KITCHEN
from vision import Photo, PhotoError, ReadingWarning, WarningCode, load, read
from vision.photo.light import balance_white, is_colourless, normalise_exposure, remove_blue_cast, to_lab


def test_lab_colours_are_those_of_opencv() -> None:
    levels = np.arange(0, 256, 3, dtype=np.uint8)
    every = np.stack(np.meshgrid(levels, levels, levels), -1).reshape(len(levels), -1, 3)

    assert (to_lab(every) == cv2.cvtColor(every, cv2.COLOR_BGR2LAB)).all()


@given(st.integers(0, 30), st.integers(60, 130))
def test_a_dark_picture_becomes_bright_and_a_veil_is_taken_off(low: int, high: int) -> None:
    every = np.linspace(low, high, 256).astype(np.uint8)
    dark = np.repeat(np.repeat(every[None], 64, 0)[..., None], 3, 2)

    assert normalise_exposure(dark).max() >= 195
    assert normalise_exposure(dark + np.uint8(60)).min() == 0


def daylight() -> np.ndarray:
    """Random colours whose brightest green stands to the brightest red as in daylight."""
    colours = np.random.default_rng(3).integers(0, 240, (64, 64, 3))
    return (colours * [1.0, 0.87, 1.0]).astype(np.uint8)


@given(st.floats(0.6, 0.85) | st.floats(1.3, 1.6))
def test_a_lamp_changes_the_colours_less_once_it_is_neutral(warmth: float) -> None:
    board = daylight()
    lamp = (board * np.array([warmth**1.5, warmth**0.5, warmth**-0.5])).clip(0, 255).astype(np.uint8)

    def off(picture: np.ndarray) -> float:
        return float(np.abs(picture.astype(float).mean((0, 1)) - board.astype(float).mean((0, 1))).max())

    assert off(balance_white(lamp)) < off(lamp)


@given(st.floats(1.25, 1.6), st.floats(0.4, 1.0))
def test_only_blue_light_is_corrected_for_the_corner_network(cold: float, warmth: float) -> None:
    sky, lamp = (
        (daylight() * np.array(gains)).clip(0, 255).astype(np.uint8)
        for gains in ([cold**0.5, 1.0, 1 / cold], [warmth**2, warmth, 1.0])
    )
    blue, green, red = remove_blue_cast(sky).reshape(-1, 3).mean(0) / sky.reshape(-1, 3).mean(0)

    assert blue < green < red
    assert remove_blue_cast(lamp) is lamp


def desaturate(saturation: float) -> Photo:
    """Reduce the colours of the kitchen table."""
    photo = load(KITCHEN)
    grey = cv2.cvtColor(photo.image, cv2.COLOR_BGR2GRAY)[..., None].astype(np.float32)
    return Photo((grey + (photo.image - grey) * saturation).clip(0, 255).astype(np.uint8), photo.scale)


def test_a_black_and_white_photo_is_refused_with_its_reason() -> None:
    with pytest.raises(PhotoError, match="black and white"):
        read(desaturate(0.0))


def test_a_photo_in_pale_colours_is_never_sure() -> None:
    (reading,) = read(desaturate(0.2))

    assert not reading.sure
    assert reading.castle is None
    assert ReadingWarning(WarningCode.PALE) in reading.warnings


@pytest.mark.parametrize(
    ("saturation", "tone", "colourless"),
    [
        (0.5, (1.0, 1.0, 1.0), False),  # as on a dark table that mirrors a window
        (0.0, (1.0, 1.0, 1.0), True),
        (0.0, (0.6, 0.85, 1.0), True),
    ],
)
def test_a_veil_of_light_makes_and_hides_no_black_and_white(
    saturation: float, tone: tuple[float, ...], colourless: bool
) -> None:
    veiled = desaturate(saturation).image * np.array(tone) * 0.4 + 115

    assert is_colourless(veiled.astype(np.uint8)) is colourless


def test_small_kingdom_on_grey_is_not_monochrome() -> None:
    photo = load(KITCHEN)
    small = cv2.resize(photo.image, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    table = np.full_like(photo.image, 150)
    table[-small.shape[0] :, -small.shape[1] :] = small

    assert is_colourless(table)
    assert read(Photo(table, photo.scale))
