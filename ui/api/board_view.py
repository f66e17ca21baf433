"""A board as a page shows it: its squares, what is doubtful, its score and remarks in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring import BASE, Box, Pieces, Position, Rule, ScoreSheet, Title, board_code, problems
from scoring.dominoes.nearest import Pair
from scoring.expansions.limits import has_pieces, piece_problems, pieces_in_play
from scoring.kingdom import places_named
from scoring.kingdoms import Board as EpochBoard
from scoring.kingdoms import Problem as EpochProblem
from scoring.kingdoms import score_game
from scoring.message import Message
from ui.drawing import tiles
from ui.drawing.html import remark
from ui.drawing.over_photo import CASTLES
from ui.drawing.pieces import explained, seated
from ui.drawing.players import display_name
from ui.i18n.translate import _, translated
from ui.photos.outline import loose_in
from ui.photos.pictures import crossings
from ui.photos.tiles import open_squares
from ui.table.board import Board, moves
from ui.table.kingdoms import Game
from ui.table.palette import counters, palette
from ui.table.table import Seat, Table, asked_in_order, sheet
from vision.pipeline.advice import seems_wide

NEARLY_FULL = 4  # gaps up to which a board entered by hand is taken for finished
MOST_REMARKS = 4  # the next ones come up as these are put right
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
class Earning:
    """What a quest or pieces earn, with the squares and lines counted."""

    text: str
    squares: Places
    lines: tuple[Places, ...]


@dataclass(frozen=True)
class Remark:
    """What to look at before the board is trusted, and where."""

    text: str
    squares: Places = ()


@dataclass(frozen=True)
class KindView:
    """A kind of piece: its code, how many this board may have, and how many each square may have where it may stand."""

    code: str
    name: str
    left: int
    places: dict[str, int]


@dataclass(frozen=True)
class CounterView:
    """A counter beside the board, and its highest number."""

    code: str
    name: str
    most: int


@dataclass(frozen=True)
class PiecesView:
    """The pieces on a board as the end of its code, and what its table has of them."""

    code: str
    kinds: tuple[KindView, ...]
    counters: tuple[CounterView, ...]
    queen: bool


@dataclass(frozen=True)
class BoardView:
    """The board of a seat; no ``total`` while scores are hidden.

    ``loose`` are doubtful dominoes that may lie beside the kingdom; ``others`` has the next best guess of every square
    that is not beyond question, by ``row,column``. ``own`` are the terrains that boxes of the table brought with them;
    with some of these one ``builds``.
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
    pieces: PiecesView | None
    total: int | None
    lines: tuple[Line, ...]
    bonuses: tuple[Bonus, ...]
    earnings: tuple[Earning, ...]
    remarks: tuple[Remark, ...]


def board_view(table: Table, seat: Seat, board: Board, address: str) -> BoardView:
    """The board of a seat at a table, in the reader's language; its pictures are below that address."""
    score = sheet(table, board) if table.shows_scores else None
    rules, kingdom, source = table.rules, board.kingdom, board.source
    # One entered by hand is left where it is until it is half full.
    may_move = not board.by_hand or 2 * kingdom.taken > kingdom.height * kingdom.width
    return BoardView(
        seat=seat.number,
        name=display_name(seat, table),
        number=board.number,
        code=str(kingdom),
        trust=board.trust.value,
        most=tiles.most_crowns(rules.box),
        doubts=tuple(sorted(board.doubtful)),
        unknown=tuple(sorted(open_squares(board))),
        loose=loose_in(board, rules.box),
        asked=asked_in_order(table, board),
        others={
            f"{row},{column}": str(square.alternative)
            for row, squares in enumerate(source.squares if source else ())
            for column, square in enumerate(squares)
            if square.alternative is not None and square.confidence < WORTH_OFFERING
        },
        own=tuple(terrain.letter for terrain in rules.box.terrains if terrain not in BASE.terrains),
        builds=rules.box.builds,
        photo=PhotoView(
            f"{address}/photo.jpg",
            source.picture.width,
            source.picture.height,
            f"{address}/straight.jpg",
            crossings(source).round(1).tolist(),
        )
        if source
        else None,
        moves=moves(kingdom, rules.grid) if may_move else (),
        pieces=_pieces(table, seat, board) if has_pieces(rules.box) else None,
        total=score.total if score else None,
        lines=tuple(
            Line(one.terrain.letter, one.size, one.crowns, one.points, tuple(one.squares))
            for one in (score.territories if score else ())
        ),
        bonuses=tuple(
            Bonus(translated(one.bonus.words), one.points, translated(one.reason))
            for one in (score.bonuses if score else ())
        ),
        earnings=earnings(score, pieces_in_play(rules.box, kingdom, board.pieces)),
        remarks=remarks(board, rules.grid, rules.box),
    )


