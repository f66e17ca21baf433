"""The finale of Kingdomino: a race terrain by terrain on everybody's own board, and of a Dynasty game by game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scoring import NO_PIECES, DynastyStanding, Kingdom, Pieces, Position, ScoreSheet, Standing, Terrain
from scoring.bonuses import Bonus, Earned
from scoring.race import Leg as RaceLeg
from scoring.race import Race
from ui.components.finale.telling import Chip, Ending, Highlight, Racer, Stage, Step, Telling
from ui.drawing import tiles
from ui.drawing.html import points
from ui.drawing.piece_marks import marks
from ui.i18n.translate import _, joined, n_, translated

BONUS_FILL = "#F2C14A"
DRAWN_MARGIN = 1 / 24  # of a drawn board, in sides of a square


@dataclass(frozen=True)
class Contender:
    """A player in the finale: name, castle, kingdom and its sheet.

    ``photo`` is where the board's photo is, if kept, else ``pieces`` are drawn on the board.
    """

    name: str
    colour: str
    kingdom: Kingdom
    sheet: ScoreSheet
    photo: str = ""
    pieces: Pieces = NO_PIECES


def headline(winners: Sequence[str]) -> str:
    """The headline on who won; names are put in as they come."""
    return n_("{names} wins", "{names} share the victory", len(winners), names=joined(winners))


def leading(names: Sequence[str]) -> str:
    """The headline on who is ahead while it is not settled who won; names are put in as they come."""
    return n_("{names} leads", "{names} lead", len(names), names=joined(names))


def game_telling(
    contenders: Sequence[Contender],
    ranked: Sequence[Standing],
    told: Race,
    remarks: Sequence[str],
) -> Telling:
    """A game as a race; ``remarks`` are more lines for its end."""
    first = {one.player for one in ranked if one.place == 1}
    winners = [at for at, one in enumerate(contenders) if one.name in first]
    best = max(contender.sheet.total for contender in contenders)
    decided = [translated(told.decided_by)] if told.decided_by else []
    ending = Ending(
        headline([contenders[at].name for at in winners]),
        contenders[winners[0]].colour if len(winners) == 1 else "",
        (points(best), *decided, *remarks),
        tuple(winners),
    )
    return Telling(
        [Racer(one.name, one.colour) for one in contenders],
        tuple(0 for _contender in contenders),
        [_stage(one) for one in contenders],
        [_leg(leg, contenders) for leg in told.legs],
        ending,
    )


def dynasty_headline(standings: Sequence[DynastyStanding]) -> str:
    """The headline on who won a Dynasty."""
    winners = [one.player for one in standings if one.place == 1]
    return n_("{names} wins the Dynasty", "{names} share the Dynasty", len(winners), names=joined(winners))


def dynasty_telling(standings: Sequence[DynastyStanding], colours: dict[str, str]) -> Telling:
    """A Dynasty as a race of its games, told in the order of the players at the table."""
    players = sorted(standings, key=lambda one: list(colours).index(one.player))
    winners = [one.player for one in standings if one.place == 1]
    games = len(standings[0].points)
    legs = [
        Step(
            _("Game {number}", number=at + 1),
            "",
            "",
            (),
            tuple(one.points[at] for one in players),
            tuple(sum(one.points[: at + 1]) for one in players),
        )
        for at in range(games)
    ]
    sums = " + ".join(map(str, standings[0].points))
    ending = Ending(
        dynasty_headline(standings),
        colours[winners[0]] if len(winners) == 1 else "",
        (f"{sums} = {standings[0].total}",),
    )
    racers = [Racer(one.player, colours[one.player]) for one in players]
    return Telling(racers, tuple(0 for _racer in racers), (), legs, ending)


def _stage(one: Contender) -> Stage:
    """A player's board: its photo from above, or drawn."""
    height, width = one.kingdom.height, one.kingdom.width
    if one.photo:
        return Stage(f'<img alt="" src="{one.photo}">', height, width, title=one.name)
    return Stage(tiles.small_board(one.kingdom, over=marks(one.pieces)), height, width, DRAWN_MARGIN, one.name)


def _leg(leg: RaceLeg, contenders: Sequence[Contender]) -> Step:
    source = leg.source
    if isinstance(source, Terrain):
        lit = tuple(_territories(source, at, one.sheet) for at, one in enumerate(contenders))
        title, icon, fill = translated(source.words), tiles.icon(source), tiles.LANDS[source].fill
        return Step(title[:1].upper() + title[1:], icon, fill, lit, leg.gained, leg.totals)
    if isinstance(source, Bonus):
        return Step(translated(source.words), "", BONUS_FILL, (), leg.gained, leg.totals)
    counted = tuple(_counted(source, at, one.sheet) for at, one in enumerate(contenders))
    return Step(translated(source.words), "", BONUS_FILL, counted, leg.gained, leg.totals)


def _counted(kind: Earned, stage: int, sheet: ScoreSheet) -> Highlight:
    """The squares that quests or pieces counted, the points of each on its first square."""
    earning = [one for one in sheet.earnings if one.kind is kind and one.points]
    squares = tuple(dict.fromkeys(square for one in earning for square in one.squares))
    sums: Counter[Position] = Counter()
    for one in earning:
        sums.update({square: one.points for square in one.squares[:1]})
    return Highlight(stage, squares, tuple(Chip(*square, str(points)) for square, points in sums.items()))


def _territories(terrain: Terrain, stage: int, sheet: ScoreSheet) -> Highlight:
    """The territories of a terrain that earned something, each with its sum on its first square."""
    earning = [one for one in sheet.territories if one.terrain is terrain and one.points]
    squares = tuple(square for one in earning for square in one.squares)
    sums = []
    for one in earning:
        product = (
            f"{one.size} × {one.crowns}" if min(one.size, one.crowns) > 1 else ""
        )  # nobody is asked for one with 1
        sums.append(Chip(*one.squares[0], str(one.points), product))
    return Highlight(stage, squares, tuple(sums))
