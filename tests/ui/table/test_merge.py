"""Two phones change one table at once: both changes are there, and of one square the last."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Kingdom, Rules, Square, Terrain
from scoring.castle import Castle
from scoring.message import Message
from tests.given import EVENING
from ui.table.board import Attempt, Board, Trust
from ui.table.merge import merged, restored
from ui.table.table import Table, TableError

BASE = (
    Table()
    .with_player("Ana", Castle.BLUE)
    .with_player("Ben", Castle.GREEN)
    .with_new_board(1, Board(Kingdom.parse("www/wCw/www")))
)
PLACES = st.tuples(st.integers(0, 2), st.integers(0, 2)).filter(lambda place: place != (1, 1))
SQUARES = st.builds(Square, st.sampled_from(Terrain))
Edits = dict[tuple[int, int], Square]
EDITS = st.dictionaries(PLACES, SQUARES, max_size=5)


def corrected(table: Table, edits: Edits) -> Table:
    """The table after one phone set some squares of Ana's board, one after the other."""
    board = table.seats[0].board
    assert board is not None
    for (row, column), square in edits.items():
        board = replace(board, kingdom=board.kingdom.with_square(row, column, square), revision=board.revision + 1)
    return table.with_board(1, board)


def anas_board(table: Table) -> Board:
    board = table.seats[0].board
    assert board is not None
    return board


@given(EDITS, EDITS)
def test_of_every_square_the_last_change_counts(mine: Edits, theirs: Edits) -> None:
    result = anas_board(merged(BASE, corrected(BASE, mine), corrected(BASE, theirs))).kingdom

    before = anas_board(BASE).kingdom
    for (row, column), square in before.squares():
        own = mine.get((row, column), square)
        assert result[row, column] == (own if own != square else theirs.get((row, column), square))


@given(EDITS)
def test_without_a_change_by_others_the_own_change_stays(edits: Edits) -> None:
    assert merged(BASE, corrected(BASE, edits), BASE) == corrected(BASE, edits)


@given(EDITS)
def test_without_an_own_change_the_others_change_stays(edits: Edits) -> None:
    assert merged(BASE, BASE, corrected(BASE, edits)) == corrected(BASE, edits)


def test_a_board_that_both_corrected_is_newer_than_either() -> None:
    forest, lake = Square(Terrain.FOREST), Square(Terrain.LAKE)

    board = anas_board(merged(BASE, corrected(BASE, {(0, 0): forest}), corrected(BASE, {(2, 2): lake, (2, 1): lake})))

    assert board.revision == 3


def test_a_board_is_checked_only_as_somebody_saw_it() -> None:
    looked_right = BASE.with_board(1, replace(anas_board(BASE), checked=True))
    changed = corrected(BASE, {(0, 0): Square(Terrain.FOREST)})

    assert not anas_board(merged(BASE, looked_right, changed)).checked
    assert not anas_board(merged(BASE, changed, looked_right)).checked
    assert anas_board(merged(BASE, looked_right, replace(BASE, rules=Rules(harmony=True)))).checked


def test_what_is_brought_back_undoes_no_change_of_another_phone() -> None:
    without_ben = BASE.without_player(2)
    others = without_ben.settled().with_board(1, replace(anas_board(BASE), kingdom=Kingdom.parse("fff/fCf/fff")))
    seen = replace(others, before=without_ben.before, after=without_ben.after)

    back = restored(seen)

    assert [seat.name for seat in back.seats] == ["Ana", "Ben"]
    assert str(anas_board(back).kingdom) == "fff/fCf/fff"


def test_a_doubt_answered_on_either_phone_is_answered() -> None:
    base = BASE.with_board(1, replace(anas_board(BASE), doubtful=frozenset({(0, 0), (2, 2)})))
    mine = base.with_board(1, replace(anas_board(base), doubtful=frozenset({(2, 2)}), revision=5))
    theirs = base.with_board(1, replace(anas_board(base), doubtful=frozenset({(0, 0)}), revision=1))

    board = anas_board(merged(base, mine, theirs))

    assert board.doubts == 0
    assert board.revision > 5  # the phone that sent it takes it over


