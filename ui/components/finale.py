"""A finale: leg by leg squares glow and everybody's bar grows, then the winner fills the screen.

Whoever has more overtakes; the last leg takes longer. A tap goes on to the next leg, *Skip* ends it. Where motion is to
be reduced every leg stands still until a tap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from scoring import DynastyStanding, Position, ScoreSheet, Terrain
from scoring.bonuses import Bonus, Earned
from scoring.knizia import COLUMNS, GOLD_AT_THE_START, ROWS, Colour, EpochSheet, Line
from scoring.knizia.lines import Axis
from scoring.race import Leg as RaceLeg
from ui.components import Component
from ui.drawing import pieces, tiles
from ui.drawing.html import points
from ui.drawing.piece_marks import with_pieces
from ui.drawing.pieces import called, signed
from ui.i18n.translate import _, joined, n_, translated
from ui.table.finished import Game
from ui.table.knizia import Game as KniziaGame

_finale = Component("finale", "words.js", "runs.js", "board.js", "outbox.js", "finale.js", CROWN=tiles.CROWN)


@dataclass(frozen=True)
class ScoreLabel:
    """A sum on a square."""

    row: int
    column: int
    text: str


@dataclass(frozen=True)
class Highlight:
    """Squares of a board, by its number, that glow together, and the sums on them."""

    board: int
    squares: tuple[Position, ...]
    labels: tuple[ScoreLabel, ...] = ()


@dataclass(frozen=True)
class Leg:
    """A part of a race: its title with an icon as HTML, the colour of its points, and what it does to everybody.

    An empty ``fill`` makes the bars as long as the totals are then, which may also fall.
    """

    title: str
    icon: str
    fill: str
    lit: tuple[Highlight, ...]
    gained: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True)
class BoardFrame:
    """A board on which points are counted: its picture as HTML, its size, and what stands above it.

    ``margin`` is the width of the picture's edge around the squares, in sides of a square.
    """

    picture: str
    rows: int
    columns: int
    margin: float = 0.0
    title: str = ""


@dataclass(frozen=True)
class PlayerBar:
    name: str
    colour: str


@dataclass(frozen=True)
class Ending:
    """The winner on the whole screen: headline, the castle's colour, lines below it, and boards by their numbers."""

    headline: str
    colour: str
    lines: tuple[str, ...]
    boards: tuple[int, ...] = ()


@dataclass(frozen=True)
class Animation:
    """The race of one game, leg by leg; ``start`` are the totals before it begins.

    ``one_by_one`` shows the board of each leg alone instead of all side by side.
    """

    bars: Sequence[PlayerBar]
    start: tuple[int, ...]
    boards: Sequence[BoardFrame]
    legs: Sequence[Leg]
    ending: Ending
    one_by_one: bool = False


@dataclass(frozen=True)
class CastleChoice:
    """A castle in the row of who was who: its seat, colour and name, the question who that is, names to tap for it."""

    seat: int
    colour: str
    name: str
    is_named: bool
    asked: str
    known: tuple[str, ...] = ()


def play(name: str, animations: Sequence[Animation], castles: Sequence[CastleChoice], *, table: str) -> None:
    """Play these one after the other over the page, as a Streamlit component.

    A browser tab that has played those of this ``name`` offers to play them again. Castles without a name are asked
    for; it sends names to the ``table`` with that key itself.
    """
    shown = {"animations": [asdict(one) for one in animations], "castles": [asdict(one) for one in castles]}
    _finale.show(key="finale", data={"name": name, **shown, "table": table, "words": _finale.words})


BONUS_FILL = "#F2C14A"
DRAWN_MARGIN = 1 / 24  # of a drawn board, in sides of a square


def headline(winners: Sequence[str]) -> str:
    """The headline on who won; names are put in as they come."""
    return n_("{names} wins", "{names} share the victory", len(winners), names=joined(winners))


def leading(names: Sequence[str]) -> str:
    """The headline on who is ahead while it is not settled who won; names are put in as they come."""
    return n_("{names} leads", "{names} lead", len(names), names=joined(names))


def game_animation(game: Game, photos: Mapping[str, str], remarks: Sequence[str]) -> Animation:
    """The race of a game of Kingdomino, on ``photos`` of its boards by the names of their players, or on drawn boards.

    ``remarks`` are more lines for its end.
    """
    players, sheets, winners = game.players, game.sheets, game.winners
    course = game.race
    decided = course.decided_by
    ending = Ending(
        headline([one.name for one in players if one.name in winners]),
        next(one.colour.value for one in players if one.name in winners) if len(winners) == 1 else "",
        (points(sheets[winners[0]].total), *([translated(decided)] if decided else []), *remarks),
        tuple(at for at, one in enumerate(players) if one.name in winners),
    )
    boards = []
    for one in players:
        size = one.kingdom.height, one.kingdom.width
        if one.name in photos:
            boards.append(BoardFrame(f'<img alt="" src="{photos[one.name]}">', *size, title=one.name))
        else:
            drawn = with_pieces(one.kingdom, one.pieces, game.rules.box)
            boards.append(BoardFrame(drawn, *size, DRAWN_MARGIN, one.name))
    legs = [_leg(leg, [sheets[one.name] for one in players]) for leg in course.legs]
    bars = [PlayerBar(one.name, one.colour.value) for one in players]
    return Animation(bars, (0,) * len(players), boards, legs, ending)


