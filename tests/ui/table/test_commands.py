"""A command is carried out on the newest table: what others did meanwhile stays, or the command is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from scoring import Kingdom, Rules
from scoring.castle import Castle
from scoring.kingdoms import Board as EpochBoard
from scoring.kingdoms import Colour, piece_of
from tests.given import EVENING
from ui.table.board import Board, Trust, reoriented
from ui.table.commands import (
    Command,
    OtherBoardError,
    Step,
    clapped,
    closed,
    epoch_found_right,
    found_right,
    next_game,
    taken_back,
    with_doubts,
    with_earlier_board,
    with_kingdoms_players,
    with_saved_game,
)
from ui.table.kingdoms import Epoch, Game, Player
from ui.table.table import Table, TableError, with_corrected_record, with_record

LAID = (
    Table()
    .with_player("Ana", Castle.BLUE)
    .with_player("Ben", Castle.GREEN)
    .with_new_board(1, Board(Kingdom.parse("www/wCw/www"), doubtful=frozenset({(0, 0)})))
    .with_new_board(2, Board(Kingdom.parse("C m3")))
)
PLAYERS = [Player(Colour.RED, "Ana"), Player(Colour.BLUE, "Ben"), Player(Colour.GREEN, "Chloé")]
EPOCH = Epoch(EpochBoard.parse("r2 +3 . . . ./. M . . . ./. . D . . ./. . . . . ./. . . . . b1"))
KINGDOMS = Table(kingdoms=Game().with_players(PLAYERS).with_new_board(0, EPOCH))


def board_of(table: Table, number: int = 1) -> Board:
    seat = table.seat(number)
    assert seat
    assert seat.board
    return seat.board


def game_of(table: Table) -> Game:
    assert table.kingdoms
    return table.kingdoms


def corrected(table: Table, code: str = "fww/wCw/www") -> Table:
    """The table after somebody has corrected Ana's board."""
    return table.with_board(1, replace(board_of(table), kingdom=Kingdom.parse(code), checked=False))


def turned(table: Table) -> Table:
    return table.with_new_board(1, reoriented(board_of(table)))


def anew(table: Table) -> Table:
    """The table after somebody has photographed Ana's kingdom again."""
    return table.with_new_board(1, Board(Kingdom.parse("C l1")))


def entered(table: Table) -> Table:
    game = game_of(table)
    board = game.epochs[0].board.with_piece(3, 3, piece_of("+6"))
    return replace(table, kingdoms=game.with_epoch(0, replace(game.epochs[0], board=board)))


# --- Boards


def test_a_board_is_found_right_as_somebody_saw_it_with_the_doubts_that_were_accepted() -> None:
    seen = board_of(LAID)
    command = partial(found_right, board=seen.number, kingdom=seen.kingdom, accepted={(0, 0)}, more={(2, 2)})

    assert board_of(command(LAID)).trust is Trust.ACCEPTED
    assert board_of(command(LAID)).doubtful == {(0, 0), (2, 2)}
    assert board_of(command(LAID.with_player("Chloé", Castle.PINK).with_name(1, "Anna"))).checked


@pytest.mark.parametrize("meanwhile", [corrected, turned, anew], ids=["corrected", "turned", "photographed"])
def test_a_board_that_was_changed_meanwhile_is_not_found_right(meanwhile: Command) -> None:
    seen = board_of(corrected(LAID, "www/wCw/wwm"))

    with pytest.raises(TableError):
        found_right(meanwhile(corrected(LAID, "www/wCw/wwm")), seen.number, seen.kingdom, seen.doubtful)


def test_a_board_with_a_doubt_that_nobody_saw_is_not_found_right_and_one_with_fewer_is() -> None:
    seen = board_of(LAID)
    command = partial(found_right, board=seen.number, kingdom=seen.kingdom, accepted=seen.doubtful)
    answered = LAID.with_board(1, replace(board_of(LAID), doubtful=frozenset()))
    doubted = with_doubts(LAID, board_of(LAID).number, [(1, 0)])

    assert board_of(command(answered)).trust is Trust.CHECKED
    with pytest.raises(TableError, match="just now"):
        command(doubted)


@pytest.mark.parametrize(
    ("code", "grid", "trust"),
    [
        ("w1w/Cf", 5, Trust.ACCEPTED),
        ("wwwwww/wwCwww", 7, Trust.ACCEPTED),
        ("wwwwww/wwCwww", 5, Trust.TO_CHECK),  # wider than the grid of the table
    ],
)
def test_the_last_answer_closes_a_board_unless_it_does_not_fit_the_table(code: str, grid: int, trust: Trust) -> None:
    board = Board(Kingdom.parse(code), doubtful=frozenset({(0, 0)}))
    table = replace(LAID, rules=Rules(grid=grid)).with_new_board(1, board)
    laid = board_of(table)

    after = board_of(closed(table, laid.number, laid.kingdom, accepted=[(0, 0), (9, 9)]))

    assert (after.trust, set(after.doubtful)) == (trust, {(0, 0)})  # what is no square is in no doubt


def test_squares_to_look_at_are_in_doubt_on_a_board_that_was_corrected_meanwhile_and_on_no_other() -> None:
    command = partial(with_doubts, board=board_of(LAID).number, squares=[(2, 2)])

    after = board_of(command(corrected(LAID)))
    assert (str(after.kingdom), after.doubtful, after.checked) == ("fww/wCw/www", frozenset({(0, 0), (2, 2)}), False)
    with pytest.raises(OtherBoardError):
        command(anew(LAID))


