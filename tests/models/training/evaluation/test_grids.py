"""A grid is found where it lies on its kingdom, whichever way round."""

from __future__ import annotations

import numpy as np
import pytest

from models.training.evaluation.evenings import Lying
from models.training.evaluation.outcomes import turn_of
from scoring.kingdom import Kingdom

WIDE = Lying(Kingdom.parse("C w w / f f w"), np.array([[10, 10], [40, 10], [40, 30], [10, 30]], np.float32))


@pytest.mark.parametrize(("turn", "size"), [(0, (2, 3)), (1, (3, 2)), (2, (2, 3)), (3, (3, 2))])
def test_a_grid_lies_on_its_kingdom_whichever_way_round(turn: int, size: tuple[int, int]) -> None:
    assert WIDE.corners is not None

    assert turn_of(np.roll(WIDE.corners, -turn, 0), size, WIDE) == turn


def test_a_grid_a_row_too_long_or_half_a_square_off_does_not() -> None:
    assert WIDE.corners is not None

    assert turn_of(WIDE.corners, (3, 3), WIDE) is None
    assert turn_of(WIDE.corners + np.float32(5), (2, 3), WIDE) is None
