"""Things that lie about of an evening are drawn in their size, opaque and never twice alike."""

import numpy as np
import pytest

from models.training.art.things import THINGS, thing


@pytest.mark.parametrize("kind", THINGS)
def test_a_thing_hides_most_of_its_sheet(kind: str) -> None:
    sheet = thing(np.random.default_rng(1), 64, kind)

    assert sheet.shape[2] == 4
    assert (sheet[..., 3] > 200).mean() > 0.3
    assert sheet.shape[0] < 6 * 64


def test_things_differ() -> None:
    sheets = [thing(np.random.default_rng(seed), 32) for seed in range(12)]

    assert len({sheet.tobytes() for sheet in sheets}) == 12
