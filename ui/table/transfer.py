"""Games on their way between tables, as files: as many as it takes for each to be read again, numbered on arrival."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count

from scoring import Kingdom
from scoring.expansions.limits import pieces_in_play
from scoring.kingdom import frame_positions
from scoring.message import message
from ui.table.board import Board
from ui.table.finished import BroughtIn, Game, Played
from ui.table.forms import MOST_BYTES, MOST_GAMES, FormatError, Games, games_text
from ui.table.names import colour_name
from ui.table.table import Finished, Table

TABLE_GAMES = 20_000  # of one table, with those from files; of one game an evening, those of 54 years
SURELY_ONE = 799  # games that fit into one file however long their names are, and the one under way
NOTHING = Kingdom.empty(1, 1)  # the kingdom, in a file, of somebody who has laid none yet
_FRAME = len(games_text(())) + 100  # bytes of a file without a game


def together(tables: Iterable[Sequence[Finished]]) -> tuple[Finished, ...]:
    """The games of several tables as one list, numbered from 1; Dynasties stay Dynasties."""
    numbers = count(1)
    found: list[Finished] = []
    for games in tables:
        found += _renumbered(games, {game.number: next(numbers) for game in games})
    return tuple(found)


def under_way_at(table: Table, now: datetime) -> Game | None:
    """The game that is not over at a table of Kingdomino, as if it ended now; who has laid nothing has NOTHING.

    None where no kingdom is there yet, or where the result was seen.
    """
    game = table.game(now) if table.recorded is None else None
    if not isinstance(game, Game):
        return None
    laid = {one.name: one for one in game.players}
    players = (laid.get(seat.name) or Played(seat.name, seat.colour, NOTHING) for seat in table.seats)
    return replace(game, players=tuple(players))


def with_under_way(tables: Iterable[Sequence[Finished]], of_table: Sequence[Finished], under_way: Game) -> Games:
    """The games of several tables with those of the table at which a game is under way, which stays in its Dynasty."""
    *over, last = together([*tables, (*of_table, under_way)])
    return Games(tuple(over), last if isinstance(last, Game) else None)


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
    parts: list[list[Finished]] = []
    for group in _inseparable(games):
        if not parts or len(parts[-1]) >= most:
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
    from_elsewhere = [
        replace(game, players=tuple(replace(one, board=0) for one in game.players)) if isinstance(game, Game) else game
        for game in _renumbered(new, numbers)
    ]
    return replace(table, games=(*table.games, *from_elsewhere))


def refuse_too_many(table: Table, new: Sequence[Finished]) -> None:
    """Raises FormatError where a table cannot keep so many games more."""
    if len(table.games) + len(new) > TABLE_GAMES:
        raise FormatError(message("a table keeps {number} games at most", number=TABLE_GAMES))


def new_to(games: Iterable[Finished], known: Iterable[Finished]) -> tuple[Finished, ...]:
    """The games that are none of those known: played at other times, or by others.

    One that was brought in is also known where the same people had the same points within a day: programs write
    different times, and this app may have sent the game there.
    """
    games, known = tuple(games), tuple(known)
    there = {_when_and_who(game) for game in known}
    new = [game for game in games if _when_and_who(game) not in there]
    if not any(isinstance(game, BroughtIn) for game in new):
        return tuple(new)
    times: dict[object, list[datetime]] = {}
    for game in known:
        times.setdefault(_points_of_all(game), []).append(game.played)

    def is_near(game: BroughtIn) -> bool:
        return any(abs(game.played - time) < timedelta(days=1) for time in times.get(_points_of_all(game), ()))

    return tuple(game for game in new if not (isinstance(game, BroughtIn) and is_near(game)))


def resumed(game: Game) -> Table:
    """A table at which that game is under way, as far as it was when it was saved; its photos are not part of a file.

    Raises TableError where nobody could sit so.
    """
    table = Table(rules=game.rules)
    for one in game.players:
        table = table.with_player("" if one.name == colour_name(one.colour) else one.name, one.colour)
        if one.kingdom == NOTHING:
            continue
        fits = one.place in frame_positions(one.kingdom, game.rules.grid)
        board = Board(
            one.kingdom,
            place=one.place if fits else None,
            by_hand=one.by_hand,
            checked=one.checked,
            pieces=pieces_in_play(game.rules.box, one.kingdom, one.pieces),
        )
        table = table.with_new_board(table.seats[-1].number, board)
    return table


def in_its_dynasty(table: Table, file: Games) -> Table:
    """The table, at which the file's game under way goes on, in that game's Dynasty as far as it is at the table."""
    begun = file.under_way.dynasty if file.under_way else None
    if file.under_way is None or begun is None:
        return table
    first = next((game for game in file.over if game.number == begun), None)
    there = next((game.number for game in table.games if first and _when_and_who(game) == _when_and_who(first)), None)
    return replace(table, dynasty_from=there or table.next_number)


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


def _points_of_all(game: Finished) -> frozenset[tuple[str, int]]:
    return frozenset((one.name.casefold(), one.points) for one in game.results)
