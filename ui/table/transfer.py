"""Games on their way between tables, as files: as many as it takes for each to be read again, numbered on arrival."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import count

from ui.table.finished import Game
from ui.table.kingdoms import KingdomsResult
from ui.table.table import Finished, Table
from ui.table.table_json import MOST_BYTES, MOST_GAMES, games_text

SURELY_ONE = 800  # games that fit into one file however long their names are
_FRAME = len(games_text(())) + 100  # bytes of a file without a game


def together(tables: Iterable[Sequence[Finished]]) -> tuple[Finished, ...]:
    """The games of several tables as one list, numbered from 1; Dynasties stay Dynasties."""
    numbers = count(1)
    found: list[Finished] = []
    for games in tables:
        found += _renumbered(games, {game.number: next(numbers) for game in games})
    return tuple(found)


def in_files(games: Sequence[Finished]) -> list[tuple[Finished, ...]]:
    """Games in parts, each of which fits into a file that is read again; a Dynasty is not parted."""
    if len(games) <= SURELY_ONE:
        return [tuple(games)] if games else []
    files: list[list[Finished]] = [[]]
    taken = _FRAME
    for group in _inseparable(games):
        size = sum(map(_size, group))
        if files[-1] and (taken + size > MOST_BYTES or len(files[-1]) + len(group) > MOST_GAMES):
            files.append([])
            taken = _FRAME
        files[-1] += group
        taken += size
    return [tuple(file) for file in files]


def in_parts(games: Sequence[Finished], most: int) -> list[tuple[Finished, ...]]:
    """Games in parts of so many, and a few more where a Dynasty would be parted."""
    parts: list[list[Finished]] = [[]]
    for group in _inseparable(games):
        if len(parts[-1]) >= most:
            parts.append([])
        parts[-1] += group
    return [tuple(part) for part in parts]


def added(table: Table, games: Sequence[Finished]) -> Table:
    """The table with the games it did not have, numbered on; their photos are not part of a file."""
    known = {_when_and_who(game): game.number for game in table.games}
    numbers, following = {}, count(table.next_number)
    for game in games:
        already = known.get(_when_and_who(game))
        numbers[game.number] = next(following) if already is None else already
    new = [game for game in games if _when_and_who(game) not in known]
    return replace(table, games=(*table.games, *map(_from_elsewhere, _renumbered(new, numbers))))


def _renumbered(games: Iterable[Finished], numbers: Mapping[int, int]) -> list[Finished]:
    """The games with other numbers, and with those of their Dynasties; one whose first game has none stands alone."""
    return [
        replace(game, number=numbers[game.number], dynasty=game.dynasty and numbers.get(game.dynasty))
        if isinstance(game, Game)
        else replace(game, number=numbers[game.number])
        for game in games
    ]


def _inseparable(games: Sequence[Finished]) -> list[list[Finished]]:
    groups: list[list[Finished]] = []
    for game in games:
        last = groups[-1][-1] if groups else None
        if isinstance(game, Game) and isinstance(last, Game) and game.dynasty and game.dynasty == last.dynasty:
            groups[-1].append(game)
        else:
            groups.append([game])
    return groups


def _size(game: Finished) -> int:
    """The bytes that a game adds to a file, with the comma behind it."""
    return len(games_text((game,))) - len(games_text(())) + 2


def _when_and_who(game: Finished) -> tuple[datetime, tuple[str, ...]]:
    return game.played, tuple(player.name for player in game.players)


def _from_elsewhere(game: Finished) -> Finished:
    if isinstance(game, KingdomsResult):
        return replace(game, numbers=())
    return replace(game, players=tuple(replace(one, board=0) for one in game.players))
