"""A result as text: a line for a chat, its sums, a table, a link to BG Stats."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC
from typing import Any
from urllib.parse import urlencode

from scoring import Character, Kingdom, Quest, ScoreSheet, Standing, Terrain
from scoring.bonuses import Bonus, BonusKind
from scoring.boxes import BASE
from scoring.message import Message
from scoring.score_reveal import Source
from ui.i18n.translate import _, translate
from ui.table.board import State, describe_doubts
from ui.table.completed_games import Game
from ui.table.knizia import KniziaResult

# Where a spreadsheet would begin one, whichever sign it parts cells at.
_FORMULA = re.compile(r"""(^|[,;:|\t])(?=[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20])""")
CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html"
KINGDOMINO, KINGDOMS = ("Kingdomino", 204583), ("Kingdoms", 119)  # names and numbers on BoardGameGeek


def result_line(ranked: Sequence[Standing], states: Mapping[str, State]) -> str:
    """Format the result in one line for a chat: ``1. Ana 54, 2. Ben 47 (2 to check)``."""
    places = []
    for one in ranked:
        unsure = describe_doubts(states[one.player])
        places.append(f"{one.rank}. {one.player} {one.sheet.total}" + (f" ({translate(unsure)})" if unsure else ""))
    return _("Kingdomino: {places}", places=", ".join(places))


def sum_lines(sheet: ScoreSheet) -> tuple[str, ...]:
    """List the sums of a sheet, one a line: ``forest 7 × 3 = 21``."""
    territories = tuple(
        f"{translate(one.terrain.label)} {one.size} × {one.crowns} = {one.points}"
        for one in sheet.territories
        if one.points
    )
    bonuses = (f"{translate(one.bonus.label)} + {one.points}" for one in sheet.bonuses if one.earned)
    earned = Counter[Message]()
    for one in sheet.items:
        named: Message = one.kind.label  # all of its kind together
        if one.kind in (BonusKind.QUEST, BonusKind.CHARACTER):
            named = (Quest if one.kind is BonusKind.QUEST else Character)(one.name).label
        earned[named] += one.points
    earnings = (f"{translate(title)} + {points}" for title, points in earned.items() if points)
    return (*territories, *bonuses, *earnings)


def result_csv(ranked: Sequence[Standing], kingdoms: Mapping[str, Kingdom], states: Mapping[str, State]) -> str:
    """Format a CSV line for every player.

    It has the place, the points, those by terrain and bonus, the tie-breaks, the kingdom's code, its state and doubts.
    """
    found = {source for one in ranked for source in _by_source(one.sheet)}
    sources = [one for one in (*Terrain, *Bonus, *BonusKind) if one in found or one in BASE.terrains]
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    heads = ["place", "player", "points", *(source.value for source in sources)]
    table.writerow([*heads, "largest territory", "crowns", "kingdom", "trust", "doubts"])
    for one in ranked:
        sheet, points = one.sheet, _by_source(one.sheet)
        row = [one.rank, cell(one.player), sheet.total, *(points[source] for source in sources)]
        state = states[one.player]
        more = [sheet.largest_territory, sheet.crowns, kingdoms[one.player], state.trust, state.doubts]
        table.writerow([*row, *more])
    return written.getvalue()


def cell(name: str) -> str:
    """Escape a name for spreadsheets: text, with a mark before what would be a formula."""
    return _FORMULA.sub(r"\1'", name)


def _by_source(sheet: ScoreSheet) -> Counter[Source]:
    points: Counter[Source] = Counter()
    for territory in sheet.territories:
        points[territory.terrain] += territory.points
    for bonus in sheet.bonuses:
        points[bonus.bonus] += bonus.points
    for earning in sheet.items:
        points[earning.kind] += earning.points
    return points


def bg_stats_link(game: Game | KniziaResult) -> str:
    """Build the address that adds a game to BG Stats, which identifies it by its end time."""
    name, number = KINGDOMS if isinstance(game, KniziaResult) else KINGDOMINO
    play = {
        "sourceName": "Crownsight",
        "sourcePlayId": f"{game.played.astimezone(UTC):%Y%m%d%H%M%S}-{game.number}",
        "playDate": game.played.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "board": "",
        "game": {
            "name": name,
            "sourceGameId": name.lower(),
            "bggId": number,
            "highestWins": True,
            "noPoints": False,
        },
        "players": _knizia_players(game) if isinstance(game, KniziaResult) else _of_kingdomino(game),
    }
    data = json.dumps(play, ensure_ascii=False, separators=(",", ":"))
    return f"{CREATE_PLAY}?{urlencode({'data': data}, safe=':,')}"  # shorter, for a coarser QR code


def _of_kingdomino(game: Game) -> list[dict[str, Any]]:
    colours = {one.name: one.colour.value for one in game.players}
    several = len(game.players) > 1
    return [
        _player(one.player, one.sheet.total, one.rank, colours[one.player], won=several and one.rank == 1)
        for one in game.standings
    ]


def _knizia_players(game: KniziaResult) -> list[dict[str, Any]]:
    names = {player.colour: player.name for player in game.players}
    return [
        _player(names[purse.colour], purse.now, purse.rank, purse.colour.value, won=purse.rank == 1)
        for purse in game.sheet.purses
        if purse.colour in names
    ]


def _player(name: str, score: int, rank: int, colour: str, *, won: bool) -> dict[str, Any]:
    return {
        "name": name,
        "sourcePlayerId": name.casefold(),
        "score": score,
        "rank": rank,
        "role": colour,
        "winner": won,
        "startPlayer": False,
    }
