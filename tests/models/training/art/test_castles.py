"""A standing castle covers what a camera would not see behind it."""

import numpy as np
import pytest
from numpy.typing import NDArray

from models.training.art.canvas import Bgra
from models.training.art.castles import castle_standee, king_pawn

SQUARE = 64
FAR_ABOVE = (0.0, 0.0, 1000.0)


def _solid(sheet: Bgra) -> NDArray[np.float64]:
    """How much of each of the 3 x 3 squares is fully covered, 0 to 1."""
    covered = sheet[..., 3] == 255
    return np.asarray(covered.reshape(3, SQUARE, 3, SQUARE).mean(axis=(1, 3)), np.float64)


@pytest.mark.parametrize("seed", range(4))
def test_seen_from_high_above_castle_and_king_stay_on_their_square(seed: int) -> None:
    for draw in (castle_standee, king_pawn):
        covered = _solid(draw(np.random.default_rng(seed), SQUARE, eye=FAR_ABOVE))
        assert covered[1, 1] > 0.05
        assert covered.sum() - covered[1, 1] < 0.05


@pytest.mark.parametrize(
    ("eye", "behind", "before"),
    [
        ((-6, 0, 8), (1, 2), (1, 0)),
        ((6, 0, 8), (1, 0), (1, 2)),
        ((0, -6, 8), (2, 1), (0, 1)),
        ((0, 6, 8), (0, 1), (2, 1)),
    ],
    ids=["left", "right", "above", "below"],
)
def test_a_castle_hides_the_square_behind_it_and_not_the_one_before(
    eye: tuple[float, float, float], behind: tuple[int, int], before: tuple[int, int]
) -> None:
    covered = _solid(castle_standee(np.random.default_rng(0), SQUARE, eye=eye))

    assert covered[behind] > 0.1
    assert covered[before] < 0.05


def test_a_wider_sheet_shows_the_same_castle_with_more_room_round_it() -> None:
    near, wide = (castle_standee(np.random.default_rng(3), SQUARE, eye=(2, 1, 9), reach=reach) for reach in (1, 2))

    assert wide.shape == (5 * SQUARE, 5 * SQUARE, 4)
    inner = wide[SQUARE:-SQUARE, SQUARE:-SQUARE]
    assert np.mean((inner[..., 3] == 255) != (near[..., 3] == 255)) < 0.01
