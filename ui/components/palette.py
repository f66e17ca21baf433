"""What the board editors of both games share: page, scripts, and how many remarks they show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ui.i18n.translate import _

SHARED = Path(__file__).parent / "board_editor"
SHARED_SCRIPTS = ("requests.js", "spoken.js", "history.js", "remarks.js", "pending.js", "beside.js", "editing.js")
NEARLY_FULL = 4  # gaps up to which a board entered by hand is taken for finished
MOST_REMARKS = 4  # the next ones come up as these are put right


def page(folder: Path) -> str:
    """The HTML of the editor in that folder, with the shared files for which ``<!-- file -->`` stands in it."""
    html = (folder / "board.html").read_text(encoding="utf-8")
    return re.sub("<!-- (.+) -->", lambda part: (SHARED / part[1]).read_text(encoding="utf-8"), html)


def shown_remarks(remarks: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first remarks, each with the ``squares`` it names, and how many more there are."""
    left = len(remarks) - MOST_REMARKS
    more = [{"text": _("And {number} more.", number=left), "squares": ()}] if left > 0 else []
    return [*remarks[:MOST_REMARKS], *more]
