"""Kingdoms lying flat, composed from real pieces the way hands lay them: nearly, never quite, in line."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.photo.photo import Bgr
from vision.training.pictures.textures import Bgra, Mask, TextureBank

MARGIN = 1.0  # squares round the canvas, for what sticks out: a drifting piece, a standing castle
DRIFT = 0.02  # of a square: the usual distance of a piece from its place
TWIST = 0.012  # radians
CASTLE_STANDS, KINGS_STAND = 0.35, 0.15  # shares of kingdoms

Cell = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Piece:
    """A picture of ``mask.shape`` squares whose top left square lies in ``cell``, a little beside it."""

    texture: Bgr
    mask: Mask
    cell: Cell
    drift: tuple[float, float] = (0.0, 0.0)  # (x, y) in squares
    twist: float = 0.0  # radians


@dataclass(frozen=True, eq=False)
class Canvas:
    """A kingdom drawn from straight above: ``step`` pixels a square, ``margin`` squares of nothing around."""

    colour: Bgr
    alpha: NDArray[np.uint8]
    step: float
    margin: float


@dataclass(frozen=True, eq=False)
class FlatKingdom:
    """Pieces on a grid; ``tiled`` says which squares they cover.

    ``standing`` are castles and kings on sheets of three squares a side, and where they stand.
    """

    pieces: tuple[Piece, ...]
    tiled: Mask
    standing: tuple[tuple[Bgra, Cell], ...] = ()

    @property
    def shape(self) -> tuple[int, int]:
        return self.tiled.shape[0], self.tiled.shape[1]

    def scaled(self, step: float) -> Canvas:
        """The kingdom drawn at about ``step`` pixels a square."""
        px = max(6, round(step))
        edge = round(MARGIN * px)
        height, width = (side * px + 2 * edge for side in self.shape)
        colour = np.zeros((height, width, 3), np.uint8)
        alpha = np.zeros((height, width), np.uint8)
        for piece in self.pieces:
            _lay(colour, alpha, piece, px, edge)
        for sheet, cell in self.standing:
            _stand(colour, alpha, sheet, cell, px)
        return Canvas(colour, alpha, px, edge / px)


def _lay(colour: Bgr, alpha: NDArray[np.uint8], piece: Piece, px: int, edge: int) -> None:
    """Draws a piece onto the canvas being made."""
    rows, columns = piece.mask.shape
    texture = cv2.resize(piece.texture, (columns * px, rows * px), interpolation=cv2.INTER_AREA)
    cover = np.kron(piece.mask.astype(np.uint8) * 255, np.ones((px, px), np.uint8))
    if not piece.twist and piece.drift == (0.0, 0.0):
        top, left = piece.cell[0] * px + edge, piece.cell[1] * px + edge
        region = (slice(top, top + rows * px), slice(left, left + columns * px))
        colour[region][cover > 0] = texture[cover > 0]
        alpha[region] = np.maximum(alpha[region], cover)
        return
    middle = (columns * px / 2 - 0.5, rows * px / 2 - 0.5)
    move = cv2.getRotationMatrix2D(middle, float(np.degrees(piece.twist)), 1.0)
    space = 2 + px // 5
    move[:, 2] += space + np.array(piece.drift) * px
    size = (columns * px + 2 * space, rows * px + 2 * space)
    texture = cv2.warpAffine(texture, move, size, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpAffine(cover, move, size)
    top, left = piece.cell[0] * px + edge - space, piece.cell[1] * px + edge - space
    y0, x0 = max(0, top), max(0, left)
    y1, x1 = min(colour.shape[0], top + size[1]), min(colour.shape[1], left + size[0])
    part = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    region = (slice(y0, y1), slice(x0, x1))
    visible = cover[part] > 127
    colour[region][visible] = texture[part][visible]
    alpha[region] = np.maximum(alpha[region], cover[part])


def _stand(colour: Bgr, alpha: NDArray[np.uint8], sheet: Bgra, cell: Cell, px: int) -> None:
    """Draws a standing castle onto the canvas being made, whose margin is one square."""
    small = cv2.resize(sheet, (3 * px, 3 * px), interpolation=cv2.INTER_AREA)
    region = (slice(cell[0] * px, (cell[0] + 3) * px), slice(cell[1] * px, (cell[1] + 3) * px))
    cover = small[..., 3:].astype(np.float32) / 255
    colour[region] = (colour[region] * (1 - cover) + small[..., :3] * cover).astype(np.uint8)
    alpha[region] = np.maximum(alpha[region], small[..., 3])


def lay_flat(rng: Generator, bank: TextureBank) -> FlatKingdom:
    """A random kingdom: a whole real board, or dominoes or squares of one family on a random layout."""
    kind = rng.choice(["board", "dominoes", "squares"], p=[0.3, 0.4, 0.3])
    if kind == "board":
        texture, mask = bank.boards[rng.integers(len(bank.boards))]
        turns = int(rng.integers(4))
        turned = np.ascontiguousarray(np.rot90(texture, turns))
        whole = np.rot90(mask, turns)
        return FlatKingdom((Piece(turned, whole, (0, 0)),), whole, _standing(rng, bank, whole, None))
    tiled, dominoes, singles = random_layout(rng)
    drift = rng.choice([0.4, 1.0, 2.0, 3.0]) * DRIFT
    family = _family(rng, bank)
    pieces = []
    for first, second in dominoes:
        if kind == "dominoes":
            texture = bank.dominoes[rng.integers(len(bank.dominoes))]
        else:
            texture = np.hstack([_turned(rng, family[i]) for i in rng.integers(len(family), size=2)])
        pieces.append(nudged(rng, _domino_piece(rng, texture, first, second), drift))
    for cell in singles:
        pieces.append(nudged(rng, Piece(_single(rng, bank, kind, family), np.ones((1, 1), bool), cell), drift))
    return FlatKingdom(tuple(pieces), tiled, _standing(rng, bank, tiled, singles[0]))


def _standing(rng: Generator, bank: TextureBank, tiled: Mask, castle: Cell | None) -> tuple[tuple[Bgra, Cell], ...]:
    """Sometimes a castle on its tile, and kings on some squares."""
    standing: list[tuple[Bgra, Cell]] = []
    if castle is not None and rng.random() < CASTLE_STANDS:
        standing.append((bank.standees[rng.integers(len(bank.standees))], castle))
    for _ in range(int(rng.integers(1, 4)) if rng.random() < KINGS_STAND else 0):
        cells = np.argwhere(tiled)
        row, column = cells[rng.integers(len(cells))].tolist()
        standing.append((bank.kings[rng.integers(len(bank.kings))], (row, column)))
    return tuple(standing)


def stray_piece(domino: Bgr) -> FlatKingdom:
    """A domino alone, as the undrafted and discarded ones lie about."""
    whole = np.ones((1, 2), bool)
    return FlatKingdom((Piece(domino, whole, (0, 0)),), whole)


def _single(rng: Generator, bank: TextureBank, kind: str, family: list[Bgr]) -> Bgr:
    if rng.random() < 0.6:
        return _turned(rng, bank.castles[rng.integers(len(bank.castles))])
    if kind == "squares":
        return _turned(rng, family[rng.integers(len(family))])
    texture = bank.dominoes[rng.integers(len(bank.dominoes))]
    return _turned(rng, texture[:, : texture.shape[0]])


def _family(rng: Generator, bank: TextureBank) -> list[Bgr]:
    """The squares of one source; the loosely cut phone crops come up less often than the boards."""
    names = sorted(bank.squares)
    weights = np.array([4.0 if name.startswith("family/") else 1.0 for name in names])
    return bank.squares[names[rng.choice(len(names), p=weights / weights.sum())]]


def _domino_piece(rng: Generator, texture: Bgr, first: Cell, second: Cell) -> Piece:
    if rng.random() < 0.5:
        texture = np.ascontiguousarray(np.rot90(texture, 2))
    if first[0] != second[0]:
        texture = np.ascontiguousarray(np.rot90(texture))
    shape = (1, 2) if first[0] == second[0] else (2, 1)
    return Piece(texture, np.ones(shape, bool), min(first, second))


def nudged(rng: Generator, piece: Piece, drift: float) -> Piece:
    """The piece a little beside its place, ``drift`` squares away as a rule, and a little twisted."""
    x, y = rng.normal(0, drift, 2).clip(-0.09, 0.09)
    return Piece(piece.texture, piece.mask, piece.cell, (float(x), float(y)), float(rng.normal(0, TWIST)))


def _turned(rng: Generator, square: Bgr) -> Bgr:
    return np.ascontiguousarray(np.rot90(square, int(rng.integers(4))))


def random_layout(rng: Generator) -> tuple[Mask, list[tuple[Cell, Cell]], list[Cell]]:
    """Which squares are covered, by which dominoes (pairs of cells) and which single squares."""
    rows, columns = _random_size(rng)
    free = np.ones((rows, columns), bool)
    castle = (int(rng.integers(rows)), int(rng.integers(columns)))
    free[castle] = False
    wanted = rows * columns
    if rng.random() < 0.45:  # a kingdom with gaps or not yet finished
        wanted = int(rng.integers(2, rows * columns))
    dominoes: list[tuple[Cell, Cell]] = []
    edge = [castle]
    covered = 1
    while edge and covered < wanted:
        first = _near(rng, edge[rng.integers(len(edge))], free)
        if first is None:
            edge = [cell for cell in edge if _near(rng, cell, free)]
            continue
        free[first] = False
        second = _near(rng, first, free)
        if second is None:
            continue  # no place for a domino: a gap, filled below if the kingdom is to be whole
        free[second] = False
        dominoes.append((first, second))
        edge += [first, second]
        covered += 2
    tiled = np.zeros((rows, columns), bool)
    for cell in (castle, *(cell for domino in dominoes for cell in domino)):
        tiled[cell] = True
    singles = [castle]
    if wanted == rows * columns:
        singles += [(int(r), int(c)) for r, c in zip(*np.nonzero(~tiled), strict=True)]
        tiled[:] = True
    return tiled, dominoes, singles


def _random_size(rng: Generator) -> tuple[int, int]:
    kind = rng.random()
    if kind < 0.5:
        return 5, 5
    if kind < 0.75:
        return 7, 7
    return int(rng.integers(2, 8)), int(rng.integers(3, 8))


def _near(rng: Generator, cell: Cell, free: Mask) -> Cell | None:
    """A free cell beside this one, or None."""
    row, column = cell
    steps = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    open_ones = [(r, c) for r, c in steps if 0 <= r < free.shape[0] and 0 <= c < free.shape[1] and free[r, c]]
    return open_ones[rng.integers(len(open_ones))] if open_ones else None
