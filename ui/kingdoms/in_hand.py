"""The game of Kingdoms in one browser tab: the game itself, the epoch on the screen, and what a photo gave.

Next to ``ui.session`` the only owner of st.session_state; screens use it for a widget's own key alone.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

import streamlit as st

from ui.kingdoms.game import Game
from ui.kingdoms.photo import Sent
from ui.kingdoms.shelf import SHELF
from ui.store.codes import is_key, new_key

_GAME, _EPOCH, _HEARD, _SENT, _TRIED = (
    "kingdoms",
    "kingdoms_epoch",
    "kingdoms_heard",
    "kingdoms_sent",
    "kingdoms_tried",
)
_KEY = "kingdoms_key"
ADDRESS_KEY = "g"  # the query parameter with the key of the game


def pick_up() -> None:
    """Take up the game of a page that was loaded again, and write its address; once a run."""
    key = st.query_params.get(ADDRESS_KEY, "")
    if _GAME not in _state() and is_key(key) and SHELF.find(key):
        _state()[_KEY] = key
    held = _state().get(_KEY)
    if held and held != key:
        st.query_params[ADDRESS_KEY] = held


def game() -> Game:
    """The game in play, as whoever has its address last changed it; one without players before it begins."""
    shared = SHELF.find(_state().get(_KEY, ""))
    held: Game = shared or _state().setdefault(_GAME, Game())
    return held


def keep(changed: Game) -> None:
    """Keep the game after a change."""
    _state()[_GAME] = changed
    SHELF.put(_state().setdefault(_KEY, new_key()), changed)


def begin_anew() -> None:
    """Turn to a new game without players; the one before stays at its address."""
    _state()[_GAME] = Game()
    _state().pop(_KEY, None)
    st.query_params.pop(ADDRESS_KEY, None)


def epoch_shown() -> int:
    """The epoch on the screen, from 0: as chosen if the game has come so far, else the one in play."""
    chosen: int | None = _state().get(_EPOCH)
    return chosen if chosen is not None and chosen < game().opened else game().under_way


def show_epoch(at: int | None) -> None:
    """Put an epoch on the screen; None for the one in play."""
    _state()[_EPOCH] = at
    _state()[_SENT] = None


def heard(number: int, revision: int) -> int:
    """The last revision of a board that this browser sent, or that it was shown first."""
    last: dict[int, int] = _state().setdefault(_HEARD, {})
    return last.get(number, revision)


def hear(number: int, revision: int) -> None:
    """Remember the last revision that this browser sent of a board."""
    _state()[_HEARD] = {number: revision}


def sent() -> Sent | None:
    """What the last photo gave that is no board yet; an empty one while another photo is wanted."""
    found: Sent | None = _state().get(_SENT)
    return found


def keep_sent(found: Sent | None) -> None:
    """Remember what a photo gave."""
    _state()[_SENT] = found
    _state()[_TRIED] = tried() + 1


def tried() -> int:
    """How many photos were tried: the uploader is a new one after each."""
    count: int = _state().get(_TRIED, 0)
    return count


def _state() -> MutableMapping[str, Any]:
    state: MutableMapping[str, Any] = st.session_state  # type: ignore[assignment]  # its keys may also be numbers
    return state
