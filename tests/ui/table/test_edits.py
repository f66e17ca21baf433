"""An edit is what a player did: it goes along with a board that is turned, and takes back nothing of others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import CASTLE, EMPTY, Kingdom, Position, Square, Terrain
from scoring.castle import Castle
from scoring.kingdoms import POSITIONS, Colour, piece_of
from scoring.kingdoms import Board as EpochBoard
from ui.table.board import Board, moves, reoriented
from ui.table.commands import Held, OtherBoardError, SpaceEdit, SquareEdit, board_edited, epoch_edited
from ui.table.kingdoms import Epoch, Game, Player
from ui.table.source import MOST_TURNS, STEPS, Turn, turns_since, with_turn
from ui.table.table import Table

LAID = Kingdom.parse("ww.../wfC../.fl../..l../.....")
SQUARES = st.builds(Square, st.sampled_from([Terrain.WHEAT, Terrain.FOREST, Terrain.MINE])) | st.just(EMPTY)
PLACES = st.tuples(st.integers(0, 4), st.integers(0, 4))
EDITS = st.lists(st.builds(SquareEdit, PLACES, st.builds(Held, SQUARES)), max_size=6).map(tuple)
STEPS_TAKEN = st.lists(st.none() | st.sampled_from(STEPS), max_size=4)


def table_of(kingdom: Kingdom = LAID, **board: object) -> Table:
    laid = replace(Board(kingdom, by_hand=True), **board)  # type: ignore[arg-type]
    return Table().with_player("Ana", Castle.BLUE).with_new_board(1, laid)


def board_of(table: Table) -> Board:
    assert table.seats[0].board
    return table.seats[0].board


def turned_on(table: Table, steps: list[Position | None]) -> Table:
    """The table after its board was turned, or moved where it can be."""
    for step in steps:
        board = board_of(table)
        if step is None or step in moves(board.kingdom, 5):
            table = table.with_new_board(1, reoriented(board, step))
    return table


@given(EDITS, STEPS_TAKEN)
def test_setting_squares_and_turning_the_board_come_to_the_same_in_any_order(
    squares: tuple[SquareEdit, ...], steps: list[Position | None]
) -> None:
    inside = tuple(one for one in squares if LAID[one.place] != EMPTY and one.held.square != EMPTY)  # stay in the frame
    table = table_of()
    edited = partial(board_edited, board=board_of(table).number, squares=inside)

    before, after = turned_on(edited(table), steps), edited(turned_on(table, steps))

    assert board_of(before).kingdom == board_of(after).kingdom


@given(EDITS)
def test_a_kingdom_keeps_at_most_one_castle(squares: tuple[SquareEdit, ...]) -> None:
    laid = tuple(replace(one, held=Held(CASTLE)) if at % 2 else one for at, one in enumerate(squares))

    kingdom = board_of(board_edited(table_of(), 2, laid)).kingdom

    assert sum(square.is_castle for _, square in kingdom.squares()) <= 1


@given(EDITS)
def test_what_nobody_changed_is_the_same_table(squares: tuple[SquareEdit, ...]) -> None:
    table = table_of(checked=True)
    same = tuple(replace(one, held=Held(LAID[one.place])) for one in squares)

    assert board_edited(table, 2, same) is table


def test_what_is_taken_back_counts_only_where_it_still_is() -> None:
    wheat, forest = Held(LAID[0, 0]), Held(LAID[1, 1])
    back = (SquareEdit((0, 0), Held(EMPTY), wheat), SquareEdit((0, 1), Held(EMPTY), forest))

    kingdom = board_of(board_edited(table_of(), 2, back)).kingdom

    assert str(kingdom).startswith(".w...")


def test_an_answered_doubt_can_be_doubtful_again_and_no_other_square() -> None:
    table = table_of(doubtful=frozenset({(0, 0)}))
    wheat = Held(LAID[0, 0], doubtful=True)

    still = board_edited(table, 2, (SquareEdit((0, 0), wheat), SquareEdit((0, 1), wheat)))

    assert board_of(still).doubtful == {(0, 0)}


def test_a_board_that_is_not_there_any_more_is_not_edited() -> None:
    with pytest.raises(OtherBoardError):
        board_edited(table_of(), 99)


def test_a_board_that_two_turn_at_once_is_turned_once() -> None:
    once = board_edited(table_of(), 2, turn=True)

    assert board_of(once).kingdom == LAID.rotated()
    assert board_edited(once, 2, turn=True) == once


# --- Boards of Kingdoms, and turns


# A kingdom of 3 x 3 in its frame: however it is moved or turned, no tap on it leaves the frame.
SMALL = (
    Table()
    .with_player("Ana", Castle.BLUE)
    .with_player("Ben", Castle.GREEN)
    .with_new_board(
        1, Board(Kingdom.parse("...../.www./.wCw./.www./....."), doubtful=frozenset({(1, 1), (3, 2)}), by_hand=True)
    )
)

EPOCH = Epoch(EpochBoard.parse("r2 +3 . . . ./. M . . . ./. . D . . ./. . . . . ./. . . . . b1"))
PLAYERS = [Player(Colour.RED, "Ana"), Player(Colour.BLUE, "Ben")]
GAME = Table(kingdoms=Game().with_players(PLAYERS).with_new_board(0, EPOCH))
ENTRIES = st.lists(
    st.builds(SpaceEdit, st.sampled_from(POSITIONS), st.sampled_from(["+6", "-4", "G", "r1", "b4"]).map(piece_of)),
    max_size=5,
).map(tuple)


def reoriented_table(table: Table, steps: Sequence[Position | None]) -> Table:
    """The table after Ana's board was moved by each step, or turned without one."""
    for step in steps:
        table = table.with_new_board(1, reoriented(board_of(table), step))
    return table


