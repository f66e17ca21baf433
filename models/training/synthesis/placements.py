"""Legal placements of a domino in a growing kingdom."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.boxes import FACE_OF, Domino
from scoring.dominoes.legality import PlacedDomino
from scoring.kingdom import Kingdom, Position
from scoring.terrain import EMPTY, Square


def open_ground(kingdom: Kingdom, grid: int = 5) -> Kingdom:
    """A kingdom with room on every side for all its grid could still hold, ``grid`` squares to a side."""
    trimmed = kingdom.trimmed()
    above, left = max(grid - trimmed.height, 0), max(grid - trimmed.width, 0)
    width = trimmed.width + 2 * left
    rows = [(EMPTY,) * left + row + (EMPTY,) * left for row in trimmed.rows]
    margin = [(EMPTY,) * width] * above
    return Kingdom((*margin, *rows, *margin))


def legal_placements(kingdom: Kingdom, domino: Domino, grid: int = 5) -> tuple[PlacedDomino, ...]:
    """Every legal way to lay a domino on the empty squares of a kingdom (rulebook, connection rules).

    At least one of its squares touches the castle or a square of the same terrain, and the kingdom stays within the
    grid. Only empty squares of the kingdom as it is written are tried: ``open_ground`` gives it room to grow. A domino
    with two equal squares lies the same both ways round and is counted once.
    """
    ways = (PlacedDomino(domino.number, halves) for halves in _pairs(kingdom))
    if domino.squares[0] == domino.squares[1]:
        ways = (way for way in ways if way.squares[0] < way.squares[1])
    return tuple(way for way in ways if is_legal_placement(kingdom, way, grid))


def is_legal_placement(kingdom: Kingdom, placed: PlacedDomino, grid: int = 5) -> bool:
    """Whether a domino may be laid so: on two empty squares side by side, joined, within the grid."""
    first, second = placed.squares
    return (
        second in kingdom.neighbours(first)
        and first in kingdom.neighbours(second)  # both lie on the ground
        and all(kingdom[position].is_empty for position in placed.squares)
        and any(_joins(kingdom, position, square) for position, square in _halves(placed))
        and _stays_within(kingdom, placed, grid)
    )


def with_domino(kingdom: Kingdom, placed: PlacedDomino) -> Kingdom:
    """The kingdom after a domino is laid, legally or not."""
    for (row, column), square in _halves(placed):
        kingdom = kingdom.with_square(row, column, square)
    return kingdom


def _halves(placed: PlacedDomino) -> Iterator[tuple[Position, Square]]:
    return zip(placed.squares, FACE_OF[placed.number], strict=True)


def _pairs(kingdom: Kingdom) -> Iterator[tuple[Position, Position]]:
    for position, square in kingdom.squares():
        if square.is_empty:
            for near in kingdom.neighbours(position):
                yield position, near


def _joins(kingdom: Kingdom, position: Position, square: Square) -> bool:
    around = (kingdom[near] for near in kingdom.neighbours(position))
    return any(other.is_castle or other.terrain is square.terrain for other in around)


def _stays_within(kingdom: Kingdom, placed: PlacedDomino, grid: int) -> bool:
    taken = [position for position, square in kingdom.squares() if not square.is_empty]
    rows, columns = zip(*taken, *placed.squares, strict=True)
    return bool(max(rows) - min(rows) < grid and max(columns) - min(columns) < grid)
