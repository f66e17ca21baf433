"""Doubtful squares on this phone: the one that an editor is to choose, and the question whether all are accepted."""

from __future__ import annotations

from typing import Protocol

from scoring import Position
from ui.session.tab import tab

_LOOK, _ASKED = "look", "asked about doubts"


class Doubted(Protocol):
    """A board with its number and the squares of it that are doubtful."""

    @property
    def number(self) -> int: ...

    @property
    def doubtful(self) -> frozenset[Position]: ...


def look_at(board: int, place: Position) -> None:
    """Select a square in the editor of the board with that number."""
    asked = tab().local(_LOOK)[2] + 1 if tab().local(_LOOK) else 1
    tab().set_local(_LOOK, (board, place, asked))


def look_on(board: int) -> tuple[Position, int] | None:
    """The square last asked for on the board with that number, and the number of that request; None without one."""
    number, place, asked = tab().local(_LOOK) or (0, (0, 0), 0)
    return (place, asked) if asked and number == board else None


def ask_about(board: Doubted) -> None:
    """Ask whether the doubts of a board are accepted."""
    tab().set_local(_ASKED, (board.number, board.doubtful))


def is_asked_about(board: Doubted) -> bool:
    """True while the player is asked about the doubts of this board; every change of them ends the question."""
    return bool(board.doubtful) and tab().local(_ASKED) == (board.number, board.doubtful)


def withdraw_question() -> None:
    """Close the question about doubts."""
    tab().set_local(_ASKED, None)
