"""Advice is given where a better photo saves a wrong score, and a good photo is left in peace."""

import cv2
import numpy as np
import pytest

from scoring.kingdom import Kingdom
from tests.given import KITCHEN
from vision import SquareReading, load, read, rectify
from vision.photo.photo import Bgr
from vision.pipeline.advice import advice, behind_castle, doubts_about, hidden_square_warnings, strange_light


@pytest.fixture(scope="module")
def board() -> Bgr:
    """A sample kingdom from straight above."""
    (reading,) = read(KITCHEN)
    return rectify(load(KITCHEN), np.array(reading.corners, np.float32), 5, 5)


def test_a_good_photo_needs_no_advice(board: Bgr) -> None:
    assert advice(board, 5, 5) == ()


def test_a_blurred_photo_is_to_be_taken_again(board: Bgr) -> None:
    (sentence,) = advice(cv2.GaussianBlur(board, (0, 0), 4.0), 5, 5)

    assert "blurred" in str(sentence)


def test_a_dark_photo_wants_a_lamp(board: Bgr) -> None:
    (sentence,) = advice((board * 0.04).astype(np.uint8), 5, 5)

    assert "lamp" in str(sentence)


def test_glare_is_named_with_its_squares(board: Bgr) -> None:
    glaring = board.copy()
    glaring[64:128, 128:192] = 255

    (sentence,) = advice(glaring, 5, 5)

    assert "row 2, column 3" in str(sentence)


@pytest.mark.parametrize("gains", [(0.35, 0.68, 1.0), (1.0, 0.9, 0.6)], ids=["lamp", "sky"])
def test_a_lamp_or_the_sky_that_colours_the_kingdom_is_named(board: Bgr, gains: tuple[float, ...]) -> None:
    (sentence,) = strange_light((board * np.array(gains)).clip(0, 255).astype(np.uint8), pale=False)

    assert "tints the colours" in str(sentence)


def test_colours_lost_in_too_much_light_are_named(board: Bgr) -> None:
    (sentence,) = strange_light((board * 2.2).clip(0, 255).astype(np.uint8), pale=False)

    assert "too bright" in str(sentence)


@pytest.mark.parametrize(
    ("code", "asked"),
    [("Cwwww", False), ("Cwwwwww", True), ("Cwwwwww" + "/wwwwwww" * 6, False), ("wwCwwww/.ffll..", False)],
    ids=["fits", "without one domino it would fit", "the larger grid is full", "a Mighty Duel in the making"],
)
def test_a_kingdom_that_would_fit_the_smaller_grid_but_for_a_domino_may_have_it_beside(code: str, asked: bool) -> None:
    kingdom = Kingdom.parse(code)
    doubts = doubts_about(kingdom, explained=True)

    assert any("loose domino" in str(doubt) for doubt in doubts) is asked


def read_as(*squares: tuple[str, float, str]) -> list[list[SquareReading]]:
    """One row of squares: kingdom code, confidence, code of the runner-up."""
    return [
        [
            SquareReading(Kingdom.parse(code)[0, 0], confidence, Kingdom.parse(other)[0, 0])
            for code, confidence, other in squares
        ]
    ]


def test_crowns_in_doubt_beside_a_castle_may_be_hidden_by_it() -> None:
    (sentence,) = behind_castle(read_as(("w", 0.6, "w1"), ("C", 1.0, "w"), ("w", 1.0, "w1")))

    assert "lift it" in str(sentence)
    assert "row 1, column 1" in str(sentence)


@pytest.mark.parametrize("far", [("w", 0.6, "f"), ("w", 0.99, "w1")])
def test_a_castle_hides_no_other_doubt(far: tuple[str, float, str]) -> None:
    assert behind_castle(read_as(far, ("C", 1.0, "w"))) == ()


def test_it_is_said_of_a_square_that_it_is_hidden_where_something_lies_there() -> None:
    (told,) = hidden_square_warnings(Kingdom.parse("C m2 ."), [(0, 1), (0, 2)])

    assert str(told) == "row 1, column 2 is hidden. Say what lies there."
