"""The pieces on a board as JSON, in a stored table as in a game file; what is not there is not written."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Annotated, Any, Self

from msgspec import Meta, Struct

from scoring import Building, Character, Kingdom, Pieces, Position
from scoring.board_code import counted_by_name
from scoring.kingdom import MAX_SIDE, place_name
from scoring.message import message
from ui.table.codec import Form, FormatError
from ui.table.json_fields import At, Side, Squares

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


class PiecesJson(Form[Pieces], frozen=True, kw_only=True):
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
    def of(cls, pieces: Pieces, /, **beside: Any) -> Self:
        """The pieces as they are written."""
        return cls(
            giants=tuple(GiantJson(*position, number) for position, number in pieces.giants) or None,
            tokens=tuple(sorted(pieces.tokens)) or None,
            characters=tuple(CharacterJson(position, who) for position, who in pieces.characters) or None,
            buildings=tuple(_building_json(position, one) for position, one in pieces.buildings) or None,
            coins=pieces.coins or None,
            towers=pieces.towers or None,
            knights=pieces.knights or None,
            queen=pieces.queen or None,
            **beside,
        )

    def __post_init__(self) -> None:
        for field, standing in (("characters", self.characters), ("buildings", self.buildings)):
            places = sorted(one.at for one in standing or ())
            twice = next((one for one, following in pairwise(places) if one == following), None)
            if twice:
                raise FormatError(message("two stand on {place}", place=place_name(twice)), field)

    @property
    def value(self) -> Pieces:
        """The pieces themselves."""
        giants: Counter[Position] = Counter()
        for one in self.giants or ():
            giants[one.row, one.column] += one.number
        return Pieces(
            giants=tuple(sorted((position, number) for position, number in giants.items() if number)),
            tokens=frozenset(self.tokens or ()),
            characters=tuple((one.at, one.who) for one in self.characters or ()),
            buildings=tuple((one.at, one.building) for one in self.buildings or ()),
            coins=self.coins or 0,
            towers=self.towers or 0,
            knights=self.knights or 0,
            queen=bool(self.queen),
        )

    def refuse_outside(self, kingdom: Kingdom) -> None:
        """Raises FormatError for a piece that lies outside the kingdom."""
        giants = ((one.row, one.column) for one in self.giants or ())
        characters, buildings = (one.at for one in self.characters or ()), (one.at for one in self.buildings or ())
        places = (*giants, *(self.tokens or ()), *characters, *buildings)
        outside = [(row, column) for row, column in places if row >= kingdom.height or column >= kingdom.width]
        if outside:
            size, place = f"{kingdom.height}x{kingdom.width}", place_name(min(outside))
            raise FormatError(message("the kingdom is {size} and has no {place}", size=size, place=place))


def _building_json(position: Position, building: Building) -> BuildingJson:
    if building.per is not None:
        return BuildingJson(position, each=building.each, per=building.per.value)
    if building.points:
        return BuildingJson(position, points=building.points)
    return BuildingJson(position, crowns=building.crowns)
