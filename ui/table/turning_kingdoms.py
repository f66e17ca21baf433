"""Which side of a board of Kingdoms is up."""

from __future__ import annotations

from dataclasses import replace

from ui.photos.kingdoms_reading import turned
from ui.table.kingdoms import Epoch
from ui.table.orientation import Lies, and_then


def turned_over(epoch: Epoch) -> Epoch:
    """The epoch as it is seen from the other side of the table, which remembers what it was."""
    return replace(turned(epoch), lies=and_then(epoch, None))


def laid_as(epoch: Epoch, other: Epoch, lies: Lies) -> Epoch:
    """The epoch after it was turned some times, as another lies now; without the photo, which the other has."""
    if not lies:
        return replace(epoch, number=other.number, lies=other.lies)
    bare = replace(epoch, sight=None)
    laid = turned(bare) if len(lies) % 2 else bare
    return replace(laid, checked=epoch.checked, number=other.number, lies=other.lies, revision=0, earlier=other.earlier)
