"""A result in words and as a table."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode, urlsplit

from scoring import Kingdom, ScoreSheet, Standing
from scoring.boxes import BASE
from ui.i18n.translate import _, translated
from ui.table.trust import State, reservation

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would take for one
CODE_KEY = "k"  # the query parameter with a kingdom code


def result_line(ranked: Sequence[Standing], states: Mapping[str, State]) -> str:
    """The result in one line for a chat: ``1. Ana 54, 2. Ben 47 (2 to check)``."""
    places = [f"{one.place}. {one.player} {one.sheet.total}{_in_brackets(states[one.player])}" for one in ranked]
    return _("Kingdomino: {places}", places=", ".join(places))


def _in_brackets(state: State) -> str:
    unsure = reservation(state)
    return f" ({translated(unsure)})" if unsure else ""


def sum_lines(sheet: ScoreSheet) -> tuple[str, ...]:
    """The sums of a sheet as they are read out, one a line: ``forest 7 × 3 = 21``."""
    territories = tuple(
        f"{translated(one.terrain.words)} {one.size} × {one.crowns} = {one.points}"
        for one in sheet.territories
        if one.points
    )
    return territories + tuple(f"{translated(one.bonus.words)} + {one.points}" for one in sheet.bonuses if one.earned)


def result_csv(ranked: Sequence[Standing], kingdoms: Mapping[str, Kingdom], states: Mapping[str, State]) -> str:
    """A line for every player.

    It has the place, the points, those by terrain and bonus, the tie-breaks, the kingdom's code, its state and doubts.
    """
    bonuses = [bonus.bonus.value for bonus in ranked[0].sheet.bonuses] if ranked else []
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    heads = ["place", "player", "points", *(terrain.value for terrain in BASE.terrains), *bonuses]
    table.writerow([*heads, "largest territory", "crowns", "kingdom", "trust", "doubts"])
    for one in ranked:
        table.writerow([*_row(one, kingdoms[one.player]), *states[one.player]])
    return written.getvalue()


def _row(one: Standing, kingdom: Kingdom) -> list[str | int]:
    by_terrain = [sum(t.points for t in one.sheet.territories if t.terrain is terrain) for terrain in BASE.terrains]
    bonuses = [bonus.points for bonus in one.sheet.bonuses]
    name = f"'{one.player}" if one.player.startswith(FORMULA) else one.player
    sheet = one.sheet
    return [one.place, name, sheet.total, *by_terrain, *bonuses, sheet.largest_territory, sheet.crowns, str(kingdom)]


def link(address: str, kingdom: Kingdom) -> str:
    """The address that opens this kingdom's board in the app at ``address``."""
    server = urlsplit(address)
    return f"{server.scheme}://{server.netloc}/?{urlencode({CODE_KEY: str(kingdom)}, safe='/')}"
