"""A kingdom of which rows are only hinted at grows to the grid it fits in."""

from __future__ import annotations

import numpy as np

from vision.locate.lattice import with_hints


def test_a_hinted_kingdom_grows_to_the_next_grid_and_no_further() -> None:
    hinted = np.ones((20, 20), np.float32)

    def grown(side: int) -> int:
        rows, columns = with_hints((slice(5, 5 + side), slice(5, 5 + side)), hinted)
        assert rows == columns
        return int(rows.stop - rows.start)

    assert [grown(side) for side in range(3, 10)] == [5, 5, 5, 7, 7, 8, 9]
