"""Advice is given where a better photo saves a wrong score, and a good photo is left in peace."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import load, read, rectify
from vision.advice import advice, sharpness
from vision.photo import Bgr

PHOTO = Path(__file__).parents[2] / "sample_images/kitchen-table.jpg"


@pytest.fixture(scope="module")
def board() -> Bgr:
    """A sample kingdom from straight above."""
    (reading,) = read(PHOTO)
    return rectify(load(PHOTO), np.array(reading.corners, np.float32), 5, 5)


def test_a_good_photo_needs_no_advice(board: Bgr) -> None:
    assert advice(board, 5, 5) == ()


def test_a_blurred_photo_is_to_be_taken_again(board: Bgr) -> None:
    (sentence,) = advice(cv2.GaussianBlur(board, (0, 0), 4.0), 5, 5)

    assert "blurred" in sentence


def test_a_dark_photo_wants_a_lamp(board: Bgr) -> None:
    (sentence,) = advice((board * 0.04).astype(np.uint8), 5, 5)

    assert "lamp" in sentence


def test_glare_is_named_with_its_squares(board: Bgr) -> None:
    glaring = board.copy()
    glaring[64:128, 128:192] = 255

    (sentence,) = advice(glaring, 5, 5)

    assert "row 2, column 3" in sentence


def test_the_more_blurred_the_less_sharp(board: Bgr) -> None:
    blurred = [sharpness(cv2.GaussianBlur(board, (0, 0), sigma)) for sigma in (0.5, 1.0, 2.0, 3.0, 5.0)]

    assert blurred == sorted(blurred, reverse=True)


def test_a_black_board_is_dark_and_nothing_else() -> None:
    assert len(advice(np.zeros((320, 320, 3), np.uint8), 5, 5)) == 1