def test_the_earlier_board_is_brought_back_over_the_one_that_was_seen_alone() -> None:
    table = anew(LAID)
    command = partial(with_earlier_board, board=board_of(table).number)

    assert str(board_of(command(table)).kingdom) == "www/wCw/www"
    with pytest.raises(OtherBoardError):
        command(command(table))  # another phone has done it already


# --- Players and games


def test_a_game_that_two_phones_finish_at_once_is_one_game_and_the_next_is_left_alone() -> None:
    command = partial(next_game, over=LAID.game_number, played=EVENING)
    begun = command(command(LAID)).with_new_board(1, Board(Kingdom.parse("C l1")))

    assert [game.number for game in begun.games] == [1]
    assert command(begun) == begun
    assert command(with_record(LAID, EVENING)).games == with_record(LAID, EVENING).games


# --- Kingdoms


def test_players_of_kingdoms_that_two_phones_name_at_once_all_play() -> None:
    command = partial(with_kingdoms_players, names={Colour.YELLOW: "Dev", Colour.RED: "Anna"})

    after = game_of(command(with_kingdoms_players(KINGDOMS, {Colour.BLUE: "Benno"})))

    assert [player.name for player in after.players] == ["Anna", "Benno", "Dev", "Chloé"]
    with pytest.raises(TableError, match="two to four"):
        with_kingdoms_players(KINGDOMS, {Colour.RED: "", Colour.BLUE: ""})


def test_an_epoch_is_found_right_only_as_somebody_saw_it() -> None:
    command = partial(epoch_found_right, at=0, seen=game_of(KINGDOMS).epochs[0])

    assert game_of(command(KINGDOMS)).epochs[0].checked
    for meanwhile in (entered(KINGDOMS), KINGDOMS.again(EVENING)):
        with pytest.raises(TableError, match="just now"):
            command(meanwhile)


def test_a_saved_game_takes_no_game_under_way_away() -> None:
    saved = game_of(KINGDOMS)

    assert with_saved_game(Table(kingdoms=Game()), saved).kingdoms == saved
    with pytest.raises(TableError, match="begun a game"):
        with_saved_game(KINGDOMS, saved)


# --- Taken back


def step(table: Table, command: Command) -> Step:
    return Step(table, with_corrected_record(command(table)))


def leave(number: int) -> Command:
    return lambda table: table.without_player(number)


def again(table: Table) -> Table:
    return table.again(EVENING)


@pytest.mark.parametrize("table", [LAID, with_record(LAID, EVENING), KINGDOMS], ids=["laid", "recorded", "kingdoms"])
@pytest.mark.parametrize("command", [leave(1), again], ids=["leave", "again"])
def test_what_is_taken_away_can_be_brought_back(table: Table, command: Command) -> None:
    done = step(table, command)

    assert taken_back(done.after, done) == table


def renamed_and_ruled(table: Table) -> Table:
    return replace(table.with_name(2, "Benno"), rules=Rules(harmony=True))


def test_what_is_brought_back_undoes_no_change_of_another_phone() -> None:
    left, over = step(LAID, leave(2)), step(LAID, again)

    back = taken_back(corrected(left.after).with_player("Dev", Castle.YELLOW), left)
    assert [seat.name for seat in back.seats] == ["Ana", "Ben", "Dev"]
    assert str(board_of(back).kingdom) == "fww/wCw/www"
    resumed = taken_back(renamed_and_ruled(over.after), over)
    assert resumed == renamed_and_ruled(LAID)


TAKEN: dict[str, tuple[Command, Callable[[Table], Table]]] = {
    "the castle of who comes back": (leave(2), lambda table: table.with_player("Dev", Castle.GREEN)),
    "the name of who comes back": (leave(2), lambda table: table.with_player("BEN", Castle.YELLOW)),
    "a board of the next game": (again, anew),
    "the next game": (
        again,
        lambda table: with_record(anew(table).with_new_board(2, Board(Kingdom.parse("C"))), EVENING),
    ),
}


@pytest.mark.parametrize("there", list(TAKEN))
def test_where_something_else_is_by_now_nothing_comes_back(there: str) -> None:
    command, meanwhile = TAKEN[there]
    done = step(LAID, command)

    with pytest.raises(TableError, match="cannot be taken back"):
        taken_back(meanwhile(done.after), done)


def test_a_game_of_kingdoms_comes_back_unless_the_next_was_begun() -> None:
    done = step(KINGDOMS, again)
    begun = replace(done.after, kingdoms=game_of(done.after).with_new_board(0, EPOCH))
    left = step(KINGDOMS, leave(1))
    taken = with_kingdoms_players(left.after, {Colour.RED: "Rosa"})

    for now, one in ((begun, done), (taken, left)):
        with pytest.raises(TableError, match="cannot be taken back"):
            taken_back(now, one)


def test_claps_are_for_the_game_that_they_were_given_to() -> None:
    clapped_at = clapped(LAID, game=LAID.game_number, claps=2)

    assert clapped_at.claps == 2
    assert clapped(clapped_at.again(EVENING), game=LAID.game_number, claps=3).claps == 0
