"""The games so far of this phone, in the reader's language: pages of them, records, and what was worth a cheer.

While the store does not answer there are none, and the screen says why.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from scoring.message import Message
from ui import store
from ui.i18n.translate import castle_names
from ui.session import tab
from ui.store import StoreError
from ui.table.cheers import Career, cheers
from ui.table.colour_names import Words, all_called, game_in_language, in_language, shown_name
from ui.table.finished import Game
from ui.table.history import Cursor, Entry, Page, table_and_game
from ui.table.kingdoms import Past
from ui.table.records import Tallies, Tally
from ui.table.table import Finished

PAGE = 20  # entries that are shown at once
T = TypeVar("T")


def page(after: Cursor | None = None, name: str = "") -> Page:
    """A page of the games so far; with ``name``, of the games of those who are shown by it."""
    found = _asked(lambda: store.opened().history.page(tab.this_phone(), PAGE, after, _who(name)), Page())
    return replace(found, entries=tuple(map(_shown, found.entries)))


def entry(key: str) -> Entry | None:
    """The entry with that key; None if there is none."""
    wanted = table_and_game(key)
    found = _asked(lambda: store.opened().history.entry(tab.this_phone(), *wanted), None) if wanted else None
    return _shown(found) if found else None


def number_of_games() -> int:
    """How many games there are."""
    return _asked(lambda: store.opened().history.number_of_games(tab.this_phone()), 0)


def tallies(name: str = "") -> Tallies:
    """What everybody made of the games, or all who are shown by a name."""
    found = _asked(lambda: store.opened().history.tallies(tab.this_phone(), _who(name)), Tallies())
    words = castle_names()
    return Tallies(*(tuple(_called(one, words) for one in of_kind) for of_kind in (found.kingdomino, found.kingdoms)))


def cheered_in(game: Finished) -> Sequence[Message]:
    """What was worth a cheer when a game ended, among all games of this phone."""
    before = _Before(tab.this_phone(), kingdoms=isinstance(game, Past), until=game.played.timestamp())
    return _asked(lambda: cheers(game.results, before), ())


def all_games(phone: str, words: Words) -> list[tuple[Finished, ...]]:
    """The games of every table of a phone, read one by one. Raises StoreError."""
    return [in_language(kept.table, words).games for kept in store.opened().tables_of(phone)]


def photographed(table: int, game: Finished) -> list[int]:
    """The boards of a game whose photos are kept, by the numbers by which their table knows them."""
    boards = [one.board for one in game.players] if isinstance(game, Game) else list(game.numbers)
    return _asked(lambda: store.opened().history.photographed(table, boards), [])


@dataclass(frozen=True)
class _Before:
    """The games of this phone, of one kind, before that time."""

    phone: str
    kingdoms: bool
    until: float

    def career(self, name: str) -> Career:
        return store.opened().history.career(self.phone, _who(name), kingdoms=self.kingdoms, until=self.until)

    def games_since_beaten(self, name: str, rival: str) -> int:
        return store.opened().history.games_since_beaten(
            self.phone, _who(name), _who(rival), kingdoms=self.kingdoms, until=self.until
        )


def _who(name: str) -> tuple[str, ...]:
    return all_called(name, castle_names()) if name else ()


def _called(tally: Tally, words: Words) -> Tally:
    return replace(tally, name=shown_name(tally.who, tally.name, words))


def _shown(found: Entry) -> Entry:
    words = castle_names()
    return replace(found, games=tuple(game_in_language(game, words) for game in found.games))


def _asked(ask: Callable[[], T], otherwise: T) -> T:
    try:
        return ask()
    except StoreError as fault:
        tab.in_trouble(fault)
        return otherwise
