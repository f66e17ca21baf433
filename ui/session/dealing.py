"""Session state on this phone: photos being dealt, those that gave no board yet, the epoch and square to look at."""

from __future__ import annotations

from dataclasses import replace

from scoring import Position, Title
from ui.session.tab import tab
from ui.table.board import Attempt
from ui.table.dealing import Deal, is_as_dealt
from ui.table.kingdoms import Game
from ui.table.table import Table

_DEAL, _ASKED, _FAILED, _STEPS = "deal", "kingdom asked about", "photo without kingdom", "photos dealt"
_LAST, LAST_AT, _TAPPED_IN, _SUSPECTED = "last deal", "time of the last deal", "entered by hand", "suspected box"
_ATTEMPTS = "attempts"  # by the number of the seat: how many photos were tried, and the last if it gave no board yet
NOTICED_SECONDS = 10.0  # that the number of kingdoms dealt is said; the look has the same


def deal_under_way() -> Deal | None:
    """The photos whose kingdoms are being dealt, None if there are none."""
    deal: Deal | None = tab().local(_DEAL)
    return deal


def set_deal(deal: Deal | None) -> None:
    """Go on with a deal; None once it is over."""
    for name, value in ((_DEAL, deal), (_ASKED, None), (_FAILED, None), (_TAPPED_IN, None)):
        tab().set_local(name, value)
    tab().set_local(_STEPS, steps_taken() + 1)


def remember_deal(deal: Deal, now: float) -> None:
    """Remember what photos of several kingdoms have done to the table, for a tap that undoes it."""
    tab().set_local(_LAST, (deal, tab().table) if len(deal.readings) > 1 or deal.remarks else None)
    tab().set_local(LAST_AT, now)


def last_deal() -> tuple[Deal, Table] | None:
    """The last deal with the table after it, while that table is as it was dealt; None once it is not."""
    last: tuple[Deal, Table] | None = tab().local(_LAST)
    return last if last and is_as_dealt(*last, tab().table) else None


def seconds_since_deal(now: float) -> float:
    """The seconds since the last deal was remembered, by the clock that it was remembered with."""
    return now - (tab().local(LAST_AT) or 0.0)


def suspected_box() -> Title | None:
    """The box whose tiles seem to lie on the table in play, by a photo of this phone; None once that was answered."""
    suspected: Title | None = tab().local(_SUSPECTED)
    return suspected if suspected and suspected not in tab().table.rules.box else None


def suspect_box(suspected: Title | None) -> None:
    """Remember the box whose tiles a photo seems to show, for the table to ask; None once that was answered."""
    tab().set_local(_SUSPECTED, suspected)


def kingdom_asked_about(deal: Deal) -> int:
    """The place of the kingdom whose player is asked for: the one that was tapped, else the first still to deal."""
    tapped: int | None = tab().local(_ASKED)
    return tapped if tapped in deal.waiting else deal.waiting[0]


def ask_about(at: int) -> None:
    """Ask next for the player of the kingdom at a place."""
    tab().set_local(_ASKED, at)


def photo_that_failed() -> Attempt | None:
    """The last photo, if it gave no kingdom."""
    failed: Attempt | None = tab().local(_FAILED)
    return failed


def keep_failed(attempt: Attempt) -> None:
    """Remember a photo that gave no kingdom, for the screen to say why."""
    set_deal(None)
    tab().set_local(_FAILED, attempt)


def start_manual_entry() -> None:
    """Ask whose kingdom is to be entered by hand from the photo that gave none."""
    tab().set_local(_TAPPED_IN, True)


def is_tapped_in() -> bool:
    """True if a kingdom is to be entered by hand from the photo that gave none."""
    return bool(tab().local(_TAPPED_IN))


def is_fallback_chosen(failed: Attempt) -> bool:
    """True while something is done with the photo that gave no kingdom: corners set, or squares tapped in."""
    return failed.setting_corners or is_tapped_in()


def go_back_to(failed: Attempt) -> None:
    """Ask again what is to be done with the photo that gave no kingdom."""
    keep_failed(replace(failed, setting_corners=False))


def steps_taken() -> int:
    """How many steps of dealing this tab has made, so that each photo is asked for anew."""
    return tab().local(_STEPS) or 0


def attempt_for(seat: int) -> Attempt | None:
    """The photo under way to a board of a seat; the board that they have stays meanwhile."""
    return _of(seat)[1]


def photos_tried(seat: int) -> int:
    """How many photos were tried for a seat, so that each is asked for anew."""
    return _of(seat)[0]


def keep_attempt(seat: int, attempt: Attempt | None) -> None:
    """Remember the photo under way to a board of a seat; None once there is the board, or none is wanted."""
    tab().set_local(_ATTEMPTS, (tab().local(_ATTEMPTS) or {}) | {seat: (photos_tried(seat) + 1, attempt)})


def forget_attempts() -> None:
    """Have no photo under way any more, as the next game begins."""
    for seat in tab().local(_ATTEMPTS) or {}:
        keep_attempt(seat, None)


def _of(seat: int) -> tuple[int, Attempt | None]:
    found: tuple[int, Attempt | None] = (tab().local(_ATTEMPTS) or {}).get(seat, (0, None))
    return found


_LOOK, _EPOCH = "look", "epoch"


def look_at(board: int, place: Position) -> None:
    """Select a square in the editor of the board with that number."""
    asked = tab().local(_LOOK)[2] + 1 if tab().local(_LOOK) else 1
    tab().set_local(_LOOK, (board, place, asked))


def look_on(board: int) -> tuple[Position, int] | None:
    """The square last asked for on the board with that number, and the number of that request; None without one."""
    number, place, asked = tab().local(_LOOK) or (0, (0, 0), 0)
    return (place, asked) if asked and number == board else None


def game() -> Game:
    """The game of the table in play; one without players at a table that plays something else."""
    return tab().table.kingdoms or Game()


def epoch_shown() -> int:
    """The epoch on the screen, from 0: as chosen if the game has come so far, else the one in play."""
    chosen: int | None = tab().local(_EPOCH)
    return chosen if chosen is not None and chosen < game().opened else game().under_way


def show_epoch(at: int | None) -> None:
    """Put an epoch on the screen; None for the one in play."""
    tab().set_local(_EPOCH, at)
