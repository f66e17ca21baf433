"""The HTML of the board editors of both games."""

from __future__ import annotations

import re
from pathlib import Path

_SHARED = Path(__file__).parent


def page(folder: Path) -> str:
    """The editor in that folder, with what both editors have put in where ``<!-- file -->`` stands for it."""
    html = (folder / "board.html").read_text(encoding="utf-8")
    return re.sub("<!-- (.+) -->", lambda part: (_SHARED / part[1]).read_text(encoding="utf-8"), html)
