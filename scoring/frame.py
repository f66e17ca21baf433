"""How a kingdom smaller than the grid lies in it: the frame that players may move.

A place is the (row, column) of the grid in which the top left square of the trimmed kingdom lies.
"""

from __future__ import annotations

from scoring.kingdom import Kingdom, Position
from scoring.terrain import EMPTY


def places(kingdom: Kingdom, grid: int = 5) -> tuple[Position, ...]:
    """Every place the kingdom can have in a grid of ``grid`` squares a side, row by row; none if it is larger."""
    trimmed = kingdom.trimmed()
    down, right = grid - trimmed.height, grid - trimmed.width
    return tuple((row, column) for row in range(down + 1) for column in range(right + 1))


def usual_place(kingdom: Kingdom, grid: int = 5) -> Position:
    """The place with the castle in the centre, or as near as can be; of two as near, the one with the kingdom central.

    Raises ValueError for a kingdom larger than the grid.
    """
    trimmed, centre = kingdom.trimmed(), grid // 2
    castle = next((position for position, square in trimmed.squares() if square.is_castle), None)

    def off(place: Position) -> tuple[int, int]:
        beside = (grid - trimmed.height - 2 * place[0], grid - trimmed.width - 2 * place[1])
        from_centre = (0, 0) if castle is None else (place[0] + castle[0] - centre, place[1] + castle[1] - centre)
        return sum(map(abs, from_centre)), sum(map(abs, beside))

    return min(_some_places(kingdom, grid), key=off)


def framed(kingdom: Kingdom, grid: int = 5, place: Position | None = None) -> Kingdom:
    """The kingdom in the whole grid, empty squares around it; in its usual place if none is said.

    Raises ValueError for a place that is not among ``places``, and for a kingdom larger than the grid.
    """
    chosen = usual_place(kingdom, grid) if place is None else place
    if chosen not in _some_places(kingdom, grid):
        raise ValueError(f"the kingdom does not fit the {grid}x{grid} grid at {chosen}")
    trimmed, (above, left) = kingdom.trimmed(), chosen
    bare = ((EMPTY,) * grid,)
    rows = tuple((EMPTY,) * left + row + (EMPTY,) * (grid - left - trimmed.width) for row in trimmed.rows)
    return Kingdom(bare * above + rows + bare * (grid - above - trimmed.height))


def place_of(kingdom: Kingdom) -> Position:
    """Where in its own rectangle a kingdom lies: the first row and the first column with a tile; (0, 0) for none."""
    taken = [position for position, square in kingdom.squares() if not square.is_empty]
    return min((row for row, _ in taken), default=0), min((column for _, column in taken), default=0)


def _some_places(kingdom: Kingdom, grid: int) -> tuple[Position, ...]:
    found = places(kingdom, grid)
    if not found:
        trimmed = kingdom.trimmed()
        raise ValueError(f"a kingdom of {trimmed.height}x{trimmed.width} is larger than the {grid}x{grid} grid")
    return found
