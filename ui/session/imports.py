"""Games from files, added to the table in play."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from threading import Lock

from scoring import Kingdom
from scoring.castle import Castle
from ui import store
from ui.session.history import all_games
from ui.session.tab import tab
from ui.table import brought_in
from ui.table.brought_in import Found
from ui.table.finished import Game
from ui.table.forms import FormatError, Games
from ui.table.table import Finished, Table, TableError
from ui.table.transfer import added, in_its_dynasty, in_parts, new_to, refuse_too_many, resumed

GAMES_AT_ONCE = 100  # of a file between two others who write; 0.1 s
PART_SECONDS = 0.1  # that others have to write then; SQLite has who waits look again after as long
_one = Lock()  # file at a time that is read or written: Python runs one thread at a time, and others tap meanwhile


def games_of(content: bytes) -> Found:
    """The games of a file of any kind. Raises FormatError."""
    with _one:
        return brought_in.games_of(content, datetime.now(UTC))


def bring_back(file: Games) -> int:
    """Add what this phone does not have: a table for the game under way, and games; how many there were.

    The games are added to the table in play, in parts between which others write; what another tab of this phone brings
    back meanwhile is not new any more. Raises FormatError where they are too many for a table or where nobody could
    play so, TableError and StoreError.
    """
    with _one:
        here = all_games(tab().phone)
        new = new_to(file.over, here.over)
        refuse_too_many(tab().table, new)
        goes_on = file.under_way if file.under_way and not _is_same(file.under_way, here.under_way) else None
        if goes_on:
            _resume(goes_on)
    number = int(goes_on is not None)
    for part in in_parts(new, GAMES_AT_ONCE):
        with _one:
            if _still_new(part):
                step = tab().do(partial(_with_new, games=part))
                number += len(step.after.games) - len(step.before.games)
            time.sleep(PART_SECONDS)
    if goes_on:
        tab().do(partial(in_its_dynasty, file=file))
    return number


def _with_new(table: Table, games: Sequence[Finished]) -> Table:
    return added(table, _still_new(games))


def _still_new(games: Sequence[Finished]) -> tuple[Finished, ...]:
    """Those of the games that are at no table of this phone now."""
    return new_to(games, store.opened().history.ended_with(tab().phone, games))


def _is_same(saved: Game, under_way: Game | None) -> bool:
    """True if the game under way is the one that was saved, as far as it was then."""
    return under_way is not None and _laid(under_way) == _laid(saved)


def _laid(game: Game) -> list[tuple[str, Castle, Kingdom]]:
    return [(one.name, one.colour, one.kingdom) for one in game.players]


def _resume(game: Game) -> None:
    """Turn to a new table at which that game goes on. Raises FormatError, and StoreError where it is not kept."""
    try:
        table = resumed(game)
    except TableError as refused:
        raise FormatError(refused.message) from refused
    tab().new_table(table)
    tab().made()
