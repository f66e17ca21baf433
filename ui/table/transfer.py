"""Games on their way: from files of any kind, and between tables as files that are read again.

BG Stats has the points alone. The times of its games are local ones, without a time zone; of several games with the
same players at the same time, each comes a second after the other, so that one file always gives the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Annotated, Any, NamedTuple

from scoring import Kingdom, Terrain
from scoring.expansions.limits import pieces_in_play
from scoring.kingdom import frame_positions
from scoring.message import message
from ui.table import forms
from ui.table.board import Board
from ui.table.converter import Form, FormatError, Limits, converted, decoded, several
from ui.table.finished import BroughtIn, Game, Played, Result
from ui.table.forms import FIRST_YEAR, LAST_YEAR, MOST_GAMES, MOST_SCORED, Games, games_in, games_text
from ui.table.game_file import games_of_file, is_game_file
from ui.table.names import colour_name, plain_name
from ui.table.table import Finished, Table

MOST_BYTES = 6_000_000  # of a file of any kind; an export of BG Stats has about 1 kB a play
MOST_ROWS = 100_000  # plays, players and games of BG Stats
MOST_POINTS = 9_999
NOBODY = "Anonymous"  # in BG Stats, who has no name
KINGDOMINO, KINGDOMS = {204583: "kingdomino", 232043: "queendomino"}, {119: "kingdoms"}  # BoardGameGeek's numbers
NOON = timedelta(hours=12)  # of a day without an hour; midnight would be the evening before
ISO = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)(?:[ T](\d\d?):(\d\d)(?::(\d\d))?)?(?:\.\d+)?Z?", re.ASCII)
SUM = re.compile(r"[+-]?\d{1,4}(?:[+-]\d{1,4}){0,30}", re.ASCII)  # in BG Stats, points may be added up


class Found(NamedTuple):
    """The games of a file, and how many it has besides: other games, and those without points."""

    games: Games
    left_out: int = 0


def games_of(content: bytes, now: datetime) -> Found:
    """The games in a file of any kind; those of a game file ended ``now``. Raises FormatError."""
    if len(content) > MOST_BYTES:
        raise FormatError(message("the file is larger than {most} MB", most=MOST_BYTES // 1_000_000))
    if b'"playerScores"' in content and b'"plays"' in content:
        return _of_bg_stats(content)
    if is_game_file(content):
        return Found(Games(games_of_file(content, now)))
    if content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"["):
        return Found(games_in(content))
    raise FormatError(message("this file holds no games that can be read"))


def _numbered(games: Iterable[tuple[datetime, tuple[Result[Terrain], ...], bool]]) -> tuple[BroughtIn, ...]:
    """The games with numbers from 1, at times by which those of the same players are told apart."""
    numbers: Counter[object] = Counter()
    found = []
    for number, (played, players, is_knizia) in enumerate(games, start=1):
        who = played, frozenset(one.name for one in players)
        found.append(BroughtIn(number, played + timedelta(seconds=numbers[who]), players, is_knizia))
        numbers[who] += 1
    return tuple(found)


def _with_winners(players: Sequence[Result[Terrain]]) -> tuple[Result[Terrain], ...]:
    """The players, those with the most points as winners where nobody is one yet; nobody wins alone."""
    if len(players) == 1 or any(one.won for one in players):
        return tuple(replace(one, won=one.won and len(players) > 1) for one in players)
    most = max(one.points for one in players)
    return tuple(replace(one, won=one.points == most) for one in players)


# --- BG Stats


class _Named(NamedTuple):
    """A player or a game of an export, by which number plays name it."""

    id: int
    name: str
    bgg: int


class _Play(NamedTuple):
    game: int
    played: datetime
    scores: tuple[Result[Terrain], ...]  # by the players' numbers


def _time_played(text: str) -> datetime:
    """Return the time a text states, noon for a date alone. Raises FormatError."""
    if found := ISO.fullmatch(text.strip()):
        year, month, day, hour, minute, second = (int(part or 0) for part in found.groups())
        with suppress(ValueError):
            time = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
            if FIRST_YEAR <= year < LAST_YEAR:
                return time if hour or minute or second else time + NOON
    raise FormatError(message("the time of a game looks like {time}", time="2026-11-21 20:30:00"))


def _points(found: Any) -> int:
    text = str(found).replace(" ", "") if type(found) in (int, str) else ""
    points = sum(map(int, re.findall(r"[+-]?\d+", text))) if SUM.fullmatch(text) else MOST_POINTS + 1
    if abs(points) > MOST_POINTS:
        raise FormatError(message("this game was not scored by points"))
    return points


_NAMED = Form(
    lambda id, name="", bgg=0: _Named(id, name, bgg),
    names={"bgg": "bggId"},
    nulls=True,
    id=int,
    name=str,
    bgg=int,
)
_SCORE = Form(
    lambda who, points, won=False: Result(str(who), points, won),
    names={"who": "playerRefId", "points": "score", "won": "winner"},
    nulls=True,
    who=int,
    points=Annotated[Any, _points],
    won=bool,
)
_PLAY = Form(
    _Play,
    names={"game": "gameRefId", "played": "playDate", "scores": "playerScores"},
    game=int,
    played=Annotated[str, _time_played],
    scores=several(_SCORE, MOST_SCORED, least=1),
)
_EXPORT = Form(
    lambda plays, players, games: (plays, players, games),
    plays=Annotated[tuple[Any, ...], Limits(most=MOST_ROWS)],
    players=several(_NAMED, MOST_ROWS),
    games=several(_NAMED, MOST_ROWS),
)


def _of_bg_stats(content: bytes) -> Found:
    plays, players, games = decoded(content, _EXPORT, most_bytes=MOST_BYTES)
    kinds = {game.id: kind for game in games if (kind := _is_knizia(game)) is not None}
    names = {player.id: plain_name(player.name) or NOBODY for player in players}
    found = []
    for one in plays:
        if type(one) is not dict or type(one.get("gameRefId")) is not int or one["gameRefId"] not in kinds:
            continue
        with suppress(FormatError):  # without points
            play: _Play = converted(one, _PLAY)
            called = [replace(score, name=names.get(int(score.name), NOBODY)) for score in play.scores]
            found.append((play.played, _with_winners(_with_distinct_names(called)), kinds[play.game]))
        if len(found) > MOST_GAMES:
            raise FormatError(message("a file has {most} games at most", most=MOST_GAMES))
    if not found:
        raise FormatError(message("this export of BG Stats holds no game of Kingdomino or Kingdoms with points"))
    return Found(Games(_numbered(found)), left_out=len(plays) - len(found))


def _is_knizia(game: _Named) -> bool | None:
    """True for a game of Kingdoms, False for Kingdomino; None for another."""
    if game.bgg:
        return True if game.bgg in KINGDOMS else False if game.bgg in KINGDOMINO else None
    name = game.name.strip().casefold()
    return True if name in KINGDOMS.values() else False if name in KINGDOMINO.values() else None


def _with_distinct_names(players: Iterable[Result[Terrain]]) -> list[Result[Terrain]]:
    """The players, those of one name with a number behind it but for the first."""
    found: list[Result[Terrain]] = []
    for one in players:
        taken = {other.name.casefold() for other in found}
        names = (one.name if at == 1 else plain_name(f"{one.name[:30]} {at}") for at in count(1))
        found.append(replace(one, name=next(name for name in names if name.casefold() not in taken)))
    return found


# --- Games between tables

TABLE_GAMES = 20_000  # of one table, with those from files; of one game an evening, those of 54 years
SURELY_ONE = 799  # games that fit into one file however long their names are, and the one under way
NOTHING = Kingdom.empty(1, 1)  # the kingdom, in a file, of somebody who has laid none yet
EMPTY_FILE = len(games_text(()))
_FRAME = EMPTY_FILE + 100  # bytes of a file without a game


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
        size = sum(len(games_text((game,))) - EMPTY_FILE + 2 for game in group)  # with the comma behind each
        if files[-1] and (taken + size > forms.MOST_BYTES or len(files[-1]) + len(group) > MOST_GAMES):
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


def _when_and_who(game: Finished) -> tuple[datetime, tuple[str, ...]]:
    return game.played, tuple(player.name for player in game.players)


def _points_of_all(game: Finished) -> frozenset[tuple[str, int]]:
    return frozenset((one.name.casefold(), one.points) for one in game.results)
