"""The file for a game: a table, or a list of tables, as JSON, with everything that lies on its boards.

Everything beyond ``players`` and their ``code`` is optional. A code holds the whole grid, gaps as ``.``, so that it
says where its corners are; pieces are named as in ``scoring.pieces`` and quests as in ``scoring.expansions.quests``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any

from scoring.boxes import BASE, Box, Title
from scoring.expansions.limits import boxes_of
from scoring.expansions.quests import CrownLines, Quest
from scoring.filed_pieces import PIECE_FIELDS, pieces_in, pieces_object
from scoring.json_place import DoubleFieldError, GameFileError, Placed, given, one_of, strict_json
from scoring.kingdom import CodeError, Kingdom
from scoring.message import message
from scoring.pieces import NO_PIECES, Pieces
from scoring.rules import GRIDS, Edition, Rules, fitting_grid, grid_words
from scoring.scoresheet import ScoreSheet, score

MOST_BYTES = 20_000_000
MOST_TABLES, MOST_PLAYERS = 10_000, 100
LONGEST_CODE, LONGEST_NAME = 1_000, 200  # characters
TABLE_FIELDS = {"grid", "edition", "kingdomino", "boxes", "quests", "quest_17", "players"}
PLAYER_FIELDS = {"name", "code", *PIECE_FIELDS}

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


def written_grid(kingdom: Kingdom) -> int:
    """The side of the grid of a kingdom that is written with its gaps."""
    return fitting_grid(max(kingdom.height, kingdom.width))


def parse_game_file(content: bytes) -> GameFile:
    """The tables in a file. Raises GameFileError with the place of the first thing that cannot be read."""
    if len(content) > MOST_BYTES:
        raise GameFileError(message("the file is larger than {most} MB", most=MOST_BYTES // 1_000_000))
    try:
        found = Placed(strict_json(content.decode("utf-8-sig")))
    except json.JSONDecodeError as wrong:
        broken = message("line {line}, column {column}: this is no JSON", line=wrong.lineno, column=wrong.colno)
        raise GameFileError(broken) from wrong
    except DoubleFieldError as wrong:
        raise GameFileError(wrong.message) from wrong
    except (ValueError, RecursionError) as wrong:
        raise GameFileError(message("this is no JSON in UTF-8")) from wrong
    if isinstance(found.value, list):
        return GameFile(tuple(_table(one) for one in found.entries(MOST_TABLES)), is_list=True)
    return GameFile((_table(found),), is_list=False)


def _table(found: Placed) -> FiledTable:
    fields = found.fields()
    if "players" not in fields:
        found.refuse(message("players is missing: a list of objects, each with a code"))
    players = tuple(_player(one) for one in fields["players"].entries(MOST_PLAYERS))
    if not players:
        fields["players"].refuse(message("nobody plays; name at least one player with a code"))
    quests = _quests(fields)
    rules = Rules(
        edition=_edition(fields),
        grid=_grid(fields, players),
        box=_box(fields, players, quests),
        quests=quests,
        crown_lines=_crown_lines(fields),
    )
    return FiledTable(rules, players, tuple(_unread(found)))


def _edition(fields: Mapping[str, Placed]) -> Edition:
    found = given(fields, "edition")
    return Edition.CURRENT if found is None else Edition(one_of(found, [*Edition]))


def _crown_lines(fields: Mapping[str, Placed]) -> CrownLines:
    found = given(fields, "quest_17")
    return CrownLines.PAIRWISE if found is None else CrownLines(one_of(found, [*CrownLines]))


def _grid(fields: Mapping[str, Placed], players: tuple[FiledPlayer, ...]) -> int:
    found = given(fields, "grid")
    if found is None:
        return max(written_grid(player.kingdom) for player in players)
    if found.value not in GRIDS or isinstance(found.value, bool):
        found.expected(grid_words())
    return int(found.value)


def _quests(fields: Mapping[str, Placed]) -> tuple[Quest, ...]:
    found = given(fields, "quests")
    if found is None:
        return ()
    quests = []
    for one in found.entries(len(Quest)):
        quest = Quest(one_of(one, [*Quest]))
        if quest in quests:
            one.refuse(message("this quest is there twice"))
        quests.append(quest)
    return tuple(quests)


def _box(fields: Mapping[str, Placed], players: tuple[FiledPlayer, ...], quests: tuple[Quest, ...]) -> Box:
    """The boxes that the file names, and those without which its boards could not be."""
    found, base = given(fields, "boxes"), given(fields, "kingdomino")
    named = [] if found is None else [one_of(one, [*Title]) for one in found.entries(len(Title))]
    titles = {Title(name) for name in named}.union(*(boxes_of(player.kingdom, player.pieces) for player in players))
    if not BASE_QUESTS.issuperset(quests):
        titles.add(Title.GIANTS)
    box = Box(frozenset(titles))
    return box if base is not None and not base.flag() and box.dominoes else reduce(add, (BASE, box))


def _player(found: Placed) -> FiledPlayer:
    fields = found.fields()
    if "code" not in fields:
        found.refuse(message("code is missing: the kingdom, such as w1wCf/...."))
    kingdom = _kingdom(fields["code"])
    name = given(fields, "name")
    return FiledPlayer("" if name is None else _plain(name.text(LONGEST_NAME)), kingdom, pieces_in(fields, kingdom))


def _plain(name: str) -> str:
    """A name without characters that a terminal would obey."""
    return "".join(character if character.isprintable() else " " for character in name).strip()


def _kingdom(found: Placed) -> Kingdom:
    try:
        return Kingdom.parse(found.text(LONGEST_CODE))
    except CodeError as unreadable:
        found.refuse(unreadable.message)


def _unread(found: Placed) -> Iterator[str]:
    """The places of fields that mean nothing to us: perhaps a name was mistyped."""
    fields = found.fields()
    yield from (one.path for key, one in fields.items() if key not in TABLE_FIELDS)
    for player in fields["players"].entries(MOST_PLAYERS):
        yield from (one.path for key, one in player.fields().items() if key not in PLAYER_FIELDS)


def game_object(table: FiledTable) -> dict[str, Any]:
    """A table as the object of a file; ``parse_game_file`` reads it back."""
    rules = table.rules
    return {
        "grid": rules.grid,
        "edition": rules.edition.value,
        **({} if Title.KINGDOMINO in rules.box else {"kingdomino": False}),
        "boxes": [title.value for title in rules.box.in_order if title is not Title.KINGDOMINO],
        "quests": [quest.value for quest in rules.quests],
        "quest_17": rules.crown_lines.value,
        "players": [{"name": one.name, "code": str(one.kingdom), **pieces_object(one.pieces)} for one in table.players],
    }
