"""One browser tab: its table and seat, and its local state (``tab_state``).

The tab holds the table as it last saw it. A change is a command, carried out in the store on the newest table: while
the store does not answer, nothing is changed.
Screens use ``st.session_state`` for a widget's own key alone.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from functools import partial, wraps
from threading import RLock
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from scoring.message import Message, message
from ui import store
from ui.i18n.translate import LANGUAGE_COOKIE, LANGUAGES, use_language
from ui.serving.headers import note_page
from ui.session.tab_state import LocalState
from ui.store import Phone, Revoke, Store, StoredTable, StoreError
from ui.store.codes import is_key, new_key
from ui.system import COOKIE
from ui.table.commands import Command, UndoEntry, undo
from ui.table.knizia import Game
from ui.table.table import Seat, Table, TableError

P = ParamSpec("P")
T = TypeVar("T")

NO_TABLE = Table()
TABLE_NOT_FOUND = message("This table was closed, this phone was removed from it, or its address is incomplete.")
_TAB, _LANGUAGE = "tab", "language"  # the entries of st.session_state that are ours
ADDRESS_KEY, ADDRESS_SEAT = "t", "s"  # the query parameters with the key of the table and the number of the seat
ADDRESS_SAID = "w"  # that a phone has chosen its player, or to watch only


def use_language_of_reader() -> None:
    """Use the language of this tab in the run that draws it."""
    own = (st.context.locale or "en")[:2].lower()
    wanted = (st.session_state.get(_LANGUAGE), st.context.cookies.get(LANGUAGE_COOKIE), own)
    use_language(next((spoken for spoken in wanted if spoken in LANGUAGES), "en"))


def set_language(chosen: str) -> None:
    """Use this language from now on in this tab."""
    st.session_state[_LANGUAGE] = chosen
    use_language(chosen)


def _synchronize(act: Callable[Concatenate[Tab, P], T]) -> Callable[Concatenate[Tab, P], T]:
    """Serialise the calls of the threads that share a tab."""

    @wraps(act)
    def alone(of_tab: Tab, /, *args: P.args, **named: P.kwargs) -> T:
        with of_tab.lock:
            return act(of_tab, *args, **named)

    return alone


class Watched(NamedTuple):
    """What the current page shows: key, version and part of a table, and whether the page is polled."""

    table: str = ""
    version: int = 0
    seat: int | str | None = None
    waits: bool = False


class Tab:
    """The state of one browser tab. A method either completes or does not start.

    Streamlit may stop a run at each call that renders or reads its session, so no method makes such calls.
    """

    def __init__(self, phone: str) -> None:
        self.phone = phone  # the key by which the store knows this phone
        self.name = new_key()  # of this tab
        self.stored: StoredTable | None = None  # the table in play as the store last had it
        self.seat_number: int | None = None
        self.store_error: Message | None = None  # why the store does not answer just now
        self.refusal: Message | None = None  # reason of a refused change, until it is shown
        self.watched = Watched()  # what the page of this run shows
        self.visits = 0  # screens visited in this tab; each is one entry of the browser's history
        self.last_target: tuple[str, dict[str, str]] | None = None  # the last screen and its query
        self.lock = RLock()
        self._new = Table()  # the table in play before its first change
        self.own = LocalState()
        self._here: tuple[str, Phone | None] | None = None  # cached membership at the table with a key
        self._is_table_missing = False
        self._followed_address = ("", "", "")  # the address that this tab applied last

    # --- The address

    def sync_with_url(self) -> None:
        """Apply the address after a reload or *Back*, and refresh the table; once a run."""
        self.watched = Watched()
        self._follow(*(st.query_params.get(name, "") for name in (ADDRESS_KEY, ADDRESS_SEAT, ADDRESS_SAID)))
        self.refresh()

    @_synchronize
    def _follow(self, key: str, seat: str, said: str) -> None:
        """Switch to the table and the seat of an address; without them the current ones stay."""
        self._here = None
        if (key, seat, said) == self._followed_address:
            return
        self._followed_address = key, seat, said
        if key and (self.stored is None or self.stored.key != key):
            self._is_table_missing = not self.open_table(key) and not self.store_error
        if seat.isdecimal() and seat.isascii():
            self.seat_number = int(seat[:9])
        if said:
            self.own.identity.is_known = True

    @property
    def address(self) -> dict[str, str]:
        """The query that restores table and seat in a reloaded page; empty before the first change."""
        if self.stored is None:
            return {}
        seat = {ADDRESS_SEAT: str(self.seat_number)} if self.seat_number else {}
        return {ADDRESS_KEY: self.stored.key} | seat | ({ADDRESS_SAID: "1"} if self.own.identity.is_known else {})

    @_synchronize
    def pop_table_missing(self) -> bool:
        """Return True once if the table of the address or in play is gone or closed to this phone."""
        gone, self._is_table_missing = self._is_table_missing, False
        return gone

    # --- The table

    @property
    def table(self) -> Table:
        return self.stored.table if self.stored else self._new

    @property
    def seat(self) -> Seat | None:
        """The selected seat; None before one is selected or after its player has left."""
        return None if self.seat_number is None else self.table.seat(self.seat_number)

    @_synchronize
    def refresh(self) -> None:
        kept = self.stored
        if kept is None:
            return
        try:
            now = store.get_store().version(kept.number, self.phone)
            if now != kept.version:
                latest = store.get_store().find_by_number(kept.number, self.phone) if now else None
                if latest is None:
                    self.leave_table()
                else:
                    self.stored = latest
            self.store_error = None
        except StoreError as fault:
            self.store_error = fault.message

    @_synchronize
    def apply(self, command: Command, *, revoke: Revoke = Revoke.NOBODY, is_exclusive: bool = False) -> UndoEntry:
        """Apply a command to the newest version of the table in play; the first command stores the table.

        Args:
            command: a pure function of the table.
            revoke: the phones that lose their access if the command removes players.
            is_exclusive: whether no other such command of this phone may overlap, in any tab or server. One that
                changes nothing stores no table.

        Raises:
            TableError: with the reason, if the command is refused or the store does not answer; nothing is kept then.
        """
        before = self.table

        def change(newest: StoredTable) -> Table:
            nonlocal before
            before = newest.table
            return command(before)

        def make() -> Table | None:
            made = command(before)
            return None if made == before else made

        try:
            if self.stored is not None:
                self.stored = store.get_store().change(
                    self.stored.key, self.phone, change, revoke=revoke, is_exclusive=is_exclusive
                )
            elif is_exclusive:
                self.stored = store.get_store().create_exclusively(make, self.phone)
                if self.stored is None:
                    return UndoEntry(before, before)
            else:
                self.stored = store.get_store().create(command(before), self.phone)
        except StoreError as fault:
            raise TableError(message("{why} Nothing was kept: press again.", why=fault.message)) from fault
        if self.stored is None:
            self.new_table()
            raise TableError(TABLE_NOT_FOUND)
        self._here = self.store_error = None
        return UndoEntry(before, self.table)

    @_synchronize
    def pop_refusal(self) -> Message | None:
        why, self.refusal = self.refusal, None
        return why

    @_synchronize
    def new_table(self, new: Table | None = None, *, kingdoms: bool = False) -> None:
        """Switch to a new table, by default an empty one with the last rules; its first change stores it."""
        empty = Table(rules=self.table.rules, knizia=Game() if kingdoms else None)
        self._switch_table(None, new or empty)

    @_synchronize
    def leave_table(self) -> None:
        """Switch to an empty table, because the one in play is gone or this phone was removed from it."""
        self._is_table_missing = True
        self.new_table()

    @_synchronize
    def open_table(self, key: str) -> bool:
        """Join and open the table with a key; return False if it is missing or the store does not answer."""
        try:
            found = store.get_store().join(key, self.phone)
        except StoreError as fault:
            self.store_error = fault.message
            return False
        if found is None:
            return False
        self._switch_table(found)
        return True

    @_synchronize
    def ensure_stored(self) -> StoredTable:
        """Store the table in play, with this phone as its host. Raises StoreError."""
        self.stored = store.get_store().create(self.table, self.phone)
        return self.stored

    @_synchronize
    def start_table(self, make: Callable[[], Table | None]) -> bool:
        """Switch to the new table that ``make`` returns, unless it returns None; return whether it did.

        No two such calls of a phone overlap. Raises StoreError.
        """
        made = store.get_store().create_exclusively(make, self.phone)
        if made is not None:
            self._switch_table(made)
        return made is not None

    # --- This phone

    @_synchronize
    def take_seat(self, number: int) -> None:
        """Select a seat for the Kingdom screen."""
        self.seat_number = number

    @_synchronize
    def claim_seat(self, number: int) -> None:
        """Claim a seat for a guest's phone without one, unless another phone plays it."""
        if self.stored is None:
            return
        try:
            is_joined = store.get_store().claim_seat(self.stored.key, self.phone, number)
        except StoreError as fault:
            self.store_error = fault.message
            return
        self._here = None
        if not is_joined:
            self.leave_table()

    @_synchronize
    def here(self) -> Phone | None:
        """Return this phone's membership of the table, queried once a run; None without one, or without an answer."""
        kept = self.stored
        if kept is None:
            return None
        if self._here is None or self._here[0] != kept.key:
            try:
                self._here = kept.key, store.get_store().phone(kept.number, self.phone)
            except StoreError as fault:
                self.store_error = fault.message
                return None
        return self._here[1]

    def query_or(self, query: Callable[[Store], T], default: T) -> T:
        """Query the store; return ``default`` while it does not answer, and set the error."""
        try:
            return query(store.get_store())
        except StoreError as fault:
            self.store_error = fault.message
            return default

    def _switch_table(self, kept: StoredTable | None, new: Table = NO_TABLE) -> None:
        """Switch to another table and reset the local state, as boards of two tables may share a number.

        The seat number stays, and counts if the new table has that seat.
        """
        self.stored, self._new, self.own = kept, new, LocalState()


