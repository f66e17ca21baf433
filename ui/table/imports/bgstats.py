"""Import games from an export of BG Stats.

BG Stats keeps names and points, but no boards. Its times are local times without a time zone, read as UTC. Plays with
the same players at the same time get times one second apart, so that the same file always gives the same games.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Annotated, Any, NamedTuple

from scoring import Terrain
from scoring.message import message
from ui.table.completed_games import ImportedGame, Result
from ui.table.json_types import FIRST_YEAR, LAST_YEAR
from ui.table.names import plain_name
from ui.table.serialization import CONVERTER, MAX_GAMES, MAX_IMPORTED_PLAYERS, SavedGames
from ui.table.strict_json import FormatError, loads_raw
from ui.table.structuring import Key, Limits

MAX_ROWS = 100_000  # plays, players and games, each
MAX_POINTS = 9_999
NAME_OF_NAMELESS = "Anonymous"
KINGDOMINO_IDS = {204583: "kingdomino", 232043: "queendomino"}  # by their numbers at BoardGameGeek
KNIZIA_IDS = {119: "kingdoms"}
NOON = timedelta(hours=12)  # for a date without a time; midnight would belong to the evening before
TIME = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)(?:[ T](\d\d?):(\d\d)(?::(\d\d))?)?(?:\.\d+)?Z?", re.ASCII)
SUM = re.compile(r"[+-]?\d{1,4}(?:[+-]\d{1,4}){0,30}", re.ASCII)  # a score may be a sum: 30 + 24


def _parse_time(found: Any) -> datetime:
    """Return the time a text states, noon for a date alone. Raises FormatError."""
    if isinstance(found, str) and (match := TIME.fullmatch(found.strip())):
        year, month, day, hour, minute, second = (int(part or 0) for part in match.groups())
        with suppress(ValueError):
            time = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
            if FIRST_YEAR <= year < LAST_YEAR:
                return time if hour or minute or second else time + NOON
    raise FormatError(message("the time of a game looks like {time}", time="2026-11-21 20:30:00"))


def _parse_points(found: Any) -> int:
    """Return the points of a score, a number or a sum. Raises FormatError."""
    text = str(found).replace(" ", "") if type(found) in (int, str) else ""
    points = sum(map(int, re.findall(r"[+-]?\d+", text))) if SUM.fullmatch(text) else MAX_POINTS + 1
    if abs(points) > MAX_POINTS:
        raise FormatError(message("this game was not scored by points"))
    return points


@dataclass(frozen=True)
class _Named:
    """A player or a game of an export; plays refer to it by ``id``."""

    id: int
    name: str = ""
    bgg: Annotated[int, Key("bggId")] = 0


@dataclass(frozen=True)
class _Score:
    player: Annotated[int, Key("playerRefId")]
    score: Annotated[Any, _parse_points]
    winner: bool = False


@dataclass(frozen=True)
class _Play:
    game: Annotated[int, Key("gameRefId")]
    played: Annotated[Any, Key("playDate"), _parse_time]
    scores: Annotated[tuple[_Score, ...], Key("playerScores"), Limits(1, MAX_IMPORTED_PLAYERS)]


@dataclass(frozen=True)
class _Export:
    plays: Annotated[tuple[Any, ...], Limits(most=MAX_ROWS)]
    players: Annotated[tuple[_Named, ...], Limits(most=MAX_ROWS)]
    games: Annotated[tuple[_Named, ...], Limits(most=MAX_ROWS)]


class ImportResult(NamedTuple):
    """The games of a file, and the number of plays skipped: plays of other games, and those without points."""

    games: SavedGames
    skipped: int = 0


def is_bgstats(content: bytes) -> bool:
    """Return whether a file looks like an export of BG Stats."""
    return b'"playerScores"' in content and b'"plays"' in content


def import_bgstats(content: bytes, max_bytes: int) -> ImportResult:
    """Read the games of Kingdomino, Queendomino and Kingdoms; skip other plays and plays without points.

    Raises:
        FormatError: if the export is invalid, or holds no such game.
    """
    export: _Export = CONVERTER.read(loads_raw(content, max_bytes=max_bytes), _Export)
    is_knizia = {game.id: kind for game in export.games if (kind := _is_knizia(game)) is not None}
    names = {player.id: plain_name(player.name) or NAME_OF_NAMELESS for player in export.players}
    found = []
    for one in export.plays:
        if type(one) is not dict or type(one.get("gameRefId")) is not int or one["gameRefId"] not in is_knizia:
            continue
        with suppress(FormatError):  # without points
            play: _Play = CONVERTER.read(one, _Play)
            scores: list[Result[Terrain]] = [
                Result(names.get(one.player, NAME_OF_NAMELESS), one.score, one.winner) for one in play.scores
            ]
            found.append((play.played, _mark_winners(_make_names_unique(scores)), is_knizia[play.game]))
        if len(found) > MAX_GAMES:
            raise FormatError(message("a file has {most} games at most", most=MAX_GAMES))
    if not found:
        raise FormatError(message("this export of BG Stats holds no game of Kingdomino or Kingdoms with points"))
    return ImportResult(SavedGames(_number_games(found)), skipped=len(export.plays) - len(found))


def _is_knizia(game: _Named) -> bool | None:
    """Return True for Kingdoms, False for Kingdomino and Queendomino, None for another game."""
    if game.bgg:
        return True if game.bgg in KNIZIA_IDS else False if game.bgg in KINGDOMINO_IDS else None
    name = game.name.strip().casefold()
    return True if name in KNIZIA_IDS.values() else False if name in KINGDOMINO_IDS.values() else None


def _make_names_unique(players: Iterable[Result[Terrain]]) -> list[Result[Terrain]]:
    """Append a number to each name that an earlier player has."""
    found: list[Result[Terrain]] = []
    for one in players:
        taken = {other.name.casefold() for other in found}
        names = (one.name if at == 1 else plain_name(f"{one.name[:30]} {at}") for at in count(1))
        found.append(replace(one, name=next(name for name in names if name.casefold() not in taken)))
    return found


def _mark_winners(players: Sequence[Result[Terrain]]) -> tuple[Result[Terrain], ...]:
    """Mark the players with the most points as winners, if none is marked; a single player never wins."""
    if len(players) == 1 or any(one.won for one in players):
        return tuple(replace(one, won=one.won and len(players) > 1) for one in players)
    most = max(one.points for one in players)
    return tuple(replace(one, won=one.points == most) for one in players)


def _number_games(games: Iterable[tuple[datetime, tuple[Result[Terrain], ...], bool]]) -> tuple[ImportedGame, ...]:
    """Number games from 1, and give those with the same players at the same time distinct times."""
    repeats: Counter[object] = Counter()
    found = []
    for number, (played, players, is_knizia) in enumerate(games, start=1):
        key = played, frozenset(one.name for one in players)
        found.append(ImportedGame(number, played + timedelta(seconds=repeats[key]), players, is_knizia))
        repeats[key] += 1
    return tuple(found)