def _leg(leg: RaceLeg, sheets: Sequence[ScoreSheet]) -> Leg:
    source = leg.source
    if isinstance(source, Terrain):
        lit = tuple(_territories(source, at, one) for at, one in enumerate(sheets))
        title, icon, fill = translated(source.words), tiles.icon(source), tiles.LANDS[source].fill
        return Leg(title[:1].upper() + title[1:], icon, fill, lit, leg.gained, leg.totals)
    if isinstance(source, Bonus):
        return Leg(translated(source.words), "", BONUS_FILL, (), leg.gained, leg.totals)
    counted = tuple(_counted(source, at, one) for at, one in enumerate(sheets))
    return Leg(translated(source.words), "", BONUS_FILL, counted, leg.gained, leg.totals)


def _counted(kind: Earned, board: int, sheet: ScoreSheet) -> Highlight:
    """The squares that quests or pieces counted, the points of each on its first square."""
    earning = [one for one in sheet.earnings if one.kind is kind and one.points]
    squares = tuple(dict.fromkeys(square for one in earning for square in one.squares))
    sums: Counter[Position] = Counter()
    for one in earning:
        sums.update({square: one.points for square in one.squares[:1]})
    return Highlight(board, squares, tuple(ScoreLabel(*square, str(points)) for square, points in sums.items()))


def _territories(terrain: Terrain, board: int, sheet: ScoreSheet) -> Highlight:
    """The territories of a terrain that earned something, each with its sum on its first square."""
    earning = [one for one in sheet.territories if one.terrain is terrain and one.points]
    squares = tuple(square for one in earning for square in one.squares)
    return Highlight(board, squares, tuple(ScoreLabel(*one.squares[0], str(one.points)) for one in earning))


# --- A Dynasty


def dynasty_headline(standings: Sequence[DynastyStanding]) -> str:
    winners = [one.player for one in standings if one.place == 1]
    return n_("{names} wins the Dynasty", "{names} share the Dynasty", len(winners), names=joined(winners))


def dynasty_animation(standings: Sequence[DynastyStanding], colours: dict[str, str]) -> Animation:
    """A Dynasty as a race of its games, in the order of the players at the table."""
    players = sorted(standings, key=lambda one: list(colours).index(one.player))
    winners = [one.player for one in standings if one.place == 1]
    games = len(standings[0].points)
    legs = [
        Leg(
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
    bars = [PlayerBar(one.player, colours[one.player]) for one in players]
    return Animation(bars, (0,) * len(bars), (), legs, ending)


# --- Kingdoms


def kingdoms_animation(game: KniziaGame, remarks: Sequence[str]) -> Animation | None:
    """The race of a game of Kingdoms in the order of the colours, which tells no places; None before it is over."""
    sheet = game.sheet
    if sheet is None or not game.is_over:
        return None
    playing = {purse.colour for purse in sheet.purses}
    colours = [colour for colour in Colour if colour in playing]
    legs: list[Leg] = []
    totals = (GOLD_AT_THE_START,) * len(colours)
    for at, epoch in enumerate(sheet.epochs):
        for title, lines in _halves(epoch, at + 1):
            gained = tuple(sum(line.gold(colour) for line in lines) for colour in colours)
            totals = tuple(gold + gain for gold, gain in zip(totals, gained, strict=True))
            legs.append(Leg(title, "", "", (_lit(at, lines),), gained, totals))
    richest = sheet.purses[0]
    reason = [pieces.why(richest, game)] if len(sheet.richest) == 1 else []
    ending = Ending(
        pieces.headline(game, [called(colour, game) for colour in sheet.richest]),
        richest.colour.value if len(sheet.richest) == 1 else "",
        (_("{gold} gold", gold=richest.now), *reason, *remarks),
    )
    start = (GOLD_AT_THE_START,) * len(colours)
    bars = [PlayerBar(called(colour, game), colour.value) for colour in colours]
    boards = [BoardFrame(pieces.small_board(board), ROWS, COLUMNS, DRAWN_MARGIN) for board in game.boards]
    return Animation(bars, start, boards, legs, ending, one_by_one=True)


def _halves(epoch: EpochSheet, number: int) -> Iterator[tuple[str, list[Line]]]:
    """The lines of an epoch in which a castle stands: its rows, and its columns; a half without any is left out."""
    paying = [line for line in epoch.lines if any(part.gains for part in line.parts)]
    rows = [line for line in paying if line.axis is Axis.ROW]
    columns = [line for line in paying if line.axis is Axis.COLUMN]
    halves = ((_("Epoch {number}: rows", number=number), rows), (_("Epoch {number}: columns", number=number), columns))
    return ((title, lines) for title, lines in halves if lines)


def _lit(board: int, lines: Sequence[Line]) -> Highlight:
    """The parts of lines that pay, each with what it is worth on its middle space."""
    paying = [part for line in lines for part in line.parts if part.gains]
    squares = tuple(dict.fromkeys(space for part in paying for space in part.spaces))
    return Highlight(
        board, squares, tuple(ScoreLabel(*part.spaces[len(part.spaces) // 2], signed(part.base)) for part in paying)
    )
