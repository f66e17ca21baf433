"""Which boxes and quests a table plays with, and which pieces they have for a board."""

from __future__ import annotations

from scoring import BASE, COURT, GIANTS, QUEENDOMINO, Building, Character, Kingdom, Pieces, Quest, Rules, Title
from ui.table.board import Board
from ui.table.palette import counters, palette
from ui.table.table import with_boxes, with_quests

BOARD = Board(Kingdom.parse("w1 w m3/t C s/. . ."))
QUESTS = (Quest.LOST_CORNER, Quest.BLEAK_KING)


def codes(kingdom_board: Board, *titles: Title) -> dict[str, int]:
    return {kind.code: kind.left for kind in palette(kingdom_board, with_boxes(Rules(), titles).box, [])}


def test_any_mix_of_boxes_may_be_chosen() -> None:
    assert with_boxes(Rules(), list(Title)).box == BASE + GIANTS + COURT + QUEENDOMINO
    assert with_boxes(Rules(), [Title.QUEENDOMINO]).box == QUEENDOMINO


def test_there_is_always_a_game_to_play() -> None:
    assert with_boxes(Rules(), []).box == BASE
    assert with_boxes(Rules(), [Title.GIANTS]).box == BASE + GIANTS


def test_quests_leave_with_age_of_giants() -> None:
    rules = with_quests(with_boxes(Rules(), [Title.GIANTS]), QUESTS)

    assert rules.quests == QUESTS
    assert with_boxes(rules, [Title.COURT]).quests == ()


def test_both_bonuses_become_quests_where_age_of_giants_has_them() -> None:
    rules = with_boxes(Rules(harmony=True, middle_kingdom=True), [Title.GIANTS])

    assert rules.quests == (Quest.HARMONY, Quest.MIDDLE_KINGDOM)
    assert (rules.harmony, rules.middle_kingdom) == (False, False)


def test_with_quests_the_two_bonuses_are_not_played_on_their_own() -> None:
    both = Rules(harmony=True, middle_kingdom=True)

    assert with_quests(both, QUESTS) == Rules(quests=QUESTS)
    assert with_quests(both, ()) == both


def test_the_base_game_has_no_pieces_to_offer() -> None:
    assert codes(BOARD, Title.KINGDOMINO) == {}
    assert counters(BASE + GIANTS + COURT) == ()
    assert [code for code, _, _ in counters(QUEENDOMINO)] == ["coins", "towers", "knights"]


def test_a_giant_stands_on_crowns_as_many_as_there_are_and_are_left() -> None:
    others = [(BOARD.kingdom, Pieces(giants=(((0, 2), 2),)))]
    (giant,) = palette(BOARD, BASE + GIANTS, others)

    assert (giant.left, giant.places) == (4, {"0,0": 1, "0,2": 3})


def test_the_court_offers_characters_that_nobody_else_has() -> None:
    others = [(BOARD.kingdom, Pieces(characters=(((0, 1), Character.KING),)))]
    offered = {kind.code: kind for kind in palette(BOARD, BASE + COURT, others)}

    assert "king" not in offered
    assert offered["farmer"].places == {"0,1": 1, "1,0": 1, "1,2": 1}
    assert offered["token"].places == {"0,1": 1}
    assert {at for kind in palette(BOARD, BASE + COURT, []) for at in kind.places if kind.mark == "crowns2"} == {"1,2"}


def test_buildings_are_offered_as_long_as_the_box_has_them() -> None:
    swamp = [(BOARD.kingdom, Pieces(buildings=(((1, 2), Building(crowns=2)),)))]
    towns = [(BOARD.kingdom, Pieces(buildings=(((1, 0), Building(points=5)),)))]

    assert [kind.mark for kind in palette(BOARD, BASE + COURT, swamp) if kind.places == {"1,2": 1}] == ["crowns1"]
    left = {kind.mark: kind.left for kind in palette(BOARD, QUEENDOMINO, 2 * towns)}
    assert (left["points5"], left["crowns1"], left["forest2"], left["knight1"]) == (1, 3, 2, 2)
    assert "points5" not in {kind.mark for kind in palette(BOARD, QUEENDOMINO, 3 * towns)}
