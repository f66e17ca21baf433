"""Games from files, added to the table in play within what an address may bring in an hour."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from threading import Lock

from scoring.message import message
from ui.serving import limits
from ui.serving.rate_limit import GAMES
from ui.session.caller import address
from ui.session.tab import tab
from ui.table.codec import FormatError
from ui.table.game_file import games_of_file, is_game_file
from ui.table.table import Finished
from ui.table.table_json import games_in
from ui.table.transfer import added, in_parts

_one = Lock()  # file at a time that is read or written: Python runs one thread at a time, and others tap meanwhile


def games_of(content: bytes) -> tuple[Finished, ...]:
    """The games of an export, or of a game file. Raises FormatError."""
    with _one:
        return games_of_file(content, datetime.now(UTC)) if is_game_file(content) else games_in(content)


def bring_in(games: Sequence[Finished]) -> int:
    """Add games to the table in play, in parts between which others write; how many it did not have.

    Raises FormatError where they are too many for a table, or for an hour.
    """
    before = len(tab().table.games)
    if before + len(games) > limits.TABLE_GAMES:
        raise FormatError(message("a table keeps {number} games at most", number=limits.TABLE_GAMES))
    if not GAMES.take(address() or tab().phone, len(games)):
        raise FormatError(message("too many games have come from here; try again in an hour"))
    for part in in_parts(games, limits.GAMES_AT_ONCE):
        with _one:
            tab().keep(added(tab().table, part))
            time.sleep(limits.PART_SECONDS)
    return len(tab().table.games) - before
