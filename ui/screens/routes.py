"""The addresses of the app, the page behind each, and the way from one to another."""

from __future__ import annotations

from typing import NoReturn

import streamlit as st

from scoring.message import message
from ui.session import tab

START = "screens/start/page.py"
TABLE = "screens/table/page.py"
KINGDOM = "screens/kingdom/page.py"
WHOLE_TABLE = "screens/whole_table/page.py"
RESULT = "screens/result/page.py"
HISTORY = "screens/history/page.py"
SHARED_BOARD = "screens/shared_board/page.py"
KINGDOMS = "screens/kingdoms/page.py"

PAGES = {  # the last part of the address, the title of the window
    START: ("", message("Start")),
    TABLE: ("table", message("Table")),
    KINGDOM: ("kingdom", message("Kingdom")),
    WHOLE_TABLE: ("deal", message("Whole table")),
    RESULT: ("result", message("Result")),
    HISTORY: ("history", message("Games so far")),
    SHARED_BOARD: ("board", message("Board")),
    KINGDOMS: ("kingdoms", message("Kingdoms")),
}


def go_to(page: str) -> NoReturn:
    """Open another screen, or this one for another seat: one step of the browser's Back."""
    tab.take_step()
    st.switch_page(page, query_params=tab.address())
