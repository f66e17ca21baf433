"""A board turned or moved on one phone while another taps it: the taps go along."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from scoring import Kingdom, Position, Square, Terrain
from scoring.castle import Castle
from scoring.kingdoms import POSITIONS, Colour, piece_of
from scoring.kingdoms import Board as EpochBoard
from tests.ui.phone import holding, table_of
from ui.session.revisions import ShownBoards
from ui.table.board import Board
from ui.table.codec import FormatError
from ui.table.kingdoms import Epoch, Game, Player
from ui.table.merge import merged
from ui.table.merge_board import merged_board
from ui.table.orientation import MOST_TURNS, STEPS, Turn, turns_since, with_turn
from ui.table.table import Table
from ui.table.table_json import table_in, table_text
from ui.table.turning import reoriented

# A kingdom of 3 x 3 in its frame: however it is moved or turned, no tap on it leaves the frame.
BASE = (
    Table()
    .with_player("Ana", Castle.BLUE)
    .with_player("Ben", Castle.GREEN)
    .with_new_board(
        1, Board(Kingdom.parse("...../.www./.wCw./.www./....."), doubtful=frozenset({(1, 1), (3, 2)}), by_hand=True)
    )
)
SQUARES = [(row, column) for row in (1, 2, 3) for column in (1, 2, 3) if (row, column) != (2, 2)]
Taps = dict[Position, Square]
TAPS = st.dictionaries(st.sampled_from(SQUARES), st.builds(Square, st.sampled_from(Terrain)), max_size=4)
A_STEP = st.sampled_from(STEPS)
STEPS_TAKEN = st.one_of(st.lists(st.none(), max_size=5), st.tuples(A_STEP), st.tuples(A_STEP, st.none()))

EPOCH = Epoch(EpochBoard.parse("r2 +3 . . . ./. M . . . ./. . D . . ./. . . . . ./. . . . . b1"))
PLAYERS = [Player(Colour.RED, "Ana"), Player(Colour.BLUE, "Ben")]
GAME = Table(kingdoms=Game().with_players(PLAYERS).with_new_board(0, EPOCH))
Entries = dict[Position, str]
ENTRIES = st.dictionaries(st.sampled_from(POSITIONS), st.sampled_from(["+6", "-4", "G", "r1", "b4"]), max_size=5)


def board_of(table: Table) -> Board:
    board = table.seats[0].board
    assert board is not None
    return board


def tapped(table: Table, taps: Taps) -> Table:
    """The table after squares of Ana's board were set, one after the other."""
    board = board_of(table)
    for place, square in taps.items():
        board = replace(
            board,
            kingdom=board.kingdom.with_square(*place, square),
            doubtful=board.doubtful - {place},
            revision=board.revision + 1,
        )
    return table.with_board(1, board)


def reoriented_table(table: Table, steps: Sequence[Position | None]) -> Table:
    """The table after Ana's board was moved by each step, or turned without one."""
    for step in steps:
        table = table.with_new_board(1, reoriented(board_of(table), step))
    return table


def assert_lies_like(one: Table, other: Table) -> None:
    """Ana's board has the same squares, in the same places, and asks for the same."""
    board, expected = board_of(one), board_of(other)
    assert str(board.kingdom) == str(expected.kingdom)
    assert board.doubtful == expected.doubtful


def first(table: Table) -> Epoch:
    assert table.kingdoms is not None
    return table.kingdoms.epochs[0]


def of_epoch(table: Table, change: Callable[[Game], Game]) -> Table:
    assert table.kingdoms is not None
    return replace(table, kingdoms=change(table.kingdoms))


def entered(table: Table, entries: Entries) -> Table:
    """The table after pieces were put on the first epoch's board."""
    epoch = first(table)
    for place, token in entries.items():
        board = epoch.board.with_piece(*place, piece_of(token))
        epoch = replace(epoch, board=board, revision=epoch.revision + 1)
    return of_epoch(table, lambda game: game.with_epoch(0, epoch))


def turned_around(table: Table, times: int) -> Table:
    for _ in range(times):
        epoch = reoriented(first(table))
        table = of_epoch(table, lambda game, epoch=epoch: game.with_new_board(0, epoch))  # type: ignore[misc]
    return table


@given(TAPS, TAPS, STEPS_TAKEN)
def test_a_kingdom_laid_anew_on_either_phone_has_the_taps_of_both(
    mine: Taps, theirs: Taps, steps: Sequence[Position | None]
) -> None:
    both = reoriented_table(merged(BASE, tapped(BASE, mine), tapped(BASE, theirs)), steps)

    assert_lies_like(merged(BASE, tapped(BASE, mine), reoriented_table(tapped(BASE, theirs), steps)), both)
    assert_lies_like(merged(BASE, reoriented_table(tapped(BASE, mine), steps), tapped(BASE, theirs)), both)


@given(ENTRIES, ENTRIES, st.integers(0, 5))
def test_a_board_of_kingdoms_turned_on_either_phone_has_the_taps_of_both(
    mine: Entries, theirs: Entries, times: int
) -> None:
    both = first(turned_around(merged(GAME, entered(GAME, mine), entered(GAME, theirs)), times))

    for found in (
        merged(GAME, entered(GAME, mine), turned_around(entered(GAME, theirs), times)),
        merged(GAME, turned_around(entered(GAME, mine), times), entered(GAME, theirs)),
    ):
        assert first(found).board == both.board


