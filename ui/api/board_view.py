"""View model of a board: squares, doubts, score and remarks in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring import BASE, Box, Pieces, Position, Rule, ScoreSheet, Title, format_board
from scoring import Board as PieceBoard
from scoring.dominoes.nearest import Pair
from scoring.knizia import Board as EpochBoard
from scoring.knizia import Problem as EpochProblem
from scoring.knizia import score_game
from scoring.knizia.wording import label_line
from scoring.limits import find_piece_problems, has_pieces, pieces_in_play
from scoring.wording import describe_giants, describe_reason
from ui.drawing import tiles
from ui.drawing.html import remark
from ui.drawing.knizia_pieces import explain_line, player_label
from ui.drawing.over_photo import CASTLES
from ui.drawing.players import display_name
from ui.i18n.translate import _, translate
from ui.photos.outline import loose_in
from ui.photos.pictures import board_grid_points
from ui.table.board import Board, find_moves
from ui.table.checking import cached_problems
from ui.table.knizia import Game
from ui.table.palette import counters, palette
from ui.table.table import Seat, Table, order_doubts, sheet
from ui.wording import describe
from vision.warning import ReadingWarning, WarningCode
from vision.wording import MAX_NAMED_SQUARES

NEARLY_FULL = 4  # gaps up to which a board entered by hand is taken for finished
MOST_REMARKS = 4  # the next ones come up as these are put right
WORTH_OFFERING = 0.98  # confidence below which the runner-up is offered

Places = tuple[Position, ...]
Part = dict[str, Any]  # of a view, as its editor reads it


@dataclass(frozen=True)
class BoardView:
    """The board of a seat; no ``total`` while scores are hidden.

    ``loose`` are doubtful dominoes that may lie beside the kingdom; ``others`` has the next best guess of every square
    that is not beyond question, by ``row,column``. ``own`` are the terrains that boxes of the table brought with them;
    with some of these one ``builds``. The ``lattice`` of the photo is where the lines of the grid cross in it. A kind
    of piece says how many of it this board may have (``left``), and each square on which it may stand.
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
    photo: Part | None
    moves: Places
    pieces: Part | None
    total: int | None
    lines: tuple[Part, ...]
    bonuses: tuple[Part, ...]
    earnings: tuple[Part, ...]
    remarks: tuple[Part, ...]


def board_view(table: Table, seat: Seat, board: Board, address: str) -> BoardView:
    """Build the view of a seat's board in the reader's language; its pictures are below that address."""
    score = sheet(table, board) if table.shows_scores else None
    rules, kingdom, source = table.rules, board.kingdom, board.source
    # One entered by hand is left where it is until it is half full.
    may_move = not board.by_hand or 2 * kingdom.tile_count > kingdom.height * kingdom.width
    return BoardView(
        seat=seat.number,
        name=display_name(seat, table),
        number=board.number,
        code=str(kingdom),
        trust=board.trust.value,
        most=tiles.most_crowns(rules.box),
        doubts=tuple(sorted(board.doubtful)),
        unknown=tuple(sorted(source.unknown & board.doubtful)) if source else (),
        loose=loose_in(board, rules.box),
        asked=order_doubts(table, board),
        others={
            f"{row},{column}": str(square.alternative)
            for row, squares in enumerate(source.squares if source else ())
            for column, square in enumerate(squares)
            if square.alternative is not None and square.confidence < WORTH_OFFERING
        },
        own=tuple(terrain.letter for terrain in rules.box.terrains if terrain not in BASE.terrains),
        builds=rules.box.builds,
        photo={
            "address": f"{address}/photo.jpg",
            "width": source.picture.width,
            "height": source.picture.height,
            "straight": f"{address}/straight.jpg",
            "lattice": board_grid_points(source).round(1).tolist(),
        }
        if source
        else None,
        moves=find_moves(kingdom, rules.grid) if may_move else (),
        pieces=_pieces(table, seat, board) if has_pieces(rules.box) else None,
        total=score.total if score else None,
        lines=tuple(
            {
                "land": one.terrain.letter,
                "size": one.size,
                "crowns": one.crowns,
                "points": one.points,
                "squares": tuple(one.squares),
            }
            for one in (score.territories if score else ())
        ),
        bonuses=tuple(
            {"name": translate(one.bonus.label), "points": one.points, "reason": translate(describe_reason(one))}
            for one in (score.bonuses if score else ())
        ),
        earnings=earnings(score, pieces_in_play(rules.box, kingdom, board.pieces)),
        remarks=remarks(board, rules.grid, rules.box),
    )


def earnings(sheet: ScoreSheet | None, pieces: Pieces) -> tuple[Part, ...]:
    """List the earnings of quests and pieces, and the total without giants; empty while the score is hidden."""
    if sheet is None:
        return ()
    giants = tuple(position for position, _number in pieces.giants)
    items = [{"text": describe(one), "squares": one.squares, "lines": one.lines} for one in sheet.items]
    if sheet.without_giants is not None:
        text = translate(describe_giants(sheet.without_giants))
        items.append({"text": text, "squares": giants, "lines": ()})
    return tuple(items)


