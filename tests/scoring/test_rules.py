"""Rulebooks, grids, variants, set-ups and castles; box contents checked against the sources."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import (
    BASE,
    BASE_GAME,
    COURT,
    DOMINOES,
    GIANTS,
    QUEENDOMINO,
    Box,
    Castle,
    Kingdom,
    Rules,
    RulesError,
    Terrain,
    build_order,
    find_problems,
)
from scoring.dominoes.legality import Rule
from scoring.message import Message
from scoring.rules import check_player_count


@pytest.mark.parametrize("nonsense", [{"rulebook": "third"}, {"grid": 6}, {"grid": 0}])
def test_unknown_rules_are_refused(nonsense: dict[str, Any]) -> None:
    with pytest.raises(RulesError, match="not") as refused:
        Rules(**nonsense)
    assert isinstance(refused.value.args[0], Message)


@pytest.mark.parametrize(
    ("box", "grid", "most"),
    [
        (BASE, 5, 4),
        (BASE, 7, 2),
        (BASE + GIANTS, 5, 5),
        (BASE + GIANTS, 7, 2),
        (QUEENDOMINO, 5, 4),
        (BASE + QUEENDOMINO, 5, 6),
        (BASE + QUEENDOMINO, 7, 4),
    ],
)
def test_from_two_on_as_many_play_as_a_rulebook_says(box: Box, grid: int, most: int) -> None:
    for players in range(2, most + 1):
        check_player_count(players, Rules(grid=grid, box=box))  # raises nothing
    for players in (1, most + 1):
        with pytest.raises(RulesError, match="players"):
            check_player_count(players, Rules(grid=grid, box=box))


def test_boxes_have_their_castles() -> None:
    assert [castle.value for castle in BASE_GAME] == ["blue", "green", "pink", "yellow"]
    assert (BASE + COURT).castles == BASE_GAME
    assert (BASE + GIANTS).castles == (*BASE_GAME, Castle.BROWN)
    assert [castle.value for castle in QUEENDOMINO.castles] == ["orange", "purple", "white", "red"]
    assert all(str(castle.label) == castle.value == f"{castle}" for castle in Castle)


# --- Boxes


def count(box: Box, terrain: Terrain) -> tuple[int, dict[int, int]]:
    here = {square.crowns: number for square, number in box.squares.items() if square.terrain is terrain}
    return sum(here.values()), {crowns: here[crowns] for crowns in sorted(here) if crowns}


@pytest.mark.parametrize(
    ("code", "box", "numbers"),
    [
        ("Cw2f1", BASE + GIANTS, [49]),
        ("Cmg", BASE + GIANTS, [64]),
        ("Ctm3", BASE + QUEENDOMINO, [145]),
        ("ttC", QUEENDOMINO, [146]),
        ("w2 f1 C t t", BASE + GIANTS + QUEENDOMINO, [49, 146]),
    ],
)
def test_kingdom_is_legal_only_with_its_box(code: str, box: Box, numbers: list[int]) -> None:
    kingdom = Kingdom.parse(code)
    order = build_order(kingdom, box=box)

    assert find_problems(kingdom, 5, box) == ()
    assert find_problems(kingdom, 5) != ()
    assert order is not None
    assert sorted(placed.number for placed in order) == numbers


def test_towns_without_queendomino_are_said_to_be_in_no_box() -> None:
    (problem, *_) = find_problems(Kingdom.parse("Ctt"))

    assert (problem.rule, str(problem)) == (
        Rule.NO_SUCH_TERRAIN,
        "No box on this table has town squares: row 1, column 2",
    )


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        (  # as the rulebook counts
            BASE + COURT,
            {
                "wheat": (26, {1: 5}),
                "forest": (22, {1: 6}),
                "lake": (18, {1: 6}),
                "grassland": (14, {1: 2, 2: 2}),
                "swamp": (10, {1: 2, 2: 2}),
                "mine": (6, {1: 1, 2: 3, 3: 1}),
            },
        ),
        (  # as two engines count
            BASE + GIANTS,
            {
                "wheat": (30, {1: 5, 2: 1}),
                "forest": (26, {1: 7, 2: 1}),
                "lake": (22, {1: 7, 2: 1}),
                "grassland": (19, {1: 3, 2: 3}),
                "swamp": (14, {1: 4, 2: 3}),
                "mine": (9, {1: 2, 2: 4, 3: 1}),
            },
        ),
    ],
)
def test_a_box_holds_the_squares_and_crowns_that_were_counted(
    box: Box, expected: dict[str, tuple[int, dict[int, int]]]
) -> None:
    assert {terrain.value: count(box, terrain) for terrain in box.terrains} == expected


def test_dominoes_are_called_and_read_as_they_are_printed() -> None:
    assert [str(DOMINOES[number - 1]) for number in (1, 23, 46, 48)] == ["1: ww", "23: w1m", "46: sm2", "48: wm3"]
    assert [domino.name for domino in DOMINOES] == [str(number) for number in range(1, 49)]
    assert [domino.name for domino in GIANTS.dominoes] == ["49", "50", "51", "52", "53", "54", *"ABCDEF"]
    assert [domino.name for domino in QUEENDOMINO.dominoes] == [f"Q{number}" for number in range(1, 49)]
    assert count(QUEENDOMINO, Terrain.TOWN) == (20, {})
    assert len({domino.number for domino in (BASE + GIANTS + QUEENDOMINO).dominoes}) == 48 + 12 + 48