def test_a_doubt_answered_last_stands_against_a_change_before_it() -> None:
    base = BASE.with_board(1, replace(anas_board(BASE), doubtful=frozenset({(0, 0)})))
    confirmed = base.with_board(1, replace(anas_board(base), doubtful=frozenset(), revision=1))
    forest = replace(anas_board(corrected(base, {(0, 0): Square(Terrain.FOREST)})), doubtful=frozenset())
    changed = base.with_board(1, forest)

    assert str(anas_board(merged(base, confirmed, changed)).kingdom) == "www/wCw/www"
    assert str(anas_board(merged(base, changed, confirmed)).kingdom) == "fww/wCw/www"


def test_doubts_are_accepted_only_by_a_player_who_saw_them() -> None:
    base = BASE.with_board(1, replace(anas_board(BASE), doubtful=frozenset({(0, 0)})))
    accepted = base.with_board(1, anas_board(base).accepted())
    answered = base.with_board(1, replace(anas_board(base), doubtful=frozenset(), revision=1))
    doubted_anew = base.with_board(1, replace(anas_board(base), doubtful=frozenset({(0, 0), (1, 0)}), revision=1))

    assert anas_board(merged(base, accepted, answered)).trust is Trust.CHECKED
    assert anas_board(merged(base, accepted, doubted_anew)).trust is Trust.TO_CHECK
    assert anas_board(merged(base, doubted_anew, accepted)).trust is Trust.TO_CHECK


def test_two_new_players_and_boards_never_share_a_number() -> None:
    mine = BASE.with_player("Chloé", Castle.PINK)
    theirs = BASE.with_player("Dev", Castle.YELLOW).with_new_board(2, Board(Kingdom.parse("C f1")))

    table = merged(BASE, mine, theirs)

    numbers = [seat.number for seat in table.seats] + [seat.board.number for seat in table.seats if seat.board]
    assert [seat.name for seat in table.seats] == ["Ana", "Ben", "Dev", "Chloé"]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) <= table.numbered


@pytest.mark.parametrize(
    ("name", "colour", "expected"), [("DEV", Castle.PINK, "that name"), ("Eve", Castle.YELLOW, "that castle")]
)
def test_a_name_or_castle_that_was_taken_meanwhile_is_refused(name: str, colour: Castle, expected: str) -> None:
    with pytest.raises(TableError, match=expected):
        merged(BASE, BASE.with_player(name, colour), BASE.with_player("Dev", Castle.YELLOW))


def test_a_player_removed_on_one_phone_is_gone_on_both() -> None:
    corrected_meanwhile = corrected(BASE, {(0, 0): Square(Terrain.FOREST)})

    assert [seat.name for seat in merged(BASE, BASE.without_player(1), corrected_meanwhile).seats] == ["Ben"]
    assert [seat.name for seat in merged(BASE, corrected_meanwhile, BASE.without_player(1)).seats] == ["Ben"]


def test_of_two_new_photos_the_last_is_the_board_and_the_other_the_earlier_one() -> None:
    mine = BASE.with_new_board(1, Board(Kingdom.parse("C f1")))
    theirs = BASE.with_new_board(1, Board(Kingdom.parse("C l1")))

    seat = merged(BASE, mine, theirs).seats[0]

    assert seat.board is not None
    assert seat.earlier is not None
    assert (str(seat.board.kingdom), str(seat.earlier.kingdom)) == ("Cf1", "Cl1")


def test_a_photo_under_way_stays_on_its_phone() -> None:
    trying = BASE.with_attempt(2, Attempt(message=Message("I can't see a kingdom.")))

    seat = merged(BASE, trying, corrected(BASE, {(0, 0): Square(Terrain.FOREST)})).seats[1]

    assert seat.attempt is not None
    assert merged(BASE, BASE, trying).seats[1].attempt is None


def test_a_game_finished_on_two_phones_at_once_is_one_game() -> None:
    again = merged(BASE, BASE.again(EVENING), BASE.again(EVENING.replace(minute=31)))

    assert [game.number for game in again.games] == [1]


def test_a_game_taken_up_again_is_no_finished_game_any_more() -> None:
    finished = BASE.again(EVENING)

    assert merged(finished, restored(finished), replace(finished, rules=Rules(harmony=True))).games == ()


def test_rules_changed_on_one_phone_hold_beside_a_photo_from_another() -> None:
    table = merged(BASE, replace(BASE, rules=Rules(harmony=True)), BASE.with_new_board(2, Board(Kingdom.parse("C f1"))))

    assert table.rules.harmony
    assert table.seats[1].board is not None
