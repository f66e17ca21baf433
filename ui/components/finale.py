"""Streamlit component: the score reveal, a race of bars over the scored squares, then the winner.

The last leg takes longer. A tap starts the next leg, *Skip* ends the race. With reduced motion each leg waits for
a tap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from scoring import DynastyStanding, Position, ScoreSheet, Terrain
from scoring.bonuses import Bonus, BonusKind
from scoring.knizia import COLUMNS, GOLD_AT_THE_START, ROWS, Colour, EpochSheet, Line
from scoring.knizia.lines import Axis
from scoring.score_reveal import RoundOfPoints as RaceLeg
from scoring.svg import CROWN
from ui.components import Component
from ui.drawing import knizia_pieces, tiles
from ui.drawing.html import points
from ui.drawing.knizia_pieces import format_signed, player_label
from ui.drawing.piece_marks import with_pieces
from ui.i18n.translate import _, join_names, n_, translate
from ui.table.completed_games import Game
from ui.table.knizia import Game as KniziaGame
from ui.wording import describe

_finale = Component("finale", "finale.js", CROWN=CROWN)


@dataclass(frozen=True)
class Highlight:
    """Squares of the board at index ``board`` that glow together, and the points that are written on some of them."""

    board: int
    squares: tuple[Position, ...]
    labels: tuple[tuple[Position, str], ...] = ()


@dataclass(frozen=True)
class RoundOfPoints:
    """A step of the race: title, icon as HTML, colour of the bar segments, and the points of each player after it.

    With an empty ``fill``, bars are resized to ``totals`` instead of getting a segment; totals may fall.
    """

    title: str
    icon: str
    fill: str
    highlights: tuple[Highlight, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True)
class BoardFrame:
    """A board of the race: picture as HTML, size in squares, and title.

    ``margin`` is the border of the picture around the squares, in sides of a square.
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
    start: int = 0  # points before the first leg


@dataclass(frozen=True)
class Ending:
    """The winner screen: headline, colour of the castle (empty for a tie), lines, and indices of boards.

    ``deciding`` are the squares on these boards that decided the game.
    """

    headline: str
    colour: str
    lines: tuple[str, ...]
    boards: tuple[int, ...] = ()
    deciding: tuple[Highlight, ...] = ()


@dataclass(frozen=True)
class Animation:
    """The race of one game; ``one_by_one`` shows only the board of the current leg instead of all boards."""

    bars: Sequence[PlayerBar]
    boards: Sequence[BoardFrame]
    legs: Sequence[RoundOfPoints]
    ending: Ending
    one_by_one: bool = False


@dataclass(frozen=True)
class CastleChoice:
    """A castle in the form that asks for names, with the question and suggested names."""

    seat: int
    colour: str
    name: str
    is_named: bool
    question: str
    suggestions: tuple[str, ...] = ()


def play(name: str, animations: Sequence[Animation], castles: Sequence[CastleChoice], *, table: str) -> None:
    """Play animations one after another over the page, and ask for the names of unnamed castles.

    Args:
        name: identifies the finale; a browser tab plays it once, and then offers to play it again.
        animations: played in this order.
        castles: all castles of the table, if one of them is unnamed.
        table: key of the table, to which the component sends names.
    """
    shown = {"animations": [asdict(one) for one in animations], "castles": [asdict(one) for one in castles]}
    confetti = [land.fill for terrain, land in tiles.LANDS.items() if terrain is not Terrain.TOWN]
    _finale.show("finale", {"name": name, **shown, "confetti": confetti, "table": table})


BONUS_FILL = "#F2C14A"
DRAWN_MARGIN = 1 / 24  # of a drawn board, in sides of a square


def format_winner_headline(winners: Sequence[str]) -> str:
    """Return the headline on who won; names are inserted unescaped."""
    return n_("{names} wins", "{names} share the victory", len(winners), names=join_names(winners))


def format_leader_headline(names: Sequence[str]) -> str:
    """Return the headline on who leads while the winner is not certain; names are inserted unescaped."""
    return n_("{names} leads", "{names} lead", len(names), names=join_names(names))


def build_game_animation(game: Game, photos: Mapping[str, str], remarks: Sequence[str]) -> Animation:
    """Build the race of a game of Kingdomino.

    Args:
        photos: addresses of photos by player; the board of a player without one is drawn.
        remarks: further lines of the winner screen.
    """
    players, sheets, winners = game.players, game.sheets, game.winners
    course = game.race
    decided = course.decision
    ending = Ending(
        format_winner_headline([one.name for one in players if one.name in winners]),
        next(one.colour.value for one in players if one.name in winners) if len(winners) == 1 else "",
        (points(sheets[winners[0]].total), *([describe(decided)] if decided else []), *remarks),
        tuple(at for at, one in enumerate(players) if one.name in winners),
    )
    legs = [_build_leg(leg, [sheets[one.name] for one in players]) for leg in course.rounds]
    if legs:
        decisive = legs[-1 if course.decided is None else course.decided]
        deciding = (one for one in decisive.highlights if one.board in ending.boards and one.squares)
        ending = replace(ending, deciding=tuple(replace(one, labels=()) for one in deciding))
    boards = []
    for one in players:
        size = one.kingdom.height, one.kingdom.width
        if one.name in photos:
            boards.append(BoardFrame(f'<img alt="" src="{photos[one.name]}">', *size, title=one.name))
        else:
            drawn = with_pieces(one.kingdom, one.pieces, game.rules.box)
            boards.append(BoardFrame(drawn, *size, DRAWN_MARGIN, one.name))
    bars = [PlayerBar(one.name, one.colour.value) for one in players]
    return Animation(bars, boards, legs, ending)


