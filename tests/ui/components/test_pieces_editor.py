"""What a browser sends becomes pieces only if it could have come from the editor."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import NO_PIECES, Kingdom, Pieces
from ui.components.pieces_editor import change_in
from ui.table.board import Board

BOARD = Board(Kingdom.parse("C w1/f ."), number=3)


def sent(**changed: Any) -> dict[str, Any]:
    return {"number": 3, "change": 1, "before": "", "after": ",giant@1.2"} | changed


def test_a_change_is_what_was_there_and_what_is_now() -> None:
    assert change_in(BOARD, sent()) == (NO_PIECES, Pieces(giants=(((0, 1), 1),)))


@pytest.mark.parametrize(
    "changed",
    [
        {"number": 2},
        {"change": -1},
        {"after": ",giant@9.9"},
        {"after": ",wizard@1.1"},
        {"after": "/ww"},
        {"after": 7},
        {"before": None},
        {"after": "," * 100_000},
    ],
    ids=lambda changed: str(changed)[:40],
)
def test_other_boards_and_nonsense_change_nothing(changed: dict[str, Any]) -> None:
    assert change_in(BOARD, sent(**changed)) is None


def test_what_is_no_message_changes_nothing() -> None:
    assert change_in(BOARD, None) is None
