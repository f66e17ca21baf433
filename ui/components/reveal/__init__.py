"""The result of Kingdomino told slowly: territory by territory on every board, totals last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring import Kingdom, ScoreSheet
from ui.components.reveal.telling import Chip, Moment, Stage, Step, Tally, Telling, tell
from ui.drawing import tiles
from ui.i18n.translate import translated


@dataclass(frozen=True)
class Unveiled:
    """One player's board to be told: the name, the castle's colour, and what the kingdom scores."""

    name: str
    colour: str
    kingdom: Kingdom
    sheet: ScoreSheet


def reveal(players: Sequence[Unveiled], headline: str) -> None:
    """The boards of all players, told territory by territory from the smallest on; the headline comes last."""
    tell(telling(players, headline))


def telling(players: Sequence[Unveiled], headline: str) -> Telling:
    """All boards side by side; players with fewer territories wait at the end, so that all totals come together."""
    stages = [_stage(player) for player in players]
    longest = max(len(stage.steps) for stage in stages)
    moments = [
        Moment(tuple((number, step) for number, stage in enumerate(stages) if step < len(stage.steps)))
        for step in range(longest)
    ]
    totals = tuple(player.sheet.total for player in players)
    tallies = [Tally(player.name, player.colour, number) for number, player in enumerate(players)]
    return Telling(headline, tallies, stages, [*moments, Moment(totals=totals)])


def _stage(player: Unveiled) -> Stage:
    """One player's board, and its steps in the order they are told."""
    kingdom, steps = player.kingdom, tuple(_steps(player.sheet))
    after = steps[-1].text if steps else ""
    return Stage(tiles.small_board(kingdom), kingdom.height, kingdom.width, steps, after=after)


def _steps(sheet: ScoreSheet) -> Iterator[Step]:
    for territory in reversed([territory for territory in sheet.territories if territory.points]):
        squares = tuple(territory.squares)
        text = f"{translated(territory.terrain.words)} {territory.size} × {territory.crowns} = {territory.points}"
        yield Step(squares, (Chip(*squares[0], str(territory.points)),), text)
    for bonus in sheet.bonuses:
        if bonus.earned:
            yield Step((), (), f"{translated(bonus.bonus.words)} + {bonus.points}")
