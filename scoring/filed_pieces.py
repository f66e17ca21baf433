"""The pieces of one player in a game file, read and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from scoring.board_code import counted_by_name
from scoring.json_place import Placed, given, one_of
from scoring.kingdom import Kingdom, Position
from scoring.message import message
from scoring.pieces import NO_PIECES, Building, Character, Figure, Pieces
from scoring.terrain import Terrain

MOST_GIANTS, MOST_CROWNS, MOST_POINTS = 6, 3, 99  # of one square
MOST_COUNTED = 9_999  # of what lies beside the board

PIECE_FIELDS = ("giants", "tokens", "characters", "buildings", "coins", "towers", "knights", "queen")

T = TypeVar("T")


def pieces_in(fields: Mapping[str, Placed], kingdom: Kingdom) -> Pieces:
    """The pieces that a player's object names; all are optional. Raises GameFileError."""
    pieces = Pieces(
        giants=_giants(fields, kingdom),
        tokens=frozenset(_position(one, kingdom) for one in _entries(fields, "tokens", kingdom)),
        characters=_apart(fields, "characters", kingdom, _character),
        buildings=_apart(fields, "buildings", kingdom, _building),
        coins=_count(fields, "coins"),
        towers=_count(fields, "towers"),
        knights=_count(fields, "knights"),
        queen=(found := given(fields, "queen")) is not None and found.flag(),
    )
    return NO_PIECES if pieces == NO_PIECES else pieces


def _entries(fields: Mapping[str, Placed], key: str, kingdom: Kingdom) -> list[Placed]:
    found = given(fields, key)
    return [] if found is None else list(found.entries(kingdom.height * kingdom.width))


def _count(fields: Mapping[str, Placed], key: str) -> int:
    found = given(fields, key)
    return 0 if found is None else found.whole(0, MOST_COUNTED)


def _giants(fields: Mapping[str, Placed], kingdom: Kingdom) -> tuple[tuple[Position, int], ...]:
    giants: dict[Position, int] = {}
    for one in _entries(fields, "giants", kingdom):
        parts = list(one.entries(3))
        if len(parts) < 2:
            one.expected(message("row, column and how many giants, as in [0, 4, 1]"))
        position = _on(parts[0], parts[1], kingdom)
        number = parts[2].whole(0, MOST_GIANTS) if len(parts) == 3 else 1
        if number:
            giants[position] = giants.get(position, 0) + number
    return tuple(sorted(giants.items()))


def _position(found: Placed, kingdom: Kingdom) -> Position:
    parts = list(found.entries(2))
    if len(parts) != 2:
        found.expected(message("row and column, counted from 0, as in [0, 4]"))
    return _on(parts[0], parts[1], kingdom)


def _on(row: Placed, column: Placed, kingdom: Kingdom) -> Position:
    return row.whole(0, kingdom.height - 1), column.whole(0, kingdom.width - 1)


def _apart(
    fields: Mapping[str, Placed], key: str, kingdom: Kingdom, read: Callable[[Placed, Mapping[str, Placed]], T]
) -> tuple[tuple[Position, T], ...]:
    """What stands one to a square, sorted as it is in the file."""
    found: dict[Position, T] = {}
    for one in _entries(fields, key, kingdom):
        inner = one.fields()
        if "at" not in inner:
            one.refuse(message("at is missing: row and column, counted from 0, as in [0, 4]"))
        position = _position(inner["at"], kingdom)
        if position in found:
            inner["at"].refuse(message("something stands there already"))
        found[position] = read(one, inner)
    return tuple(found.items())


def _character(found: Placed, fields: Mapping[str, Placed]) -> Character:
    if "who" not in fields:
        found.refuse(message("who is missing: a character such as farmer"))
    return Character(one_of(fields["who"], [*Character]))


def _building(found: Placed, fields: Mapping[str, Placed]) -> Building:
    crowns, points, each, per = (given(fields, key) for key in ("crowns", "points", "each", "per"))
    if crowns is None and points is None and each is None:
        found.expected(message("a building with crowns, points, or each and per"))
    if (each is None) != (per is None):
        found.expected(message("both each and per: so many points for every what"))
    return Building(
        crowns=0 if crowns is None else crowns.whole(0, MOST_CROWNS),
        points=0 if points is None else points.whole(0, MOST_POINTS),
        each=0 if each is None else each.whole(0, MOST_POINTS),
        per=None if per is None else counted_by_name(one_of(per, [*(t.value for t in Terrain), *Figure])),
    )


def pieces_object(pieces: Pieces) -> dict[str, Any]:
    """The fields of a player's object that say what lies on the board; nothing where there is nothing."""
    found: dict[str, Any] = {
        "giants": [[*position, number] for position, number in pieces.giants],
        "tokens": [list(position) for position in sorted(pieces.tokens)],
        "characters": [{"at": list(position), "who": who.value} for position, who in pieces.characters],
        "buildings": [{"at": list(position), **_building_object(building)} for position, building in pieces.buildings],
        "coins": pieces.coins,
        "towers": pieces.towers,
        "knights": pieces.knights,
        "queen": pieces.queen,
    }
    return {key: value for key, value in found.items() if value}


def _building_object(building: Building) -> dict[str, Any]:
    if building.per is not None:
        return {"each": building.each, "per": building.per.value}
    kind = "points" if building.points else "crowns"
    return {kind: getattr(building, kind)}