def earnings(sheet: ScoreSheet | None, pieces: Pieces) -> tuple[Earning, ...]:
    """The earnings of quests and pieces; none while the score stays hidden. The last is the total without giants."""
    if sheet is None:
        return ()
    giants = tuple(position for position, _number in pieces.giants)
    return (
        *(Earning(translated(one.line), tuple(one.squares), tuple(one.lines)) for one in sheet.earnings),
        *(Earning(translated(line), giants, ()) for line in sheet.giants_line),
    )


def _pieces(table: Table, seat: Seat, board: Board) -> PiecesView:
    box, kingdom = table.rules.box, str(board.kingdom)
    others = [(one.board.kingdom, one.board.pieces) for one in table.seats if one.board and one != seat]
    return PiecesView(
        board_code(board.kingdom, board.pieces).removeprefix(kingdom),
        tuple(
            KindView(kind.code, translated(kind.name), kind.left, kind.places) for kind in palette(board, box, others)
        ),
        tuple(CounterView(code, translated(words), most) for code, words, most in counters(box)),
        queen=Title.QUEENDOMINO in box,
    )


@dataclass(frozen=True)
class PurseView:
    """A player of Kingdoms, and their gold after an epoch."""

    colour: str
    name: str
    gold: int
    swatch: str


@dataclass(frozen=True)
class LineView:
    """A row or column of an epoch: the gold of every colour, and how it was counted."""

    name: str
    gold: dict[str, int]
    explained: tuple[str, ...]
    spaces: Places


@dataclass(frozen=True)
class EpochView:
    """The board of an epoch of Kingdoms, counted from 0, its lines, and everybody's gold after it."""

    epoch: int
    name: str
    number: int
    code: str
    players: tuple[PurseView, ...]
    lines: tuple[LineView, ...]
    remarks: tuple[Remark, ...]


def epoch_view(game: Game, at: int) -> EpochView:
    """The board of an epoch of a game, counted from 0, in the reader's language."""
    epoch = game.opened_epoch(at)
    sheet = score_game([*game.boards[:at], epoch.board, *game.boards[at + 1 :]], game.colours)
    scored = sheet.epochs[at]
    gold = {purse.colour: purse.gold[at] for purse in sheet.purses}
    players = seated(scored, game)
    return EpochView(
        at,
        _("Epoch {number}", number=at + 1),
        epoch.number,
        str(epoch.board),
        tuple(PurseView(one.colour.value, one.name, gold[one.colour], CASTLES[one.colour.value]) for one in players),
        tuple(
            LineView(
                translated(line.name),
                {player.colour.value: line.gold(player.colour) for player in players},
                tuple(explained(line, game)),
                tuple(space for part in line.parts for space in part.spaces),
            )
            for line in scored.lines
        ),
        epoch_remarks(epoch.board, sheet.problems[at]),
    )


def epoch_remarks(board: EpochBoard, problems: Sequence[EpochProblem]) -> tuple[Remark, ...]:
    """The faults of a board of an epoch, with their places; of a board half entered none yet."""
    free = sum(space is None for _position, space in board.spaces())
    wrong = () if free > NEARLY_FULL else problems
    return first_remarks([Remark(translated(one.text), tuple(one.positions)) for one in wrong])


def remarks(board: Board, grid: int, box: Box) -> tuple[Remark, ...]:
    """The remarks on a board before it is trusted: the warnings of the reader, and what the rules forbid.

    A board half entered by hand breaks rules as a matter of course; it is left in peace until it is nearly full. Where
    the player is asked whether a domino lies beside the kingdom, nothing else is said of its width.
    """
    gaps = sum(square.is_empty for _, square in board.kingdom.squares())
    forbidden = piece_problems(board.kingdom, pieces_in_play(box, board.kingdom, board.pieces), box)
    of_pieces = [Remark(translated(one.text), tuple(one.positions)) for one in forbidden]
    if board.by_hand and gaps > NEARLY_FULL:
        return first_remarks(of_pieces)
    is_as_read = board.source is not None and board.kingdom == board.source.kingdom  # the warnings are about no other
    warnings = board.source.warnings if board.source and is_as_read else ()
    if loose_in(board, box):
        warnings = tuple(warning for warning in warnings if warning.pattern != seems_wide(0).pattern)
        return first_remarks([*_of_photo(warnings), *of_pieces])
    broken = [
        Remark(remark(problem), tuple(problem.positions))
        for problem in problems(board.kingdom, grid, box)
        if not (warnings and problem.rule is Rule.CASTLE and not problem.positions)  # the reader has said so already
    ]
    return first_remarks([*_of_photo(warnings), *broken, *of_pieces])


def _of_photo(warnings: Sequence[Message]) -> list[Remark]:
    return [Remark(translated(warning), places_named(warning)) for warning in warnings]


def first_remarks(found: Sequence[Remark]) -> tuple[Remark, ...]:
    """The first remarks, and how many more there are."""
    left = len(found) - MOST_REMARKS
    more = [Remark(_("And {number} more.", number=left))] if left > 0 else []
    return (*found[:MOST_REMARKS], *more)
