"""Warnings: each fault of a photo or a kingdom gives its code, and a good photo gives none."""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.boxes import BASE
from scoring.kingdom import Kingdom
from tests.sample_photos import KITCHEN
from vision import SquareReading, WarningCode, load, read
from vision.photo.photo import Bgr
from vision.pipeline.warnings import (
    warn_of_castle,
    warn_of_hidden_squares,
    warn_of_kingdom,
    warn_of_light,
    warn_of_photo,
)
from vision.rectify import rectify
from vision.warning import ReadingWarning


@pytest.fixture(scope="module")
def board() -> Bgr:
    """Rectify a sample kingdom."""
    (reading,) = read(KITCHEN)
    return rectify(load(KITCHEN), np.array(reading.corners, np.float32), 5, 5)


def add_glare(board: Bgr) -> Bgr:
    """Return the board with one white square."""
    glaring = board.copy()
    glaring[64:128, 128:192] = 255
    return glaring


def test_good_photo_has_no_warning(board: Bgr) -> None:
    assert warn_of_photo(board, 5, 5) == ()


@pytest.mark.parametrize(
    ("spoil", "warning"),
    [
        (lambda board: cv2.GaussianBlur(board, (0, 0), 4.0), ReadingWarning(WarningCode.BLURRED)),
        (lambda board: board * 0.04, ReadingWarning(WarningCode.DARK)),
        (add_glare, ReadingWarning(WarningCode.GLARE, ((1, 2),))),
    ],
    ids=["blur", "darkness", "glare"],
)
def test_fault_of_the_photo_is_named(board: Bgr, spoil: Callable[[Bgr], NDArray[Any]], warning: ReadingWarning) -> None:
    assert warn_of_photo(spoil(board).astype(np.uint8), 5, 5) == (warning,)


@pytest.mark.parametrize(
    ("gains", "code"),
    [
        ((0.35, 0.68, 1.0), WarningCode.TINTED),
        ((1.0, 0.9, 0.6), WarningCode.TINTED),
        ((2.2,) * 3, WarningCode.OVEREXPOSED),
    ],
    ids=["lamp", "sky", "too much light"],
)
def test_light_that_changes_colours_is_named(board: Bgr, gains: tuple[float, ...], code: WarningCode) -> None:
    lit = (board * np.array(gains)).clip(0, 255).astype(np.uint8)

    assert warn_of_light(lit, washed_out=False) == (ReadingWarning(code),)


@pytest.mark.parametrize(
    ("code", "stray"),
    [
        ("Cwwww", ()),
        ("Cwwwwww", ((0, 5), (0, 6))),
        ("Cwwwwww" + "/wwwwwww" * 6, ()),
        ("wwCwwww/.ffll..", ()),
    ],
    ids=["fits", "fits without one domino", "fills the larger grid", "Mighty Duel in progress"],
)
def test_stray_domino_beside_a_full_grid(code: str, stray: tuple[tuple[int, int], ...]) -> None:
    warnings = warn_of_kingdom(Kingdom.parse(code), BASE, explained=True)

    assert [one.squares for one in warnings if one.code is WarningCode.STRAY_DOMINO] == ([stray] if stray else [])


@pytest.mark.parametrize(
    ("confidence", "alternative", "is_warned"),
    [(0.6, "w1", True), (0.6, "f", False), (0.99, "w1", False)],
    ids=["doubtful crowns", "doubtful terrain", "hardly any doubt"],
)
def test_doubtful_crowns_next_to_a_castle_are_named(confidence: float, alternative: str, is_warned: bool) -> None:
    wheat, castle, other = Kingdom.parse("wCw").rows[0]
    row = (
        SquareReading(wheat, confidence, Kingdom.parse(alternative)[0, 0]),
        SquareReading(castle, 1.0, other),
        SquareReading(other, 1.0, castle),
    )

    assert warn_of_castle((row,)) == (ReadingWarning(WarningCode.BEHIND_CASTLE, ((0, 0),)),) * is_warned


def test_hidden_square_is_named_if_read_as_a_tile() -> None:
    warnings = warn_of_hidden_squares(Kingdom.parse("C m2 ."), [(0, 1), (0, 2)])

    assert warnings == (ReadingWarning(WarningCode.HIDDEN, ((0, 1),)),)
