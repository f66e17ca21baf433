"""Random kingdoms obey the rules of laying dominoes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.training.synthesis.legal_play import play
from tests.scoring.legal_play import replay

SEEDS = st.integers(0, 10**6)


@given(seed=SEEDS, grid=st.sampled_from([5, 7]), complete=st.booleans())
@settings(max_examples=8)
def test_every_domino_joins_its_terrain_or_the_castle(seed: int, grid: int, complete: bool) -> None:
    game = play(np.random.default_rng(seed), grid=grid, complete=complete)

    assert replay(game.kingdom, game.laid, grid) == game.kingdom


@given(seed=SEEDS)
@settings(max_examples=5)
def test_two_kingdoms_of_a_table_share_no_domino(seed: int) -> None:
    rng = np.random.default_rng(seed)
    first = {laid.number for laid in play(rng).laid}
    second = [laid.number for laid in play(rng, taken=first).laid]

    assert len(second) == len(set(second))
    assert not first & set(second)


@pytest.mark.parametrize("grid", [5, 7])
def test_a_complete_kingdom_has_no_gap(grid: int) -> None:
    game = play(np.random.default_rng(4), grid=grid, complete=True)

    assert len(game.laid) == grid * grid // 2
    assert not any(square.is_empty for _, square in game.kingdom.squares())
