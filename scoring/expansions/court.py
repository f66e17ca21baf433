"""The Court: what characters earn by the squares around them, and where its pieces may stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from scoring.bonuses import Earned, Earning
from scoring.kingdom import Kingdom, Position, Problem, prefix_position
from scoring.message import Message, message, plural
from scoring.pieces import Building, Character, Pieces, neighbours_among
from scoring.terrain import Square, Terrain

TOKENS: Mapping[Terrain, int] = {Terrain.WHEAT: 21, Terrain.FOREST: 16, Terrain.LAKE: 12, Terrain.GRASSLAND: 10}
"""The resource tokens in the box by the terrain they lie on: wheat, wood, fish, sheep."""

BUILDINGS: Mapping[tuple[Terrain, int], int] = {
    (Terrain.WHEAT, 1): 3,
    (Terrain.FOREST, 1): 3,
    (Terrain.LAKE, 1): 3,
    (Terrain.GRASSLAND, 1): 1,
    (Terrain.GRASSLAND, 2): 1,
    (Terrain.SWAMP, 1): 1,
    (Terrain.SWAMP, 2): 1,
}
"""The buildings in the box by the terrain they stand on and their crowns."""

WARRIORS = {
    Character.AXE_WARRIOR,
    Character.SWORD_WARRIOR,
    Character.LIGHT_ARCHER,
    Character.HEAVY_ARCHER,
    Character.CAPTAIN,
}


class Rule(StrEnum):
    """What pieces of The Court can break."""

    TOKENS = "tokens"  # on squares of wheat, forest, lake and grassland without a crown
    TILES = "tiles"  # on squares without a crown, a token or another tile; each exists so often


class _Pay(NamedTuple):
    """What a character earns alone, and for each that it counts around it."""

    alone: int
    each: int = 0


_PAYS = {
    Character.FARMER: _Pay(3, 3),
    Character.LUMBERJACK: _Pay(3, 3),
    Character.FISHERMAN: _Pay(3, 3),
    Character.SHEPHERDESS: _Pay(3, 3),
    Character.MERCHANT: _Pay(2, 2),
    Character.AXE_WARRIOR: _Pay(3),
    Character.SWORD_WARRIOR: _Pay(3),
    Character.LIGHT_ARCHER: _Pay(4),
    Character.HEAVY_ARCHER: _Pay(4),
    Character.CAPTAIN: _Pay(1, 3),
    Character.KING: _Pay(0, 1),
    Character.QUEEN: _Pay(2, 2),
}
_COLLECTS = {
    Character.FARMER: Terrain.WHEAT,
    Character.LUMBERJACK: Terrain.FOREST,
    Character.FISHERMAN: Terrain.LAKE,
    Character.SHEPHERDESS: Terrain.GRASSLAND,
}


def earned_in(kingdom: Kingdom, pieces: Pieces) -> Iterator[Earning]:
    """The earnings of each character, in the order in which they are given."""
    if not pieces.characters:
        return
    crowns = pieces.without_giants.crowns_on(kingdom)  # the king counts those under giants too, in both sources
    for position, who in pieces.characters:
        yield _earning(position, who, _counted(position, who, kingdom, pieces, crowns))


def _counted(
    position: Position, who: Character, kingdom: Kingdom, pieces: Pieces, crowns: Mapping[Position, int]
) -> dict[Position, int]:
    """The squares around a character that it counts, and how often."""
    if who is Character.KING:
        return {near: crowns[near] for near in neighbours_among(position, crowns)}
    if who in (Character.CAPTAIN, Character.QUEEN):
        others = {near for near, other in pieces.characters if who is Character.QUEEN or other in WARRIORS}
        return dict.fromkeys(neighbours_among(position, others), 1)
    tokens = neighbours_among(position, pieces.tokens)
    if who is Character.MERCHANT:
        return dict.fromkeys(tokens, 1)
    if who in _COLLECTS:
        return {near: 1 for near in tokens if kingdom[near].terrain is _COLLECTS[who]}
    return {}


def _earning(position: Position, who: Character, counted: Mapping[Position, int]) -> Earning:
    pay, number = _PAYS[who], sum(counted.values())
    points = pay.alone + number * pay.each
    if not pay.each:
        line: Message = message("{who} +{points}", who=who.label, points=points)
    else:
        sums = {"alone": pay.alone, "number": number, "each": pay.each}
        line = message("{who} +{points}: {alone} + {number} x {each}", who=who.label, points=points, **sums)
    return Earning(Earned.CHARACTER, who.value, points, (position, *counted), line)


def bears_token(square: Square) -> bool:
    """True if a token lies on such a square when its domino appears."""
    return square.terrain in TOKENS and not square.crowns


def find_problems(kingdom: Kingdom, pieces: Pieces) -> Iterator[Problem]:
    """Tokens and tiles where they cannot be."""
    for position in sorted(pieces.tokens):
        if not bears_token(kingdom[position]):
            nowhere = message("no token lies on {square}", square=kingdom[position].label)
            yield Problem(prefix_position(position, nowhere), (position,), Rule.TOKENS)
    tiles: list[tuple[Position, Character | Building]] = [*pieces.characters]
    # Those of Queendomino stand on towns.
    tiles += [(at, building) for at, building in pieces.buildings if kingdom[at].terrain is not Terrain.TOWN]
    for position, tile in tiles:
        fault = _fault(kingdom[position], tile, with_token=position in pieces.tokens)
        if fault:
            yield Problem(prefix_position(position, fault), (position,), Rule.TILES)
    for position, number in Counter(position for position, _ in (*pieces.characters, *pieces.buildings)).items():
        if number > 1:
            several = message("{number} tiles stand on one square", number=number)
            yield Problem(prefix_position(position, several), (position,), Rule.TILES)


def _fault(square: Square, tile: Character | Building, *, with_token: bool) -> Message | None:
    if square.terrain is None:
        return message("no tile stands on {square}", square=square.label)
    if square.crowns or with_token:
        return message("a tile stands only on a square without a crown and without a token")
    if isinstance(tile, Building) and (square.terrain, tile.crowns) not in BUILDINGS:
        return message("there is no such building for {terrain}", terrain=square.terrain.label)
    return None


def court_buildings(kingdom: Kingdom, pieces: Pieces) -> Iterator[tuple[Terrain | None, int]]:
    """The terrain and the crowns of every building on a board."""
    return ((kingdom[position].terrain, building.crowns) for position, building in pieces.buildings)


def called(terrain: Terrain, crowns: int) -> Message:
    """A building of the box as a player says it."""
    return plural(
        crowns,
        "building on {terrain}: {number} crown",
        "building on {terrain}: {number} crowns",
        terrain=terrain.label,
    )


def check_supply(boards: Iterable[tuple[Kingdom, Pieces]]) -> Iterator[Problem]:
    """More of a token, a character or a building on a table than the box has."""
    boards = list(boards)
    lying = Counter(kingdom[at].terrain for kingdom, pieces in boards for at in pieces.tokens)
    for terrain, there in TOKENS.items():
        if lying[terrain] > there:
            text = message(
                "{here} tokens on {terrain}; the box has {there}",
                here=lying[terrain],
                terrain=terrain.label,
                there=there,
            )
            yield Problem(text, (), Rule.TOKENS)
    for who, number in Counter(who for _, pieces in boards for _, who in pieces.characters).items():
        if number > 1:
            text = message("{who} is there {number} times; the box has one", who=who.label, number=number)
            yield Problem(text, (), Rule.TILES)
    standing = Counter(kind for board in boards for kind in court_buildings(*board))
    for (terrain, crowns), there in BUILDINGS.items():
        if standing[terrain, crowns] > there:
            text = message(
                "{here} buildings on {square}; the box has {there}",
                here=standing[terrain, crowns],
                square=Square(terrain, crowns).label,
                there=there,
            )
            yield Problem(text, (), Rule.TILES)
