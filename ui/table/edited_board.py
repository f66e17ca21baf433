"""What the boards of both games have in common: cells that are set one by one, by several phones at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, Self, TypeVar

from scoring import Position
from ui.table.orientation import Turns
from ui.table.source import Rows, Source
from ui.table.trust import State, Trust, trust_in

Cell = TypeVar("Cell")
B = TypeVar("B", bound="EditedBoard[Any]")


@dataclass(frozen=True, kw_only=True)
class EditedBoard(ABC, Generic[Cell]):
    """A board as it stands after reading and correcting.

    ``doubtful`` are the cells that want a look and have not been answered; of a ``checked`` board they were accepted
    unanswered, and unless it was ``looked_at`` no player has said that it is right, but the reader alone. ``number``
    tells one board of a table from the next, ``turns`` are the last that were made. The photo in ``source`` is not kept
    for ever.
    """

    NOTHING: ClassVar[Any]
    """The cell where nothing lies."""

    doubtful: frozenset[Position] = frozenset()
    checked: bool = False
    looked_at: bool = True
    source: Source | None = field(default=None, compare=False, repr=False)  # None: no photo at hand
    number: int = 0
    turns: Turns = ()

    @property
    @abstractmethod
    def rows(self) -> Rows[Cell]:
        """The cells, row by row."""

    @abstractmethod
    def with_rows(self, rows: Rows[Cell]) -> Self:
        """The board with other cells."""

    @property
    def cells(self) -> dict[Position, Cell]:
        """Every position with its cell."""
        return {(r, c): cell for r, row in enumerate(self.rows) for c, cell in enumerate(row)}

    @property
    def size(self) -> tuple[int, int]:
        """How many rows and columns it has."""
        return len(self.rows), len(self.rows[0])

    @property
    def doubts(self) -> int:
        """How many doubtful cells nobody has answered."""
        return len(self.doubtful)

    @property
    def trust(self) -> Trust:
        """How far the board can be relied on."""
        return trust_in(checked=self.checked, doubts=self.doubts, looked_at=self.looked_at)

    @property
    def state(self) -> State:
        """The same with the number of doubts."""
        return State(self.trust, self.doubts)

    def accepted(self) -> Self:
        """The board once a player has said that it looks right; doubts that were not answered stay."""
        return replace(self, checked=True, looked_at=True)

    # --- Lying otherwise

    @abstractmethod
    def turned(self) -> Self:
        """The board after the smallest turn that it allows, its photo with it."""

    @abstractmethod
    def moved(self, step: Position) -> Self:
        """The board one step further in its frame."""

    def relaid(self, to: Mapping[Position, Position], height: int, width: int) -> Self:
        """The board of that size with every cell where ``to`` says; those it does not name are left out."""
        moved = {to[position]: cell for position, cell in self.cells.items() if position in to}
        rows = tuple(tuple(moved.get((r, c), self.NOTHING) for c in range(width)) for r in range(height))
        return replace(self.with_rows(rows), doubtful=frozenset(to[one] for one in self.doubtful if one in to))
