"""Detect the format of a file of games, and read it."""

from __future__ import annotations

from datetime import datetime

from scoring.message import message
from ui.table.game_file import games_of_file, is_game_file
from ui.table.imports.bgstats import ImportResult, import_bgstats, is_bgstats
from ui.table.serialization import SavedGames, loads_games
from ui.table.strict_json import FormatError

MAX_FILE_BYTES = 6_000_000  # an export of BG Stats has about 1 kB a play
JSON_STARTS = (b"{", b"[")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def import_games(content: bytes, now: datetime) -> ImportResult:
    """Read the games of a file: an export of BG Stats, a game file, or games saved by the app.

    Args:
        now: the time at which the games of a game file ended.

    Raises:
        FormatError: if the file is too large, or holds no games.
    """
    if len(content) > MAX_FILE_BYTES:
        raise FormatError(message("the file is larger than {most} MB", most=MAX_FILE_BYTES // 1_000_000))
    if is_bgstats(content):
        return import_bgstats(content, MAX_FILE_BYTES)
    if is_game_file(content):
        return ImportResult(SavedGames(games_of_file(content, now)))
    if content.lstrip(BYTE_ORDER_MARK + b" \t\r\n")[:1] in JSON_STARTS:
        return ImportResult(loads_games(content))
    raise FormatError(message("this file holds no games that can be read"))
