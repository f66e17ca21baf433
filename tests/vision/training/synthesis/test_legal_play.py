"""Random kingdoms obey the rules of laying dominoes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.dominoes import DOMINOES
from scoring.terrain import CASTLE, Square
from vision.training.synthesis.legal_play import Play, play

SEEDS = st.integers(0, 10**6)


def _near(position: tuple[int, int]) -> list[tuple[int, int]]:
    row, col = position
    return [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]


def _laid_legally(played: Play) -> bool:
    (castle,) = [position for position, square in played.kingdom.squares() if square == CASTLE]
    board: dict[tuple[int, int], Square] = {castle: CASTLE}
    for number, positions in played.laid:
        squares = DOMINOES[number - 1].squares
        assert positions[1] in _near(positions[0])
        assert not board.keys() & set(positions)
        touching = [
            board[near] == CASTLE or board[near].terrain is square.terrain
            for position, square in zip(positions, squares, strict=True)
            for near in _near(position)
            if near in board
        ]
        if not any(touching):
            return False
        board.update(zip(positions, squares, strict=True))
    assert board == {position: square for position, square in played.kingdom.squares() if not square.is_empty}
    return True


@given(seed=SEEDS, grid=st.sampled_from([5, 7]), complete=st.booleans())
@settings(max_examples=25)
def test_every_domino_joins_its_terrain_or_the_castle(seed: int, grid: int, complete: bool) -> None:
    assert _laid_legally(play(np.random.default_rng(seed), grid=grid, complete=complete))


@given(seed=SEEDS, grid=st.sampled_from([5, 7]), turns=st.integers(1, 24))
@settings(max_examples=25)
def test_a_kingdom_stays_within_its_grid_and_turns(seed: int, grid: int, turns: int) -> None:
    played = play(np.random.default_rng(seed), grid=grid, turns=turns)

    assert max(played.kingdom.height, played.kingdom.width) <= grid
    assert len(played.laid) <= turns
    assert played.kingdom == played.kingdom.trimmed()


@given(seed=SEEDS)
@settings(max_examples=15)
def test_two_kingdoms_of_a_table_share_no_domino(seed: int) -> None:
    rng = np.random.default_rng(seed)
    first = {laid.number for laid in play(rng).laid}
    second = [laid.number for laid in play(rng, taken=first).laid]

    assert len(second) == len(set(second))
    assert not first & set(second)


@pytest.mark.parametrize("grid", [5, 7])
def test_a_complete_kingdom_has_no_gap(grid: int) -> None:
    played = play(np.random.default_rng(4), grid=grid, complete=True)

    assert len(played.laid) == grid * grid // 2
    assert not any(square.is_empty for _, square in played.kingdom.squares())


def test_the_same_seed_plays_the_same_game() -> None:
    assert play(np.random.default_rng(8)) == play(np.random.default_rng(8))
    assert play(np.random.default_rng(8)) != play(np.random.default_rng(9))
