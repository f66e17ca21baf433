"""One browser tab: the table in hand and its seat, and what this phone alone knows of them.

The tab holds the table as it last saw it and saves every change on top of what other phones did meanwhile. While the
store does not answer, changes stay here and are saved as soon as it is back.
Screens use ``st.session_state`` for a widget's own key alone; the language of a tab is in ``ui.session.spoken``.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import wraps
from threading import RLock, local
from typing import Any, Concatenate, ParamSpec, TypeVar

import streamlit as st

from scoring.message import Message
from ui import store
from ui.session.revisions import ShownBoards
from ui.session.spoken import speak_to_reader
from ui.settings import COOKIE
from ui.store import Phone, StoredTable, StoreError
from ui.store.codes import is_key, new_key
from ui.store.table_cache import shared_part
from ui.table.kingdoms import Game
from ui.table.recording import with_corrected_record, with_record
from ui.table.table import Seat, Table, TableError

P = ParamSpec("P")
T = TypeVar("T")

_TAB = "tab"  # the one entry of st.session_state that is ours
ADDRESS_KEY, ADDRESS_SEAT = "t", "s"  # the query parameters with the key of the table and the number of the seat


@dataclass(frozen=True)
class LocalTable:
    """The table in play as this tab has it, and as the store last had it, if it is kept."""

    table: Table = field(default_factory=Table)
    stored: StoredTable | None = None


def _one_at_a_time(act: Callable[Concatenate[Tab, P], T]) -> Callable[Concatenate[Tab, P], T]:
    """Serialise the calls of the threads that share a tab."""

    @wraps(act)
    def alone(of_tab: Tab, /, *args: P.args, **named: P.kwargs) -> T:
        with of_tab.lock:
            return act(of_tab, *args, **named)

    return alone


class Tab:
    """What one browser tab holds, changed by whole steps.

    Streamlit may stop a run wherever it draws or asks the session for anything, which no step does: none is left half
    done.
    """

    def __init__(self, phone: str) -> None:
        self.phone = phone  # the key by which the store knows this phone
        self.name = new_key()  # of this tab
        self.in_play = LocalTable()
        self.seat_number: int | None = None
        self.shown_boards = ShownBoards()  # what this browser has sent of the boards in play, and been shown of them
        self.trouble: Message | None = None  # why changes are not saved just now
        self.steps = 0  # of this tab so far; each is one entry of the browser's history
        self.lock = RLock()
        self._local: dict[str, Any] = {}  # what else is on this phone alone, such as a photo under way
        self._here: tuple[str, Phone | None] | None = None  # what this phone is at the table with a key, as last asked
        self._is_gone = False
        self._followed = ("", "")  # what the address said when this tab last did as it says

    # --- The address

    def sync_with_url(self) -> None:
        """Take up what the address names after a reload or a step of Back, and look what others did; once a run."""
        said = st.query_params.get(ADDRESS_KEY, ""), st.query_params.get(ADDRESS_SEAT, "")
        self._follow(*said)
        self.refresh()

    @_one_at_a_time
    def _follow(self, key: str, seat: str) -> None:
        """Turn to the table and the seat of an address; what it does not name stays in hand."""
        self._here = None
        if (key, seat) == self._followed:
            return
        self._followed = key, seat
        if key and (self.stored is None or self.stored.key != key):
            self._is_gone = not self.turn_to(key) and not self.trouble
        if seat.isdecimal() and seat.isascii():
            self.seat_number = int(seat[:9])

    @property
    def address(self) -> dict[str, str]:
        """The query of the address that brings all of this back to a reloaded page; empty before the first change."""
        if self.stored is None:
            return {}
        return {ADDRESS_KEY: self.stored.key} | ({ADDRESS_SEAT: str(self.seat_number)} if self.seat_number else {})

    @_one_at_a_time
    def was_gone(self) -> bool:
        """Whether the table of the address is not there any more; said once."""
        gone, self._is_gone = self._is_gone, False
        return gone

    # --- The table

    @property
    def table(self) -> Table:
        """The table in play."""
        return self.in_play.table

    @property
    def stored(self) -> StoredTable | None:
        """The table in play as the store last had it, None before its first change."""
        return self.in_play.stored

    @property
    def seat(self) -> Seat | None:
        """The seat in hand as the table now has it; None before one is taken or after it has left."""
        return None if self.seat_number is None else self.table.seat(self.seat_number)

    @_one_at_a_time
    def refresh(self, version: int | None = None) -> None:
        """Load the table as other phones have left it, and save what could not be saved before.

        ``version`` is the one it is known to have by now; without it the database is asked.
        """
        kept = self.stored
        if kept is None:
            return
        try:
            if shared_part(self.table) != kept.table:
                self._save()
            else:
                now = version or store.opened().version(kept.number)
                if now != kept.version:
                    self._take(store.opened().since(kept, now))
            self.trouble = None
        except StoreError as fault:
            self.in_trouble(fault)
        except TableError:  # what could not be saved in time has been overtaken
            self._hold(kept.table, kept)

    @_one_at_a_time
    def keep(self, changed: Table) -> None:
        """Keep the table after a change, on top of what others changed meanwhile.

        Raises TableError where both changes cannot be; then the table is as the others left it.
        """
        self._hold(with_corrected_record(changed), self.stored)
        try:
            self._save()
        except StoreError as fault:
            self.in_trouble(fault)
        except TableError:
            self._hold(self.stored.table if self.stored else Table(rules=changed.rules), self.stored)
            raise

    @_one_at_a_time
    def new_table(self, new: Table | None = None, *, kingdoms: bool = False) -> None:
        """Turn to a new table, else to an empty one under the last rules; it is kept from its first change on."""
        empty = Table(rules=self.table.rules, kingdoms=Game() if kingdoms else None)
        self._turn_to(LocalTable(new or empty))

    @_one_at_a_time
    def turn_to(self, key: str) -> bool:
        """Turn to the table with that key, and be one of its phones; whether there is one."""
        try:
            found = store.opened().find(key)
            if found is None:
                return False
            if store.opened().phone(found.number, self.phone) is None:
                store.opened().sit_down(found.number, self.phone, None)
        except StoreError as fault:
            self.in_trouble(fault)
            return False
        self._turn_to(LocalTable())
        self._take(found)
        return True

    @_one_at_a_time
    def made(self) -> StoredTable:
        """The table in play, kept from now on; this phone is its host. Raises StoreError."""
        new = self.table
        kept = store.opened().create(shared_part(new), self.phone)
        self.in_play = LocalTable(new, kept)
        return kept

    @_one_at_a_time
    def record_result(self) -> None:
        """Record the game under way, once its result is seen with everything there."""
        recorded = with_record(self.table, datetime.now(UTC))
        if recorded is not self.table:
            self.keep(recorded)

    @_one_at_a_time
    def play_again(self) -> None:
        """Clear the boards for the next game."""
        self.keep(self.table.again(datetime.now(UTC)))

    # --- This phone

    @_one_at_a_time
    def take_seat(self, number: int) -> None:
        """Take up one player's seat: the Kingdom screen shows it."""
        self.seat_number = number

    @_one_at_a_time
    def sit_down(self, number: int) -> None:
        """Play one player's seat from now on, on a guest's phone that plays none, unless another phone plays it."""
        if self.stored is None:
            return
        try:
            phone = self.here()
            if phone is None or (phone.seat is None and not phone.host):
                store.opened().sit_down(self.stored.number, self.phone, number)
                self._here = None
        except StoreError as fault:
            self.in_trouble(fault)

    @_one_at_a_time
    def here(self) -> Phone | None:
        """What this phone is at the table in play, asked once a run; None if it never sat down there.

        Raises StoreError.
        """
        if self.stored is None:
            return None
        if self._here is None or self._here[0] != self.stored.key:
            self._here = self.stored.key, store.opened().phone(self.stored.number, self.phone)
        return self._here[1]

    def local(self, name: str) -> Any:
        """What this phone alone knows of the table in play under that name; None if nothing."""
        return self._local.get(name)

    @_one_at_a_time
    def set_local(self, name: str, value: Any) -> None:
        """Remember something on this phone alone, as long as this table is in play."""
        self._local[name] = value

    def in_trouble(self, fault: StoreError) -> None:
        """Remember, for the screen to say, that changes are not saved just now, and why."""
        self.trouble = fault.message

    def take_step(self) -> None:
        """Count the step that begins now."""
        self.steps += 1

    # --- Parts of the steps above

    def _save(self) -> None:
        kept, mine = self.stored, shared_part(self.table)
        if kept is None:
            self.made()
        elif mine != kept.table:
            self._take(store.opened().save(kept, mine, self.phone))
        self._here = self.trouble = None

    def _take(self, kept: StoredTable | None) -> None:
        """Take over a stored table, with what is on this phone alone: attempts and the step before."""
        if kept is None:
            self._is_gone = True
            self.new_table()
            return
        attempts = {one.number: one for one in self.table.seats}
        seats = tuple(
            replace(one, attempt=attempts[one.number].attempt, tried=attempts[one.number].tried)
            if one.number in attempts
            else one
            for one in kept.table.seats
        )
        self._hold(replace(kept.table, seats=seats, before=self.table.before, after=self.table.after), kept)

    def _hold(self, changed: Table, kept: StoredTable | None) -> None:
        self.in_play = LocalTable(changed, kept)
        if changed.kingdoms:
            for epoch in (*changed.kingdoms.epochs, changed.kingdoms.opened_epoch(len(changed.kingdoms.epochs))):
                self.shown_boards.show(epoch)

    def _turn_to(self, other: LocalTable) -> None:
        """Have another table in play, and nothing of the one before: boards of two tables may have one number."""
        self.in_play = other
        self.shown_boards, self._local = ShownBoards(), {}


