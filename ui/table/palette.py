"""Pieces that can be placed on a board: which, where, and how many are left in the boxes on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from scoring import Box, Character, Kingdom, Pieces, Position, Terrain, Title
from scoring.expansions import court, giants, queendomino
from scoring.message import Message, message
from ui.table.board import Board


@dataclass(frozen=True)
class PieceKind:
    """A kind of piece in the palette.

    ``code`` is how a board code writes it, without its square; ``left`` how many of it this board may have at most;
    ``places`` the squares where it may stand, each with how many of it at most.
    """

    code: str
    name: Message
    left: int
    places: dict[str, int]


def palette(board: Board, box: Box, others: Collection[tuple[Kingdom, Pieces]]) -> tuple[PieceKind, ...]:
    """The kinds of pieces that the boxes of a table have for a board, less those that the others have."""
    kinds: list[PieceKind] = []
    if Title.GIANTS in box:
        kinds.append(_giant(board, others))
    if Title.COURT in box:
        kinds += _court(board, others)
    if Title.QUEENDOMINO in box:
        kinds += _town_buildings(board.kingdom, others)
    return tuple(kinds)


def counters(box: Box) -> tuple[tuple[str, Message, int], ...]:
    """The things counted beside the board: each with its name in a board code, in words, and the most there can be."""
    if Title.QUEENDOMINO not in box:
        return ()
    coins = queendomino.ONES + 3 * queendomino.THREES + 9 * queendomino.NINES
    return (
        ("coins", message("Coins"), coins),
        ("towers", message("Towers"), queendomino.TOWERS),
        ("knights", message("Knights"), queendomino.KNIGHTS),
    )


def _giant(board: Board, others: Collection[tuple[Kingdom, Pieces]]) -> PieceKind:
    crowns = board.pieces.without_giants.crowns_on(board.kingdom)
    taken = sum(number for _, pieces in others for _, number in pieces.giants)
    places = {_key(position): number for position, number in crowns.items()}
    return PieceKind("giant", message("giant"), max(0, giants.MOST - taken), places)


def _court(board: Board, others: Collection[tuple[Kingdom, Pieces]]) -> Iterator[PieceKind]:
    kingdom = board.kingdom
    bare = [position for position, square in kingdom.squares() if square.terrain is not None and not square.crowns]
    bearing = {_key(position): 1 for position in bare if court.bears_token(kingdom[position])}
    yield PieceKind("token", message("token"), len(bearing), bearing)
    taken = Counter(who for _, pieces in others for _, who in pieces.characters)
    for who in Character:
        if not taken[who]:
            yield PieceKind(who.value, who.label, 1, {_key(position): 1 for position in bare})
    built = Counter(kind for other in others for kind in court.court_buildings(*other))
    for (terrain, crowns), there in court.BUILDINGS.items():
        places = {_key(at): 1 for at in bare if kingdom[at].terrain is terrain}
        left = there - built[terrain, crowns]
        if places and left > 0:
            yield PieceKind(f"building:crowns:{crowns}", court.called(terrain, crowns), left, places)


def _town_buildings(kingdom: Kingdom, others: Collection[tuple[Kingdom, Pieces]]) -> Iterator[PieceKind]:
    towns = {_key(position): 1 for position, square in kingdom.squares() if square.terrain is Terrain.TOWN}
    taken = Counter(building for other in others for building in queendomino.town_buildings(*other))
    for building, there in queendomino.BUILDINGS.items():
        left = there - taken[building]
        if towns and left > 0:
            kind = f"crowns:{building.crowns}" if building.crowns else f"points:{building.points}"
            code = kind if building.per is None else f"{building.per.value}:{building.each}"
            yield PieceKind(f"building:{code}", queendomino.called(building), left, towns)


def _key(position: Position) -> str:
    return f"{position[0]},{position[1]}"
