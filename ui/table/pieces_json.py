"""The pieces on a board as JSON, in a stored table as in a game file; what is not there is not written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeVar

from msgspec import Meta, Struct

from scoring import NO_PIECES, Building, Character, Kingdom, Pieces, Position
from scoring.board_code import counted_by_name
from scoring.kingdom import MAX_SIDE, place_name
from scoring.message import message
from ui.table.codec import FormatError
from ui.table.json_fields import At, Side, Squares

T = TypeVar("T")

MOST_SQUARES = MAX_SIDE * MAX_SIDE
Beside = Annotated[int, Meta(ge=0, le=9_999)]  # coins, towers or knights beside the board
Giants = Annotated[int, Meta(ge=0, le=6)]  # on one square
Crowns = Annotated[int, Meta(ge=0, le=3)]
Points = Annotated[int, Meta(ge=0, le=99)]


class GiantJson(Struct, array_like=True, forbid_unknown_fields=True, frozen=True):
    """Giants on a square, as in ``[0, 4, 1]``."""

    row: Side
    column: Side
    number: Giants = 1


class CharacterJson(Struct, frozen=True):
    """A character of The Court where it stands."""

    at: At
    who: Character


class BuildingJson(Struct, omit_defaults=True, frozen=True):
    """A building where it stands, with crowns, points, or so many points for ``each`` thing ``per`` names."""

    at: At
    crowns: Crowns | None = None
    points: Points | None = None
    each: Points | None = None
    per: str | None = None

    def __post_init__(self) -> None:
        if self.crowns is None and self.points is None and self.each is None:
            raise FormatError(message("expected a building with crowns, points, or each and per"))
        if (self.each is None) != (self.per is None):
            raise FormatError(message("expected both each and per: so many points for every what"))
        if self.per is not None:
            counted_by_name(self.per)

    @property
    def building(self) -> Building:
        """The building itself."""
        per = None if self.per is None else counted_by_name(self.per)
        return Building(self.crowns or 0, self.points or 0, self.each or 0, per)


class PiecesJson(Struct, omit_defaults=True, frozen=True, kw_only=True):
    """What lies on a kingdom, and what its player has beside it."""

    giants: Annotated[tuple[GiantJson, ...], Meta(max_length=MOST_SQUARES)] | None = None
    tokens: Squares | None = None
    characters: Annotated[tuple[CharacterJson, ...], Meta(max_length=MOST_SQUARES)] | None = None
    buildings: Annotated[tuple[BuildingJson, ...], Meta(max_length=MOST_SQUARES)] | None = None
    coins: Beside | None = None
    towers: Beside | None = None
    knights: Beside | None = None
    queen: bool | None = None

    @classmethod
    def of(cls, pieces: Pieces) -> PiecesJson:
        """The pieces as they are written."""
        return PiecesJson(
            giants=tuple(GiantJson(*position, number) for position, number in pieces.giants) or None,
            tokens=tuple(sorted(pieces.tokens)) or None,
            characters=tuple(CharacterJson(position, who) for position, who in pieces.characters) or None,
            buildings=tuple(_building_json(position, one) for position, one in pieces.buildings) or None,
            coins=pieces.coins or None,
            towers=pieces.towers or None,
            knights=pieces.knights or None,
            queen=pieces.queen or None,
        )

    def on(self, kingdom: Kingdom) -> Pieces:
        """The pieces themselves on that kingdom. Raises FormatError for one that lies outside."""
        giants: dict[Position, int] = {}
        for one in self.giants or ():
            giants[one.row, one.column] = giants.get((one.row, one.column), 0) + one.number
        pieces = Pieces(
            giants=tuple(sorted((position, number) for position, number in giants.items() if number)),
            tokens=frozenset(self.tokens or ()),
            characters=_one_a_square("characters", ((one.at, one.who) for one in self.characters or ())),
            buildings=_one_a_square("buildings", ((one.at, one.building) for one in self.buildings or ())),
            coins=self.coins or 0,
            towers=self.towers or 0,
            knights=self.knights or 0,
            queen=bool(self.queen),
        )
        outside = sorted(at for at in (*pieces.positions, *giants) if at not in dict(kingdom.squares()))
        if outside:
            size, place = f"{kingdom.height}x{kingdom.width}", place_name(outside[0])
            raise FormatError(message("the kingdom is {size} and has no {place}", size=size, place=place))
        return NO_PIECES if pieces == NO_PIECES else pieces


def pieces_json(pieces: Pieces) -> PiecesJson | None:
    """The pieces on a board as they are written; None if there are none."""
    return None if pieces == NO_PIECES else PiecesJson.of(pieces)


def _building_json(position: Position, building: Building) -> BuildingJson:
    if building.per is not None:
        return BuildingJson(position, each=building.each, per=building.per.value)
    if building.points:
        return BuildingJson(position, points=building.points)
    return BuildingJson(position, crowns=building.crowns)


def _one_a_square(field: str, found: Iterable[tuple[Position, T]]) -> tuple[tuple[Position, T], ...]:
    """What stands one to a square, in the order in which it was written."""
    standing: dict[Position, T] = {}
    for position, one in found:
        if position in standing:
            twice = message("two stand on {place}", place=place_name(position))
            raise FormatError(twice, field)
        standing[position] = one
    return tuple(standing.items())
