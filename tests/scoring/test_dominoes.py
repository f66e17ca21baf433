"""The 48 dominoes, counted against the last page of the rulebook."""

from collections import Counter

from scoring import DOMINOES, Square
from scoring.boxes import BASE

SQUARES_BY_TERRAIN = {"wheat": 26, "forest": 22, "lake": 18, "grassland": 14, "swamp": 10, "mine": 6}
CROWNS_BY_TERRAIN = {
    "wheat": {1: 5},
    "forest": {1: 6},
    "lake": {1: 6},
    "grassland": {1: 2, 2: 2},
    "swamp": {1: 2, 2: 2},
    "mine": {1: 1, 2: 3, 3: 1},
}


def test_there_are_48_dominoes_numbered_from_1() -> None:
    assert [domino.number for domino in DOMINOES] == list(range(1, 49))


def test_the_box_holds_the_squares_the_rulebook_counts() -> None:
    counted = Counter(square.terrain.value for domino in DOMINOES for square in domino.squares if square.terrain)

    assert counted == SQUARES_BY_TERRAIN


def test_the_box_holds_the_crowns_the_rulebook_counts() -> None:
    for terrain in BASE.terrains:
        crowns = {n: BASE.squares[Square(terrain, n)] for n in (1, 2, 3) if BASE.squares[Square(terrain, n)]}

        assert crowns == CROWNS_BY_TERRAIN[terrain.value]


def test_known_dominoes_read_as_printed() -> None:
    assert str(DOMINOES[0]) == "1: ww"
    assert str(DOMINOES[22]) == "23: w1m"
    assert str(DOMINOES[45]) == "46: sm2"
    assert str(DOMINOES[47]) == "48: wm3"
