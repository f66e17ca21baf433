"""The table: players, kingdoms, and that no step loses anything."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Kingdom, Rules
from scoring.castle import Castle
from scoring.knizia import EPOCHS
from tests.ui.factories import ANA_AND_BEN, EVENING, KINGDOMS, RED_ALONE, board_of, game_of, with_boards
from tests.ui.factories import play as kingdoms_played
from ui.table.board import Board, Trust
from ui.table.commands import next_game
from ui.table.completed_games import Game
from ui.table.names import LONGEST_NAME, plain_name
from ui.table.serialization import dumps_table, loads_table
from ui.table.table import Table, TableError, add_record, correct_record, sheet, standings


def board(code: str) -> Board:
    return Board(Kingdom.parse(code))


FULL = ANA_AND_BEN.with_player("Chloé", Castle.PINK).with_player("Dev", Castle.YELLOW)


@pytest.mark.parametrize(
    ("table", "name", "castle", "why"),
    [
        (ANA_AND_BEN, "ANA", Castle.PINK, "already at the table"),
        (ANA_AND_BEN, "Chloé", Castle.BLUE, "blue castle is taken"),
        (ANA_AND_BEN, "Chloé", Castle.BROWN, "brown"),
        (FULL, "Eve", Castle.BLUE, "full"),
    ],
)
def test_a_name_and_a_castle_are_those_of_one_player(table: Table, name: str, castle: Castle, why: str) -> None:
    with pytest.raises(TableError, match=why):
        table.with_player(name, castle)


def test_a_player_is_a_colour_until_named() -> None:
    blue = Table().with_player("", Castle.BLUE)

    assert [(seat.name, seat.named) for seat in blue.with_name(1, "Ana").seats] == [("Ana", True)]
    assert [(seat.name, seat.named) for seat in blue.with_seat_taken(1, "Ana").seats] == [("Ana", True)]


def test_claiming_a_taken_castle_swaps_it() -> None:
    taken, recoloured = ANA_AND_BEN.with_seat_taken(1, "Ben"), ANA_AND_BEN.with_colour(1, Castle.GREEN)
    from_nobody = Table().with_player("", Castle.BLUE).with_player("Ben", Castle.GREEN).with_seat_taken(1, "Ben")

    assert [(seat.name, seat.colour) for seat in taken.seats] == [("Ben", Castle.BLUE), ("Ana", Castle.GREEN)]
    assert [(seat.name, seat.colour) for seat in recoloured.seats] == [("Ana", Castle.GREEN), ("Ben", Castle.BLUE)]
    assert [(seat.name, seat.named) for seat in from_nobody.seats] == [("Ben", True), ("Green", False)]


@given(st.text(max_size=300))
def test_any_typed_name_becomes_one_short_line(typed: str) -> None:
    name = plain_name(typed)

    assert len(name) <= LONGEST_NAME
    assert name == name.strip()
    assert len(name.splitlines()) <= 1
    assert plain_name(name) == name


@pytest.mark.parametrize("sent", [None, 7, True, ["Ana"], {"name": "Ana"}, b"Ana"])
def test_value_that_is_no_text_gives_no_name(sent: Any) -> None:
    assert plain_name(sent) == ""


def test_names_drop_bidi_controls_and_surrogates() -> None:
    assert plain_name("Ana\u202e:stniop 99") == "Ana:stniop 99"
    assert plain_name("\ud800") == ""
    assert plain_name("A\udfffna") == "A na"


@pytest.mark.parametrize("blank", "\u200b\u061c\u3164\u00ad\u034f\u115f\u2060\u2800\ufe0f\ufeff\uffa0\U000e0041")
def test_invisible_characters_make_no_name(blank: str) -> None:
    assert plain_name(blank * 3) == ""
    assert plain_name(f"{blank}A{blank}na{blank}") == "Ana"
    assert plain_name("Jose\u0301") == plain_name("Jos\u00e9")


def test_players_without_kingdom_do_not_block_ranking() -> None:
    table = ANA_AND_BEN.with_player("Chloé", Castle.PINK)
    table = table.with_new_board(1, board("C w1")).with_new_board(3, board("C w1 w"))

    assert [standing.player for standing in standings(table)] == ["Chloé", "Ana"]


def test_completed_game_stores_reliability() -> None:
    doubted = replace(board("C w1"), doubtful=frozenset({(0, 1)}))
    table = ANA_AND_BEN.with_new_board(1, doubted).with_new_board(2, doubted.confirm())

    [game] = table.again(EVENING).games

    assert isinstance(game, Game)
    assert [(one.trust, one.doubts) for one in game.players] == [(Trust.TO_CHECK, 1), (Trust.ACCEPTED, 1)]


def test_scores_stay_hidden_until_every_kingdom_is_checked() -> None:
    table = replace(ANA_AND_BEN, hide_scores=True).with_new_board(1, replace(board("C w1"), confirmed=True))
    assert not table.shows_scores

    assert table.with_new_board(2, replace(board("C w1"), confirmed=True)).shows_scores


def test_the_place_in_the_frame_counts_for_the_middle_kingdom() -> None:
    table = replace(ANA_AND_BEN, rules=Rules(middle_kingdom=True))
    beside = replace(board("C w1"), offset=(0, 0))

    assert sheet(table, beside).total == sheet(table, board("C w1")).total - 10


# --- Games record themselves


LATER = EVENING + timedelta(minutes=30)


COMPLETE = with_boards(ANA_AND_BEN, "C w1", "C m3")
SEEN = add_record(COMPLETE, EVENING)


def correct(table: Table, seat: int, code: str) -> Table:
    changed = replace(board_of(table, seat), kingdom=Kingdom.parse(code))
    return correct_record(table.with_board(seat, changed))


def points(table: Table) -> list[dict[str, int]]:
    """Return the totals of the recorded games."""
    return [
        {name: sheet.total for name, sheet in game.sheets.items()} for game in table.games if isinstance(game, Game)
    ]


def test_complete_result_is_recorded_once() -> None:
    assert points(SEEN) == [{"Ana": 1, "Ben": 3}]
    assert SEEN.games[0].played == EVENING
    assert add_record(SEEN, LATER) == SEEN
    for table in (ANA_AND_BEN, with_boards(ANA_AND_BEN, "C w1")):
        assert add_record(table, EVENING) == table


def test_the_record_follows_corrections_rules_and_new_boards() -> None:
    assert points(correct(SEEN, 1, "C w2")) == [{"Ana": 2, "Ben": 3}]
    assert points(correct_record(replace(SEEN, rules=Rules(middle_kingdom=True)))) == [{"Ana": 11, "Ben": 13}]
    assert points(correct_record(with_boards(SEEN, "C l2", "C m1"))) == [{"Ana": 2, "Ben": 1}]


def apply_step(table: Table, step: str, seen: Table) -> Table:
    """Apply the step of a phone that has ``seen`` an older table."""
    if step == "see":
        return add_record(table, EVENING)
    if step == "again":
        return next_game(table, seen.game_number, LATER)
    if step == "lay":
        return correct_record(with_boards(table, "C l1", "C l2"))
    return correct(table, 1, "C w3") if table.seats[0].board else table


STEPS = st.lists(st.tuples(st.sampled_from(["see", "again", "lay", "correct"]), st.integers(0, 3)), max_size=8)


@given(STEPS)
def test_late_commands_never_duplicate_a_game(steps: list[tuple[str, int]]) -> None:
    tables = [COMPLETE]
    for step, behind in steps:
        tables.append(apply_step(tables[-1], step, tables[-1 - min(behind, len(tables) - 1)]))

    table = tables[-1]
    numbers = [game.number for game in table.games]
    assert numbers == sorted(set(numbers))
    assert table.recorded is None or table.recorded == numbers[-1]
    assert correct_record(table) == table


def test_a_new_name_follows_into_the_games_of_the_table() -> None:
    renamed = add_record(with_boards(SEEN.again(LATER), "C f1", "C f2"), LATER).with_name(1, " Anna ")

    assert renamed.names == {1: "Anna", 2: "Ben"}
    assert points(renamed) == [{"Anna": 1, "Ben": 3}, {"Anna": 1, "Ben": 2}]
    assert correct_record(renamed) == renamed


def test_taken_name_is_refused_and_empty_name_ignored() -> None:
    with pytest.raises(TableError, match="already at the table"):
        SEEN.with_name(1, "ben")
    assert SEEN.with_name(1, "  ") == SEEN
    assert SEEN.with_name(1, "ANA").names[1] == "ANA"


def test_a_game_of_kingdoms_is_recorded_when_it_is_over() -> None:
    under_way, over = (Table(knizia=kingdoms_played(*[RED_ALONE] * epochs)) for epochs in (2, 3))

    recorded = add_record(over, EVENING)

    assert add_record(under_way, EVENING) == under_way
    assert Table(knizia=KINGDOMS).again(LATER).games == ()
    assert [game.number for game in recorded.games] == [1]
    after = recorded.again(LATER)
    assert (after.games, game_of(after)) == (recorded.games, replace(game_of(over), epochs=()))
    assert game_of(over).under_way == EPOCHS - 1
    assert [player.name for player in recorded.with_name(1, "Anna").games[0].players] == ["Anna", "Ben"]


def test_dynasty_keeps_its_games_after_the_next_begins() -> None:
    table = ANA_AND_BEN.with_dynasty(begun=True)
    for _ in range(3):
        table = add_record(with_boards(table, "C w1", "C m3"), EVENING)
        third = table
        table = table.again(LATER)

    assert [game.number for game in third.dynasty_games] == [1, 2, 3]
    assert [game.dynasty for game in table.games if isinstance(game, Game)] == [1, 1, 1]
    assert table.dynasty_games == ()


def test_unnamed_games_of_a_dynasty_still_belong_to_it() -> None:
    old = dumps_table(
        add_record(with_boards(ANA_AND_BEN.with_dynasty(begun=True), "C w1", "C m3"), EVENING).again(LATER)
    )
    old = old.replace('"recorded":null,', "").replace('"dynasty":1,', "")

    assert [game.number for game in loads_table(old).dynasty_games] == [1]
