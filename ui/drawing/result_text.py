"""A result in words and as a table."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode, urlsplit

from scoring import NO_PIECES, Character, Kingdom, Pieces, Quest, ScoreSheet, Standing, Terrain, board_code
from scoring.bonuses import Bonus
from scoring.boxes import BASE
from scoring.expansions.earning import Earned, Earning
from scoring.message import Message
from scoring.race import Source
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
    bonuses = (f"{translated(one.bonus.words)} + {one.points}" for one in sheet.bonuses if one.earned)
    earned = Counter[Message]()
    for one in sheet.earnings:
        earned[_title(one)] += one.points
    earnings = (f"{translated(title)} + {points}" for title, points in earned.items() if points)
    return (*territories, *bonuses, *earnings)


def _title(earning: Earning) -> Message:
    """What earned something: a quest or a character by its name, else all of its kind together."""
    if earning.kind is Earned.QUEST:
        return Quest(earning.name).words
    return Character(earning.name).words if earning.kind is Earned.CHARACTER else earning.kind.words


def result_csv(ranked: Sequence[Standing], kingdoms: Mapping[str, Kingdom], states: Mapping[str, State]) -> str:
    """A line for every player.

    It has the place, the points, those by terrain and bonus, the tie-breaks, the kingdom's code, its state and doubts.
    """
    sources = _sources([one.sheet for one in ranked])
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    heads = ["place", "player", "points", *(source.value for source in sources)]
    table.writerow([*heads, "largest territory", "crowns", "kingdom", "trust", "doubts"])
    for one in ranked:
        table.writerow([*_row(one, kingdoms[one.player], sources), *states[one.player]])
    return written.getvalue()


def _sources(sheets: Sequence[ScoreSheet]) -> list[Source]:
    """Where points can come from: the terrains of the base game, and what else any of these sheets has."""
    found = {source for sheet in sheets for source in _by_source(sheet)}
    return [one for one in (*Terrain, *Bonus, *Earned) if one in found or one in BASE.terrains]


def _by_source(sheet: ScoreSheet) -> Counter[Source]:
    points: Counter[Source] = Counter()
    for territory in sheet.territories:
        points[territory.terrain] += territory.points
    for bonus in sheet.bonuses:
        points[bonus.bonus] += bonus.points
    for earning in sheet.earnings:
        points[earning.kind] += earning.points
    return points


def _row(one: Standing, kingdom: Kingdom, sources: Sequence[Source]) -> list[str | int]:
    points = _by_source(one.sheet)
    name = f"'{one.player}" if one.player.startswith(FORMULA) else one.player
    sheet = one.sheet
    return [
        one.place,
        name,
        sheet.total,
        *(points[source] for source in sources),
        sheet.largest_territory,
        sheet.crowns,
        str(kingdom),
    ]


def link(address: str, kingdom: Kingdom, pieces: Pieces = NO_PIECES) -> str:
    """The address that opens this kingdom's board, with what lies on it, in the app at ``address``."""
    server = urlsplit(address)
    return f"{server.scheme}://{server.netloc}/?{urlencode({CODE_KEY: board_code(kingdom, pieces)}, safe='/,@:')}"
