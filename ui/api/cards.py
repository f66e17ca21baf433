"""The cards of a table's players, as its page shows them: HTML, and words for the button that lies over each."""

from __future__ import annotations

from dataclasses import dataclass

from ui.drawing.player_card import player_card, spoken_card
from ui.drawing.player_names import with_display_names
from ui.table.table import Table


@dataclass(frozen=True)
class Card:
    """The card of a seat, and the same in words."""

    seat: int
    html: str
    words: str


def cards_of(table: Table) -> tuple[Card, ...]:
    """The cards of a table as it is kept, in the reader's language and in the order of its seats."""
    table = with_display_names(table)
    return tuple(
        Card(seat.number, player_card(table, seat), spoken_card(table, seat, seat.name)) for seat in table.seats
    )
