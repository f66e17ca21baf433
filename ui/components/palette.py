"""What the board editors share: page and scripts."""

from __future__ import annotations

import re
from pathlib import Path

SHARED = Path(__file__).parent / "board_editor"
SHARED_SCRIPTS = ("spoken.js", "history.js", "cells.js", "remarks.js", "beside.js", "editing.js")


def page(folder: Path) -> str:
    """The HTML of the editor in that folder, with the shared files for which ``<!-- file -->`` stands in it."""
    html = (folder / "board.html").read_text(encoding="utf-8")
    return re.sub("<!-- (.+) -->", lambda part: (SHARED / part[1]).read_text(encoding="utf-8"), html)
