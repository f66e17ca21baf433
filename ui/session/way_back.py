"""The way back: the last step on this phone that took players or boards away, until it is taken back."""

from __future__ import annotations

from functools import partial

from ui.session.tab import tab
from ui.table.commands import Command, Step, taken_back

_LAST = "last step"


def do_with_way_back(command: Command, *, sends_away: bool = False) -> Step:
    """Carry out a command so that one tap takes it back. Raises TableError as ``Tab.do`` does."""
    step = tab().do(command, sends_away=sends_away)
    tab().set_local(_LAST, step)
    return step


def last_step() -> Step | None:
    """The step that can be taken back; None if there is none."""
    last: Step | None = tab().local(_LAST)
    return last


def take_back(step: Step) -> None:
    """Take back a step. Raises TableError where others have gone on since."""
    tab().do(partial(taken_back, step=step))
    tab().set_local(_LAST, None)
