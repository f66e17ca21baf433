"""Build legal kingdoms by random play with the dominoes of a box."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from numpy.random import Generator

from scoring.boxes import BASE, FACES_BY_NUMBER, Box, Domino
from scoring.dominoes.legality import PlacedDomino, build_order
from scoring.kingdom import Kingdom, Position, crop_offset
from scoring.terrain import CASTLE, Square

OFFER = 4  # dominoes that a player tries before the rest of the box
TRIES = 30  # games until a kingdom is complete


@dataclass(frozen=True)
class Play:
    """A legal kingdom, cropped, and its dominoes in the order of placement."""

    kingdom: Kingdom
    laid: tuple[PlacedDomino, ...]


def play(
    rng: Generator,
    *,
    grid: int = 5,
    complete: bool = False,
    turns: int | None = None,
    taken: Collection[int] = (),
    box: Box = BASE,
) -> Play:
    """Play a random legal kingdom inside ``grid`` x ``grid``, of the dominoes of a box.

    ``complete`` seeks one without a gap (of TRIES games the fullest is returned), ``turns`` ends the game early,
    ``taken`` names dominoes that lie in another kingdom of the table.
    """
    stock = [domino for domino in box.dominoes if domino.number not in taken]
    best = _one_game(rng, grid, complete, turns, stock)
    full = min(grid * grid // 2, turns or grid * grid)
    for _ in range(TRIES if complete else 0):
        if len(best.laid) >= full:
            break
        best = max(best, _one_game(rng, grid, complete, turns, stock), key=lambda game: len(game.laid))
    return best


def replay(code: str) -> Play:
    """Rebuild the play of a legal kingdom from its code."""
    kingdom = Kingdom.parse(code)
    order = build_order(kingdom)
    assert order is not None, f"{code} is not legal"
    return Play(kingdom, order)


def _one_game(rng: Generator, grid: int, tidy: bool, turns: int | None, stock: Sequence[Domino]) -> Play:
    box = list(stock)
    kingdom = Kingdom.empty(grid, grid).with_square(*_castle_position(rng, grid, tidy), CASTLE)
    laid: list[PlacedDomino] = []
    most = min(grid * grid // 2, turns if turns is not None else grid * grid)
    while box and len(laid) < most:
        rng.shuffle(box)
        chosen = _choose(rng, kingdom, box, grid, tidy)
        if chosen is None:
            break
        box = [domino for domino in box if domino.number != chosen.number]
        laid.append(chosen)
        for at, square in zip(chosen.squares, FACES_BY_NUMBER[chosen.number], strict=True):
            kingdom = kingdom.with_square(*at, square)
    return _crop(kingdom, laid)


def _castle_position(rng: Generator, grid: int, tidy: bool) -> Position:
    middle = grid // 2
    if rng.random() < 0.5:
        return middle, middle
    row, column = int(rng.integers(grid)), int(rng.integers(grid))
    if tidy and (row + column) % 2:  # a chessboard argument: only the even squares leave a grid dominoes can fill
        row += 1 if row < middle else -1
    return row, column


def _choose(rng: Generator, kingdom: Kingdom, box: Sequence[Domino], grid: int, tidy: bool) -> PlacedDomino | None:
    """Choose the preferred placement of the offered dominoes, or of the first further one that fits."""
    best: tuple[float, PlacedDomino] | None = None
    for start in range(0, len(box), OFFER):
        for domino in box[start : start + OFFER]:
            for placed in legal_placements(kingdom, domino, grid):
                liking = _liking(kingdom, placed, tidy) + float(rng.random()) * (0.9 if tidy else 6.0)
                if best is None or liking > best[0]:
                    best = (liking, placed)
        if best is not None and best[0] > 0:
            break
    return None if best is None else best[1]


def legal_placements(kingdom: Kingdom, domino: Domino, grid: int) -> Iterator[PlacedDomino]:
    """Yield every legal placement of a domino inside the grid (rulebook, connection rules).

    A domino with two equal squares is placed in one of its two equivalent orientations only.
    """
    taken = kingdom.tiles
    is_alike = domino.squares[0] == domino.squares[1]
    for first, square in kingdom.squares():
        for second in kingdom.neighbours(first) if square.is_empty else ():
            if not kingdom[second].is_empty or (is_alike and second < first):
                continue
            halves = zip((first, second), domino.squares, strict=True)
            rows, columns = zip(*taken, first, second, strict=True)
            if max(rows) - min(rows) < grid > max(columns) - min(columns) and any(
                _joins(kingdom, at, half) for at, half in halves
            ):
                yield PlacedDomino(domino.number, (first, second))


def _joins(kingdom: Kingdom, position: Position, square: Square) -> bool:
    around = (kingdom[near] for near in kingdom.neighbours(position))
    return any(other.is_castle or other.terrain is square.terrain for other in around)


def _liking(kingdom: Kingdom, placed: PlacedDomino, tidy: bool) -> float:
    """Score a placement: like terrains and crowded places are good; above 0 unless it makes a hole."""
    squares = dict(zip(placed.squares, FACES_BY_NUMBER[placed.number], strict=True))
    around = [
        (near, square) for at, square in squares.items() for near in kingdom.neighbours(at) if near not in squares
    ]
    like = sum(kingdom[near].terrain is square.terrain for near, square in around)
    contacts = sum(not kingdom[near].is_empty for near, _ in around) + (6 - len(around))
    holes = 0
    if tidy:
        open_ones = [near for near, _ in around if kingdom[near].is_empty]
        holes = sum(
            all(n in squares or not kingdom[n].is_empty for n in kingdom.neighbours(near)) for near in open_ones
        )
    return 0.5 * like + 0.5 * contacts - 8.0 * holes


def _crop(kingdom: Kingdom, laid: Sequence[PlacedDomino]) -> Play:
    top, left = crop_offset(kingdom)
    moved = [
        PlacedDomino(each.number, ((a[0] - top, a[1] - left), (b[0] - top, b[1] - left)))
        for each in laid
        for a, b in [each.squares]
    ]
    return Play(kingdom.crop(), tuple(moved))