_here: ContextVar[Tab | None] = ContextVar("tab", default=None)


def bind_to_tab(act: Callable[P, T]) -> Callable[P, T]:
    """Bind a function to the current tab, on whatever thread it runs."""
    here = tab()

    @wraps(act)
    def run(*args: P.args, **named: P.kwargs) -> T:
        before = _here.set(here)
        try:
            return act(*args, **named)
        finally:
            _here.reset(before)

    return run


def tab() -> Tab:
    """Return the tab of this run, or of this task.

    It is read from the session once, where a run may be stopped, and then cached for the run.
    """
    found = _here.get()
    if found is None:
        use_language_of_reader()
        found = _of_session()
        _here.set(found)
    return found


def _of_session() -> Tab:
    """Return the tab of this session; a new one takes the phone key of its browser."""
    if _TAB not in st.session_state:
        known = str(st.context.cookies.get(COOKIE, ""))
        if is_key(known) and (run := get_script_run_ctx()):
            note_page(run.session_id, known)
        st.session_state[_TAB] = Tab(known if is_key(known) else new_key())
    found: Tab = st.session_state[_TAB]
    return found


# --- Undo


def run_undoable(command: Command, *, revoke: Revoke = Revoke.NOBODY) -> UndoEntry:
    """Apply a command so that one tap undoes it. Raises TableError as ``Tab.apply`` does."""
    entry = tab().apply(command, revoke=revoke)
    tab().own.last_change = entry
    return entry


def undo_change(entry: UndoEntry) -> None:
    """Undo a change. Raises TableError if others have changed the same since."""
    tab().apply(partial(undo, entry=entry))
    tab().own.last_change = None
