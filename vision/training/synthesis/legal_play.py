"""Kingdoms that can really be laid: random play with the 48 dominoes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from numpy.random import Generator

from scoring.dominoes import DOMINOES, Domino
from scoring.kingdom import Kingdom, Position
from scoring.terrain import CASTLE, EMPTY, Square

OFFER = 4  # dominoes a player looks at before the rest of the box
TRIES = 30  # games played in search of a complete kingdom

Board = dict[Position, Square]


class LaidDomino(NamedTuple):
    """A domino on the table: ``positions`` of its first and its second square."""

    number: int
    positions: tuple[Position, Position]


@dataclass(frozen=True)
class Play:
    """A legal kingdom, trimmed, and its dominoes in the order they were laid."""

    kingdom: Kingdom
    laid: tuple[LaidDomino, ...]


def play(
    rng: Generator, *, grid: int = 5, complete: bool = False, turns: int | None = None, taken: Collection[int] = ()
) -> Play:
    """A random legal kingdom inside ``grid`` x ``grid``.

    ``complete`` seeks one without a gap (of TRIES games the fullest is returned), ``turns`` ends the game early,
    ``taken`` names dominoes that lie in another kingdom of the table.
    """
    best = _one_game(rng, grid, complete, turns, taken)
    full = min(grid * grid // 2, turns or grid * grid)
    for _ in range(TRIES if complete else 0):
        if len(best.laid) >= full:
            break
        best = max(best, _one_game(rng, grid, complete, turns, taken), key=lambda game: len(game.laid))
    return best


def _one_game(rng: Generator, grid: int, tidy: bool, turns: int | None, taken: Collection[int]) -> Play:
    box = [domino for domino in DOMINOES if domino.number not in taken]
    board: Board = {_castle_position(rng, grid, tidy): CASTLE}
    laid: list[LaidDomino] = []
    most = min(grid * grid // 2, turns if turns is not None else grid * grid)
    while box and len(laid) < most:
        rng.shuffle(box)
        chosen = _choose(rng, board, box, grid, tidy)
        if chosen is None:
            break
        domino, positions = chosen
        box.remove(domino)
        laid.append(LaidDomino(domino.number, positions))
        board.update(zip(positions, domino.squares, strict=True))
    return _trimmed(board, laid)


def _castle_position(rng: Generator, grid: int, tidy: bool) -> Position:
    middle = grid // 2
    if rng.random() < 0.5:
        return middle, middle
    row, column = int(rng.integers(grid)), int(rng.integers(grid))
    if tidy and (row + column) % 2:  # a chessboard argument: only the even squares leave a grid dominoes can fill
        row += 1 if row < middle else -1
    return row, column


def _choose(
    rng: Generator, board: Board, box: list[Domino], grid: int, tidy: bool
) -> tuple[Domino, tuple[Position, Position]] | None:
    """The liked best of the offered dominoes, or of the first further one that fits."""
    fallback: tuple[float, Domino, tuple[Position, Position]] | None = None
    for start in range(0, len(box), OFFER):
        for domino in box[start : start + OFFER]:
            for positions in legal_places(board, domino, grid):
                liking = _liking(board, positions, domino, grid, tidy) + float(rng.random()) * (0.9 if tidy else 6.0)
                if fallback is None or liking > fallback[0]:
                    fallback = (liking, domino, positions)
        if fallback is not None and fallback[0] > 0:
            break
    return None if fallback is None else fallback[1:]


def legal_places(board: Board, domino: Domino, grid: int) -> list[tuple[Position, Position]]:
    """Every legal place for a domino: where its first and its second square go."""
    places: list[tuple[Position, Position]] = []
    for position in {near for taken in board for near in _near(taken, grid) if near not in board}:
        for other in _near(position, grid):
            if other in board:
                continue
            for places_both in ((position, other), (other, position)):
                if places_both not in places and _joins(board, domino, places_both, grid):
                    places.append(places_both)
    return sorted(places)


def _joins(board: Board, domino: Domino, positions: tuple[Position, Position], grid: int) -> bool:
    return any(
        board[near].is_castle or board[near].terrain is square.terrain
        for position, square in zip(positions, domino.squares, strict=True)
        for near in _near(position, grid)
        if near in board
    )


def _liking(board: Board, positions: tuple[Position, Position], domino: Domino, grid: int, tidy: bool) -> float:
    """How well a place suits a player: like terrains and crowded places, no holes; above 0 unless it makes a hole."""
    squares = dict(zip(positions, domino.squares, strict=True))
    around = [(near, square) for at, square in squares.items() for near in _near(at, grid) if near not in squares]
    like = sum(near in board and board[near].terrain is square.terrain for near, square in around)
    contacts = sum(near in board for near, _ in around) + (6 - len(around))
    holes = 0
    if tidy:
        taken = board.keys() | squares.keys()
        holes = sum(near not in taken and all(n in taken for n in _near(near, grid)) for near, _ in around)
    return 0.5 * like + 0.5 * contacts - 8.0 * holes


def _near(position: Position, grid: int) -> list[Position]:
    row, column = position
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [(r, c) for r, c in around if 0 <= r < grid and 0 <= c < grid]


def _trimmed(board: Board, laid: list[LaidDomino]) -> Play:
    top, left = min(r for r, _ in board), min(c for _, c in board)
    height, width = max(r for r, _ in board) - top + 1, max(c for _, c in board) - left + 1
    rows = tuple(tuple(board.get((top + r, left + c), EMPTY) for c in range(width)) for r in range(height))
    moved = tuple(LaidDomino(number, ((a[0] - top, a[1] - left), (b[0] - top, b[1] - left))) for number, (a, b) in laid)
    return Play(Kingdom(rows), moved)
