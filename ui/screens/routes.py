"""The addresses of the app: the page behind each, as ``st.switch_page`` takes it."""

from __future__ import annotations

START = "screens/start/page.py"
TABLE = "screens/table/page.py"
KINGDOM = "screens/kingdom/page.py"
WHOLE_TABLE = "screens/whole_table/page.py"
RESULT = "screens/result/page.py"
HISTORY = "screens/history/page.py"
SHARED_BOARD = "screens/shared_board/page.py"
KINGDOMS = "screens/kingdoms/page.py"

PAGES = {  # the last part of the address, the title of the window
    START: ("", "Crownsight"),
    TABLE: ("table", "Table"),
    KINGDOM: ("kingdom", "Kingdom"),
    WHOLE_TABLE: ("deal", "Whole table"),
    RESULT: ("result", "Result"),
    HISTORY: ("history", "Games so far"),
    SHARED_BOARD: ("board", "Board"),
    KINGDOMS: ("kingdoms", "Kingdoms"),
}
