"""The base class of expansions, and the boards and pieces that it works on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from scoring.bonuses import BonusItem
from scoring.castle import Castle
from scoring.domino import Domino
from scoring.kingdom import Kingdom, Position
from scoring.message import LabelledStrEnum, message
from scoring.pieces import Board, CounterKind, Piece, Pieces
from scoring.problem import Problem
from scoring.quests import Quest
from scoring.terrain import Terrain
from scoring.territories import Territory, find_territories, replace_crowns


class Title(LabelledStrEnum):
    """A box as it is sold; the value is its name in files and, but for the base game, on the command line."""

    KINGDOMINO = "kingdomino", message("Kingdomino")
    GIANTS = "giants", message("Age of Giants")
    COURT = "court", message("The Court")
    QUEENDOMINO = "queendomino", message("Queendomino")


@dataclass(frozen=True)
class QuestBoard:
    """A kingdom padded to its whole grid unless it is larger, which the quests score.

    Attributes:
        kingdom: The padded kingdom.
        crowns: The crowns that count, by position in the padded kingdom.
        territories: Its territories with these crowns.
        origin: Position of the grid's top left square in the kingdom as it was given.
    """

    kingdom: Kingdom
    crowns: Mapping[Position, int]
    territories: tuple[Territory, ...]
    origin: Position = (0, 0)

    @property
    def castles(self) -> tuple[Position, ...]:
        """The positions of the castles; one in a legal kingdom."""
        return self.kingdom.castles

    @property
    def corners(self) -> tuple[Position, ...]:
        """The corner squares of the grid, row by row."""
        bottom, right = self.kingdom.height - 1, self.kingdom.width - 1
        return tuple(sorted({(0, 0), (0, right), (bottom, 0), (bottom, right)}))

    def in_kingdom(self, position: Position) -> Position:
        """Return the position in the kingdom as it was given of a position in the grid."""
        return position[0] + self.origin[0], position[1] + self.origin[1]


@dataclass(frozen=True)
class ScoredBoard:
    """What an expansion needs to score one player's board.

    Attributes:
        board: The kingdom and its pieces.
        grid: Side of the grid in squares.
        offset: Where players say the kingdom lies in the grid; None if they do not.
        quests: The quests in play, in the order in which they are scored.
    """

    board: Board
    grid: int
    offset: Position | None
    quests: tuple[Quest, ...]

    @cached_property
    def crowns(self) -> Mapping[Position, int]:
        """The crowns that count, by position."""
        return self.board.pieces.crowns_on(self.board.kingdom)

    @cached_property
    def territories(self) -> tuple[Territory, ...]:
        """The territories with the crowns that count."""
        return replace_crowns(find_territories(self.board.kingdom), self.crowns)


@dataclass(frozen=True)
class PieceKind:
    """A kind of piece that can be placed on a board.

    Attributes:
        code: Its name in a board code, without the square.
        piece: What it is.
        left: How many this board may have at most, those that it has included.
        squares: The squares where it may stand, each with the most that fit.
    """

    code: str
    piece: Piece
    left: int
    squares: Mapping[Position, int]


@dataclass(frozen=True)
class Counter:
    """Something counted beside the board, and the most there can be."""

    kind: CounterKind
    most: int


class Expansion(ABC):
    """What an expansion adds to the base game; all are registered in ``scoring.expansions.EXPANSIONS``.

    Attributes:
        title: The box.
        dominoes: Its dominoes.
        castles: Its castles.
        max_players: The most players with this box added to the base game, or alone if it is a game of its own.
        counters: What players count beside the board.
    """

    title: Title
    dominoes: tuple[Domino, ...] = ()
    castles: tuple[Castle, ...] = ()
    max_players: int = 4
    counters: tuple[Counter, ...] = ()

    @abstractmethod
    def score(self, board: ScoredBoard) -> Iterator[BonusItem]:
        """Score its quests and pieces."""

    @abstractmethod
    def check(self, board: Board) -> Iterator[Problem]:
        """Find its pieces that are placed against the rules."""

    @abstractmethod
    def check_supply(self, boards: Collection[Board]) -> Iterator[Problem]:
        """Find pieces of which these boards have more than the box."""

    @abstractmethod
    def palette(self, board: Board, others: Collection[Board]) -> Iterator[PieceKind]:
        """List the kinds of pieces that a board may get, less those that the other boards have."""

    @abstractmethod
    def is_needed(self, board: Board) -> bool:
        """Return whether a board has squares or pieces that only this box has."""

    @abstractmethod
    def remove_pieces(self, board: Board) -> Pieces:
        """Return the pieces of a board without those of this box."""


def squares_in(kingdom: Kingdom, terrain: Terrain) -> tuple[Position, ...]:
    """Return the positions of the squares of a terrain, row by row."""
    return tuple(position for position, square in kingdom.squares() if square.terrain is terrain)
