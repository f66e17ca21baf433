"""A finale: leg by leg squares glow and everybody's bar grows, then the winner fills the screen.

Whoever has more overtakes, with a soft tone a leg; the last leg takes longer. A tap goes on to the next leg, *Skip*
ends it. Where motion is to be reduced every leg stands still until a tap. With *You first* every product stands there
without its answer until a tap, for children who say it before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Annotated

from scoring import NO_PIECES, DynastyStanding, Kingdom, Pieces, Position, ScoreSheet, Standing, Terrain
from scoring.bonuses import Bonus, Earned
from scoring.race import Leg as RaceLeg
from scoring.race import Race
from ui.components import Component
from ui.drawing import tiles
from ui.drawing.html import points
from ui.drawing.piece_marks import marks
from ui.i18n.translate import _, joined, n_, translated
from ui.table.converter import FormatError, Limits, converted, several
from ui.table.names import LONGEST_NAME

MOST_SAID = 500  # that one page may have waiting
_HAND = """<svg class="hand" viewBox="0 0 24 24" aria-hidden="true">
<path d="M6.4 13.2l4.9-6.4a1.4 1.4 0 0 1 2.3 1.6l-2.3 3.4
4.2-5a1.4 1.4 0 0 1 2.2 1.8l-3.6 4.7 3.2-3.2a1.3 1.3 0 0 1 1.9 1.8L15 18.2
c-2.2 2.7-5.6 3.5-8.1 1.5s-2.3-4.4-.5-6.5z"/>
<path d="M4.6 4.2l1.6 2M9.3 2.4l.4 2.4M2.6 8.4l2.3.9" fill="none"/></svg>"""
_finale = Component(
    "finale", "../spoken.js", "../news/runs.js", "sound.js", "who.js", "finale.js", CROWN=tiles.CROWN, HAND=_HAND
)


@dataclass(frozen=True)
class Chip:
    """A sum on a square; ``product`` is what it is the answer to, where that is worth asking: ``7 × 3``."""

    row: int
    column: int
    text: str
    product: str = ""


@dataclass(frozen=True)
class Highlight:
    """Squares of a stage, by its number, that glow together, and the sums on them."""

    stage: int
    squares: tuple[Position, ...]
    chips: tuple[Chip, ...] = ()


@dataclass(frozen=True)
class Step:
    """What is told at once: its title with an icon as HTML, the colour of its points, and what it does to everybody.

    An empty ``fill`` makes the bars as long as the totals are then, which may also fall.
    """

    title: str
    icon: str
    fill: str
    lit: tuple[Highlight, ...]
    gained: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True)
class Stage:
    """A board on which something is told: its picture as HTML, its size, and what stands above it.

    ``margin`` is the width of the picture's edge around the squares, in sides of a square.
    """

    picture: str
    rows: int
    columns: int
    margin: float = 0.0
    title: str = ""


@dataclass(frozen=True)
class Racer:
    """A player's bar, in the colour of the castle."""

    name: str
    colour: str


@dataclass(frozen=True)
class Castle:
    """A castle in the row of who was who: its seat, colour and name, the question who that is, names to tap for it."""

    seat: int
    colour: str
    name: str
    is_named: bool
    asked: str
    known: tuple[str, ...] = ()


@dataclass(frozen=True)
class Said:
    """A name given to the player of a seat, or with seat 0 a clap; ``at`` counts what this page has said."""

    at: int
    seat: int
    name: Annotated[str, Limits(most=LONGEST_NAME)]


SAID = several(Said, MOST_SAID)


@dataclass(frozen=True)
class Ending:
    """The winner on the whole screen: the headline, the castle's colour, lines below it, and boards by their stages."""

    headline: str
    colour: str
    lines: tuple[str, ...]
    stages: tuple[int, ...] = ()


@dataclass(frozen=True)
class Telling:
    """Everything that is told of one game, in order; ``start`` are the totals before it begins.

    ``in_turn`` shows the stage of each leg alone instead of all side by side.
    """

    racers: Sequence[Racer]
    start: tuple[int, ...]
    stages: Sequence[Stage]
    legs: Sequence[Step]
    ending: Ending
    in_turn: bool = False


def tell(name: str, tellings: Sequence[Telling], who: Sequence[Castle], *, claps: int, heard: int) -> tuple[Said, ...]:
    """Show these one after the other over the page, as a Streamlit component; what was said there since ``heard``.

    A browser tab that has shown those of this ``name`` offers to tell them again. Castles without a name are asked
    for, and ``claps`` that come float over all.
    """
    told = {"tellings": [asdict(one) for one in tellings], "who": [asdict(one) for one in who]}
    data = {"name": name, **told, "claps": claps, "heard": heard, "words": _finale.words}
    said = _finale.show(key="finale", data=data, on_said_change=lambda: None).get("said")
    try:
        return tuple(one for one in converted(said["said"], SAID) if one.at > heard) if said else ()
    except (FormatError, KeyError, TypeError):
        return ()


def hide_until_played(name: str) -> str:
    """A style that hides what tells the end, in the container ``outcome``, until its finale is over in this tab.

    A browser that cannot show it is left waiting for seconds, not for ever.
    """
    return (
        f'<style>html:not([data-told~="{name}"]) .st-key-outcome '
        "{ visibility: hidden; animation: cs-appear 0s 8s forwards; }</style>"
    )


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
