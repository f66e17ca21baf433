"""Game files: a table, or a list of tables, as JSON with everything on its boards.

Everything beyond ``players`` and their ``code`` is optional. A code has the whole grid, with gaps as ``.``, and so
defines its corners; pieces are named as in ``scoring.pieces`` and quests as in ``scoring.quests``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import reduce
from operator import add
from typing import Annotated, Any

from scoring import BASE, Box, Kingdom, Pieces, Quest, Rulebook, Rules, Title
from scoring.castle import Castle
from scoring.dominoes.legality import grid_with_gaps
from scoring.kingdom import crop_offset, default_grid_offset, grid_offsets, pad_to_grid
from scoring.limits import find_required_boxes, pieces_in_play
from scoring.message import message
from ui.table.completed_games import Game, PlayerBoard
from ui.table.json_types import Grid, Quests, Titles, check_pieces_inside
from ui.table.names import colour_name, plain_name, plain_text
from ui.table.player_kingdom import PlayerKingdom
from ui.table.serialization import CONVERTER
from ui.table.strict_json import FormatError, dumps_raw, loads_raw
from ui.table.structuring import Limits, bounded_tuple

MAX_BYTES = 20_000_000
MAX_TABLES, MAX_PLAYERS = 10_000, 100
MAX_NAME = 200  # characters
BASE_QUESTS = {Quest.HARMONY, Quest.MIDDLE_KINGDOM}


@dataclass(frozen=True)
class FiledTable:
    """One table of a file, and the paths of unknown fields."""

    rules: Rules
    players: tuple[PlayerKingdom, ...]
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class GameFile:
    """The tables of a file, and whether it is a list of them or just one."""

    tables: tuple[FiledTable, ...]
    is_list: bool


@dataclass(frozen=True)
class _PlayerEntry:
    code: Kingdom
    name: Annotated[str, Limits(most=MAX_NAME)] = ""


def _read_player(found: Any) -> PlayerKingdom:
    """Read a player; pieces are fields of the same object."""
    entry: _PlayerEntry = CONVERTER.read(found, _PlayerEntry)
    pieces: Pieces = CONVERTER.read(found, Pieces)
    return check_pieces_inside(PlayerKingdom(plain_text(entry.name), entry.code, pieces))


@dataclass(frozen=True)
class _TableEntry:
    players: Annotated[tuple[Annotated[Any, _read_player], ...], Limits(most=MAX_PLAYERS)]
    grid: Grid | None = None
    edition: Rulebook = Rulebook.CURRENT
    kingdomino: bool = True
    boxes: Titles = ()
    quests: Quests = ()

    def make(self) -> FiledTable:
        """Return the table; missing fields follow from its boards, or are the defaults."""
        if not self.players:
            raise FormatError(message("nobody plays; name at least one player with a code"), "players")
        if len(set(self.quests)) < len(self.quests):
            raise FormatError(message("a quest is there twice"), "quests")
        titles = set(self.boxes).union(*(find_required_boxes(player.kingdom, player.pieces) for player in self.players))
        if not BASE_QUESTS.issuperset(self.quests):
            titles.add(Title.GIANTS)
        box = Box(frozenset(titles))
        if self.kingdomino or not box.dominoes:
            box = reduce(add, (BASE, box))
        grid = self.grid or max(grid_with_gaps(player.kingdom) for player in self.players)
        return FiledTable(Rules(self.edition, grid, box=box, quests=self.quests), self.players)


_FILED_TABLE = Annotated[_TableEntry, _TableEntry.make]


def parse_game_file(content: bytes) -> GameFile:
    """Read the tables of a file.

    Raises:
        FormatError: with the path of the first fault.
    """
    found = loads_raw(content, max_bytes=MAX_BYTES)
    if isinstance(found, list):
        tables = CONVERTER.read(found, bounded_tuple(_FILED_TABLE, MAX_TABLES))
        return GameFile(tuple(_note_unread(*one) for one in zip(tables, found, strict=True)), is_list=True)
    return GameFile((_note_unread(CONVERTER.read(found, _FILED_TABLE), found),), is_list=False)


def _note_unread(table: FiledTable, found: dict[str, Any]) -> FiledTable:
    """Return the table with the paths of unknown fields: perhaps a name was mistyped."""
    known = {*CONVERTER.get_keys(_PlayerEntry), *CONVERTER.get_keys(Pieces)}
    unread = [key for key in found if key not in CONVERTER.get_keys(_TableEntry)]
    for at, player in enumerate(found["players"]):
        unread += [f"players[{at}].{key}" for key in player if key not in known]
    return replace(table, unread=tuple(unread))


def game_object(table: FiledTable) -> dict[str, Any]:
    """Convert a table to the object of a game file; ``parse_game_file`` reads it back."""
    rules = table.rules
    return {
        "grid": rules.grid,
        "edition": rules.rulebook.value,
        **({} if Title.KINGDOMINO in rules.box else {"kingdomino": False}),
        "boxes": [title.value for title in rules.box.in_order if title is not Title.KINGDOMINO],
        "quests": [quest.value for quest in rules.quests],
        "players": [
            {"name": one.name, "code": str(one.kingdom), **CONVERTER.unstructure(one.pieces)} for one in table.players
        ],
    }


# --- Games of the app


def game_file_text(game: Game) -> str:
    """Serialise a game as a game file; ``games_of_file`` reads it back without its time and recorder."""
    table = FiledTable(_with_bonuses_as_quests(game.rules), tuple(_in_grid(one, game.rules) for one in game.players))
    return dumps_raw(game_object(table), indent=1)


def games_of_file(content: bytes, played: datetime) -> tuple[Game, ...]:
    """Parse the games of a game file, with ``played`` as their end. Raises FormatError."""
    tables = parse_game_file(content).tables
    times = (played + timedelta(seconds=at) for at in range(len(tables)))  # different times identify the games
    return tuple(_game(*game) for game in zip(tables, range(1, len(tables) + 1), times, strict=True))


def is_game_file(content: bytes) -> bool:
    """Return whether a file is a game file: it names players, and is no export of games."""
    return b'"players"' in content and b'"crownsight"' not in content[:200]


def _with_bonuses_as_quests(rules: Rules) -> Rules:
    """Return the rules in the form of a game file, where Harmony and the Middle Kingdom are quests."""
    bonuses = {Quest.HARMONY: rules.harmony, Quest.MIDDLE_KINGDOM: rules.middle_kingdom}
    also = tuple(quest for quest, is_played in bonuses.items() if is_played and quest not in rules.quests)
    return replace(rules, quests=(*also, *rules.quests), harmony=False, middle_kingdom=False)


def _in_grid(one: PlayerBoard, rules: Rules) -> PlayerKingdom:
    """Return a player with the kingdom in its whole grid, which fixes its place."""
    kingdom, pieces = one.kingdom, pieces_in_play(rules.box, one.kingdom, one.pieces)
    fitting = grid_offsets(kingdom, rules.grid)
    if not fitting or (kingdom.height == kingdom.width == rules.grid and one.offset not in fitting):
        return PlayerKingdom(one.name, kingdom, pieces)
    at = one.offset if one.offset in fitting else default_grid_offset(kingdom, rules.grid)
    top, left = crop_offset(kingdom)
    where = {(r, c): (r - top + at[0], c - left + at[1]) for (r, c), square in kingdom.squares() if not square.is_empty}
    return PlayerKingdom(one.name, pad_to_grid(kingdom, rules.grid, at), pieces.relocate(where))


def _game(table: FiledTable, number: int, played: datetime) -> Game:
    castles = tuple(dict.fromkeys((*table.rules.box.castles, *Castle)))  # those of the boxes first
    names = [plain_name(one.name) or colour_name(castle) for one, castle in zip(table.players, castles, strict=False)]
    if len({name.casefold() for name in names}) < len(table.players):
        most = len(Castle)
        raise FormatError(message("a game has one to {most} players with different names", most=most))
    players = tuple(
        PlayerBoard(name, castle, one.kingdom, pieces=one.pieces)
        for name, castle, one in zip(names, castles, table.players, strict=False)
    )
    return Game(number, played, table.rules, players)
