"""Commands: what players do to a table, each carried out on its newest version, whatever others did meanwhile.

Most are methods of ``Table`` with their arguments. Those here name the board that they are meant for by its number, and
raise TableError where it is another by now.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from scoring import Position
from scoring.kingdoms import Colour
from scoring.message import message
from ui.table.board import Board
from ui.table.edits import found_board
from ui.table.kingdoms import Epoch, Game, Player
from ui.table.orientation import turns_since
from ui.table.source import BoardReading
from ui.table.table import Seat, Table, TableError
from ui.table.together import as_brought_back, looked_again

Command = Callable[[Table], Table]
CHANGED_NOW = message("Somebody has changed this board just now. Look at it once more.")
CHANGED_SINCE = message("This cannot be taken back any more: others have gone on since.")


def found_right(table: Table, seen: Board, accepted: Collection[Position] = ()) -> Table:
    """The table once a player has found a board right as it was ``seen``, with these doubts more that are accepted.

    Raises TableError where others have changed it since.
    """
    seat, board, _turns = found_board(table, seen.number)
    if board.kingdom != seen.kingdom or not board.doubtful <= seen.doubtful.union(accepted):
        raise TableError(CHANGED_NOW)
    return table.with_board(seat.number, replace(board, doubtful=board.doubtful.union(accepted)).accepted())


def with_doubts(table: Table, number: int, squares: Collection[Position]) -> Table:
    """The table with a board that is to be checked once more, these squares of it first."""
    seat, board, turns = found_board(table, number)
    if turns:
        raise TableError(CHANGED_NOW)
    doubted = replace(board, doubtful=board.doubtful.union(squares), checked=False)
    return table.with_board(seat.number, doubted)


def with_earlier_board(table: Table, number: int) -> Table:
    """The table with the board that lay there before the one with that number; no other photo changes it again."""
    seat, _board, _turns = found_board(table, number)
    return table.with_new_board(seat.number, as_brought_back(seat.earlier)) if seat.earlier else table


def with_second_look(table: Table, number: int, reading: BoardReading, at: Position) -> Table:
    """The table with what two photos of a board show together (``looked_again``)."""
    seat, board, _turns = found_board(table, number)
    return table.with_new_board(seat.number, looked_again(board, reading, at))


def next_game(table: Table, over: int, played: datetime) -> Table:
    """The table at the game after the one with the number ``over``; as it is where somebody has begun it already."""
    return table.again(played) if table.game_number == over else table


# --- Kingdoms


def with_kingdoms_players(table: Table, names: Mapping[Colour, str]) -> Table:
    """The table at which these colours of Kingdoms have these names; who has none does not play.

    Raises TableError where fewer than two are left.
    """
    game = table.kingdoms or Game()
    called = {colour: names.get(colour, game.name(colour)) for colour in Colour}
    try:
        return replace(
            table, kingdoms=game.with_players(Player(colour, name) for colour, name in called.items() if name)
        )
    except ValueError:
        too_few = message("Kingdoms is for two to four players. Give at least two colours a name.")
        raise TableError(too_few) from None


def with_saved_game(table: Table, saved: Game) -> Table:
    """The table at which a saved game goes on. Raises TableError where a game is under way."""
    if table.kingdoms and table.kingdoms.players:
        raise TableError(message("Somebody has begun a game at this table just now."))
    return replace(table, kingdoms=saved)


def epoch_found_right(table: Table, at: int, seen: Epoch) -> Table:
    """The table once a player has found the board of an epoch right as it was ``seen``.

    Raises TableError where others have changed it since.
    """
    epoch = table.kingdoms.epoch(at) if table.kingdoms else None
    if table.kingdoms is None or epoch is None or epoch.board != seen.board:
        raise TableError(CHANGED_NOW)
    return replace(table, kingdoms=table.kingdoms.checked(at))


# --- What can be taken back


@dataclass(frozen=True)
class Step:
    """A table before and after something was done to its players, boards and games, so that it can be taken back."""

    before: Table
    after: Table


def taken_back(table: Table, step: Step) -> Table:
    """The table without what a step did; what others changed since stays.

    Raises TableError where others have laid a board since where the step did, have begun to count the next game, or
    have taken the name or the castle of who comes back.
    """
    before, after = step.before, step.after
    counted = {game.number for game in after.games} - {game.number for game in before.games}
    if (counted or before.recorded != after.recorded) and table.recorded != after.recorded:
        raise TableError(CHANGED_SINCE)
    return replace(
        table,
        seats=_seats_before(table, step),
        kingdoms=_kingdoms_before(table.kingdoms, before.kingdoms, after.kingdoms),
        games=tuple(game for game in table.games if game.number not in counted),
        recorded=before.recorded if table.recorded == after.recorded else table.recorded,
        rules=before.rules if table.rules == after.rules else table.rules,
        tiles=before.tiles if table.tiles == after.tiles else table.tiles,
        dynasty_from=before.dynasty_from if table.dynasty_from == after.dynasty_from else table.dynasty_from,
    )


def _seats_before(table: Table, step: Step) -> tuple[Seat, ...]:
    """The seats with those that left, without those that came, and with the boards that lay there before."""
    before, after = step.before, step.after
    came = {seat.number for seat in after.seats if before.seat(seat.number) is None}
    back = [seat for seat in before.seats if after.seat(seat.number) is None and table.seat(seat.number) is None]
    stay = [_with_board_before(seat, step) for seat in table.seats if seat.number not in came]
    taken = {value for seat in stay for value in (seat.name.casefold(), seat.colour)}
    if any(seat.colour in taken or seat.name.casefold() in taken for seat in back):
        raise TableError(CHANGED_SINCE)
    return tuple(sorted((*stay, *back), key=lambda seat: seat.number))


def _with_board_before(seat: Seat, step: Step) -> Seat:
    before, after = step.before.seat(seat.number), step.after.seat(seat.number)
    if before is None or after is None or _number(before) == _number(after):
        return seat
    if not _lies_there(seat, after.board):
        raise TableError(CHANGED_SINCE)
    return replace(seat, board=before.board, earlier=before.earlier)


def _lies_there(seat: Seat, board: Board | None) -> bool:
    """Whether a seat has that board, which may have been turned since."""
    if seat.board is None or board is None:
        return seat.board is board
    return turns_since(seat.board, board.number) is not None


def _number(seat: Seat) -> int | None:
    return seat.board.number if seat.board else None


def _kingdoms_before(game: Game | None, before: Game | None, after: Game | None) -> Game | None:
    if game is None or before is None or after is None:
        return game
    if before.epochs != after.epochs and game.epochs != after.epochs:
        raise TableError(CHANGED_SINCE)
    back = [player for player in before.players if player.colour not in after.colours]
    if any(player.colour in game.colours for player in back):
        raise TableError(CHANGED_SINCE)
    epochs = before.epochs if game.epochs == after.epochs else game.epochs
    return replace(game.with_players([*game.players, *back]) if back else game, epochs=epochs)
