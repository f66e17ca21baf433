"""What stands on the squares of a kingdom, and what its owner has beside it: values beside the kingdom."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from scoring.kingdom import Kingdom, Position
from scoring.message import LabelledStrEnum, message
from scoring.terrain import Terrain

T = TypeVar("T")


class Character(LabelledStrEnum):
    """A character of The Court; the value is its name in files."""

    FARMER = "farmer", message("farmer")
    LUMBERJACK = "lumberjack", message("lumberjack")
    FISHERMAN = "fisherman", message("fisherman")
    SHEPHERDESS = "shepherdess", message("shepherdess")
    MERCHANT = "merchant", message("merchant")
    AXE_WARRIOR = "axe_warrior", message("axe warrior")
    SWORD_WARRIOR = "sword_warrior", message("sword warrior")
    LIGHT_ARCHER = "light_archer", message("light archer")
    HEAVY_ARCHER = "heavy_archer", message("heavy archer")
    CAPTAIN = "captain", message("captain")
    KING = "king", message("king")
    QUEEN = "queen", message("queen")


class Figure(LabelledStrEnum):
    """A figure of Queendomino that a building can count; the value is its name in files."""

    TOWER = "tower", message("tower")
    KNIGHT = "knight", message("knight")


@dataclass(frozen=True)
class Building:
    """A building: crowns that it adds to its square, points, or ``each`` points per something.

    Those of The Court have crowns, those of Queendomino one of the three. ``per`` is a terrain, for every separate
    territory of it, or a figure.
    """

    crowns: int = 0
    points: int = 0
    each: int = 0
    per: Terrain | Figure | None = None


@dataclass(frozen=True)
class Pieces:
    """The pieces of one player; positions are those of the kingdom they lie on.

    ``giants`` says how many crowns of a square are covered, ``tokens`` are the resources left. ``knights`` are those
    placed and those in the guard. ``queen`` says who hosts the queen of Queendomino.
    """

    giants: tuple[tuple[Position, int], ...] = ()
    tokens: frozenset[Position] = field(default=frozenset())
    characters: tuple[tuple[Position, Character], ...] = ()
    buildings: tuple[tuple[Position, Building], ...] = ()
    coins: int = 0
    towers: int = 0
    knights: int = 0
    queen: bool = False

    @property
    def positions(self) -> frozenset[Position]:
        """The squares that something stands on."""
        placed = (*self.giants, *self.characters, *self.buildings)
        return self.tokens.union(position for position, _ in placed)

    @property
    def without_giants(self) -> Pieces:
        """The same pieces had no giant come."""
        return replace(self, giants=())

    def moved(self, where: Mapping[Position, Position]) -> Pieces:
        """The same pieces on other squares; what stands on a square that leads nowhere is dropped."""
        if not self.positions:
            return self
        return replace(
            self,
            giants=_moved(self.giants, where),
            tokens=frozenset(where[position] for position in self.tokens if position in where),
            characters=_moved(self.characters, where),
            buildings=_moved(self.buildings, where),
        )

    def crowns_on(self, kingdom: Kingdom) -> dict[Position, int]:
        """The crowns that count, by square: printed and of buildings, less those under giants; never below 0."""
        crowns = {position: square.crowns for position, square in kingdom.squares() if square.crowns}
        for position, building in self.buildings:
            crowns[position] = crowns.get(position, 0) + building.crowns
        for position, giants in self.giants:
            crowns[position] = max(0, crowns.get(position, 0) - giants)
        return {position: number for position, number in crowns.items() if number}


NO_PIECES = Pieces()


def neighbours_among(position: Position, among: Collection[Position]) -> tuple[Position, ...]:
    """Those of the 8 squares around a position that are ``among`` some, row by row."""
    row, column = position
    near = ((r, c) for r in (row - 1, row, row + 1) for c in (column - 1, column, column + 1))
    return tuple(one for one in near if one != position and one in among)


def _moved(
    placed: tuple[tuple[Position, T], ...], where: Mapping[Position, Position]
) -> tuple[tuple[Position, T], ...]:
    kept = [(where[position], piece) for position, piece in placed if position in where]
    return tuple(sorted(kept, key=lambda one: one[0]))
