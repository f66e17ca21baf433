"""Reading a photo returns its kingdoms; photos of one game are read together."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.sample_photos import KITCHEN, PHOTOS, SAMPLES, codes_of
from vision import (
    NoKingdomFound,
    Photo,
    PhotoError,
    Reader,
    Reading,
    ReadingWarning,
    WarningCode,
    load,
    read,
    read_together,
)
from vision.rectify import cut_squares, rectify
from vision.squares.classify import KINDS, get_shipped_classifier

ONE = KITCHEN
CASTLES = {
    "kitchen-table": ["blue"],
    "cutting-mat": ["pink"],
    "evening-lamp": ["yellow"],
    "whole-table": ["blue", "green", "pink", "yellow"],
}


@cache
def read_sample(photo: Path) -> list[Reading]:
    """Read a sample photo once for all tests."""
    return read(photo)


@pytest.fixture
def one() -> Reading:
    """Read a plain sample photo."""
    return read_sample(ONE)[0]


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda path: path.stem)
def test_every_sample_photo_is_read_right(photo: Path) -> None:
    found = read_sample(photo)

    assert [str(reading.kingdom) for reading in found] == codes_of(photo)
    assert CASTLES.get(photo.stem) in (None, sorted(reading.castle or "" for reading in found))


def test_passed_classifier_is_used(one: Reading) -> None:
    other = replace(get_shipped_classifier())

    assert [reading.squares for reading in Reader(classifier=other).read(ONE)] == [one.squares]


def test_cut_off_tiles_beside_kingdoms_are_warned_of() -> None:
    photo = SAMPLES / "whole-table.jpg"
    whole = load(photo)
    upper = np.ascontiguousarray(whole.image[: int(0.6 * whole.image.shape[0])])

    warning = ReadingWarning(WarningCode.OTHERS_CUT_OFF)
    for found, is_warned in ((read_sample(photo), False), (read(replace(whole, image=upper)), True)):
        assert {warning in reading.warnings for reading in found} == {is_warned}


def test_rough_corners_snap_to_the_kingdom(one: Reading) -> None:
    exact = np.array(one.corners, np.float32)
    square = float(np.linalg.norm(exact[1] - exact[0])) / 5
    rough = exact + square * np.array([[0.2, -0.1], [0.15, 0.2], [-0.2, 0.1], [0.1, 0.2]], np.float32)

    (framed,) = read(ONE, corners=rough, grid=(5, 5))

    assert framed.kingdom == one.kingdom
    assert np.abs(np.array(framed.corners) - exact).max() < 0.1 * square


def test_undecoded_reading_keeps_the_classifiers_best_guess(one: Reading) -> None:
    (raw,) = read(ONE, use_dominoes=False)

    own = get_shipped_classifier().classify(
        cut_squares(rectify(load(ONE), np.array(raw.corners, np.float32), 5, 5), 5, 5)
    )
    guesses = [KINDS[kind] for kind in own.argmax(1)]
    pairs = zip([square for _, square in raw.kingdom.squares()], guesses, strict=True)
    assert all(square == guess for square, guess in pairs if not guess.is_empty)


@pytest.mark.parametrize("kind", ["noise", "stripes"])
def test_photo_without_a_kingdom_is_an_error(kind: str) -> None:
    image = np.zeros((600, 800, 3), np.uint8)
    if kind == "noise":
        image = np.random.default_rng(5).integers(0, 256, image.shape, np.uint8)
    elif kind == "stripes":
        image[:, ::40] = 255

    with pytest.raises(NoKingdomFound, match="No kingdom found"):
        read(cv2.imencode(".jpg", image)[1].tobytes())


@pytest.mark.parametrize(
    ("corners", "grid"),
    [
        ([[0, 0], [10, 0], [20, 0], [30, 0]], (5, 5)),  # on one line
        ([[0, 0], [0, 500], [500, 500], [500, 0]], (5, 5)),  # anticlockwise
        ([[0, 0], [500, 0], [float("nan"), 500], [0, 500]], (5, 5)),
        ([[0, 0], [500, 0], [500, 500], [0, 500]], (0, 5)),
        ([[0, 0], [500, 0], [500, 500], [0, 500]], (5, 99)),
    ],
)
def test_corners_that_frame_nothing_are_refused(corners: list[list[float]], grid: tuple[int, int]) -> None:
    with pytest.raises(PhotoError):
        read(ONE, corners=np.array(corners, np.float32), grid=grid)


def test_photos_of_several_games_are_decoded_separately() -> None:
    photos = [KITCHEN, SAMPLES / "two-kingdoms.jpg"]

    found = read_together(photos)

    assert [[str(reading.kingdom) for reading in kingdoms] for kingdoms in found] == [*map(codes_of, photos)]


def test_kingdom_shown_twice_is_warned_of() -> None:
    picture = load(ONE).image

    found = read(Photo(np.hstack([picture, picture]), 1.0))

    assert [str(reading.kingdom) for reading in found] == 2 * codes_of(ONE)
    assert not any(reading.sure for reading in found)
    for reading in found:
        assert any(warning.code is WarningCode.SEVERAL_BOXES for warning in reading.warnings)
