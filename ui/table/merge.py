"""Merge lists of games: number them, find those that are new, add them to a table, split them for files.

Games of one Dynasty have consecutive places in every list, and stay together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count

from scoring.message import message
from ui.table import serialization
from ui.table.completed_games import Game, ImportedGame
from ui.table.serialization import MAX_GAMES, dumps_games
from ui.table.strict_json import FormatError
from ui.table.table import CompletedGame, Table

MAX_TABLE_GAMES = 20_000
GAMES_AT_ONCE = 100  # added in one transaction, which takes 0.1 s
PART_SECONDS = 0.1  # between two transactions, so that others can write: SQLite retries after as long
MAX_GAMES_PER_FILE = 799  # that fit into a file with names of any length, with the current game
EMPTY_FILE_BYTES = len(dumps_games(()))
FRAME_BYTES = EMPTY_FILE_BYTES + 100  # of a file without its games


def merge_games(tables: Iterable[Sequence[CompletedGame]]) -> tuple[CompletedGame, ...]:
    """Return the games of several tables as one list, numbered from 1; Dynasties stay Dynasties."""
    numbers = count(1)
    found: list[CompletedGame] = []
    for games in tables:
        found += _renumber(games, {game.number: next(numbers) for game in games})
    return tuple(found)


def split_into_files(games: Sequence[CompletedGame]) -> list[tuple[CompletedGame, ...]]:
    """Split games into parts that each fit into a file; a Dynasty is not split."""
    if len(games) <= MAX_GAMES_PER_FILE:
        return [tuple(games)] if games else []
    files: list[list[CompletedGame]] = [[]]
    size = FRAME_BYTES
    for group in _group_by_dynasty(games):
        added = sum(len(dumps_games((game,))) - EMPTY_FILE_BYTES + 2 for game in group)  # with a comma and a line break
        if files[-1] and (size + added > serialization.MAX_BYTES or len(files[-1]) + len(group) > MAX_GAMES):
            files.append([])
            size = FRAME_BYTES
        files[-1] += group
        size += added
    return [tuple(file) for file in files]


def batch(games: Sequence[CompletedGame], size: int) -> list[tuple[CompletedGame, ...]]:
    """Split games into batches of this size; a batch is larger where a Dynasty would be split."""
    batches: list[list[CompletedGame]] = []
    for group in _group_by_dynasty(games):
        if not batches or len(batches[-1]) >= size:
            batches.append([])
        batches[-1] += group
    return [tuple(one) for one in batches]


def add_games(table: Table, games: Sequence[CompletedGame]) -> Table:
    """Return the table with the games it did not have, numbered on, and without photos, which files do not hold."""
    known = {identify(game): game.number for game in table.games}
    numbers, following = {}, count(table.next_number)
    for game in games:
        number = known.get(identify(game))
        numbers[game.number] = next(following) if number is None else number
    new = [game for game in games if identify(game) not in known]
    without_photos = [
        replace(game, players=tuple(replace(one, board=0) for one in game.players)) if isinstance(game, Game) else game
        for game in _renumber(new, numbers)
    ]
    return replace(table, games=(*table.games, *without_photos))


def check_capacity(table: Table, new: Sequence[CompletedGame]) -> None:
    """Raise FormatError if a table cannot keep that many more games."""
    if len(table.games) + len(new) > MAX_TABLE_GAMES:
        raise FormatError(message("a table keeps {number} games at most", number=MAX_TABLE_GAMES))


def deduplicate(games: Iterable[CompletedGame], known: Iterable[CompletedGame]) -> tuple[CompletedGame, ...]:
    """Return the games that are not known: played at another time, or by others.

    An imported game is also known if the same people had the same points within a day: programs write different times,
    and this app may have sent the game to the other one.
    """
    games, known = tuple(games), tuple(known)
    there = {identify(game) for game in known}
    new = [game for game in games if identify(game) not in there]
    if not any(isinstance(game, ImportedGame) for game in new):
        return tuple(new)
    times: dict[object, list[datetime]] = {}
    for game in known:
        times.setdefault(_collect_points(game), []).append(game.played)

    def is_near(game: ImportedGame) -> bool:
        return any(abs(game.played - time) < timedelta(days=1) for time in times.get(_collect_points(game), ()))

    return tuple(game for game in new if not (isinstance(game, ImportedGame) and is_near(game)))


def identify(game: CompletedGame) -> tuple[datetime, tuple[str, ...]]:
    """Return the time and the players of a game, by which it is recognized."""
    return game.played, tuple(player.name for player in game.players)


def _renumber(games: Iterable[CompletedGame], numbers: Mapping[int, int]) -> list[CompletedGame]:
    """Return the games with other numbers, also for their Dynasties.

    A game of a Dynasty whose first game has no new number stands alone.
    """
    return [
        replace(game, number=numbers[game.number], dynasty=game.dynasty and numbers.get(game.dynasty))
        if isinstance(game, Game)
        else replace(game, number=numbers[game.number])
        for game in games
    ]


def _group_by_dynasty(games: Sequence[CompletedGame]) -> list[list[CompletedGame]]:
    """Return the games in groups: those of one Dynasty, and single games."""
    groups: list[list[CompletedGame]] = []
    for game in games:
        last = groups[-1][-1] if groups else None
        if isinstance(game, Game) and isinstance(last, Game) and game.dynasty and game.dynasty == last.dynasty:
            groups[-1].append(game)
        else:
            groups.append([game])
    return groups


def _collect_points(game: CompletedGame) -> frozenset[tuple[str, int]]:
    """Return the points of all players by casefolded name."""
    return frozenset((one.name.casefold(), one.points) for one in game.results)
