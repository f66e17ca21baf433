"""Drawn squares show what they say: their terrain's colour and their crowns."""

from dataclasses import replace

import numpy as np
import pytest

from models.training.art.tiles import Print, domino, draw_print, tile
from scoring.boxes import DOMINOES
from scoring.terrain import CASTLE, Square
from vision.photo.photo import Bgr

KINDS = sorted({square for piece in DOMINOES for square in piece.squares} | {CASTLE}, key=str)
MAGENTA = (255.0, 0.0, 255.0)  # an ink nothing else is drawn in


def _magenta_crowns() -> Print:
    return replace(draw_print(np.random.default_rng(1)), gold=MAGENTA)


def _crowned_places(image: Bgr) -> list[bool]:
    """Whether a crown stands in the first, second and third place from the left of the top edge."""
    side = image.shape[0]
    inked = (np.abs(image.astype(int) - np.array(MAGENTA, int)).max(axis=-1) < 40)[: round(0.3 * side)]
    centres = (0.185, 0.475, 0.765)
    places = [inked[:, round((x - 0.1) * side) : round((x + 0.1) * side)] for x in centres]
    return [bool(place.mean() > 0.03) for place in places]


def test_the_same_seed_draws_the_same_and_another_seed_another() -> None:
    for square in KINDS:
        once, again, other = (tile(square, np.random.default_rng(seed), 50) for seed in (5, 5, 6))

        assert once.shape == (50, 50, 3)
        assert np.array_equal(once, again)
        assert not np.array_equal(once, other)


@pytest.mark.parametrize("square", [kind for kind in KINDS if kind != CASTLE], ids=str)
def test_as_many_crowns_are_drawn_as_the_square_has(square: Square) -> None:
    image = tile(square, np.random.default_rng(2), 192, printed=_magenta_crowns(), left=True)

    assert _crowned_places(image) == [place < square.crowns for place in range(3)]


def test_a_domino_lies_with_its_first_square_left_and_its_crowns_in_the_outer_corners() -> None:
    number_24, number_36, number_48 = (
        domino(DOMINOES[number - 1], np.random.default_rng(7), 192, printed=_magenta_crowns())
        for number in (24, 36, 48)
    )

    assert number_48.shape == (192, 384, 3)
    assert _crowned_places(number_24[:, :192]) == [True, False, False]
    assert _crowned_places(number_24[:, 192:]) == [False, False, False]
    assert _crowned_places(number_36[:, :192]) == [False, False, False]
    assert _crowned_places(number_36[:, 192:][:, ::-1]) == [True, False, False]
    assert _crowned_places(number_48[:, 192:][:, ::-1]) == [True, True, True]
