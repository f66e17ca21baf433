"""What lasts in one browser tab: the table in play and the seat in hand; the only owner of st.session_state.

Screens use ``st.session_state`` for a widget's own key alone.
"""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from ui import shelf
from ui.table import Seat, Table, solo_table

_TABLE, _SOLO_TABLE, _SOLO, _SEAT = "table", "solo_table", "solo", "seat"
_KEY = "shelf_key"
ADDRESS_KEY = "t"  # the query parameter with the key


def pick_up() -> None:
    """Take up what a reloaded page had in hand, and write the key into the address; once a run, before any screen."""
    if _KEY not in st.session_state:
        _restore(st.query_params.get(ADDRESS_KEY, ""))
    if st.query_params.get(ADDRESS_KEY) != st.session_state[_KEY]:
        st.query_params[ADDRESS_KEY] = st.session_state[_KEY]


def _restore(key: str) -> None:
    kept = shelf.find(key)
    st.session_state[_KEY] = shelf.new_key() if kept is None else key
    if kept is not None:
        st.session_state[_TABLE] = kept.table
        st.session_state[_SOLO] = kept.solo
        st.session_state[_SEAT] = kept.seat
        if kept.solo_table is not None:
            st.session_state[_SOLO_TABLE] = kept.solo_table


def table() -> Table:
    """The table in play: the one with players, or the one of a single photo."""
    if st.session_state.get(_SOLO):
        kept: Table = st.session_state.setdefault(_SOLO_TABLE, solo_table())
    else:
        kept = st.session_state.setdefault(_TABLE, Table())
    return kept


def keep(table: Table) -> None:
    """Remember the table after a change."""
    st.session_state[_SOLO_TABLE if table.solo else _TABLE] = table
    _put_down()


def play_again() -> None:
    """Finish the game under way and clear the boards for the next."""
    keep(table().again(datetime.now(UTC)))


def new_table() -> None:
    """Turn to an empty table with players, under the rules of the last."""
    play_at_table()
    keep(Table(rules=table().rules))


def players_table() -> Table:
    """The table with players, whichever is in play."""
    kept: Table = st.session_state.get(_TABLE, Table())
    return kept


def play_at_table() -> None:
    """Turn to the table with players."""
    st.session_state[_SOLO] = False
    _put_down()


def play_one_photo() -> None:
    """Turn to the table of a single photo and take up its one seat."""
    st.session_state[_SOLO] = True
    take_seat(table().seats[0].number)


def take_seat(number: int) -> None:
    """Take up one player's seat: the Kingdom screen shows it."""
    st.session_state[_SEAT] = number
    _put_down()


def seat() -> Seat | None:
    """The seat in hand as the table now has it; None before one is taken or after it has left."""
    number: int | None = st.session_state.get(_SEAT)
    return None if number is None else table().seat(number)


def _put_down() -> None:
    """Lay what this page has in hand on the shelf, for the case that it is reloaded."""
    state = st.session_state
    kept = shelf.Kept(players_table(), state.get(_SOLO_TABLE), bool(state.get(_SOLO)), state.get(_SEAT))
    shelf.lay(state[_KEY], kept)