def _pieces(table: Table, seat: Seat, board: Board) -> Part:
    box, kingdom = table.rules.box, str(board.kingdom)
    others = [PieceBoard(one.board.kingdom, one.board.pieces) for one in table.seats if one.board and one != seat]
    return {
        "code": format_board(board.kingdom, board.pieces).removeprefix(kingdom),
        "kinds": [
            {
                "code": kind.code,
                "name": translate(kind.piece.label),
                "left": kind.left,
                "places": {f"{row},{column}": most for (row, column), most in kind.squares.items()},
            }
            for kind in palette(board, box, others)
        ],
        "counters": [
            {"code": one.kind.value, "name": translate(one.kind.label), "most": one.most} for one in counters(box)
        ],
        "queen": Title.QUEENDOMINO in box,
    }


@dataclass(frozen=True)
class EpochView:
    """The board of an epoch of Kingdoms, counted from 0, its lines and how each was counted, everybody's gold."""

    epoch: int
    name: str
    number: int
    code: str
    players: tuple[Part, ...]
    lines: tuple[Part, ...]
    remarks: tuple[Part, ...]


def epoch_view(game: Game, at: int) -> EpochView:
    """Build the view of an epoch's board, counted from 0, in the reader's language."""
    epoch = game.open_epoch(at)
    sheet = score_game([*game.boards[:at], epoch.board, *game.boards[at + 1 :]], game.colours)
    scored = sheet.epochs[at]
    gold = {purse.colour: purse.gold[at] for purse in sheet.purses}
    players = {one.colour: player_label(one.colour, game) for one in scored.incomes}  # nobody may play a colour
    return EpochView(
        at,
        _("Epoch {number}", number=at + 1),
        epoch.number,
        str(epoch.board),
        tuple(
            {"colour": colour.value, "name": name, "gold": gold[colour], "swatch": CASTLES[colour.value]}
            for colour, name in players.items()
        ),
        tuple(
            {
                "name": translate(label_line(line)),
                "gold": {colour.value: line.gold(colour) for colour in players},
                "explained": explain_line(line, game),
                "spaces": [space for part in line.parts for space in part.spaces],
            }
            for line in scored.lines
        ),
        epoch_remarks(epoch.board, sheet.problems[at]),
    )


def epoch_remarks(board: EpochBoard, problems: Sequence[EpochProblem]) -> tuple[Part, ...]:
    """List the problems of an epoch's board with their places; a half-entered board has none yet."""
    free = sum(space is None for _position, space in board.spaces())
    wrong = () if free > NEARLY_FULL else problems
    return first_remarks([_remark(describe(one), one.squares) for one in wrong])


def remarks(board: Board, grid: int, box: Box) -> tuple[Part, ...]:
    """List the remarks on an unconfirmed board: reading warnings, then problems.

    A board that is entered by hand has no problems until it is nearly full, as half a board always breaks rules. A
    question about a stray domino replaces the problems of the width of the kingdom.
    """
    gaps = sum(square.is_empty for _, square in board.kingdom.squares())
    forbidden = find_piece_problems(board.kingdom, pieces_in_play(box, board.kingdom, board.pieces), box)
    of_pieces = [_remark(describe(one), one.squares) for one in forbidden]
    if board.by_hand and gaps > NEARLY_FULL:
        return first_remarks(of_pieces)
    is_as_read = board.source is not None and board.kingdom == board.source.kingdom  # the warnings are about no other
    warnings = board.source.warnings if board.source and is_as_read else ()
    if loose_in(board, box):
        warnings = tuple(warning for warning in warnings if warning.code is not WarningCode.STRAY_DOMINO)
        return first_remarks([*_of_photo(warnings), *of_pieces])
    has_castle_warning = any(warning.code is WarningCode.NO_CASTLE for warning in warnings)
    broken = [
        _remark(remark(problem), problem.squares)
        for problem in cached_problems(board.kingdom, grid, box)
        if not (problem.rule is Rule.NO_CASTLE and has_castle_warning)
    ]
    return first_remarks([*_of_photo(warnings), *broken, *of_pieces])


def _of_photo(warnings: Sequence[ReadingWarning]) -> list[Part]:
    """Return the remarks of warnings; one on more squares than its sentence names is shown as one on the board."""
    return [
        _remark(describe(warning), warning.squares if len(warning.squares) <= MAX_NAMED_SQUARES else ())
        for warning in warnings
    ]


def _remark(text: str, squares: Sequence[Position] = ()) -> Part:
    """Build a remark from its text and squares."""
    return {"text": text, "squares": tuple(squares)}


def first_remarks(found: Sequence[Part]) -> tuple[Part, ...]:
    """Return the first remarks, and the number of further ones."""
    left = len(found) - MOST_REMARKS
    more = [_remark(_("And {number} more.", number=left))] if left > 0 else []
    return (*found[:MOST_REMARKS], *more)
