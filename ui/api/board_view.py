"""A board as a page shows it: its squares, what is doubtful, its score and remarks in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring import BASE, Box, Position, Rule, problems
from scoring.dominoes.nearest import Pair
from scoring.kingdom import places_named
from scoring.message import Message
from ui.drawing import tiles
from ui.drawing.board_words import NEARLY_FULL, Earning, Remark, earnings, first_remarks
from ui.drawing.html import remark
from ui.drawing.player_names import display_name
from ui.i18n.translate import translated
from ui.photos.outline import loose_in
from ui.photos.pictures import crossings
from ui.photos.unknown import open_squares
from ui.table.board import Board
from ui.table.source import Source
from ui.table.table import Seat, Table, asked_in_order, sheet
from ui.table.turning import moves
from vision.pipeline.advice import seems_wide

WORTH_OFFERING = 0.98  # confidence below which the runner-up is offered

Places = tuple[Position, ...]


@dataclass(frozen=True)
class PhotoView:
    """The photo of a board, the same seen from straight above, and where the lines of the grid cross in it."""

    address: str
    width: int
    height: int
    straight: str
    lattice: list[list[list[float]]]


@dataclass(frozen=True)
class Line:
    """What one territory earns."""

    land: str
    size: int
    crowns: int
    points: int
    squares: Places


@dataclass(frozen=True)
class Bonus:
    """A bonus, and why it is given or not."""

    name: str
    points: int
    reason: str


@dataclass(frozen=True)
class BoardView:
    """The board of a seat; no ``total`` while scores are hidden.

    ``loose`` are doubtful dominoes that may lie beside the kingdom. ``own`` are the terrains that boxes of the table
    brought with them; with some of these one ``builds``.
    """

    seat: int
    name: str
    number: int
    code: str
    trust: str
    most: dict[str, int]
    doubts: Places
    unknown: Places
    loose: tuple[Pair, ...]
    asked: Places
    others: dict[str, str]
    own: tuple[str, ...]
    builds: bool
    photo: PhotoView | None
    moves: Places
    total: int | None
    lines: tuple[Line, ...]
    bonuses: tuple[Bonus, ...]
    earnings: tuple[Earning, ...]
    remarks: tuple[Remark, ...]


def board_view(table: Table, seat: Seat, board: Board, photo: PhotoView | None) -> BoardView:
    """The board of a seat at a table, in the reader's language."""
    score = sheet(table, board) if table.shows_scores else None
    rules = table.rules
    return BoardView(
        seat=seat.number,
        name=display_name(seat, table),
        number=board.number,
        code=str(board.kingdom),
        trust=board.trust.value,
        most=tiles.most_crowns(rules.box),
        doubts=tuple(sorted(board.doubtful)),
        unknown=tuple(sorted(open_squares(board))),
        loose=loose_in(board, rules.box),
        asked=asked_in_order(table, board),
        others=_runners_up(board.source) if board.source else {},
        own=tuple(terrain.letter for terrain in rules.box.terrains if terrain not in BASE.terrains),
        builds=rules.box.builds,
        photo=photo,
        moves=moves(board.kingdom, rules.grid) if _is_under_way(board) else (),
        total=score.total if score else None,
        lines=tuple(
            Line(one.terrain.letter, one.size, one.crowns, one.points, tuple(one.squares))
            for one in (score.territories if score else ())
        ),
        bonuses=tuple(
            Bonus(translated(one.bonus.words), one.points, translated(one.reason))
            for one in (score.bonuses if score else ())
        ),
        earnings=earnings(score, board.pieces),
        remarks=remarks(board, rules.grid, rules.box),
    )


def photo_view(source: Source, address: str, straight: str) -> PhotoView:
    """The photo of a board at those addresses."""
    picture = source.picture
    return PhotoView(address, picture.width, picture.height, straight, crossings(source).round(1).tolist())


def remarks(board: Board, grid: int, box: Box) -> tuple[Remark, ...]:
    """What to look at before trusting the board: what the reader warns of, and what the rules forbid.

    A board half entered by hand breaks rules as a matter of course; it is left in peace until it is nearly full. Where
    the player is asked whether a domino lies beside the kingdom, nothing else is said of its width.
    """
    gaps = sum(square.is_empty for _, square in board.kingdom.squares())
    if board.by_hand and gaps > NEARLY_FULL:
        return ()
    warnings = _warnings(board)
    if loose_in(board, box):
        warnings = tuple(warning for warning in warnings if warning.pattern != seems_wide(0).pattern)
        return first_remarks(_of_photo(warnings))
    broken = [
        Remark(remark(problem), tuple(problem.positions))
        for problem in problems(board.kingdom, grid, box)
        if not (warnings and problem.rule is Rule.CASTLE and not problem.positions)  # the reader has said so already
    ]
    return first_remarks([*_of_photo(warnings), *broken])


def _of_photo(warnings: Sequence[Message]) -> list[Remark]:
    return [Remark(translated(warning), places_named(warning)) for warning in warnings]


def _is_under_way(board: Board) -> bool:
    """Whether there is enough of a kingdom to move; one entered by hand is left where it is until it is half full."""
    kingdom = board.kingdom
    return not board.by_hand or 2 * kingdom.taken > kingdom.height * kingdom.width


def _warnings(board: Board) -> tuple[Message, ...]:
    """What the reader warns of; it speaks of the board it read, not of a corrected one."""
    if board.source is None or board.kingdom != board.source.kingdom:
        return ()
    return board.source.warnings


def _runners_up(source: Source) -> dict[str, str]:
    """The next best guess of every square that is not beyond question, by ``row,column``."""
    return {
        f"{row},{column}": str(square.alternative)
        for row, squares in enumerate(source.squares)
        for column, square in enumerate(squares)
        if square.alternative is not None and square.confidence < WORTH_OFFERING
    }
