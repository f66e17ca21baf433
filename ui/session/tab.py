"""Session state of one browser tab: the table in play and its seat; of st.session_state only the language is elsewhere.

The tab holds the table as it last saw it and saves every change on top of what other phones did meanwhile. While the
store does not answer, changes stay here and are saved as soon as it is back.
Screens use ``st.session_state`` for a widget's own key alone.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import streamlit as st

from scoring import Rules
from scoring.message import Message
from ui import store
from ui.session.revisions import ShownBoards
from ui.settings import COOKIE
from ui.store import Kept, Phone, StoreError
from ui.store.codes import is_key, new_key
from ui.store.photographs import without_photographs
from ui.store.table_cache import shared_part
from ui.table.kingdoms import Game
from ui.table.recording import with_corrected_record, with_record
from ui.table.table import Seat, Table, TableError

_IN_PLAY, _SEAT = "in play", "seat"
_NOTES = "notes"  # what else is on this phone alone, such as a photo under way
_SHOWN = "shown boards"  # boards as this browser last sent them, and as it was shown them
_HERE = "here"  # what this phone is at the table in play, as it was when this run asked
_PHONE, _TROUBLE, _GONE = "phone", "trouble", "gone"
_FOLLOWED, _STEP = "followed", "step"  # what the address said when this tab last did as it says; how many steps so far
ADDRESS_KEY, ADDRESS_SEAT = "t", "s"  # the query parameters with the key of the table and the number of the seat


@dataclass(frozen=True)
class InPlay:
    """The table in play as this tab has it, and as the store last had it, if it is kept.

    Both are one entry: a run may be stopped between two, and a table beside another than its own would be saved over
    what others have changed.
    """

    table: Table = field(default_factory=Table)
    kept: Kept | None = None


def pick_up() -> None:
    """Take up what the address names after a reload or a step of Back, and look what others did; once a run."""
    if _PHONE not in _state():
        kept = str(st.context.cookies.get(COOKIE, ""))
        _state()[_PHONE] = kept if is_key(kept) else new_key()
    said = st.query_params.get(ADDRESS_KEY, ""), st.query_params.get(ADDRESS_SEAT, "")
    if said != _state().get(_FOLLOWED):
        _state()[_FOLLOWED] = said
        _follow(*said)
    _state().pop(_HERE, None)
    refresh()


def _follow(key: str, seat: str) -> None:
    """Turn to the table and the seat of an address; what it does not name stays in hand."""
    kept = kept_table()
    if key and (kept is None or kept.key != key):
        _state()[_GONE] = not turn_to(key) and not trouble()
    if seat.isdecimal() and seat.isascii():
        _state()[_SEAT] = int(seat[:9])


def address() -> dict[str, str]:
    """The query of the address under which a reloaded page has all of this in hand; empty before the first change."""
    kept, seat = kept_table(), _state().get(_SEAT)
    if kept is None:
        return {}
    return {ADDRESS_KEY: kept.key} | ({ADDRESS_SEAT: str(seat)} if seat else {})


def step() -> int:
    """The number of the step that this tab is at; each is one entry of the browser's history."""
    number: int = _state().get(_STEP, 0)
    return number


def take_step() -> None:
    """Count the step that begins now."""
    _state()[_STEP] = step() + 1


def refresh(version: int | None = None) -> None:
    """Have the table as others have left it, and save what could not be saved before.

    ``version`` is the one it is known to have by now; without it the database is asked.
    """
    kept = kept_table()
    if kept is None:
        return
    try:
        if shared_part(table()) != kept.table:
            _save()
        else:
            now = version or store.opened().version(kept.number)
            if now != kept.version:
                _take(store.opened().since(kept, now))
        _state().pop(_TROUBLE, None)
    except StoreError as fault:
        in_trouble(fault)
    except TableError:  # what could not be saved in time has been overtaken
        _hold(kept.table, kept)


def trouble() -> Message | None:
    """Why changes are not saved just now; None while they are."""
    why: Message | None = _state().get(_TROUBLE)
    return why


def table_is_gone() -> bool:
    """Whether the table of the address is not there any more; said once."""
    return bool(_state().pop(_GONE, False))


def table() -> Table:
    """The table in play."""
    return _in_play().table


def _in_play() -> InPlay:
    current: InPlay = _state().setdefault(_IN_PLAY, InPlay())
    return current


def keep(changed: Table) -> None:
    """Keep the table after a change, on top of what others changed meanwhile.

    Raises TableError where both changes cannot be; then the table is as the others left it.
    """
    _hold(with_corrected_record(changed), kept_table())
    try:
        _save()
    except StoreError as fault:
        in_trouble(fault)
    except TableError:
        kept = kept_table()
        _hold(kept.table if kept else Table(rules=changed.rules), kept)
        raise


