"""The editions that this phone has taught: kept, used at the tables that it opens, forgotten; and its last lesson."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from ui import store
from ui.session.tab import tab
from ui.store.editions import Contents, KeptEdition
from ui.table.board import Attempt
from ui.table.boxes import UNTOLD, Tiles
from ui.table.table import Table
from vision.editions.teach import Taught
from vision.networks import identity
from vision.squares.edition import Edition, EditionError, added, restored, stored

_LAST, _TRIED = "last teaching photo", "teaching photos"
T = TypeVar("T")


def own_editions() -> list[KeptEdition]:
    """Those of this phone, by their names; none while the store does not answer."""
    return tab().asked(lambda: store.opened().editions.of(tab().phone), [])


def editions_here() -> list[KeptEdition]:
    """Those that the table in play can choose: of the phone that opened it."""
    kept = tab().stored
    return tab().asked(lambda: store.opened().editions.at(kept.number), []) if kept else own_editions()


def usual_tiles() -> Tiles:
    """The tiles with which a new table of this phone begins."""
    usual = next((edition.number for edition in own_editions() if edition.usual), None)
    return UNTOLD.as_taught(usual) if usual else UNTOLD


def choose_tiles(chosen: Callable[[Tiles], Tiles], *, host: bool) -> None:
    """Say which edition lies on the table in play; what a host says holds for its next tables, too."""
    tab().do(lambda table: replace(table, tiles=chosen(table.tiles)))
    if host:
        tab().asked(lambda: store.opened().editions.choose(tab().phone, tab().table.tiles.taught), None)


def answer_about_tiles() -> None:
    """Note that strange tiles need not be asked about again."""
    tab().do(lambda table: replace(table, tiles=replace(table.tiles, answered=True)))


def keep_edition(edition: Edition, *, host: bool) -> bool:
    """Keep what was taught, with what this phone knew of that edition, and use it from now on; whether that was done.

    The table in play has it, too, if this phone is its host.
    """
    number = tab().asked(lambda: store.opened().editions.keep(tab().phone, edition.name, _added_to(edition)), None)
    if number is None:
        return False
    if host and tab().stored:
        tab().do(lambda table: replace(table, tiles=table.tiles.as_taught(number)))
    return True


def forget_edition(number: int) -> None:
    """Forget an edition; the table in play looks what lies there, if it had that."""
    tab().asked(lambda: store.opened().editions.forget(tab().phone, number), None)
    if tab().table.tiles.taught == number:
        tab().do(lambda table: replace(table, tiles=table.tiles.detected()))


def edition_file(number: int) -> bytes:
    """An edition as a file to give to others; empty where it is gone."""
    return tab().asked(lambda: store.opened().editions.content(number), None) or b""


def edition_in(content: bytes) -> Edition | None:
    """The edition in a file from anywhere; None where there is none that this version of the reader understands."""
    try:
        edition = restored(content)
    except EditionError:
        return None
    return edition if edition.network == identity("squares") else None


def is_outdated(number: int) -> bool:
    """True if an edition was taught to another network than reads now, so that it says nothing to this one."""
    content = edition_file(number)
    return bool(content) and edition_in(content) is None


def name_of(table: Table) -> str:
    """The name of the taught edition that lies on the table in play; empty for none, or one that is gone."""
    number = table.tiles.taught
    return next((one.name for one in editions_here() if one.number == number), "") if number else ""


def _added_to(edition: Edition) -> Callable[[bytes | None], Contents]:
    """A function that adds this to an edition of the same name that may be there."""

    def taught(content: bytes | None) -> Contents:
        both = added(content, edition)
        return Contents(stored(both), both.kingdoms)

    return taught


def last_lesson() -> Taught | Attempt | None:
    """The lesson of the last photo, or why it taught nothing; None before the first."""
    last: Taught | Attempt | None = tab().local(_LAST)
    return last


def keep_lesson(lesson: Taught | Attempt | None) -> None:
    """Remember what a photo gave, for the screen to say."""
    tab().set_local(_LAST, lesson)
    tab().set_local(_TRIED, photos_tried() + 1)


def photos_tried() -> int:
    """How many photos this tab has taken for it, so that each is asked for anew."""
    return tab().local(_TRIED) or 0
