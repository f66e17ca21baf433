"""What the board editors share: page, scripts, what quests and pieces earn, and how many remarks they show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scoring import Pieces, ScoreSheet
from ui.i18n.translate import _, translated

SHARED = Path(__file__).parent / "board_editor"
SHARED_SCRIPTS = ("spoken.js", "history.js", "remarks.js", "pending.js", "beside.js", "editing.js")
NEARLY_FULL = 4  # gaps up to which a board entered by hand is taken for finished
MOST_REMARKS = 4  # the next ones come up as these are put right


def page(folder: Path) -> str:
    """The HTML of the editor in that folder, with the shared files for which ``<!-- file -->`` stands in it."""
    html = (folder / "board.html").read_text(encoding="utf-8")
    return re.sub("<!-- (.+) -->", lambda part: (SHARED / part[1]).read_text(encoding="utf-8"), html)


def shown_earnings(sheet: ScoreSheet | None, pieces: Pieces) -> list[dict[str, Any]]:
    """What quests and pieces earn, in words, with the squares and lines counted; none while the score stays hidden.

    The last is what the total had been without giants.
    """
    if sheet is None:
        return []
    giants = [position for position, _number in pieces.giants]
    return [
        *({"text": translated(one.line), "squares": one.squares, "lines": one.lines} for one in sheet.earnings),
        *({"text": translated(line), "squares": giants, "lines": ()} for line in sheet.giants_line),
    ]


def shown_remarks(remarks: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first remarks, each with the ``squares`` it names, and how many more there are."""
    left = len(remarks) - MOST_REMARKS
    more = [{"text": _("And {number} more.", number=left), "squares": ()}] if left > 0 else []
    return [*remarks[:MOST_REMARKS], *more]