def shown_boards() -> ShownBoards:
    """What this browser has sent of the boards in play, and been shown of them."""
    current: ShownBoards = _state().setdefault(_SHOWN, ShownBoards())
    return current


def noted(name: str) -> Any:
    """What this phone alone knows of the table in play under that name; None if nothing."""
    return _state().get(_NOTES, {}).get(name)


def note(name: str, value: Any) -> None:
    """Remember something on this phone alone, as long as this table is in play."""
    _state().setdefault(_NOTES, {})[name] = value


def new_table(rules: Rules | None = None, *, kingdoms: bool = False) -> None:
    """Turn to an empty table with players, under these rules or the last; it is kept from its first change on."""
    _state()[_IN_PLAY] = InPlay(Table(rules=rules or table().rules, kingdoms=Game() if kingdoms else None))
    _forget_notes()


def _forget_notes() -> None:
    """Boards of two tables may have one number, so that nothing of one may be taken for the other's."""
    for name in (_SHOWN, _NOTES):
        _state().pop(name, None)


def record_result() -> None:
    """Record the game under way, once its result is seen with everything there."""
    recorded = with_record(table(), datetime.now(UTC))
    if recorded is not table():
        keep(recorded)


def play_again() -> None:
    """Clear the boards for the next game."""
    keep(table().again(datetime.now(UTC)))


def take_seat(number: int) -> None:
    """Take up one player's seat: the Kingdom screen shows it. A guest plays the first that no other phone plays."""
    _state()[_SEAT] = number
    _sit_down(number)


def _sit_down(number: int) -> None:
    kept = kept_table()
    if kept is None:
        return
    try:
        phone = here()
        if phone is None or (phone.seat is None and not phone.host):
            store.opened().sit_down(kept.number, this_phone(), number)
            _state().pop(_HERE, None)
    except StoreError as fault:
        in_trouble(fault)


def seat() -> Seat | None:
    """The seat in hand as the table now has it; None before one is taken or after it has left."""
    number: int | None = _state().get(_SEAT)
    return None if number is None else table().seat(number)


def turn_to(key: str) -> bool:
    """Turn to the table with that key, and be one of its phones; whether there is one."""
    try:
        found = store.opened().find(key)
        if found is None:
            return False
        if store.opened().phone(found.number, this_phone()) is None:
            store.opened().sit_down(found.number, this_phone(), None)
    except StoreError as fault:
        in_trouble(fault)
        return False
    _state()[_IN_PLAY] = InPlay()  # nothing of the table before
    _forget_notes()
    _take(found)
    return True


def _save() -> None:
    kept, mine = kept_table(), shared_part(table())
    if kept is None:
        made()
    elif mine != kept.table:
        _take(store.opened().save(kept, mine, this_phone()))
    for name in (_HERE, _TROUBLE):
        _state().pop(name, None)


def made() -> Kept:
    """The table in play, kept from now on; this phone is its host. Raises StoreError."""
    new = table()
    kept = store.opened().create(shared_part(new), this_phone())
    _state()[_IN_PLAY] = InPlay(new, kept)
    return kept


def _take(kept: Kept | None) -> None:
    """Have the table as the store has it, with what is only on this phone: attempts and the step before."""
    if kept is None:
        _state()[_GONE] = True
        new_table()
        return
    attempts = {one.number: one for one in table().seats}
    seats = tuple(
        replace(one, attempt=attempts[one.number].attempt, tried=attempts[one.number].tried)
        if one.number in attempts
        else one
        for one in kept.table.seats
    )
    _hold(replace(kept.table, seats=seats, before=table().before, after=table().after), kept)


def _hold(changed: Table, kept: Kept | None) -> None:
    _state()[_IN_PLAY] = InPlay(changed, kept)
    for board in without_photographs(changed):
        shown_boards().show(board)


def kept_table() -> Kept | None:
    """The table in play as the store last had it, None before its first change."""
    return _in_play().kept


def here() -> Phone | None:
    """What this phone is at the table in play, asked once a run; None if it never sat down there. Raises StoreError."""
    kept = kept_table()
    if kept is None:
        return None
    asked: tuple[str, Phone | None] = _state().get(_HERE, ("", None))
    if asked[0] != kept.key:
        asked = (kept.key, store.opened().phone(kept.number, this_phone()))
        _state()[_HERE] = asked
    return asked[1]


def this_phone() -> str:
    """The key by which the store knows this phone."""
    phone: str = _state().setdefault(_PHONE, new_key())
    return phone


def in_trouble(fault: StoreError) -> None:
    """Remember, for the screen to say, that changes are not saved just now, and why."""
    _state()[_TROUBLE] = fault.message


def _state() -> MutableMapping[str, Any]:
    state: MutableMapping[str, Any] = st.session_state  # type: ignore[assignment]  # its keys may also be numbers
    return state
