"""Addresses of the app, the screen behind each, and navigation between them."""

from __future__ import annotations

from typing import NoReturn

import streamlit as st

from scoring.message import message
from ui.i18n.translate import translate
from ui.session.tab import tab
from ui.table.entries import Cursor, parse_cursor
from ui.table.table import Table

START = "screens/start.py"
TABLE = "screens/table.py"
KINGDOM = "screens/kingdom.py"
WHOLE_TABLE = "screens/whole_table.py"
RESULT = "screens/result.py"
HISTORY = "screens/history.py"
KINGDOMS = "screens/knizia.py"
PAST = "screens/past.py"
PLAYER = "screens/player.py"
TEACH = "screens/teach.py"

# Query parameters: a past game, a player, the screen that this one was opened from, where a page of games begins, the
# seat whose board the result shows or the player whose board a past game shows, the index of a game in its Dynasty, and
# that a past game is to be corrected.
GAME, NAME, BACK, AFTER, BOARD, AT, EDIT = "g", "n", "b", "a", "board", "at", "edit"

SCREENS = {  # the last part of the address, the title of the window
    START: ("", message("Start")),
    TABLE: ("table", message("Table")),
    KINGDOM: ("kingdom", message("Kingdom")),
    WHOLE_TABLE: ("assign", message("Whole table")),
    RESULT: ("result", message("Result")),
    HISTORY: ("history", message("Past games")),
    KINGDOMS: ("kingdoms", message("Kingdoms")),
    PAST: ("past", message("Game")),
    PLAYER: ("player", message("Player")),
    TEACH: ("teach", message("Teach my edition")),
}


def go_to(screen: str, **query: str) -> NoReturn:
    """Open another screen, or this one for another seat, as an entry of the browser's history."""
    _navigate(screen, tab().address | query)


def has_arrived(path: str) -> bool:
    """Return whether this is the screen of the last navigation; otherwise the browser went back, or lost it."""
    if (last_target := tab().last_target) is None:
        return True
    screen, query = last_target
    return SCREENS[screen][0] == path and query.items() <= st.query_params.to_dict().items()


def repeat_navigation() -> None:
    """Open the screen of the last navigation again."""
    if last_target := tab().last_target:
        _navigate(*last_target)


def _navigate(screen: str, query: dict[str, str]) -> NoReturn:
    tab().visits += 1
    tab().last_target = screen, query
    st.switch_page(screen, query_params=query)


def go_to_kingdom(seat: int, *, back: str = "") -> NoReturn:
    """Open the kingdom of a seat; ``back`` is the screen to return to if it is not the table.

    The board that the result shows is kept in the address.
    """
    tab().take_seat(seat)
    go_to(KINGDOM, **({BACK: SCREENS[back][0]} | _get_board_query() if back else {}))


def go_back_from_kingdom() -> NoReturn:
    """Return to the screen that a kingdom was opened from: the result, a board of the result, or the table."""
    if st.query_params.get(BACK) == SCREENS[RESULT][0]:
        go_to(RESULT, **_get_board_query())
    go_to(TABLE)


def _get_board_query() -> dict[str, str]:
    """Return the part of the query that names the board which the result shows, empty for none."""
    board = st.query_params.get(BOARD)
    return {BOARD: board} if board else {}


def main_screen(table: Table) -> str:
    """Return the main screen of a table, that of its game."""
    return KINGDOMS if table.knizia else TABLE


def origin() -> str:
    """Return the screen from which the history was opened."""
    said = st.query_params.get(BACK, "")
    return next((screen for screen in (TABLE, KINGDOMS) if SCREENS[screen][0] == said), START)


def back_query() -> dict[str, str]:
    """Build the query that remembers from where the history was opened."""
    screen = origin()
    return {BACK: SCREENS[screen][0]} if screen != START else {}


def cursor() -> Cursor | None:
    return parse_cursor(st.query_params.get(AFTER, ""))


def title(screen: str) -> str:
    return translate(SCREENS[screen][1])