def test_a_board_found_right_stays_right_when_it_is_turned() -> None:
    checked = of_epoch(GAME, lambda game: game.checked(0))

    assert first(turned_around(checked, 1)).checked
    assert board_of(reoriented_table(BASE.with_board(1, board_of(BASE).accepted()), [None])).checked


@given(TAPS, TAPS)
def test_a_kingdom_that_both_turn_at_once_is_turned_once(mine: Taps, theirs: Taps) -> None:
    found = merged(BASE, reoriented_table(tapped(BASE, mine), [None]), reoriented_table(tapped(BASE, theirs), [None]))

    assert_lies_like(found, reoriented_table(merged(BASE, tapped(BASE, mine), tapped(BASE, theirs)), [None]))


def test_what_is_tapped_after_a_turn_stays_where_it_was_tapped() -> None:
    forest, lake = Square(Terrain.FOREST), Square(Terrain.LAKE)
    theirs = tapped(reoriented_table(BASE, [None]), {(1, 2): lake})

    found = board_of(merged(BASE, tapped(BASE, {(1, 1): forest}), theirs))

    assert str(found.kingdom) == "...../.wlf./.wCw./.www./....."
    assert (found.number, found.revision) == (board_of(theirs).number, 2)


def test_of_two_kingdoms_laid_in_different_ways_the_last_stands_and_the_other_lies_behind_it() -> None:
    mine, theirs = reoriented_table(BASE, [None]), reoriented_table(BASE, [(0, 1)])

    seat = merged(BASE, mine, theirs).seats[0]

    assert seat.board is not None
    assert seat.earlier is not None
    assert (seat.board.kingdom, seat.earlier.kingdom) == (board_of(mine).kingdom, board_of(theirs).kingdom)


def test_a_turn_finds_its_board_though_others_laid_a_board_of_the_same_number() -> None:
    forest = Square(Terrain.FOREST)
    elsewhere = tapped(BASE, {(1, 1): forest}).with_new_board(2, Board(Kingdom.parse("C f1")))

    found = merged(BASE, reoriented_table(BASE, [None, None]), elsewhere)

    assert str(board_of(found).kingdom) == "...../.www./.wCw./.wwf./....."
    numbers = [seat.board.number for seat in found.seats if seat.board]
    assert len({*numbers, *(turn.number for turn in board_of(found).turns)}) == 4


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


def with_turns(turns: Any) -> str:
    """A table as text, with something said of the turns of Ana's board."""
    fields = json.loads(table_text(BASE))
    fields["seats"][0]["board"]["turns"] = turns
    return json.dumps(fields)


def test_what_was_done_to_a_board_is_kept_with_it() -> None:
    table = table_in(with_turns([[3, None], [5, [0, 1]]]))

    assert board_of(table).turns == (Turn(3), Turn(5, (0, 1)))
    assert json.loads(table_text(table))["seats"][0]["board"]["turns"] == [[3, None], [5, [0, 1]]]


@pytest.mark.parametrize("turns", [None, [3], [[3]], [[-1, None]], [["3", None]], [[3, [1, 1]]], [[3, None]] * 13])
def test_nonsense_about_what_was_done_to_a_board_is_refused(turns: Any) -> None:
    with pytest.raises(FormatError, match=r"seats\[0\].board.turns"):
        table_in(with_turns(turns))


def hears(table: Table, shown: Epoch, sent: Epoch) -> Table:
    """The table of a phone after its browser's word, which begins with a board that it was shown."""

    def script() -> None:
        import streamlit as st

        from ui.session.edits import correct_epoch

        sent, base = st.session_state["sent"]
        correct_epoch(0, sent, base)

    app = AppTest.from_function(script, default_timeout=60)
    received = ShownBoards()
    received.show(shown)
    holding(app, table, shown=received)
    app.session_state["sent"] = (sent, shown.revision)
    app.run()
    assert not app.exception
    return table_of(app)


def test_an_entry_that_comes_after_the_turn_is_known_goes_along() -> None:
    entry = entered(GAME, {(0, 2): "+6"})

    assert first(hears(turned_around(GAME, 1), first(GAME), first(entry))).board == reoriented(first(entry)).board


def test_an_entry_on_a_board_that_another_photo_has_replaced_is_not_taken() -> None:
    assert GAME.kingdoms
    replaced = replace(GAME, kingdoms=GAME.kingdoms.with_new_board(0, Epoch()))
    entry = entered(GAME, {(0, 2): "+6"})

    assert first(hears(replaced, first(GAME), first(entry))) == first(replaced)


def test_laid_alike_boards_are_merged_as_ever_where_nobody_turned_them() -> None:
    mine, theirs = tapped(BASE, {(1, 1): Square(Terrain.MINE)}), tapped(BASE, {(3, 3): Square(Terrain.LAKE)})

    assert board_of(merged(BASE, mine, theirs)) == merged_board(board_of(BASE), board_of(mine), board_of(theirs))
    one, other = entered(GAME, {(1, 0): "G"}), entered(GAME, {(2, 0): "r1"})
    assert first(merged(GAME, one, other)) == merged_board(first(GAME), first(one), first(other))
