"""The file for a game: a table, or a list of tables, as JSON, with everything that lies on its boards.

Everything beyond ``players`` and their ``code`` is optional. A code holds the whole grid, gaps as ``.``, so that it
says where its corners are; pieces are named as in ``scoring.pieces`` and quests as in ``scoring.expansions.giants``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import reduce
from operator import add
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from scoring import BASE, NO_PIECES, Box, Edition, Kingdom, Pieces, Quest, Rules, ScoreSheet, Title, score
from scoring.castle import Castle, castles_of
from scoring.dominoes.legality import written_grid
from scoring.expansions.limits import boxes_of, pieces_in_play
from scoring.kingdom import frame_position, frame_positions, framed, usual_frame_position
from scoring.message import message
from ui.table.codec import FormatError, converted, encoded_file, plain
from ui.table.finished import Game, Played
from ui.table.json_fields import Grid, KingdomCode
from ui.table.names import colour_name, plain_name, plain_text
from ui.table.pieces_json import PiecesJson

MOST_BYTES = 20_000_000
MOST_TABLES, MOST_PLAYERS = 10_000, 100
LONGEST_NAME = 200  # characters
BASE_QUESTS = {Quest.HARMONY, Quest.MIDDLE_KINGDOM}


@dataclass(frozen=True)
class FiledPlayer:
    """One player of a file: the name, empty if the file has none, the kingdom and what lies on it."""

    name: str
    kingdom: Kingdom
    pieces: Pieces = NO_PIECES


@dataclass(frozen=True)
class FiledTable:
    """One table of a file, and the places of fields that mean nothing to us."""

    rules: Rules
    players: tuple[FiledPlayer, ...]
    unread: tuple[str, ...] = ()

    def sheet(self, player: FiledPlayer) -> ScoreSheet:
        """What a player's kingdom scores."""
        return score(player.kingdom, self.rules, pieces=player.pieces)


@dataclass(frozen=True)
class GameFile:
    """The tables of a file, and whether it is a list of them or just one."""

    tables: tuple[FiledTable, ...]
    is_list: bool


class PlayerJson(PiecesJson, frozen=True, kw_only=True):
    """A player with what lies on the board."""

    code: KingdomCode
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        self.refuse_outside(self.code.value)

    @property
    def filed(self) -> FiledPlayer:
        """The player."""
        return FiledPlayer(plain_text(self.name or ""), self.code.value, self.value)


class TableJson(Struct, frozen=True, kw_only=True):
    """A table; what it does not say, its boards do, or it is as usual."""

    players: Annotated[tuple[PlayerJson, ...], Meta(max_length=MOST_PLAYERS)]
    grid: Grid | None = None
    edition: Edition | None = None
    kingdomino: bool | None = None
    boxes: Annotated[tuple[Title, ...], Meta(max_length=len(Title))] | None = None
    quests: Annotated[tuple[Quest, ...], Meta(max_length=len(Quest))] | None = None

    def __post_init__(self) -> None:
        if not self.players:
            raise FormatError(message("nobody plays; name at least one player with a code"), "players")
        if len(set(self.quests or ())) < len(self.quests or ()):
            raise FormatError(message("a quest is there twice"), "quests")

    @property
    def filed(self) -> FiledTable:
        """The table itself."""
        players = tuple(player.filed for player in self.players)
        rules = Rules(
            self.edition or Edition.CURRENT,
            self.grid.value if self.grid else max(written_grid(player.kingdom) for player in players),
            box=self._box(players),
            quests=self.quests or (),
        )
        return FiledTable(rules, players)

    def _box(self, players: tuple[FiledPlayer, ...]) -> Box:
        """The boxes that the file names, and those without which its boards could not be."""
        titles = set(self.boxes or ()).union(*(boxes_of(player.kingdom, player.pieces) for player in players))
        if not BASE_QUESTS.issuperset(self.quests or ()):
            titles.add(Title.GIANTS)
        box = Box(frozenset(titles))
        return box if self.kingdomino is False and box.dominoes else reduce(add, (BASE, box))


TablesJson = Annotated[tuple[TableJson, ...], Meta(max_length=MOST_TABLES)]


