"""The games so far of this phone: pages of them, records, and what was worth a cheer.

While the store does not answer there are none, and the screen says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TypeVar

from scoring.message import Message
from ui import store
from ui.i18n.translate import castle_names
from ui.session.tab import tab
from ui.table.finished import Game
from ui.table.forms import Games
from ui.table.history import Career, Cursor, Entry, Page, Rival, Tallies, cheers, rivals_first, table_and_game
from ui.table.names import keys_of, shown_name
from ui.table.source import Source
from ui.table.table import Finished
from ui.table.transfer import together, under_way_at, with_under_way

PAGE = 20  # entries that are shown at once
MOST_TOTALS = 40  # games of a curve
T = TypeVar("T")


def page(after: Cursor | None = None, name: str = "") -> Page:
    """A page of the games so far; with ``name``, of the games of those who are shown by it."""
    return tab().asked(lambda: store.opened().history.page(tab().phone, PAGE, after, _keys(name)), Page())


def entry(key: str) -> Entry | None:
    """The entry with that key; None if there is none."""
    wanted = table_and_game(key)
    return tab().asked(lambda: store.opened().history.entry(tab().phone, *wanted), None) if wanted else None


def number_of_games() -> int:
    """How many games there are."""
    return tab().asked(lambda: store.opened().history.number_of_games(tab().phone), 0)


def tallies(name: str = "") -> Tallies:
    """The tallies of everybody, or of all who are shown by a name."""
    return tab().asked(lambda: store.opened().history.tallies(tab().phone, _keys(name)), Tallies())


def rivals(name: str, *, kingdoms: bool) -> list[Rival]:
    """Those with whom a player has shared enough games, most games first, by the names that are shown."""
    none: tuple[Rival, ...] = ()
    found = tab().asked(lambda: store.opened().history.rivals(tab().phone, _keys(name), kingdoms=kingdoms), none)
    words = castle_names()
    return [replace(one, name=shown_name(one.who, one.name, words)) for one in rivals_first(found)]


def totals(name: str, *, kingdoms: bool) -> tuple[int, ...]:
    """The points of a player in the last games, the earliest first."""
    none: tuple[int, ...] = ()
    here = tab().phone, _keys(name), MOST_TOTALS
    return tab().asked(lambda: store.opened().history.totals(*here, kingdoms=kingdoms), none)


def cheered_in(game: Finished) -> Sequence[Message]:
    """The cheers at the end of a game, among all games of this phone; the players are called as in ``game``.

    It is one as it is drawn.
    """
    before = _Before(tab().phone, kingdoms=game.of_kingdoms, until=game.played.timestamp())
    return tab().asked(lambda: cheers(game.results, before), ())


def all_games(phone: str) -> Games:
    """The games of every table of a phone, and the one under way at the last that it opened. Raises StoreError."""
    tables = store.opened().tables_of(phone)
    hosted = {kept.number for kept in store.opened().tables_of(phone, most_games=0, hosted=True)}
    now = datetime.now(UTC)
    for kept in tables:
        under_way = under_way_at(kept.table, now) if kept.number in hosted else None
        if under_way:
            others = (other.table.games for other in tables if other is not kept)
            return with_under_way(others, kept.table.games, under_way)
    return Games(together(kept.table.games for kept in tables))


def photographed(table: int, game: Game) -> list[int]:
    """The boards of a game whose photos are kept, by the numbers by which their table knows them."""
    boards = [one.board for one in game.players]
    return tab().asked(lambda: store.opened().history.photographed(table, boards), [])


def read_from(table: int, game: Game) -> dict[str, Source]:
    """The sources of the boards of a game, by their players' names, as far as they are kept."""
    kept = photographed(table, game)
    found = {one.name: photo_of(table, one.board) for one in game.players if one.board in kept}
    return {name: source for name, source in found.items() if source is not None}


def photo_of(table: int, board: int) -> Source | None:
    """The source of a board of a table, None where that is not kept."""
    return tab().asked(lambda: store.opened().photos.find(table, board), None)


@dataclass(frozen=True)
class _Before:
    """The games of this phone, of one kind, before that time."""

    phone: str
    kingdoms: bool
    until: float

    def career(self, name: str) -> Career:
        return store.opened().history.career(self.phone, _keys(name), kingdoms=self.kingdoms, until=self.until)

    def games_since_beaten(self, name: str, rival: str) -> int:
        return store.opened().history.games_since_beaten(
            self.phone, _keys(name), _keys(rival), kingdoms=self.kingdoms, until=self.until
        )


def _keys(name: str) -> tuple[str, ...]:
    """Of all who are shown by that name."""
    return keys_of(name, castle_names()) if name else ()
