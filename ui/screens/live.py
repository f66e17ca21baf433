"""Live updates: what other phones have changed, drawn as soon as the server tells of it."""

from __future__ import annotations

from ui.session.tab import Watched, tab


def watch(seat: int | str | None = None, *, waits: bool = False) -> None:
    """Have the screen drawn again whenever what it shows of the table has changed elsewhere.

    One that shows the kingdom of a ``seat`` is not drawn again for squares of the others, and one that shows the cards
    of ``all`` not for what they hear of by themselves. One that ``waits`` is drawn again every two seconds.
    """
    kept = tab().stored
    if kept:
        tab().watched = Watched(kept.key, kept.version, seat, waits or tab().trouble is not None)
