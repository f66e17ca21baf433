"""Session state of a game of Kingdoms: the epoch on this phone's screen, and a photo that is no board yet."""

from __future__ import annotations

from dataclasses import replace

from ui.photos.kingdoms_reading import KingdomsAttempt
from ui.session.tab import tab
from ui.table.kingdoms import Game

_EPOCH, _SENT, _TRIED, _REFUSED = "epoch", "sent", "tried", "players-refused"


def game() -> Game:
    """The game of the table in play; one without players at a table that plays something else."""
    return tab().table.kingdoms or Game()


def keep(changed: Game) -> None:
    """Keep the game after a change. Raises TableError as ``Tab.keep`` does."""
    tab().keep(replace(tab().table, kingdoms=changed))


def epoch_shown() -> int:
    """The epoch on the screen, from 0: as chosen if the game has come so far, else the one in play."""
    chosen: int | None = tab().local(_EPOCH)
    return chosen if chosen is not None and chosen < game().opened else game().under_way


def show_epoch(at: int | None) -> None:
    """Put an epoch on the screen; None for the one in play."""
    tab().set_local(_EPOCH, at)
    tab().set_local(_SENT, None)


def sent() -> KingdomsAttempt | None:
    """What the last photo gave that is no board yet; an empty one while another photo is wanted."""
    found: KingdomsAttempt | None = tab().local(_SENT)
    return found


def keep_sent(found: KingdomsAttempt | None) -> None:
    """Remember what a photo gave."""
    tab().set_local(_SENT, found)
    tab().set_local(_TRIED, tried() + 1)


def tried() -> int:
    """How many photos were tried: the camera is a new one after each."""
    return tab().local(_TRIED) or 0


def refuse(why: str) -> None:
    """Remember why the players stay as they are, until it is shown."""
    tab().set_local(_REFUSED, why)


def was_refused() -> str | None:
    """Why the players stay as they are, once."""
    why: str | None = tab().local(_REFUSED)
    tab().set_local(_REFUSED, None)
    return why