def parse_game_file(content: bytes) -> GameFile:
    """The tables in a file. Raises FormatError with the place of the first thing that cannot be read."""
    found = plain(content, most_bytes=MOST_BYTES)
    if isinstance(found, list):
        tables = converted(found, TablesJson)
        return GameFile(tuple(_filed(*one) for one in zip(tables, found, strict=True)), is_list=True)
    return GameFile((_filed(converted(found, TableJson), found),), is_list=False)


def _filed(table: TableJson, found: dict[str, Any]) -> FiledTable:
    return replace(table.filed, unread=tuple(_unread(found)))


def _unread(found: dict[str, Any]) -> Iterator[str]:
    """The places of fields that mean nothing to us: perhaps a name was mistyped."""
    yield from (key for key in found if key not in TableJson.__struct_fields__)
    for at, player in enumerate(found["players"]):
        yield from (f"players[{at}].{key}" for key in player if key not in PlayerJson.__struct_fields__)


def game_object(table: FiledTable) -> dict[str, Any]:
    """A table as the object of a file; ``parse_game_file`` reads it back."""
    rules = table.rules
    return {
        "grid": rules.grid,
        "edition": rules.edition.value,
        **({} if Title.KINGDOMINO in rules.box else {"kingdomino": False}),
        "boxes": [title.value for title in rules.box.in_order if title is not Title.KINGDOMINO],
        "quests": [quest.value for quest in rules.quests],
        "players": [
            {"name": one.name, "code": str(one.kingdom), **msgspec.to_builtins(PiecesJson.of(one.pieces))}
            for one in table.players
        ],
    }


# --- Games of the app


def game_file_text(game: Game) -> str:
    """A game as the text of a game file; ``games_of_file`` reads it back, but for when and by whom it was recorded."""
    table = FiledTable(_with_bonuses_as_quests(game.rules), tuple(_in_grid(one, game.rules) for one in game.players))
    return encoded_file(game_object(table))


def games_of_file(content: bytes, played: datetime) -> tuple[Game, ...]:
    """The games in a game file, as if they had ended then. Raises FormatError."""
    tables = parse_game_file(content).tables
    times = (played + timedelta(seconds=at) for at in range(len(tables)))  # by which two games are told apart
    return tuple(_game(*game) for game in zip(tables, range(1, len(tables) + 1), times, strict=True))


def is_game_file(content: bytes) -> bool:
    """Whether a file looks like a game file, which names players, and not like an export of games, which says so."""
    return b'"players"' in content and b'"crownsight"' not in content[:200]


def _with_bonuses_as_quests(rules: Rules) -> Rules:
    """The rules as a game file writes them: there Harmony and the Middle Kingdom are quests."""
    bonuses = {Quest.HARMONY: rules.harmony, Quest.MIDDLE_KINGDOM: rules.middle_kingdom}
    also = tuple(quest for quest, is_played in bonuses.items() if is_played and quest not in rules.quests)
    return replace(rules, quests=(*also, *rules.quests), harmony=False, middle_kingdom=False)


def _in_grid(one: Played, rules: Rules) -> FiledPlayer:
    """A player with the kingdom in its whole grid, which says where it lies."""
    kingdom, pieces = one.kingdom, pieces_in_play(rules.box, one.kingdom, one.pieces)
    fitting = frame_positions(kingdom, rules.grid)
    if not fitting or (kingdom.height == kingdom.width == rules.grid and one.place not in fitting):
        return FiledPlayer(one.name, kingdom, pieces)
    at = one.place if one.place in fitting else usual_frame_position(kingdom, rules.grid)
    top, left = frame_position(kingdom)
    where = {(r, c): (r - top + at[0], c - left + at[1]) for (r, c), square in kingdom.squares() if not square.is_empty}
    return FiledPlayer(one.name, framed(kingdom, rules.grid, at), pieces.moved(where))


def _game(table: FiledTable, number: int, played: datetime) -> Game:
    castles = tuple(dict.fromkeys((*castles_of(table.rules.box), *Castle)))  # those of the boxes first
    names = [plain_name(one.name) or colour_name(castle) for one, castle in zip(table.players, castles, strict=False)]
    if len({name.casefold() for name in names}) < len(table.players):
        most = len(Castle)
        raise FormatError(message("a game has one to {most} players with different names", most=most))
    players = tuple(
        Played(name, castle, one.kingdom, pieces=one.pieces)
        for name, castle, one in zip(names, castles, table.players, strict=False)
    )
    return Game(number, played, table.rules, players)
