"""A game of the app as the file that holds everything on its boards, and such a file as games of the app."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta

from scoring import Quest, Rules
from scoring.castle import Castle, castles_of
from scoring.expansions.limits import pieces_in_play
from scoring.frame import frame_position, frame_positions, framed, usual_frame_position
from scoring.game_file import FiledPlayer, FiledTable, game_object, parse_game_file
from scoring.json_place import GameFileError
from scoring.message import message
from ui.table.finished import Game, Played
from ui.table.names import colour_name, plain_name


def game_file_text(game: Game) -> str:
    """A game as the text of a game file; ``games_of_file`` reads it back, but for when and by whom it was recorded."""
    table = FiledTable(_with_bonuses_as_quests(game.rules), tuple(_filed(one, game.rules) for one in game.players))
    return json.dumps(game_object(table), indent=1)


def games_of_file(content: bytes, played: datetime) -> tuple[Game, ...]:
    """The games in a game file, as if they had ended then. Raises GameFileError."""
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


def _filed(one: Played, rules: Rules) -> FiledPlayer:
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
        raise GameFileError(message("a game has one to {most} players with different names", most=most))
    players = tuple(
        Played(name, castle, one.kingdom, pieces=one.pieces)
        for name, castle, one in zip(names, castles, table.players, strict=False)
    )
    return Game(number, played, table.rules, players)
