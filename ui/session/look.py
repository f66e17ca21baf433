"""The square that the board editor is asked to choose, by another screen or by a question on its own."""

from __future__ import annotations

from scoring import Position
from ui.session import tab

_LOOK = "look"


def look_at(board: int, place: Position) -> None:
    """Have the editor of the board with that number choose a square."""
    asked = tab.noted(_LOOK)[2] + 1 if tab.noted(_LOOK) else 1
    tab.note(_LOOK, (board, place, asked))


def look_on(board: int) -> tuple[Position, int] | None:
    """The square last asked for on the board with that number, and the number of that request; None without one."""
    number, place, asked = tab.noted(_LOOK) or (0, (0, 0), 0)
    return (place, asked) if asked and number == board else None
