"""A photo goes in, its kingdoms come out."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.given import KITCHEN, SAMPLES
from vision import NoKingdomFound, PhotoError, Reading, load, read, read_squares, rectify
from vision.reading import DOUBTFUL
from vision.rectify import cut_squares

PHOTOS = sorted(SAMPLES.glob("*.jpg"))
ONE = KITCHEN


@pytest.fixture(scope="module")
def one() -> Reading:
    """The reading of a plain sample photo."""
    return read(ONE)[0]


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda path: path.stem)
def test_every_sample_photo_is_read_right(photo: Path) -> None:
    truth = photo.with_suffix(".txt").read_text(encoding="utf-8").split()

    assert [str(reading.kingdom) for reading in read(photo)] == truth


def test_squares_of_little_confidence_are_doubtful(one: Reading) -> None:
    unsure = replace(one.squares[1][2], confidence=DOUBTFUL - 0.01)
    rows = [list(row) for row in one.squares]
    rows[1][2] = unsure

    doubted = replace(one, squares=tuple(map(tuple, rows)))

    assert doubted.doubtful - one.doubtful == {(1, 2)}


def test_the_steps_are_told_in_their_order() -> None:
    steps: list[str] = []

    read(ONE, progress=steps.append)

    assert steps == ["finding", "reading", "checking"]


def test_corners_by_hand_frame_the_same_kingdom(one: Reading) -> None:
    framed = read(ONE, corners=np.array(one.corners, np.float32), grid=(5, 5))

    assert [reading.kingdom for reading in framed] == [one.kingdom]
    np.testing.assert_allclose(framed[0].corners, one.corners, atol=5)


def test_corners_set_roughly_snap_to_the_kingdom(one: Reading) -> None:
    exact = np.array(one.corners, np.float32)
    square = float(np.linalg.norm(exact[1] - exact[0])) / 5
    rough = exact + square * np.array([[0.2, -0.1], [0.15, 0.2], [-0.2, 0.1], [0.1, 0.2]], np.float32)

    (framed,) = read(ONE, corners=rough, grid=(5, 5))

    assert np.abs(np.array(framed.corners) - exact).max() < 0.1 * square


def test_the_classifier_alone_gives_its_own_best_guess(one: Reading) -> None:
    (raw,) = read(ONE, decoded=False)

    own = read_squares(list(cut_squares(rectify(load(ONE), np.array(raw.corners, np.float32), 5, 5), 5, 5)))
    assert [square for _, square in raw.kingdom.squares()] == [reading.square for reading in own]


def test_a_kingdom_fills_its_own_corners(one: Reading) -> None:
    board = rectify(load(ONE), np.array(one.corners, np.float32), 5, 5)

    again = read(cv2.imencode(".png", board)[1].tobytes(), corners=frame_of(board), grid=(5, 5))

    assert again[0].kingdom == one.kingdom


def frame_of(board: np.ndarray) -> np.ndarray:
    height, width = board.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)


@pytest.mark.parametrize("kind", ["black", "noise", "stripes"])
def test_a_photo_without_a_kingdom_says_so(kind: str) -> None:
    image = np.zeros((600, 800, 3), np.uint8)
    if kind == "noise":
        image = np.random.default_rng(5).integers(0, 256, image.shape, np.uint8)
    elif kind == "stripes":
        image[:, ::40] = 255

    with pytest.raises(NoKingdomFound, match="whole kingdom in the picture"):
        read(cv2.imencode(".jpg", image)[1].tobytes())


@pytest.mark.parametrize(
    ("corners", "grid"),
    [
        ([[0, 0], [10, 0], [20, 0], [30, 0]], (5, 5)),  # on one line
        ([[0, 0], [0, 500], [500, 500], [500, 0]], (5, 5)),  # against the clock
        ([[0, 0], [500, 0], [float("nan"), 500], [0, 500]], (5, 5)),
        ([[0, 0], [500, 0], [500, 500], [0, 500]], (0, 5)),
        ([[0, 0], [500, 0], [500, 500], [0, 500]], (5, 99)),
    ],
)
def test_corners_that_frame_nothing_are_refused(corners: list[list[float]], grid: tuple[int, int]) -> None:
    with pytest.raises(PhotoError):
        read(ONE, corners=np.array(corners, np.float32), grid=grid)
