"""Boxes, quests and pieces: offered, stored, rotated, merged from two phones, and limited by their box."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import (
    BASE,
    COURT,
    GIANTS,
    NO_PIECES,
    QUEENDOMINO,
    Building,
    Character,
    Kingdom,
    Pieces,
    Quest,
    Rules,
    Title,
)
from scoring import Board as PieceBoard
from scoring.castle import Castle
from tests.ui.factories import ALL_BOXES, ANA_AND_BEN, PIECES, board_of
from ui.table.board import Board, reorient
from ui.table.commands import OtherBoardError, PiecesEdit, edit_board
from ui.table.palette import counters, palette
from ui.table.serialization import dumps_table, loads_table
from ui.table.table import Table, TableError, set_boxes, set_quests, sheet

KINGDOM = Kingdom.parse("w1 w ./t C ./. . .")
EVERYTHING = Rules(box=ALL_BOXES, quests=(Quest.LOST_CORNER, Quest.BLEAK_KING))
BOARD = Board(KINGDOM, pieces=PIECES)


def table(rules: Rules = EVERYTHING) -> Table:
    return replace(ANA_AND_BEN, rules=rules).with_new_board(1, BOARD).with_new_board(2, Board(KINGDOM))


def test_pieces_turn_and_move_with_their_board() -> None:
    once = BOARD.rotate()

    assert once.pieces.giants == (((0, 2), 1),)
    assert once.kingdom[0, 2] == KINGDOM[0, 0]
    assert once.rotate().rotate().rotate() == BOARD
    assert BOARD.move((1, 0)).pieces.tokens == {(1, 1)}


def test_pieces_count_only_while_their_box_is_on_the_table() -> None:
    totals = {}
    for box in (BASE, BASE + GIANTS, BASE + COURT, BASE + QUEENDOMINO):
        totals[box] = sheet(table(Rules(box=box)), BOARD).total

    assert totals == {BASE: 2, BASE + GIANTS: 0, BASE + COURT: 2, BASE + QUEENDOMINO: 2 + 2 + 2 + 2}


def test_the_brown_castle_comes_with_age_of_giants() -> None:
    table = Table(rules=Rules(box=BASE + GIANTS)).with_player("Eva", Castle.BROWN)

    assert loads_table(dumps_table(table)).seats == table.seats
    assert Castle.BROWN not in Table().free_colours


def test_six_play_a_royal_wedding_each_with_a_castle() -> None:
    wedding = Table(rules=Rules(box=BASE + QUEENDOMINO))
    while not wedding.is_full:
        wedding = wedding.with_player("", wedding.free_colours[0])

    assert [seat.name for seat in wedding.seats] == ["Blue", "Green", "Pink", "Yellow", "Orange", "Purple"]
    with pytest.raises(TableError, match="6 play"):
        wedding.with_player("Eva", Castle.RED)
    assert loads_table(dumps_table(wedding)).seats == wedding.seats


def place(before: Pieces, after: Pieces, now: Pieces, *, taken_back: bool = False) -> Pieces:
    """Apply the change between two sets of pieces to the current pieces."""
    there = table().with_board(2, replace(board_of(table(), 2), pieces=now))
    edit = PiecesEdit(before, after, taken_back=taken_back)
    return board_of(edit_board(there, board_of(there, 2).number, pieces=(edit,)), 2).pieces


def test_pieces_of_two_phones_are_kept_and_undone_apart() -> None:
    mine = Pieces(giants=(((0, 0), 1),), tokens=frozenset({(0, 1)}), coins=3, queen=True)
    theirs = Pieces(tokens=frozenset({(1, 1)}))
    since = replace(mine, giants=(((0, 0), 2),), tokens=mine.tokens | theirs.tokens, coins=5)

    assert place(NO_PIECES, mine, theirs) == replace(mine, tokens=mine.tokens | theirs.tokens)
    assert place(mine, NO_PIECES, since, taken_back=True) == replace(since, tokens=theirs.tokens, queen=False)


def test_pieces_go_along_with_a_board_that_was_turned_meanwhile() -> None:
    placed, board = Pieces(tokens=frozenset({(0, 0)})), board_of(table(), 2)
    turned = table().with_new_board(2, reorient(board))

    there = board_of(edit_board(turned, board.number, pieces=(PiecesEdit(NO_PIECES, placed),)), 2)

    assert there.pieces == reorient(replace(board, pieces=placed)).pieces
    with pytest.raises(OtherBoardError):
        edit_board(table().with_new_board(2, BOARD), board.number, pieces=(PiecesEdit(NO_PIECES, placed),))


PLACES = st.tuples(st.integers(0, 2), st.integers(0, 2))
SOME_PIECES = st.builds(
    lambda giants, tokens, who, coins: Pieces(
        giants=tuple(sorted(giants.items())), tokens=tokens, characters=tuple(sorted(who.items())), coins=coins
    ),
    st.dictionaries(PLACES, st.integers(1, 3), max_size=3),
    st.frozensets(PLACES, max_size=3),
    st.dictionaries(PLACES, st.sampled_from(Character), max_size=2),
    st.integers(0, 5),
)


@given(SOME_PIECES, SOME_PIECES)
def test_a_change_against_no_change_stays(base: Pieces, changed: Pieces) -> None:
    assert place(base, changed, base) == changed
    assert place(base, base, changed) == changed


@pytest.mark.parametrize(
    ("mine", "theirs", "stands"), [(3, 3, 3), (5, 3, 5), (3, 5, 5), (5, 4, 5), (4, 5, 4), (0, 5, 0)]
)
def test_last_saved_coin_count_wins(mine: int, theirs: int, stands: int) -> None:
    assert place(Pieces(coins=3), Pieces(coins=mine), Pieces(coins=theirs)) == Pieces(coins=stands)


# --- What is offered


MIXED = Board(Kingdom.parse("w1 w m3/t C s/. . ."))
QUESTS = (Quest.LOST_CORNER, Quest.BLEAK_KING)


def codes(kingdom_board: Board, *titles: Title) -> dict[str, int]:
    return {kind.code: kind.left for kind in palette(kingdom_board, set_boxes(Rules(), titles).box, [])}


def test_quests_of_age_of_giants_replace_the_bonuses() -> None:
    both = Rules(harmony=True, middle_kingdom=True)
    bonuses = (Quest.HARMONY, Quest.MIDDLE_KINGDOM)

    assert set_quests(both, QUESTS) == Rules(quests=QUESTS)
    assert set_quests(both, ()) == both
    with_giants = set_boxes(both, [Title.GIANTS])
    assert with_giants == Rules(box=BASE + GIANTS, quests=bonuses)
    assert set_boxes(with_giants, [Title.COURT]).quests == ()


def test_the_base_game_has_no_pieces_to_offer() -> None:
    assert codes(MIXED, Title.KINGDOMINO) == {}
    assert counters(BASE + GIANTS + COURT) == ()
    assert [one.kind.value for one in counters(QUEENDOMINO)] == ["coins", "towers", "knights"]


def test_giants_cover_only_available_crowns() -> None:
    others = [PieceBoard(MIXED.kingdom, Pieces(giants=(((0, 2), 2),)))]
    (giant,) = palette(MIXED, BASE + GIANTS, others)

    assert (giant.left, giant.squares) == (4, {(0, 0): 1, (0, 2): 3})


def test_the_court_offers_characters_that_nobody_else_has() -> None:
    others = [PieceBoard(MIXED.kingdom, Pieces(characters=(((0, 1), Character.KING),)))]
    offered = {kind.code: kind for kind in palette(MIXED, BASE + COURT, others)}

    assert "king" not in offered
    assert offered["farmer"].squares == {(0, 1): 1, (1, 0): 1, (1, 2): 1}
    assert offered["token"].squares == {(0, 1): 1}
    assert {
        at for kind in palette(MIXED, BASE + COURT, []) for at in kind.squares if kind.code == "building:crowns:2"
    } == {(1, 2)}


def test_buildings_are_offered_as_long_as_the_box_has_them() -> None:
    swamp = [PieceBoard(MIXED.kingdom, Pieces(buildings=(((1, 2), Building(crowns=2)),)))]
    towns = [PieceBoard(MIXED.kingdom, Pieces(buildings=(((1, 0), Building(points=5)),)))]

    on_swamp = [kind.code for kind in palette(MIXED, BASE + COURT, swamp) if kind.squares == {(1, 2): 1}]
    assert on_swamp == ["building:crowns:1"]
    left = {kind.code.removeprefix("building:"): kind.left for kind in palette(MIXED, QUEENDOMINO, 2 * towns)}
    assert (left["points:5"], left["crowns:1"], left["forest:2"], left["knight:1"]) == (1, 3, 2, 2)
    assert "building:points:5" not in {kind.code for kind in palette(MIXED, QUEENDOMINO, 3 * towns)}
