"""Position of a kingdom in its grid, where it is smaller: players may say which.

A frame position is the (row, column) of the grid in which the top left square of the trimmed kingdom lies.
"""

from __future__ import annotations

from scoring.kingdom import Kingdom, Position
from scoring.terrain import EMPTY


def frame_positions(kingdom: Kingdom, grid: int = 5) -> tuple[Position, ...]:
    """Every position that fits in a grid of ``grid`` squares a side, row by row; none for a larger kingdom."""
    trimmed = kingdom.trimmed()
    down, right = grid - trimmed.height, grid - trimmed.width
    return tuple((row, column) for row in range(down + 1) for column in range(right + 1))


def usual_frame_position(kingdom: Kingdom, grid: int = 5) -> Position:
    """The position with the castle nearest to the centre; of two equally near, the one with the kingdom nearest to it.

    Raises ValueError for a kingdom larger than the grid.
    """
    trimmed, centre = kingdom.trimmed(), grid // 2
    castle = next(iter(trimmed.castles), None)

    def distances(at: Position) -> tuple[int, int]:
        beside = (grid - trimmed.height - 2 * at[0], grid - trimmed.width - 2 * at[1])
        from_centre = (0, 0) if castle is None else (at[0] + castle[0] - centre, at[1] + castle[1] - centre)
        return sum(map(abs, from_centre)), sum(map(abs, beside))

    return min(_fitting_positions(kingdom, grid), key=distances)


def framed(kingdom: Kingdom, grid: int = 5, at: Position | None = None) -> Kingdom:
    """The kingdom in the whole grid, empty squares around it; at its usual position if none is given.

    Raises ValueError for a position that is not among ``frame_positions``, and for a kingdom larger than the grid.
    """
    chosen = usual_frame_position(kingdom, grid) if at is None else at
    if chosen not in _fitting_positions(kingdom, grid):
        raise ValueError(f"the kingdom does not fit the {grid}x{grid} grid at {chosen}")
    trimmed, (above, left) = kingdom.trimmed(), chosen
    bare = ((EMPTY,) * grid,)
    rows = tuple((EMPTY,) * left + row + (EMPTY,) * (grid - left - trimmed.width) for row in trimmed.rows)
    return Kingdom(bare * above + rows + bare * (grid - above - trimmed.height))


def frame_position(kingdom: Kingdom) -> Position:
    """The position of a kingdom in its own rectangle: the first row and column with a tile; (0, 0) if it is empty."""
    taken = [position for position, square in kingdom.squares() if not square.is_empty]
    return min((row for row, _ in taken), default=0), min((column for _, column in taken), default=0)


def _fitting_positions(kingdom: Kingdom, grid: int) -> tuple[Position, ...]:
    found = frame_positions(kingdom, grid)
    if not found:
        trimmed = kingdom.trimmed()
        raise ValueError(f"a kingdom of {trimmed.height}x{trimmed.width} is larger than the {grid}x{grid} grid")
    return found
