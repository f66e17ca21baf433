"""What lies in each box, counted against the sources, and boxes put together."""

from __future__ import annotations

from collections import Counter

import pytest

from scoring import (
    BASE,
    COURT,
    DOMINOES,
    GIANTS,
    QUEENDOMINO,
    Box,
    Edition,
    Kingdom,
    Rules,
    Square,
    Terrain,
    build_order,
    problems,
)
from scoring.boxes import GIANTS_DOMINOES, QUEENDOMINO_DOMINOES
from scoring.dominoes.legality import Rule
from scoring.rules import GameSetup, RulesError, game_setup

WITH_GIANTS = {
    "wheat": (30, {1: 5, 2: 1}),
    "forest": (26, {1: 7, 2: 1}),
    "lake": (22, {1: 7, 2: 1}),
    "grassland": (19, {1: 3, 2: 3}),
    "swamp": (14, {1: 4, 2: 3}),
    "mine": (9, {1: 2, 2: 4, 3: 1}),
}


def counted(box: Box, terrain: Terrain) -> tuple[int, dict[int, int]]:
    here = {square.crowns: number for square, number in box.squares.items() if square.terrain is terrain}
    return sum(here.values()), {crowns: here[crowns] for crowns in sorted(here) if crowns}


def test_age_of_giants_adds_the_squares_and_crowns_that_two_engines_count() -> None:
    assert {t.value: counted(BASE + GIANTS, t) for t in (BASE + GIANTS).terrains} == WITH_GIANTS


def test_age_of_giants_has_twelve_dominoes_six_with_letters() -> None:
    assert [domino.name for domino in GIANTS_DOMINOES] == ["49", "50", "51", "52", "53", "54", *"ABCDEF"]


def test_lettered_dominoes_have_no_crown_and_those_with_numbers_three() -> None:
    crowns = {domino.name: sum(square.crowns for square in domino.squares) for domino in GIANTS_DOMINOES}

    assert all(crowns[name] == (0 if name.isalpha() else 3) for name in crowns)


def test_queendomino_has_96_squares_20_of_them_towns_and_the_crowns_of_the_base_game() -> None:
    def crowns(box: Box) -> Counter[int]:
        return Counter({terrain: number for terrain, number in _crowns(box).items() if number})

    assert sum(QUEENDOMINO.squares.values()) == 96
    assert counted(QUEENDOMINO, Terrain.TOWN) == (20, {})
    assert crowns(QUEENDOMINO) == crowns(BASE)
    assert [domino.name for domino in QUEENDOMINO_DOMINOES] == [f"Q{number}" for number in range(1, 49)]


def _crowns(box: Box) -> Counter[int]:
    found: Counter[int] = Counter()
    for square, number in box.squares.items():
        found[square.crowns] += number * bool(square.crowns)
    return found


def test_the_court_adds_no_domino() -> None:
    assert (BASE + COURT).dominoes == BASE.dominoes


def test_no_two_dominoes_of_any_boxes_have_one_number() -> None:
    numbers = [domino.number for domino in (BASE + GIANTS + QUEENDOMINO).dominoes]

    assert len(set(numbers)) == len(numbers) == 48 + 12 + 48


def test_towns_are_no_terrain_of_the_base_game() -> None:
    assert Terrain.TOWN not in (BASE + GIANTS + COURT).terrains
    assert Terrain.TOWN in (BASE + QUEENDOMINO).terrains


@pytest.mark.parametrize(
    ("code", "box"),
    [("Cw2f1", BASE + GIANTS), ("Cmg", BASE + GIANTS), ("Ctm3", BASE + QUEENDOMINO), ("ttC", QUEENDOMINO)],
)
def test_a_kingdom_of_dominoes_of_another_box_is_legal_with_that_box_only(code: str, box: Box) -> None:
    kingdom = Kingdom.parse(code)

    assert problems(kingdom, 5, box) == ()
    assert problems(kingdom, 5) != ()


def test_towns_without_queendomino_are_said_to_be_in_no_box() -> None:
    (problem, *_) = problems(Kingdom.parse("Ctt"))

    assert (problem.rule, str(problem.text)) == (
        Rule.CROWNS,
        "No box on this table has town squares: row 1, column 2",
    )


def test_a_building_order_names_the_dominoes_of_every_box() -> None:
    order = build_order(Kingdom.parse("w2f1 . / f1 C t / . . t"), box=BASE + GIANTS + QUEENDOMINO)

    assert order is None
    order = build_order(Kingdom.parse("w2 f1 C t t"), box=BASE + GIANTS + QUEENDOMINO)
    assert order is not None
    assert sorted(placed.number for placed in order) == [49, 146]


@pytest.mark.parametrize(
    ("players", "rules", "expected"),
    [
        (5, Rules(box=BASE + GIANTS), GameSetup(5, 5, dominoes=60, dominoes_each=12)),
        (2, Rules(box=BASE + GIANTS), GameSetup(2, 5, dominoes=30, dominoes_each=12)),
        (3, Rules(grid=7, box=BASE + QUEENDOMINO), GameSetup(3, 7, dominoes=72, dominoes_each=24)),
        (4, Rules(grid=7, box=BASE + QUEENDOMINO), GameSetup(4, 7, dominoes=96, dominoes_each=24)),
        (6, Rules(box=BASE + QUEENDOMINO), GameSetup(6, 5, dominoes=72, dominoes_each=12)),
    ],
)
def test_more_can_play_with_more_boxes(players: int, rules: Rules, expected: GameSetup) -> None:
    assert game_setup(players, rules) == expected


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (6, Rules(box=BASE + GIANTS)),
        (3, Rules(grid=7, box=BASE + GIANTS)),
        (5, Rules(box=QUEENDOMINO)),
        (5, Rules(grid=7, box=BASE + QUEENDOMINO)),
        (7, Rules(box=BASE + QUEENDOMINO)),
    ],
)
def test_numbers_of_players_that_no_mix_of_boxes_allows_are_refused(players: int, rules: Rules) -> None:
    with pytest.raises(RulesError, match="players"):
        game_setup(players, rules)


def test_queendomino_never_compares_crowns() -> None:
    assert Rules(Edition.ORIGINAL, box=BASE + QUEENDOMINO).tie_breaks == ("largest_territory",)
    assert Rules(Edition.ORIGINAL, box=BASE + GIANTS + COURT).tie_breaks == ("largest_territory", "crowns")


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
