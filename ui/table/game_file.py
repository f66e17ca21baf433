"""The file for a game: a table, or a list of tables, as JSON, with everything that lies on its boards.

Everything beyond ``players`` and their ``code`` is optional. A code holds the whole grid, gaps as ``.``, so that it
says where its corners are; pieces are named as in ``scoring.pieces`` and quests as in ``scoring.quests``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import reduce
from operator import add
from typing import Annotated, Any

from scoring import BASE, NO_PIECES, Box, Kingdom, Pieces, Quest, Rulebook, Rules, ScoreSheet, Title, score
from scoring.castle import Castle
from scoring.dominoes.legality import grid_with_gaps
from scoring.kingdom import crop_offset, default_grid_offset, grid_offsets, pad_to_grid
from scoring.limits import find_required_boxes, pieces_in_play
from scoring.message import message
from ui.table.completed_games import Game, PlayerBoard
from ui.table.converter import Form, FormatError, Limits, converted, encoded_file, plain, several, written
from ui.table.forms import PIECES, Grid, Quests, Titles, refuse_outside
from ui.table.names import colour_name, plain_name, plain_text

MOST_BYTES = 20_000_000
MOST_TABLES, MOST_PLAYERS = 10_000, 100
LONGEST_NAME = 200  # characters
BASE_QUESTS = {Quest.HARMONY, Quest.MIDDLE_KINGDOM}


@dataclass(frozen=True)
class PlayerKingdom:
    """A kingdom and what lies on it: its player's name, empty where none was given, and what its reader warned of."""

    name: str
    kingdom: Kingdom
    pieces: Pieces = NO_PIECES
    warnings: tuple[str, ...] = ()

    def sheet(self, rules: Rules) -> ScoreSheet:
        """The score sheet of the kingdom under these rules."""
        return score(self.kingdom, rules, pieces=self.pieces)


@dataclass(frozen=True)
class FiledTable:
    """One table of a file, and the places of fields that mean nothing to us."""

    rules: Rules
    players: tuple[PlayerKingdom, ...]
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class GameFile:
    """The tables of a file, and whether it is a list of them or just one."""

    tables: tuple[FiledTable, ...]
    is_list: bool


def _table(
    players: tuple[PlayerKingdom, ...],
    grid: int | None = None,
    edition: Rulebook = Rulebook.CURRENT,
    kingdomino: bool = True,
    boxes: tuple[Title, ...] = (),
    quests: tuple[Quest, ...] = (),
) -> FiledTable:
    """A table; what the file does not say, its boards do, or it is as usual."""
    if not players:
        raise FormatError(message("nobody plays; name at least one player with a code"), "players")
    if len(set(quests)) < len(quests):
        raise FormatError(message("a quest is there twice"), "quests")
    titles = set(boxes).union(*(find_required_boxes(player.kingdom, player.pieces) for player in players))
    if not BASE_QUESTS.issuperset(quests):
        titles.add(Title.GIANTS)
    box = Box(frozenset(titles))
    if kingdomino or not box.dominoes:
        box = reduce(add, (BASE, box))
    grid = grid or max(grid_with_gaps(player.kingdom) for player in players)
    return FiledTable(Rules(edition, grid, box=box, quests=quests), players)


PLAYER = Form(
    lambda code, name="", **pieces: PlayerKingdom(plain_text(name), code, Pieces(**pieces)),
    check=refuse_outside,
    code=Kingdom,
    nulls=True,
    name=Annotated[str, Limits(most=LONGEST_NAME)],
    **PIECES,
)
TABLE = Form(
    _table,
    players=several(PLAYER, MOST_PLAYERS),
    nulls=True,
    grid=Grid,
    edition=Rulebook,
    kingdomino=bool,
    boxes=Titles,
    quests=Quests,
)


def parse_game_file(content: bytes) -> GameFile:
    """The tables in a file. Raises FormatError with the place of the first thing that cannot be read."""
    found = plain(content, most_bytes=MOST_BYTES)
    if isinstance(found, list):
        tables = converted(found, several(TABLE, MOST_TABLES))
        return GameFile(tuple(_with_unread(*one) for one in zip(tables, found, strict=True)), is_list=True)
    return GameFile((_with_unread(converted(found, TABLE), found),), is_list=False)


def _with_unread(table: FiledTable, found: dict[str, Any]) -> FiledTable:
    """The table with the places of fields that mean nothing to us: perhaps a name was mistyped."""
    unread = [key for key in found if key not in TABLE.keys]
    for at, player in enumerate(found["players"]):
        unread += [f"players[{at}].{key}" for key in player if key not in PLAYER.keys]
    return replace(table, unread=tuple(unread))


def game_object(table: FiledTable) -> dict[str, Any]:
    """A table as the object of a file; ``parse_game_file`` reads it back."""
    rules = table.rules
    return {
        "grid": rules.grid,
        "edition": rules.rulebook.value,
        **({} if Title.KINGDOMINO in rules.box else {"kingdomino": False}),
        "boxes": [title.value for title in rules.box.in_order if title is not Title.KINGDOMINO],
        "quests": [quest.value for quest in rules.quests],
        "players": [{"name": one.name, "code": str(one.kingdom), **written(one.pieces)} for one in table.players],
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
    """True if a file looks like a game file, which names players, and not like an export of games, which says so."""
    return b'"players"' in content and b'"crownsight"' not in content[:200]


def _with_bonuses_as_quests(rules: Rules) -> Rules:
    """The rules as a game file writes them: there Harmony and the Middle Kingdom are quests."""
    bonuses = {Quest.HARMONY: rules.harmony, Quest.MIDDLE_KINGDOM: rules.middle_kingdom}
    also = tuple(quest for quest, is_played in bonuses.items() if is_played and quest not in rules.quests)
    return replace(rules, quests=(*also, *rules.quests), harmony=False, middle_kingdom=False)


def _in_grid(one: PlayerBoard, rules: Rules) -> PlayerKingdom:
    """A player with the kingdom in its whole grid, which says where it lies."""
    kingdom, pieces = one.kingdom, pieces_in_play(rules.box, one.kingdom, one.pieces)
    fitting = grid_offsets(kingdom, rules.grid)
    if not fitting or (kingdom.height == kingdom.width == rules.grid and one.place not in fitting):
        return PlayerKingdom(one.name, kingdom, pieces)
    at = one.place if one.place in fitting else default_grid_offset(kingdom, rules.grid)
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
