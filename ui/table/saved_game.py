"""Save the current game of a table in a file of games, and resume it from there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from scoring import Kingdom
from scoring.kingdom import grid_offsets
from scoring.limits import pieces_in_play
from ui.table.board import Board
from ui.table.completed_games import Game, PlayerBoard
from ui.table.merge import identify, merge_games
from ui.table.names import colour_name
from ui.table.serialization import SavedGames
from ui.table.table import CompletedGame, Table

PLACEHOLDER_KINGDOM = Kingdom.empty(1, 1)  # stands in a file for a player without a board


def get_current_game(table: Table, now: datetime) -> Game | None:
    """Return the unfinished game of Kingdomino as if it ended now, with PLACEHOLDER_KINGDOM for missing boards.

    None if no board is there yet, or if its result was seen.
    """
    game = table.game(now) if table.recorded is None else None
    if not isinstance(game, Game):
        return None
    played = {one.name: one for one in game.players}
    players = (
        played.get(seat.name) or PlayerBoard(seat.name, seat.colour, PLACEHOLDER_KINGDOM) for seat in table.seats
    )
    return replace(game, players=tuple(players))


def merge_with_current(
    tables: Iterable[Sequence[CompletedGame]], of_table: Sequence[CompletedGame], current: Game
) -> SavedGames:
    """Merge the games of several tables with those of the table of the current game, which stays in its Dynasty."""
    *over, last = merge_games([*tables, (*of_table, current)])
    return SavedGames(tuple(over), last if isinstance(last, Game) else None)


def make_table_of_saved_game(game: Game) -> Table:
    """Return a table that resumes a saved game, without its photos, which files do not hold.

    Raises:
        TableError: if the seats of the saved players conflict.
    """
    table = Table(rules=game.rules)
    for one in game.players:
        table = table.with_player("" if one.name == colour_name(one.colour) else one.name, one.colour)
        if one.kingdom == PLACEHOLDER_KINGDOM:
            continue
        fits = one.offset in grid_offsets(one.kingdom, game.rules.grid)
        board = Board(
            one.kingdom,
            offset=one.offset if fits else None,
            by_hand=one.by_hand,
            confirmed=one.confirmed,
            pieces=pieces_in_play(game.rules.box, one.kingdom, one.pieces),
        )
        table = table.with_new_board(table.seats[-1].number, board)
    return table


def resume_dynasty(table: Table, file: SavedGames) -> Table:
    """Let the resumed game of a file continue its Dynasty, or begin one if the table lacks its first game."""
    begun = file.under_way.dynasty if file.under_way else None
    if file.under_way is None or begun is None:
        return table
    first = next((game for game in file.finished if game.number == begun), None)
    there = next((game.number for game in table.games if first and identify(game) == identify(first)), None)
    return replace(table, dynasty_from=there or table.next_number)