def _build_leg(leg: RaceLeg, sheets: Sequence[ScoreSheet]) -> RoundOfPoints:
    """Build the leg of a terrain, of a bonus, or of quests and pieces."""
    source = leg.source
    if isinstance(source, Terrain):
        highlights = tuple(_highlight_territories(source, at, one) for at, one in enumerate(sheets))
        title, icon, fill = translate(source.label), tiles.icon(source), tiles.LANDS[source].fill
        return RoundOfPoints(title[:1].upper() + title[1:], icon, fill, highlights, leg.totals)
    scored = [] if isinstance(source, Bonus) else [_highlight_scored(source, at, one) for at, one in enumerate(sheets)]
    return RoundOfPoints(translate(source.label), "", BONUS_FILL, tuple(scored), leg.totals)


def _highlight_scored(kind: BonusKind, board: int, sheet: ScoreSheet) -> Highlight:
    """Highlight the squares that quests or pieces scored, with the points on the first square of each."""
    earning = [one for one in sheet.items if one.kind is kind and one.points]
    squares = tuple(dict.fromkeys(square for one in earning for square in one.squares))
    sums: Counter[Position] = Counter()
    for one in earning:
        sums.update({square: one.points for square in one.squares[:1]})
    return Highlight(board, squares, tuple((square, str(points)) for square, points in sums.items()))


def _highlight_territories(terrain: Terrain, board: int, sheet: ScoreSheet) -> Highlight:
    """Highlight the scoring territories of a terrain, with the points on the first square of each."""
    earning = [one for one in sheet.territories if one.terrain is terrain and one.points]
    squares = tuple(square for one in earning for square in one.squares)
    return Highlight(board, squares, tuple((one.squares[0], str(one.points)) for one in earning))


# --- A Dynasty


def format_dynasty_headline(standings: Sequence[DynastyStanding]) -> str:
    """Return the headline on who won a Dynasty; names are inserted unescaped."""
    winners = [one.player for one in standings if one.rank == 1]
    return n_("{names} wins the Dynasty", "{names} share the Dynasty", len(winners), names=join_names(winners))


def build_dynasty_animation(standings: Sequence[DynastyStanding], colours: dict[str, str]) -> Animation:
    """Build the race of a Dynasty, a leg per game, with players in the order of ``colours``."""
    players = sorted(standings, key=lambda one: list(colours).index(one.player))
    winners = [one.player for one in standings if one.rank == 1]
    games = len(standings[0].points)
    legs = [
        RoundOfPoints(_("Game {number}", number=game), "", "", (), tuple(sum(one.points[:game]) for one in players))
        for game in range(1, games + 1)
    ]
    sums = " + ".join(map(str, standings[0].points))
    ending = Ending(
        format_dynasty_headline(standings),
        colours[winners[0]] if len(winners) == 1 else "",
        (f"{sums} = {standings[0].total}",),
    )
    bars = [PlayerBar(one.player, colours[one.player]) for one in players]
    return Animation(bars, (), legs, ending)


# --- Kingdoms


def build_knizia_animation(game: KniziaGame, remarks: Sequence[str]) -> Animation | None:
    """Build the race of a game of Kingdoms with players in the order of colours; return None before it is over."""
    sheet = game.sheet
    if sheet is None or not game.is_over:
        return None
    playing = {purse.colour for purse in sheet.purses}
    colours = [colour for colour in Colour if colour in playing]
    legs: list[RoundOfPoints] = []
    gold = dict.fromkeys(colours, GOLD_AT_THE_START)
    for at, epoch in enumerate(sheet.epochs):
        for title, lines in _split_epoch(epoch, at + 1):
            for colour in colours:
                gold[colour] += sum(line.gold(colour) for line in lines)
            legs.append(RoundOfPoints(title, "", "", (_highlight_lines(at, lines),), tuple(gold.values())))
    richest = sheet.purses[0]
    reason = [knizia_pieces.why(richest, game)] if len(sheet.richest) == 1 else []
    ending = Ending(
        knizia_pieces.headline(game, [player_label(colour, game) for colour in sheet.richest]),
        richest.colour.value if len(sheet.richest) == 1 else "",
        (_("{gold} gold", gold=richest.now), *reason, *remarks),
    )
    bars = [PlayerBar(player_label(colour, game), colour.value, GOLD_AT_THE_START) for colour in colours]
    boards = [BoardFrame(knizia_pieces.small_board(board), ROWS, COLUMNS, DRAWN_MARGIN) for board in game.boards]
    return Animation(bars, boards, legs, ending, one_by_one=True)


def _split_epoch(epoch: EpochSheet, number: int) -> Iterator[tuple[str, list[Line]]]:
    """Return the scoring rows, then the scoring columns of an epoch, each with a title; skip an empty half."""
    paying = [line for line in epoch.lines if any(part.gains for part in line.parts)]
    rows = [line for line in paying if line.axis is Axis.ROW]
    columns = [line for line in paying if line.axis is Axis.COLUMN]
    halves = ((_("Epoch {number}: rows", number=number), rows), (_("Epoch {number}: columns", number=number), columns))
    return ((title, lines) for title, lines in halves if lines)


def _highlight_lines(board: int, lines: Sequence[Line]) -> Highlight:
    """Highlight the scoring parts of lines, with the value of each on its middle space."""
    paying = [part for line in lines for part in line.parts if part.gains]
    squares = tuple(dict.fromkeys(space for part in paying for space in part.spaces))
    labels = tuple((part.spaces[len(part.spaces) // 2], format_signed(part.base)) for part in paying)
    return Highlight(board, squares, labels)
