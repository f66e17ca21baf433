"""Members of a table: join codes, invitations, the host's permissions, and a phone's tables."""

from __future__ import annotations

from math import ceil

import streamlit as st

from scoring.castle import Castle
from scoring.message import message, plural
from ui import store
from ui.serving.rate_limiter import ADDRESS_HEADER, JOIN_CODE_LIMITER
from ui.session.tab import tab
from ui.session.tile_choice import get_default_tiles
from ui.store import Store, StoredTable, StoreError
from ui.store.phones import PhoneCount
from ui.table.name_suggestions import collect_players
from ui.table.table import Seat, Table, TableError, reset_for_next_session


def address() -> str:
    """Return the address that a page comes from; empty where the app is not served by ours."""
    named = (
        st.context.headers.get(ADDRESS_HEADER) or st.context.ip_address
    )  # None for Streamlit on the server's machine
    return named if isinstance(named, str) else ""


RECENT = 20  # games of a table whose players' names are offered again
NO_TABLE = message("Code not found. Codes change every three hours; check the other phone.")


def join(typed: str) -> None:
    """Switch to the table with the code that was typed. Raises TableError where that cannot be."""
    name = address() or tab().phone  # a cookie can be dropped, an address hardly
    waiting = JOIN_CODE_LIMITER.attempt(name)
    if waiting:
        raise TableError(
            plural(
                ceil(waiting / 60),
                "Too many wrong codes. Wait a minute, or scan the QR code on the other phone.",
                "Too many wrong codes. Wait {number} minutes, or scan the QR code on the other phone.",
            )
        )
    try:
        key = store.get_store().find_key(typed)
    except StoreError as fault:
        JOIN_CODE_LIMITER.refund(name)
        tab().store_error = fault.message
        raise TableError(fault.message) from fault
    if key is None:
        raise TableError(NO_TABLE)
    JOIN_CODE_LIMITER.refund(name, was_right=True)
    if not tab().open_table(key):
        raise TableError(tab().store_error or NO_TABLE)


def invitation() -> str | None:
    """Create a fresh join code; None while the store does not answer."""
    return tab().query_or(lambda db: db.renew_code((tab().stored or tab().ensure_stored()).key, tab().phone), None)


def is_host() -> bool:
    """True if this phone opened the table, and so may send players away and close it."""
    if tab().stored is None:
        return True
    here = tab().here()
    return here is not None and here.host


def own_seat() -> int | None:
    """Return the seat of this phone; None for a host or guest without one."""
    here = tab().here()
    return here.seat if here else None


def removable() -> frozenset[int]:
    """Return the seats that this phone may remove: all for the host, its own additions for a guest."""
    table = tab().table
    if not table.can_spare_a_player:
        return frozenset()
    if is_host():
        return frozenset(table.names)
    here = tab().here()
    return frozenset(table.names) & {here.seat} if here and here.added else frozenset()


def next_to_photograph(after: int) -> Seat | None:
    """Return the next seat to photograph after that one, on a phone that is passed around.

    It is the next player without a kingdom whose seat no other phone plays. None once there is none, and on a phone
    that plays a seat of its own.
    """
    elsewhere = _find_claimed_seats()
    if elsewhere is None or own_seat() is not None:
        return None
    waiting = [seat for seat in tab().table.seats if seat.board is None and seat.number not in elsewhere]
    return min(waiting, key=lambda seat: (seat.number < after, seat.number), default=None)


def seats_elsewhere() -> frozenset[int]:
    return (_find_claimed_seats() or frozenset()) - {own_seat()}


def _find_claimed_seats() -> frozenset[int] | None:
    """Return the seats that phones have claimed; None while the store does not answer."""
    kept = tab().stored
    return tab().query_or(lambda db: db.find_claimed_seats(kept.number), None) if kept else frozenset()


def count_phones() -> PhoneCount | None:
    """Return how many phones have joined the table in play; None while the store does not answer."""
    kept = tab().stored
    return tab().query_or(lambda db: db.count_phones(kept.number), None) if kept else None


def collect_names() -> dict[str, Castle | None]:
    """Map the names typed at this phone's tables to their last castle, latest first."""
    return collect_players((tab().table, *(kept.table for kept in _find_hosted_tables())))


def _find_hosted_tables() -> list[StoredTable]:
    return tab().query_or(lambda db: db.find_tables(tab().phone, most_games=RECENT, hosted=True), [])


def next_table() -> Table:
    """Return a new table with the rules of the current or the last one.

    Its tiles are those that this phone has taught, if it usually plays with them.
    """
    rules = tab().table.rules
    if not tab().table.names:
        played = (kept.table for kept in _find_hosted_tables() if kept.table.knizia is None)
        rules = next((reset_for_next_session(table.rules) for table in played), rules)
    return Table(rules=rules, tiles=get_default_tiles())


def own_tables() -> list[StoredTable]:
    """List the tables with players of this phone, last changed first, without finished games."""
    return tab().query_or(lambda db: db.find_tables(tab().phone, most_games=0), [])


def own_name() -> str:
    """Return the last name of this phone's player; empty without one."""

    def find_name(db: Store) -> str:
        for kept in own_tables()[:RECENT]:
            here = db.phone(kept.number, tab().phone)
            seat = kept.table.seat(here.seat) if here and here.seat else None
            if seat and seat.named:
                return seat.name
        return ""

    return tab().query_or(find_name, "")


def close_table() -> None:
    """Forget the table in play, with its games and photos, everywhere. Raises TableError for a guest."""
    kept = tab().stored
    try:
        if kept:
            store.get_store().delete_table(kept.key, tab().phone)
    except StoreError as fault:
        tab().store_error = fault.message
        return
    tab().new_table()