def first(table: Table) -> Epoch:
    assert table.kingdoms is not None
    return table.kingdoms.epochs[0]


def of_epoch(table: Table, change: Callable[[Game], Game]) -> Table:
    assert table.kingdoms is not None
    return replace(table, kingdoms=change(table.kingdoms))


def entered(table: Table, entries: tuple[SpaceEdit, ...], *, turned: bool = False) -> Table:
    """The table after a phone that knows of no turn put pieces on the first epoch's board."""
    return epoch_edited(table, 0, first(GAME).number, entries, turned)


def turned_around(table: Table, times: int) -> Table:
    for _ in range(times):
        epoch = reoriented(first(table))
        table = of_epoch(table, lambda game, epoch=epoch: game.with_new_board(0, epoch))  # type: ignore[misc]
    return table


@given(ENTRIES, ENTRIES, st.integers(0, 5))
def test_a_board_of_kingdoms_turned_meanwhile_has_the_taps_of_both(
    mine: tuple[SpaceEdit, ...], theirs: tuple[SpaceEdit, ...], times: int
) -> None:
    both = turned_around(entered(entered(GAME, theirs), mine), times)

    assert first(entered(turned_around(entered(GAME, theirs), times), mine)).board == first(both).board


def test_a_board_of_kingdoms_that_both_turn_at_once_is_turned_once() -> None:
    once = entered(GAME, (), turned=True)

    assert entered(once, (), turned=True) == once
    assert first(once).board == first(turned_around(GAME, 1)).board


def test_what_is_taken_back_of_a_board_of_kingdoms_leaves_what_another_has_set_since() -> None:
    mine, gold = SpaceEdit((0, 2), piece_of("+6")), SpaceEdit((0, 2), piece_of("G"))
    back = replace(mine, space=None, instead_of=mine.space)

    assert first(entered(entered(GAME, (mine,)), (back,))).board == first(GAME).board
    assert first(entered(entered(GAME, (mine, gold)), (back,))).board == first(entered(GAME, (gold,))).board


def test_the_first_piece_begins_the_board_of_an_epoch_for_two_phones_alike() -> None:
    opened = replace(GAME, kingdoms=GAME.kingdoms and GAME.kingdoms.checked(0))
    number = opened.kingdoms.opened_epoch(1).number if opened.kingdoms else 0
    ana, ben = ((SpaceEdit((4, at), piece_of("r1")),) for at in (0, 1))

    both = epoch_edited(epoch_edited(opened, 1, number, ana), 1, number, ben).kingdoms

    assert both
    assert str(both.epochs[1].board).endswith("r1 r1 . . . .")
    assert not both.epochs[1].checked


def test_a_board_found_right_stays_right_when_it_is_turned() -> None:
    checked = of_epoch(GAME, lambda game: game.checked(0))

    assert first(turned_around(checked, 1)).checked
    assert board_of(reoriented_table(SMALL.with_board(1, board_of(SMALL).accepted()), [None])).checked


def test_a_board_is_known_by_what_was_done_to_it_since() -> None:
    board = Board(Kingdom.parse("C f1"), number=7, turns=(Turn(3), Turn(5, (0, 1))))

    assert turns_since(board, 7) == ()
    assert turns_since(board, 5) == (Turn(5, (0, 1)),)
    assert turns_since(board, 3) == board.turns
    assert turns_since(board, 4) is None


def test_a_board_remembers_no_more_than_anybody_could_have_missed() -> None:
    board = Board(Kingdom.parse("C f1"))
    for number in range(MOST_TURNS + 5):
        board = replace(board, turns=with_turn(board, None), number=number + 1)

    assert len(board.turns) == MOST_TURNS
    assert turns_since(board, MOST_TURNS + 4) == (Turn(MOST_TURNS + 4),)


def test_an_entry_on_a_board_that_another_has_replaced_is_not_taken() -> None:
    assert GAME.kingdoms
    entry = (SpaceEdit((0, 2), piece_of("+6")),)

    for other in (GAME.kingdoms.with_new_board(0, Epoch()), GAME.kingdoms.again()):
        with pytest.raises(OtherBoardError):
            entered(replace(GAME, kingdoms=other), entry)
