"""Random games of Kingdoms are legal, epoch after epoch."""

from __future__ import annotations

import numpy as np
import pytest

from models.training.kingdoms.play import play
from scoring.kingdoms import problems


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_epoch_of_a_random_game_is_legal(players: int) -> None:
    for seed in range(20):
        boards = play(np.random.default_rng(seed), players)

        assert [problems(board, boards[:epoch], players) for epoch, board in enumerate(boards)] == [(), (), ()]
