"""What the board editors share: page and scripts."""

from __future__ import annotations

import re
from pathlib import Path

SHARED = Path(__file__).parent / "board"
SHARED_SCRIPTS = ("../spoken.js", "history.js", "cells.js", "remarks.js", "beside.js", "editing.js")


def page(name: str) -> str:
    """The HTML of an editor, with the shared files for which ``<!-- file -->`` stands in it."""
    html = (SHARED / name).read_text(encoding="utf-8")
    return re.sub("<!-- (.+) -->", lambda part: (SHARED / part[1]).read_text(encoding="utf-8"), html)