class _Fetched(local):
    """The tab that a thread has asked its session for; Streamlit draws one session in a thread."""

    tab: Tab | None = None


_fetched = _Fetched()


_of_task: ContextVar[Tab | None] = ContextVar("of_task", default=None)


def in_tab(act: Callable[P, T]) -> Callable[P, T]:
    """The same, done for the tab in which this is said, on whatever thread it is done."""
    here = tab()

    @wraps(act)
    def done(*args: P.args, **named: P.kwargs) -> T:
        before = _of_task.set(here)
        try:
            return act(*args, **named)
        finally:
            _of_task.reset(before)

    return done


def tab() -> Tab:
    """The tab that this run draws for, or this task was begun in.

    The session is asked for it once, where a run may be stopped; from then on the tab is at hand.
    """
    if (of_task := _of_task.get()) is not None:
        return of_task
    if _fetched.tab is None:
        speak_to_reader()
        _fetched.tab = _of_session()
    return _fetched.tab


def _of_session() -> Tab:
    """The tab of this session; a new one is the phone that its browser was before, if it was here."""
    if _TAB not in st.session_state:
        known = str(st.context.cookies.get(COOKIE, ""))
        st.session_state[_TAB] = Tab(known if is_key(known) else new_key())
    found: Tab = st.session_state[_TAB]
    return found
