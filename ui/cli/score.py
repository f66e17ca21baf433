"""``crownsight score``: one kingdom per player to score sheets and standings."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from typing import NamedTuple

from scoring import Edition, Rules, ScoreSheet, Standing, conflicts, problems, rank, score, usual_grid, verdict
from scoring.territories import counted_points
from ui.cli.boards import Json
from ui.cli.inputs import BadInput, Given, kingdoms_of_game, quoted


class Entry(NamedTuple):
    """One player's kingdom and its score."""

    player: str
    given: Given
    sheet: ScoreSheet


def run(options: Namespace) -> int:
    """Print who won and why, and every sum."""
    found = kingdoms_of_game(options.kingdoms)
    players = _players(options.player, [len(kingdoms) for kingdoms in found])
    kingdoms = [one for kingdoms in found for one in kingdoms]
    rules = Rules(
        edition=Edition(options.edition),
        grid=options.grid or max(usual_grid(one.kingdom) for one in kingdoms),
        harmony=options.harmony,
        middle_kingdom=options.middle_kingdom,
    )
    entries = [Entry(player, one, score(one.kingdom, rules)) for player, one in zip(players, kingdoms, strict=True)]
    standings = rank({one.player: one.sheet for one in entries}, rules)
    print(json.dumps(_object(standings, entries), indent=1) if options.json else _text(standings, entries, rules))
    return 0


def _players(names: Sequence[str], kingdoms: Sequence[int]) -> list[str]:
    """A name for every kingdom: those given, one a kingdom or one an argument, else Player 1, Player 2 ...

    ``kingdoms`` counts those of each argument. Where a photo shows several kingdoms and the argument has one name, they
    are Ana 1, Ana 2 ... from the top left.
    """
    if not names:
        names = [f"Player {number}" for number in range(1, sum(kingdoms) + 1)]
    elif len(names) == len(kingdoms):
        names = [name for name, count in zip(names, kingdoms, strict=True) for name in _numbered(name, count)]
    if len(names) != sum(kingdoms):
        raise BadInput(f"--player was given {len(names)} times for {sum(kingdoms)} kingdoms; name every one or none")
    if not all(name.strip() for name in names):
        raise BadInput("--player was given a name without letters; write it behind, as in --player Ana")
    twice = [name for number, name in enumerate(names) if name in names[:number]]
    if twice:
        raise BadInput(f"two players are called {quoted(twice[0])}; give each a name of their own")
    return list(names)


def _numbered(name: str, count: int) -> list[str]:
    return [name] if count == 1 else [f"{name} {number}" for number in range(1, count + 1)]


def _object(standings: Sequence[Standing], entries: Sequence[Entry]) -> Json:
    return {
        "standings": [
            {"player": one.player, "place": one.place, "points": one.sheet.total, "why": str(one.why)}
            for one in standings
        ],
        "sheets": [_sheet_object(one) for one in entries],
    }


def _sheet_object(entry: Entry) -> Json:
    sheet = entry.sheet
    return {
        "player": entry.player,
        "code": str(entry.given.kingdom),
        "territories": [
            {
                "terrain": territory.terrain.value,
                "squares": [list(position) for position in territory.squares],
                "size": territory.size,
                "crowns": territory.crowns,
                "points": territory.points,
            }
            for territory in sheet.territories
        ],
        "bonuses": [{"name": bonus.bonus, "points": bonus.points} for bonus in sheet.bonuses],
        "total": sheet.total,
        "largest_territory": sheet.largest_territory,
        "crowns": sheet.crowns,
    }


def _text(standings: Sequence[Standing], entries: Sequence[Entry], rules: Rules) -> str:
    width = max(len(one.player) for one in standings)
    lines = [
        f"{one.place}. {one.player:{width}}  {counted_points(one.sheet.total):>10}  {one.why}" for one in standings
    ]
    for one in entries:
        notes = [*one.given.warnings, *(str(problem.text) for problem in problems(one.given.kingdom, rules.grid))]
        lines += ["", f"{one.player}: {counted_points(one.sheet.total)}  {one.given.kingdom}"]
        lines += [f"  {line}" for line in (*one.sheet.lines, *(f"Note: {note}" for note in notes))]
    together = verdict(conflicts({one.player: one.given.kingdom for one in entries}))
    if together:
        lines += ["", f"Note: {together.meaning}", *(f"  {conflict.text}" for conflict in together.named)]
    return "\n".join(lines)
