"""Other ways to the same answers, slow and plain, sharing no code with the package."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scoring import DOMINOES, Kingdom, Position, Square

Pair = tuple[Position, Position]

BOX = Counter(frozenset(Counter(domino.squares).items()) for domino in DOMINOES)


def flood_score(kingdom: Kingdom) -> tuple[int, int, int]:
    """Points, squares of the largest territory, and crowns, by filling from every square."""
    squares = {position: square for position, square in kingdom.squares() if square.terrain}
    regions = {frozenset(flood(squares, start)) for start in squares}
    crowns = [sum(squares[position].crowns for position in region) for region in regions]
    points = sum(len(region) * crown for region, crown in zip(regions, crowns, strict=True))
    return points, max(map(len, regions), default=0), sum(crowns)


def flood(squares: dict[Position, Square], start: Position) -> set[Position]:
    reached = {start}
    while True:
        grown = reached | {
            position
            for position in squares
            for row, column in reached
            if abs(position[0] - row) + abs(position[1] - column) == 1
            and squares[position].terrain is squares[start].terrain
        }
        if grown == reached:
            return reached
        reached = grown


def is_buildable(kingdom: Kingdom, grid: int) -> bool:
    """Whether the kingdom is legal, by cutting it in every way and laying each cut greedily."""
    castles = [position for position, square in kingdom.squares() if square.is_castle]
    taken = {position: square for position, square in kingdom.squares() if not square.is_empty}
    if len(castles) != 1 or not is_within(taken, grid):
        return False
    land = {position: square for position, square in taken.items() if position not in castles}
    return any(can_be_laid(taken, cut) for cut in cuts(land, BOX))


def is_within(taken: dict[Position, Square], grid: int) -> bool:
    return all(
        abs(row - other_row) < grid and abs(column - other_column) < grid
        for row, column in taken
        for other_row, other_column in taken
    )


def cuts(land: dict[Position, Square], box: Counter[frozenset[tuple[Square, int]]]) -> Iterator[list[Pair]]:
    """Every way to cut the land into dominoes of the box: the first square goes with the right or the lower one."""
    if not land:
        yield []
        return
    first = min(land)
    for second in ((first[0], first[1] + 1), (first[0] + 1, first[1])):
        if second not in land:
            continue
        face = frozenset(Counter([land[first], land[second]]).items())
        if box[face] > 0:
            rest = {position: square for position, square in land.items() if position not in (first, second)}
            for cut in cuts(rest, box - Counter([face])):
                yield [(first, second), *cut]


def can_be_laid(taken: dict[Position, Square], cut: list[Pair]) -> bool:
    laid = {position for position, square in taken.items() if square.is_castle}
    waiting = list(cut)
    while waiting:
        joining = [pair for pair in waiting if any(joins(taken, laid, position) for position in pair)]
        if not joining:
            return False
        for pair in joining:
            laid.update(pair)
            waiting.remove(pair)
    return True


def joins(taken: dict[Position, Square], laid: set[Position], position: Position) -> bool:
    row, column = position
    around = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)} & laid
    return any(taken[near].is_castle or taken[near].terrain is taken[position].terrain for near in around)
