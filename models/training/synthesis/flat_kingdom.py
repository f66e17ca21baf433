"""Kingdoms lying flat, composed from real pieces the way hands lay them: nearly, never quite, in line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator

from models.training.art.castles import Eye
from models.training.pictures.textures import TEXTURE_PX, Bgra, Mask, TextureBank
from models.training.synthesis.camera import moved, outline, pose
from vision.photo.photo import Bgr

THICKNESS = 0.055  # of a tile, in squares
CARDBOARD = (150, 168, 178, 255)
DRIFT = 0.02  # of a square: the usual distance of a piece from its place
TWIST = 0.012  # radians
CASTLE_STANDS, KINGS_STAND = 0.35, 0.15  # shares of kingdoms
JUST_BEGUN = 0.12  # share of kingdoms of one to three dominoes: what tells them from loose ones is the castle

BEGUN = 3  # dominoes
FAMILY_WEIGHTS = {"family": 4.0, "newer": 3.0}  # a board, a photo and a drawn box count once each

Cell = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Piece:
    """A picture of ``mask.shape`` squares whose top left square lies in ``cell``, a little beside it."""

    texture: Bgr
    mask: Mask
    cell: Cell
    drift: tuple[float, float] = (0.0, 0.0)  # (x, y) in squares
    twist: float = 0.0  # radians


class Standing(NamedTuple):
    """A castle or a king: its sheet of an odd number of squares a side, and the square on which it stands."""

    sheet: Bgra
    cell: Cell
    reach: int = 1  # squares round its own that the sheet shows


@dataclass(frozen=True, eq=False)
class Drawing:
    """A kingdom drawn from straight above, BGRA: ``step`` pixels a square, ``margin`` squares of nothing around."""

    picture: Bgra
    step: int
    margin: int


@dataclass(frozen=True, eq=False)
class FlatKingdom:
    """Pieces on a grid; ``tiled`` says which squares they cover, ``thick`` that their cut edges are to be drawn."""

    pieces: tuple[Piece, ...]
    tiled: Mask
    standing: tuple[Standing, ...] = ()
    thick: bool = False

    @property
    def shape(self) -> tuple[int, int]:
        return self.tiled.shape[0], self.tiled.shape[1]

    def drawn(self, step: float, eye: Eye) -> Drawing:
        """The kingdom at about ``step`` pixels a square, as it covers the table for an eye (x, y, height) over it."""
        px = max(6, round(step))
        margin = max([1, *(thing.reach for thing in self.standing)])
        rows, columns = self.shape
        picture = np.zeros(((rows + 2 * margin) * px, (columns + 2 * margin) * px, 4), np.uint8)
        for piece in self.pieces if self.thick else ():
            _cut_edge(picture, piece, eye, px, margin)
        for piece in self.pieces:
            _lay(picture, piece, px, margin)
        for sheet, (row, column), reach in self.standing:
            side = (2 * reach + 1) * px
            small = np.asarray(cv2.resize(sheet, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
            over(picture, small, (column - reach + margin) * px, (row - reach + margin) * px)
        return Drawing(picture, px, margin)


def _lay(picture: Bgra, piece: Piece, px: int, margin: int) -> None:
    """Draws a piece onto the picture being made."""
    rows, columns = piece.mask.shape
    texture = cv2.resize(piece.texture, (columns * px, rows * px), interpolation=cv2.INTER_AREA)
    cover = np.kron(piece.mask.astype(np.uint8) * 255, np.ones((px, px), np.uint8))
    move = cv2.getRotationMatrix2D((columns * px / 2 - 0.5, rows * px / 2 - 0.5), float(np.degrees(piece.twist)), 1.0)
    space = 2 + px // 5
    move[:, 2] += space + np.array(piece.drift) * px
    size = (columns * px + 2 * space, rows * px + 2 * space)
    texture = cv2.warpAffine(texture, move, size, borderMode=cv2.BORDER_REPLICATE)
    sheet = np.dstack([texture, cv2.warpAffine(cover, move, size)])
    over(picture, sheet, (piece.cell[1] + margin) * px - space, (piece.cell[0] + margin) * px - space)


def _cut_edge(picture: Bgra, piece: Piece, eye: Eye, px: int, margin: int) -> None:
    """Draws the cut cardboard of a piece where the eye sees it below the face."""
    rows, columns = piece.mask.shape
    middle = np.array([piece.cell[1] + columns / 2, piece.cell[0] + rows / 2]) + piece.drift
    top = moved(pose(middle, -piece.twist, (rows, columns)), outline((rows, columns)))
    foot = np.array(eye[:2])
    base = foot + (top - foot) * (eye[2] / (eye[2] + THICKNESS))
    hull = cv2.convexHull(np.concatenate([top, base]).astype(np.float32)).reshape(-1, 2)
    cv2.fillConvexPoly(picture, np.rint((hull + margin) * px * 16).astype(np.int32), CARDBOARD, cv2.LINE_AA, 4)


def over(picture: Bgra, sheet: Bgra, left: int, top: int) -> None:
    """Draws a see-through sheet onto a see-through picture; what sticks out is cut."""
    rows = slice(max(0, top), min(picture.shape[0], top + sheet.shape[0]))
    columns = slice(max(0, left), min(picture.shape[1], left + sheet.shape[1]))
    upper = sheet[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left].astype(np.float32)
    lower = picture[rows, columns].astype(np.float32)
    share, below = upper[..., 3:] / 255, lower[..., 3:] / 255
    alpha = share + below * (1 - share)
    colour = (upper[..., :3] * share + lower[..., :3] * below * (1 - share)) / np.maximum(alpha, 1e-6)
    picture[rows, columns] = np.dstack([colour, alpha * 255]).astype(np.uint8)


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
        single = _single(rng, bank, kind, family, castle=len(dominoes) <= BEGUN)
        pieces.append(nudged(rng, Piece(single, np.ones((1, 1), bool), cell), drift))
    return FlatKingdom(tuple(pieces), tiled, _standing(rng, bank, tiled, singles[0]))


def _standing(rng: Generator, bank: TextureBank, tiled: Mask, castle: Cell | None) -> tuple[Standing, ...]:
    """Sometimes a castle on its tile, and kings on some squares."""
    standing: list[Standing] = []
    if castle is not None and rng.random() < CASTLE_STANDS:
        sheet = bank.standees[rng.integers(len(bank.standees))]
        standing.append(Standing(sheet, castle, reach=sheet.shape[0] // TEXTURE_PX // 2))
    for _ in range(int(rng.integers(1, 4)) if rng.random() < KINGS_STAND else 0):
        cells = np.argwhere(tiled)
        row, column = cells[rng.integers(len(cells))].tolist()
        standing.append(Standing(bank.kings[rng.integers(len(bank.kings))], (row, column)))
    return tuple(standing)


def stray_piece(domino: Bgr) -> FlatKingdom:
    """A domino alone, as the undrafted and discarded ones lie about."""
    whole = np.ones((1, 2) if domino.shape[1] > domino.shape[0] else (2, 1), bool)
    return FlatKingdom((Piece(domino, whole, (0, 0)),), whole)


def _single(rng: Generator, bank: TextureBank, kind: str, family: list[Bgr], *, castle: bool) -> Bgr:
    if castle or rng.random() < 0.6:
        return _turned(rng, bank.castles[rng.integers(len(bank.castles))])
    if kind == "squares":
        return _turned(rng, family[rng.integers(len(family))])
    texture = bank.dominoes[rng.integers(len(bank.dominoes))]
    return _turned(rng, texture[:, : texture.shape[0]])


def _family(rng: Generator, bank: TextureBank) -> list[Bgr]:
    """The squares of one source."""
    names = sorted(bank.squares)
    weights = np.array([FAMILY_WEIGHTS.get(name.split("/")[0], 1.0) for name in names])
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
    wanted, chance = rows * columns, rng.random()
    if chance < JUST_BEGUN:
        wanted = int(rng.integers(2, 8))
    elif chance < 0.5:  # a kingdom with gaps or not yet finished
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
