"""The Court: characters score the squares around them; buildings add crowns."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from scoring.bonuses import BonusItem, BonusKind, ScoreReason
from scoring.expansions.expansion import Expansion, PieceKind, ScoredBoard, Title
from scoring.kingdom import Position
from scoring.pieces import Board, Building, Character, CourtBuilding, Marker, Pieces, neighbours_among
from scoring.problem import Problem, Rule
from scoring.terrain import Square, Terrain

TOKENS: Mapping[Terrain, int] = {Terrain.WHEAT: 21, Terrain.FOREST: 16, Terrain.LAKE: 12, Terrain.GRASSLAND: 10}
"""The resource tokens in the box by the terrain they lie on: wheat, wood, fish, sheep."""

BUILDINGS: Mapping[CourtBuilding, int] = {
    CourtBuilding(Terrain.WHEAT, 1): 3,
    CourtBuilding(Terrain.FOREST, 1): 3,
    CourtBuilding(Terrain.LAKE, 1): 3,
    CourtBuilding(Terrain.GRASSLAND, 1): 1,
    CourtBuilding(Terrain.GRASSLAND, 2): 1,
    CourtBuilding(Terrain.SWAMP, 1): 1,
    CourtBuilding(Terrain.SWAMP, 2): 1,
}
"""The buildings in the box."""

WARRIORS = {
    Character.AXE_WARRIOR,
    Character.SWORD_WARRIOR,
    Character.LIGHT_ARCHER,
    Character.HEAVY_ARCHER,
    Character.CAPTAIN,
}


class _Pay(NamedTuple):
    """The points of a character alone, and for each thing that it counts around it."""

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


class TheCourt(Expansion):
    """The expansion; see ``Expansion`` for the meaning of its members."""

    title = Title.COURT

    def score(self, board: ScoredBoard) -> Iterator[BonusItem]:
        """Score each character, in the order in which they are given."""
        kingdom, pieces = board.board
        if not pieces.characters:
            return
        crowns = pieces.without_giants.crowns_on(kingdom)  # the king also counts crowns under giants, in both sources
        for position, character in pieces.characters:
            yield _score_character(position, character, _count_around(position, character, board.board, crowns))

    def check(self, board: Board) -> Iterator[Problem]:
        """Find tokens and tiles on squares where they cannot be."""
        kingdom, pieces = board
        for position in sorted(pieces.tokens):
            if not bears_token(kingdom[position]):
                yield Problem(Rule.NO_TOKEN_HERE, (position,), {"square": kingdom[position]})
        tiles: list[tuple[Position, Character | Building]] = [*pieces.characters, *_court_buildings(board)]
        for position, tile in tiles:
            yield from _check_tile(position, kingdom[position], tile, with_token=position in pieces.tokens)
        for position, number in Tally(position for position, _ in (*pieces.characters, *pieces.buildings)).items():
            if number > 1:
                yield Problem(Rule.SEVERAL_TILES, (position,), {"number": number})

    def check_supply(self, boards: Collection[Board]) -> Iterator[Problem]:
        """Find more tokens, characters or buildings than the box has."""
        tokens = Tally(kingdom[position].terrain for kingdom, pieces in boards for position in pieces.tokens)
        for terrain, there in TOKENS.items():
            if tokens[terrain] > there:
                counts = {"here": tokens[terrain], "terrain": terrain, "there": there}
                yield Problem(Rule.TOO_MANY_TOKENS, (), counts)
        for character, number in Tally(who for _, pieces in boards for _, who in pieces.characters).items():
            if number > 1:
                yield Problem(Rule.CHARACTER_TWICE, (), {"who": character, "number": number})
        buildings = _count_buildings(boards)
        for building, there in BUILDINGS.items():
            if buildings[building] > there:
                counts = {"here": buildings[building], "square": Square(*building), "there": there}
                yield Problem(Rule.TOO_MANY_COURT_BUILDINGS, (), counts)

    def palette(self, board: Board, others: Collection[Board]) -> Iterator[PieceKind]:
        """List tokens, characters and buildings, which stand on squares without crowns."""
        kingdom = board.kingdom
        bare = [position for position, square in kingdom.squares() if square.terrain is not None and not square.crowns]
        bearing = [position for position in bare if bears_token(kingdom[position])]
        yield PieceKind(Marker.TOKEN.value, Marker.TOKEN, len(bearing), dict.fromkeys(bearing, 1))
        elsewhere = {character for _, pieces in others for _, character in pieces.characters}
        for character in Character:
            if character not in elsewhere:
                yield PieceKind(character.value, character, 1, dict.fromkeys(bare, 1))
        taken = _count_buildings(others)
        for building, there in BUILDINGS.items():
            squares = [position for position in bare if kingdom[position].terrain is building.terrain]
            left = there - taken[building]
            if squares and left > 0:
                yield PieceKind(f"building:crowns:{building.crowns}", building, left, dict.fromkeys(squares, 1))

    def is_needed(self, board: Board) -> bool:
        """Return whether the board has tokens, characters, or buildings outside towns."""
        return bool(board.pieces.tokens or board.pieces.characters or any(_court_buildings(board)))

    def remove_pieces(self, board: Board) -> Pieces:
        """Return the pieces without tokens, characters, and buildings outside towns."""
        ours = set(_court_buildings(board))
        others = tuple(one for one in board.pieces.buildings if one not in ours)
        return replace(board.pieces, tokens=frozenset(), characters=(), buildings=others)


def bears_token(square: Square) -> bool:
    """Return whether a token is placed on such a square when its domino is revealed."""
    return square.terrain in TOKENS and not square.crowns


def _court_buildings(board: Board) -> Iterator[tuple[Position, Building]]:
    """List the buildings of The Court; those in towns are of Queendomino."""
    kingdom = board.kingdom
    return ((at, one) for at, one in board.pieces.buildings if kingdom[at].terrain is not Terrain.TOWN)


def _count_buildings(boards: Collection[Board]) -> Mapping[CourtBuilding, int]:
    """Count buildings by the terrain they stand on and their crowns."""
    found = Tally[CourtBuilding]()
    for kingdom, pieces in boards:
        for position, building in pieces.buildings:
            terrain = kingdom[position].terrain
            if terrain is not None:
                found[CourtBuilding(terrain, building.crowns)] += 1
    return found


def _count_around(
    position: Position, character: Character, board: Board, crowns: Mapping[Position, int]
) -> dict[Position, int]:
    """Return the squares around a character that score for it, and how often each counts."""
    kingdom, pieces = board
    if character is Character.KING:
        return {near: crowns[near] for near in neighbours_among(position, crowns)}
    if character in (Character.CAPTAIN, Character.QUEEN):
        others = {near for near, other in pieces.characters if character is Character.QUEEN or other in WARRIORS}
        return dict.fromkeys(neighbours_among(position, others), 1)
    tokens = neighbours_among(position, pieces.tokens)
    if character is Character.MERCHANT:
        return dict.fromkeys(tokens, 1)
    if character in _COLLECTS:
        return {near: 1 for near in tokens if kingdom[near].terrain is _COLLECTS[character]}
    return {}


def _score_character(position: Position, character: Character, counted: Mapping[Position, int]) -> BonusItem:
    pay, number = _PAYS[character], sum(counted.values())
    reason = ScoreReason.CHARACTER_AND_NEIGHBOURS if pay.each else ScoreReason.CHARACTER_ALONE
    params = {"who": character, "alone": pay.alone, "number": number, "each": pay.each}
    points = pay.alone + number * pay.each
    return BonusItem(BonusKind.CHARACTER, character.value, points, (position, *counted), reason, params)


def _check_tile(
    position: Position, square: Square, tile: Character | Building, *, with_token: bool
) -> Iterator[Problem]:
    if square.terrain is None:
        yield Problem(Rule.NO_TILE_HERE, (position,), {"square": square})
    elif square.crowns or with_token:
        yield Problem(Rule.TILE_ON_CROWN, (position,))
    elif isinstance(tile, Building) and CourtBuilding(square.terrain, tile.crowns) not in BUILDINGS:
        yield Problem(Rule.NO_SUCH_COURT_BUILDING, (position,), {"terrain": square.terrain})


COURT = TheCourt()
