"""Random legal kingdoms, an independent implementation for tests."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

from scoring import CASTLE, DOMINOES, EMPTY, Kingdom, PlacedDomino, Position, Square
from scoring.boxes import Domino

Laid = dict[Position, Square]
BOX = Counter(frozenset(Counter(domino.squares).items()) for domino in DOMINOES)


def beside(position: Position) -> list[Position]:
    row, column = position
    return [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]


def fits(laid: Laid, grid: int, squares: dict[Position, Square]) -> bool:
    """Return whether a domino may be placed: on free, connected squares within the grid."""
    if squares.keys() & laid.keys():
        return False
    joined = any(
        laid[near].is_castle or laid[near].terrain is square.terrain
        for position, square in squares.items()
        for near in beside(position)
        if near in laid
    )
    return joined and is_small({*laid, *squares}, grid)


def is_small(positions: set[Position], grid: int) -> bool:
    rows, columns = {row for row, _ in positions}, {column for _, column in positions}
    return max(rows) - min(rows) < grid and max(columns) - min(columns) < grid


def ways(laid: Laid, grid: int, domino: tuple[Square, Square]) -> list[dict[Position, Square]]:
    """List every legal placement of a domino, by trying all places near the kingdom both ways round."""
    around = {near for position in laid for near in beside(position)}
    around |= {near for position in around for near in beside(position)}
    return [
        {first: domino[0], second: domino[1]}
        for first in sorted(around)
        for second in beside(first)
        if fits(laid, grid, {first: domino[0], second: domino[1]})
    ]


def play(seed: int, grid: int = 5, dominoes: int = 48, tidy: bool = False) -> tuple[Kingdom, list[int]]:
    """Play a random legal kingdom; return it with the numbers of its dominoes.

    A tidy player keeps close and leaves few gaps.
    """
    chance = random.Random(seed)
    return lay_all(chance, chance.sample(DOMINOES, dominoes), grid, tidy)


def deal(seed: int, players: int, grid: int) -> dict[str, Kingdom]:
    """Play the kingdoms of tidy players who share one box."""
    chance = random.Random(seed)
    box, each = chance.sample(DOMINOES, 48), 24 if grid == 7 else 12
    hands = [box[player * each : (player + 1) * each] for player in range(players)]
    return {f"player {at}": lay_all(chance, hand, grid, tidy=True)[0] for at, hand in enumerate(hands, 1)}


def lay_all(chance: random.Random, dominoes: list[Domino], grid: int, tidy: bool) -> tuple[Kingdom, list[int]]:
    laid: Laid = {(0, 0): CASTLE}
    numbers = []
    for domino in dominoes:
        choices = ways(laid, grid, domino.squares)
        if choices:
            laid |= chance.choice(closest(laid, choices) if tidy else choices)
            numbers.append(domino.number)
    return draw_dominoes(laid), numbers


def closest(laid: Laid, choices: list[dict[Position, Square]]) -> list[dict[Position, Square]]:
    """Return the choices that touch the kingdom along the most edges."""

    def edges(choice: dict[Position, Square]) -> int:
        return sum(near in laid for position in choice for near in beside(position))

    most = max(edges(choice) for choice in choices)
    return [choice for choice in choices if edges(choice) == most]


def draw_dominoes(laid: Laid) -> Kingdom:
    rows, columns = [row for row, _ in laid], [column for _, column in laid]
    return Kingdom(
        tuple(
            tuple(laid.get((row, column), EMPTY) for column in range(min(columns), max(columns) + 1))
            for row in range(min(rows), max(rows) + 1)
        )
    )


def replay(kingdom: Kingdom, order: Iterable[PlacedDomino], grid: int) -> Kingdom:
    """Rebuild the kingdom from its castle; assert that each step is legal and each domino new."""
    (castle,) = [position for position, square in kingdom.squares() if square.is_castle]
    laid: Laid = {castle: CASTLE}
    seen = set()
    for placed in order:
        faces = DOMINOES[placed.number - 1].squares
        squares = dict(zip(placed.squares, faces, strict=True))

        assert placed.number not in seen
        assert placed.squares[1] in beside(placed.squares[0])
        assert fits(laid, grid, squares)

        seen.add(placed.number)
        laid |= squares
    rows = [[laid.get((row, column), EMPTY) for column in range(kingdom.width)] for row in range(kingdom.height)]
    return Kingdom(tuple(tuple(row) for row in rows))


def is_buildable(kingdom: Kingdom, grid: int) -> bool:
    """Return whether the kingdom is legal, by cutting it in every way and laying each cut greedily."""
    taken = {position: square for position, square in kingdom.squares() if not square.is_empty}
    castle = {position: square for position, square in taken.items() if square.is_castle}
    land = {position: square for position, square in taken.items() if not square.is_castle}
    return len(castle) == 1 and is_small({*taken}, grid) and any(can_be_laid(castle, c, grid) for c in cuts(land, BOX))


def cuts(land: Laid, box: Counter[frozenset[tuple[Square, int]]]) -> Iterator[list[Laid]]:
    """Yield every way to cut the land into dominoes of the box: the first square pairs right or down."""
    if not land:
        yield []
        return
    row, column = min(land)
    for second in {(row, column + 1), (row + 1, column)} & land.keys():
        domino = {(row, column): land[row, column], second: land[second]}
        face = frozenset(Counter(domino.values()).items())
        if box[face] > 0:
            rest = {position: square for position, square in land.items() if position not in domino}
            for cut in cuts(rest, box - Counter([face])):
                yield [domino, *cut]


def can_be_laid(laid: Laid, cut: list[Laid], grid: int) -> bool:
    while cut:
        fitting = next((domino for domino in cut if fits(laid, grid, domino)), None)
        if fitting is None:
            return False
        laid, cut = laid | fitting, [domino for domino in cut if domino is not fitting]
    return True
