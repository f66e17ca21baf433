"""Games record themselves: once each, as their boards are, until the next game begins."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Kingdom, Rules
from scoring.castle import Castle
from scoring.kingdoms import Colour as KingdomsColour
from tests.given import EVENING
from ui.table.board import Board
from ui.table.commands import next_game
from ui.table.finished import Game
from ui.table.forms import table_in, table_text
from ui.table.kingdoms import Epoch, Player
from ui.table.kingdoms import Game as KingdomsGame
from ui.table.table import Table, TableError, with_corrected_record, with_name, with_record

LATER = EVENING + timedelta(minutes=30)
TABLE = Table().with_player("Ana", Castle.BLUE).with_player("Ben", Castle.GREEN)


def laid(table: Table, *codes: str) -> Table:
    """The table with a board for each of its first players."""
    for seat, code in zip(table.seats, codes, strict=False):
        table = table.with_new_board(seat.number, Board(Kingdom.parse(code)))
    return table


COMPLETE = laid(TABLE, "C w1", "C m3")
SEEN = with_record(COMPLETE, EVENING)


def corrected(table: Table, seat: int, code: str) -> Table:
    board = table.seats[seat - 1].board
    assert board is not None
    changed = replace(board, kingdom=Kingdom.parse(code))
    return with_corrected_record(table.with_board(seat, changed))


def points(table: Table) -> list[dict[str, int]]:
    """The totals of the recorded games."""
    return [
        {name: sheet.total for name, sheet in game.sheets.items()} for game in table.games if isinstance(game, Game)
    ]


def test_a_result_seen_with_every_kingdom_there_is_a_recorded_game() -> None:
    assert points(SEEN) == [{"Ana": 1, "Ben": 3}]
    assert SEEN.games[0].played == EVENING


def test_a_result_seen_again_is_recorded_once() -> None:
    assert with_record(SEEN, LATER) == SEEN


@pytest.mark.parametrize("table", [TABLE, laid(TABLE, "C w1")], ids=["none", "one"])
def test_a_result_without_every_kingdom_is_not_recorded(table: Table) -> None:
    assert with_record(table, EVENING) == table


def test_the_record_follows_corrections_rules_and_new_boards() -> None:
    assert points(corrected(SEEN, 1, "C w2")) == [{"Ana": 2, "Ben": 3}]
    assert points(with_corrected_record(replace(SEEN, rules=Rules(middle_kingdom=True)))) == [{"Ana": 11, "Ben": 13}]
    assert points(with_corrected_record(laid(SEEN, "C l2", "C m1"))) == [{"Ana": 2, "Ben": 1}]


def test_a_record_stays_where_no_game_is_left_to_correct_it() -> None:
    assert with_corrected_record(SEEN.without_player(1)).games == SEEN.games


def test_play_again_begins_the_next_game_and_records_nothing_twice() -> None:
    again = SEEN.again(LATER)

    assert again.games == SEEN.games
    assert (again.recorded, again.game_number) == (None, 2)
    assert points(with_record(laid(again, "C f1", "C f2"), LATER)) == [{"Ana": 1, "Ben": 3}, {"Ana": 1, "Ben": 2}]


def stepped(table: Table, step: str, seen: Table) -> Table:
    """The table after what a phone did that has ``seen`` it as it was."""
    if step == "see":
        return with_record(table, EVENING)
    if step == "again":
        return next_game(table, seen.game_number, LATER)
    if step == "lay":
        return with_corrected_record(laid(table, "C l1", "C l2"))
    return corrected(table, 1, "C w3") if table.seats[0].board else table


STEPS = st.lists(st.tuples(st.sampled_from(["see", "again", "lay", "correct"]), st.integers(0, 3)), max_size=8)


@given(STEPS)
def test_whatever_phones_do_that_look_late_no_game_is_there_twice(steps: list[tuple[str, int]]) -> None:
    tables = [COMPLETE]
    for step, behind in steps:
        tables.append(stepped(tables[-1], step, tables[-1 - min(behind, len(tables) - 1)]))

    table = tables[-1]
    numbers = [game.number for game in table.games]
    assert numbers == sorted(set(numbers))
    assert table.recorded is None or table.recorded == numbers[-1]
    assert with_corrected_record(table) == table


def test_a_result_seen_late_is_not_taken_for_the_next_game() -> None:
    next_one = with_record(laid(SEEN.again(LATER), "C l1", "C l2"), LATER)

    assert with_record(next_one, LATER) == next_one
    assert with_record(SEEN.again(LATER), LATER) == SEEN.again(LATER)


def test_a_new_name_follows_into_the_games_of_the_table() -> None:
    renamed = with_name(with_record(laid(SEEN.again(LATER), "C f1", "C f2"), LATER), 1, " Anna ")

    assert renamed.names == {1: "Anna", 2: "Ben"}
    assert points(renamed) == [{"Anna": 1, "Ben": 3}, {"Anna": 1, "Ben": 2}]
    assert with_corrected_record(renamed) == renamed


def test_a_name_that_somebody_has_is_refused_and_an_empty_one_changes_nothing() -> None:
    with pytest.raises(TableError, match="already at the table"):
        with_name(SEEN, 1, "ben")
    assert with_name(SEEN, 1, "  ") == SEEN
    assert with_name(SEEN, 1, "ANA").names[1] == "ANA"


def test_a_game_of_kingdoms_is_recorded_when_it_is_over() -> None:
    reds = (Player(KingdomsColour.RED, "Ana"), Player(KingdomsColour.BLUE, "Ben"))
    epochs = tuple(Epoch(checked=True, number=number) for number in (1, 2, 3))
    over = Table(kingdoms=KingdomsGame(reds, epochs, 3))
    under_way = replace(over, kingdoms=KingdomsGame(reds, epochs[:2], 2))

    recorded = with_record(over, EVENING)

    assert with_record(under_way, EVENING) == under_way
    assert (len(recorded.games), recorded.again(LATER).games) == (1, recorded.games)
    assert [player.name for player in with_name(recorded, 1, "Anna").games[0].players] == ["Anna", "Ben"]


def test_a_dynasty_keeps_its_three_games_after_the_next_has_begun() -> None:
    table = TABLE.with_dynasty(begun=True)
    for _ in range(3):
        table = with_record(laid(table, "C w1", "C m3"), EVENING)
        third = table
        table = table.again(LATER)

    assert [game.number for game in third.dynasty_games] == [1, 2, 3]
    assert [game.dynasty for game in table.games if isinstance(game, Game)] == [1, 1, 1]
    assert table.dynasty_games == ()


def test_the_games_of_a_dynasty_written_before_they_named_it_still_belong_to_it() -> None:
    old = table_text(with_record(laid(TABLE.with_dynasty(begun=True), "C w1", "C m3"), EVENING).again(LATER))
    old = old.replace('"recorded":null,', "").replace('"dynasty":1,', "")

    assert [game.number for game in table_in(old).dynasty_games] == [1]
