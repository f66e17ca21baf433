"""A better photo is suggested where it avoids wrong scores, and for no good photo."""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.kingdom import Kingdom
from tests.common import KITCHEN
from vision import SquareReading, load, read, rectify
from vision.photo.photo import Bgr
from vision.pipeline.advice import advice, behind_castle, doubts_about, hidden_square_warnings, strange_light


@pytest.fixture(scope="module")
def board() -> Bgr:
    """Return a rectified sample kingdom."""
    (reading,) = read(KITCHEN)
    return rectify(load(KITCHEN), np.array(reading.corners, np.float32), 5, 5)


def with_glare(board: Bgr) -> Bgr:
    glaring = board.copy()
    glaring[64:128, 128:192] = 255
    return glaring


def test_a_good_photo_needs_no_advice(board: Bgr) -> None:
    assert advice(board, 5, 5) == ()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda board: cv2.GaussianBlur(board, (0, 0), 4.0), "blurred"),
        (lambda board: board * 0.04, "Turn on a lamp"),
        (with_glare, "row 2, column 3"),
    ],
    ids=["blur", "darkness", "glare"],
)
def test_photo_fault_gets_a_warning(board: Bgr, spoil: Callable[[Bgr], NDArray[Any]], said: str) -> None:
    (sentence,) = advice(spoil(board).astype(np.uint8), 5, 5)

    assert said in str(sentence)


@pytest.mark.parametrize(
    ("gains", "said"),
    [((0.35, 0.68, 1.0), "Tinted light"), ((1.0, 0.9, 0.6), "Tinted light"), ((2.2,) * 3, "too bright")],
    ids=["lamp", "sky", "too much light"],
)
def test_tinted_or_bright_light_gets_a_warning(board: Bgr, gains: tuple[float, ...], said: str) -> None:
    (sentence,) = strange_light((board * np.array(gains)).clip(0, 255).astype(np.uint8), pale=False)

    assert said in str(sentence)


@pytest.mark.parametrize(
    ("code", "asked"),
    [("Cwwww", False), ("Cwwwwww", True), ("Cwwwwww" + "/wwwwwww" * 6, False), ("wwCwwww/.ffll..", False)],
    ids=["fits", "without one domino it would fit", "the larger grid is full", "a Mighty Duel in the making"],
)
def test_domino_beyond_the_smaller_grid_may_be_stray(code: str, asked: bool) -> None:
    kingdom = Kingdom.parse(code)
    doubts = doubts_about(kingdom, explained=True)

    assert any("loose domino" in str(doubt) for doubt in doubts) is asked


@pytest.mark.parametrize(
    ("confidence", "runner_up", "named"),
    [(0.6, "w1", True), (0.6, "f", False), (0.99, "w1", False)],
    ids=["crowns in doubt", "lands in doubt", "hardly any doubt"],
)
def test_castle_hides_only_doubtful_crowns_beside_it(confidence: float, runner_up: str, named: bool) -> None:
    beside, castle, other = Kingdom.parse("wCw").rows[0]
    row = [
        SquareReading(beside, confidence, Kingdom.parse(runner_up)[0, 0]),
        SquareReading(castle, 1.0, other),
        SquareReading(other, 1.0, castle),
    ]

    told = [str(sentence) for sentence in behind_castle([row])]

    assert ["lift it" in each and "row 1, column 1" in each for each in told] == [True] * named


def test_covered_square_gets_a_warning() -> None:
    (told,) = hidden_square_warnings(Kingdom.parse("C m2 ."), [(0, 1), (0, 2)])

    assert str(told) == "row 1, column 2 is hidden. Say what lies there."
