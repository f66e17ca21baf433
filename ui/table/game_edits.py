"""Corrections of finished games: rename players in one game, delete a game, and undo either."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from scoring.message import message
from ui.table.commands import CHANGED_SINCE, UndoEntry
from ui.table.completed_games import Game
from ui.table.names import plain_name
from ui.table.table import CompletedGame, Seat, Table, TableError

GAME_CHANGED = message("This game was changed on another phone just now. Check it and try again.")


def rename_players(table: Table, seen: CompletedGame, names: Mapping[str, str]) -> Table:
    """Rename players in one finished game, and at the table if the game is still on it.

    Args:
        seen: the game as it was shown.
        names: new names by present name; an empty one leaves the player as is.

    Raises:
        TableError: the game has changed since, or two players would have one name.
    """
    _require(table, seen)
    players: Any = seen.players
    new = [plain_name(names.get(one.name, "")) or one.name for one in players]
    folded = [name.casefold() for name in new]
    repeated = next((name for at, name in enumerate(new) if folded[at] in folded[:at]), None)
    if repeated is not None:
        raise TableError(message("Two players cannot both be called {name}.", name=repeated))
    if seen.number == table.recorded:  # the record follows the seats
        seats = {name: seat for seat, name in table.names.items()}
        for one, name in zip(players, new, strict=True):
            if one.name in seats:
                table = table.with_name(seats[one.name], name)
    players = tuple(replace(one, name=name) for one, name in zip(players, new, strict=True))
    renamed = replace(seen, players=players)
    return replace(table, games=tuple(renamed if game.number == seen.number else game for game in table.games))


def delete_game(table: Table, seen: CompletedGame) -> Table:
    """Delete a finished game; a Dynasty that began with it begins with its next game.

    Raises:
        TableError: the game has changed since it was shown.
    """
    _require(table, seen)
    left = tuple(game for game in table.games if game.number != seen.number)
    continued = [game.number for game in left if isinstance(game, Game) and game.dynasty == seen.number]
    if continued:
        left = tuple(
            replace(game, dynasty=continued[0]) if isinstance(game, Game) and game.dynasty == seen.number else game
            for game in left
        )
    table = replace(table, games=left)
    if table.dynasty_from == seen.number and (continued or table.recorded != seen.number):
        table = replace(table, dynasty_from=continued[0] if continued else table.game_number)
    return table


def undo_edit(table: Table, edit: UndoEntry) -> Table:
    """Undo a rename or a deletion; keep later changes by other phones.

    Raises:
        TableError: others have changed the same game or Dynasty since.
    """
    before, after = edit.before, edit.after
    previous, edited = _by_number(before.games), _by_number(after.games)
    now = _by_number(table.games)
    for number, game in previous.items():
        if edited.get(number) != game and now.get(number) != edited.get(number):
            raise TableError(CHANGED_SINCE)
    back = (game for number, game in previous.items() if number not in edited)
    games = [previous[game.number] if edited.get(game.number) == game else game for game in table.games]
    for game in back:
        position = next((at for at, other in enumerate(games) if other.number > game.number), len(games))
        games.insert(position, game)
    dynasty_from = before.dynasty_from if table.dynasty_from == after.dynasty_from else table.dynasty_from
    table = replace(table, games=tuple(games), dynasty_from=dynasty_from)
    table = replace(table, seats=tuple(_with_previous_name(seat, edit) for seat in table.seats))
    if table.knizia and before.knizia and after.knizia and table.knizia.players == after.knizia.players:
        table = replace(table, knizia=replace(table.knizia, players=before.knizia.players))
    return table


def _require(table: Table, seen: CompletedGame) -> None:
    if seen not in table.games:
        raise TableError(GAME_CHANGED)


def _by_number(games: Iterable[CompletedGame]) -> dict[int, CompletedGame]:
    return {game.number: game for game in games}


def _with_previous_name(seat: Seat, edit: UndoEntry) -> Seat:
    before, after = edit.before.seat(seat.number), edit.after.seat(seat.number)
    if before is None or after is None or (seat.name, seat.named) != (after.name, after.named):
        return seat
    return replace(seat, name=before.name, named=before.named)
