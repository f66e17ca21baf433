"""Pieces of the expansions: those on the squares of a kingdom, and those that its owner keeps beside it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from scoring.kingdom import Kingdom, Position
from scoring.message import LabelledStrEnum, Message, message, plural
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


class Marker(LabelledStrEnum):
    """A piece of which all look the same; the value is its name in a board code."""

    GIANT = "giant", message("giant")
    TOKEN = "token", message("token")


class CounterKind(LabelledStrEnum):
    """What players of Queendomino keep beside the board; the value is its name in a board code."""

    COINS = "coins", message("Coins")
    TOWERS = "towers", message("Towers")
    KNIGHTS = "knights", message("Knights")


@dataclass(frozen=True)
class Building:
    """A building tile, of The Court or of Queendomino.

    Attributes:
        crowns: Crowns that it adds to its square; the only thing that a building of The Court has.
        points: A fixed number of points.
        each: Points for each thing of the kind ``per``.
        per: What is counted: the separate territories of a terrain, or a figure.
    """

    crowns: int = 0
    points: int = 0
    each: int = 0
    per: Terrain | Figure | None = None

    @property
    def label(self) -> Message:
        """The name of a building of Queendomino."""
        if isinstance(self.per, Figure):
            return message("town building: {each} for every {thing}", each=self.each, thing=self.per.label)
        if self.per is not None:
            return message("town building: {each} for every territory of {thing}", each=self.each, thing=self.per.label)
        if self.crowns:
            return message("town building with a crown")
        return message("town building: {points} points", points=self.points)


class CourtBuilding(NamedTuple):
    """A building of The Court: the terrain it stands on, and its crowns."""

    terrain: Terrain
    crowns: int

    @property
    def label(self) -> Message:
        """The name of the building."""
        return plural(
            self.crowns,
            "building on {terrain}: {number} crown",
            "building on {terrain}: {number} crowns",
            terrain=self.terrain.label,
        )


Piece = Marker | Character | CourtBuilding | Building
"""A piece that can be placed on a square."""


@dataclass(frozen=True)
class Pieces:
    """The pieces of one player. Positions are those of the kingdom they stand on.

    Attributes:
        giants: Squares with giants, and how many of their crowns are covered.
        tokens: Squares with a resource token.
        characters: Squares with a character of The Court.
        buildings: Squares with a building.
        coins: Coins left at the end.
        towers: Towers in the kingdom.
        knights: Knights placed, and those in the guard.
        queen: Whether the queen of Queendomino is here.
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
        """The squares with any piece."""
        placed = (*self.giants, *self.characters, *self.buildings)
        return self.tokens.union(position for position, _ in placed)

    @property
    def without_giants(self) -> Pieces:
        """The pieces without the giants."""
        return replace(self, giants=())

    def relocate(self, where: Mapping[Position, Position]) -> Pieces:
        """Return the pieces on other squares.

        Args:
            where: The new position of each square; pieces on squares that are missing are dropped.
        """
        if not self.positions:
            return self
        return replace(
            self,
            giants=_relocate(self.giants, where),
            tokens=frozenset(where[position] for position in self.tokens if position in where),
            characters=_relocate(self.characters, where),
            buildings=_relocate(self.buildings, where),
        )

    def crowns_on(self, kingdom: Kingdom) -> dict[Position, int]:
        """Count crowns by square: those printed and of buildings, less those under giants, never below 0."""
        crowns = {position: square.crowns for position, square in kingdom.squares() if square.crowns}
        for position, building in self.buildings:
            crowns[position] = crowns.get(position, 0) + building.crowns
        for position, giants in self.giants:
            crowns[position] = max(0, crowns.get(position, 0) - giants)
        return {position: number for position, number in crowns.items() if number}


NO_PIECES = Pieces()


class Board(NamedTuple):
    """A kingdom with its pieces."""

    kingdom: Kingdom
    pieces: Pieces = NO_PIECES


def neighbours_among(position: Position, among: Collection[Position]) -> tuple[Position, ...]:
    """Return those of the 8 squares around a position that are ``among`` the given ones, row by row."""
    row, column = position
    near = ((r, c) for r in (row - 1, row, row + 1) for c in (column - 1, column, column + 1))
    return tuple(one for one in near if one != position and one in among)


def _relocate(
    placed: tuple[tuple[Position, T], ...], where: Mapping[Position, Position]
) -> tuple[tuple[Position, T], ...]:
    kept = [(where[position], piece) for position, piece in placed if position in where]
    return tuple(sorted(kept, key=lambda one: one[0]))
