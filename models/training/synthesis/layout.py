"""Arrange flat kingdoms with human imprecision, and place kingdoms and stray dominoes on a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import Bgra
from models.training.art.castles import Eye
from models.training.pictures.patches import Mask
from models.training.pictures.textures import TEXTURE_PX, TextureBank
from models.training.synthesis.camera import Camera, Places, Stance, look, outline, pose, project
from vision.photo.photo import Bgr

THICKNESS = 0.055  # of a tile, in squares
CARDBOARD = (150, 168, 178, 255)
DRIFT = 0.02  # squares, usual offset of a piece
TWIST = 0.012  # radians
CASTLE_STANDS, KINGS_STAND = 0.35, 0.15  # shares of kingdoms
JUST_BEGUN = 0.12  # share of kingdoms of one to three dominoes, which only the castle distinguishes from stray ones

BEGUN = 3  # dominoes
FAMILY_WEIGHTS = {"squares": 4.0, "newer": 36.0, "style": 0.2}  # a board counts once

Cell = tuple[int, int]

FILLING = 0.15  # share of pictures filled by a kingdom to the edge
BESIDE = 0.5  # share of second kingdoms on the lattice of the first one, or nearly
LINES = 0.2  # share of pictures with a line of undrafted dominoes
STRAYS = 0.3  # share with stray dominoes
CLOSE_BY = 0.5  # share of stray dominoes near a kingdom
NO_KINGDOM = 0.1  # share of pictures without one
OVERLAPPING = 0.02  # share of a piece that may overlap another
TRIES = 4
Seen = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Piece:
    """A picture of ``mask.shape`` squares on a grid, slightly off its position."""

    texture: Bgr
    mask: Mask  # (rows, columns), the squares that it covers
    cell: Cell  # of its top left square
    drift: tuple[float, float] = (0.0, 0.0)  # (x, y) in squares
    twist: float = 0.0  # radians


class Standing(NamedTuple):
    """A castle or a king: its sheet of an odd number of squares a side, and the cell on which it stands."""

    sheet: Bgra
    cell: Cell
    reach: int = 1  # squares round its own that the sheet shows


@dataclass(frozen=True, eq=False)
class Drawing:
    """A kingdom from straight above, BGRA, ``step`` pixels a square, with ``margin`` empty squares around it."""

    picture: Bgra
    step: int
    margin: int


@dataclass(frozen=True, eq=False)
class FlatKingdom:
    """Pieces on a grid."""

    pieces: tuple[Piece, ...]
    tiled: Mask  # (rows, columns), the squares that they cover
    standing: tuple[Standing, ...] = ()  # castles and kings on them
    thick: bool = False  # the cut edges of the tiles are drawn

    @property
    def shape(self) -> tuple[int, int]:
        return self.tiled.shape[0], self.tiled.shape[1]

    def draw(self, step: float, eye: Eye) -> Drawing:
        """Draw the kingdom at about ``step`` pixels a square, as an eye at (x, y, height) sees it cover the table."""
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
    """Draw a piece onto the picture being made."""
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
    """Draw the cut cardboard of a piece where the eye sees it below the face."""
    rows, columns = piece.mask.shape
    middle = np.array([piece.cell[1] + columns / 2, piece.cell[0] + rows / 2]) + piece.drift
    top = project(pose(middle, -piece.twist, (rows, columns)), outline((rows, columns)))
    foot = np.array(eye[:2])
    base = foot + (top - foot) * (eye[2] / (eye[2] + THICKNESS))
    hull = cv2.convexHull(np.concatenate([top, base]).astype(np.float32)).reshape(-1, 2)
    cv2.fillConvexPoly(picture, np.rint((hull + margin) * px * 16).astype(np.int32), CARDBOARD, cv2.LINE_AA, 4)


def over(picture: Bgra, sheet: Bgra, left: int, top: int) -> None:
    """Draw a see-through sheet onto a see-through picture; what sticks out is cut."""
    rows = slice(max(0, top), min(picture.shape[0], top + sheet.shape[0]))
    columns = slice(max(0, left), min(picture.shape[1], left + sheet.shape[1]))
    upper = sheet[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left].astype(np.float32)
    lower = picture[rows, columns].astype(np.float32)
    share, below = upper[..., 3:] / 255, lower[..., 3:] / 255
    alpha = share + below * (1 - share)
    colour = (upper[..., :3] * share + lower[..., :3] * below * (1 - share)) / np.maximum(alpha, 1e-6)
    picture[rows, columns] = np.dstack([colour, alpha * 255]).astype(np.uint8)


def lay_flat(rng: Generator, bank: TextureBank) -> FlatKingdom:
    """Draw a random kingdom: a whole real board, or dominoes or squares of one family on a random layout."""
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
            texture = np.hstack([_any_side_up(rng, family[i]) for i in rng.integers(len(family), size=2)])
        ends = (first, second) if rng.random() < 0.5 else (second, first)
        pieces.append(nudge(rng, domino_piece(texture, *ends), drift))
    for cell in singles:
        single = _single(rng, bank, kind, family, castle=len(dominoes) <= BEGUN)
        pieces.append(nudge(rng, Piece(single, np.ones((1, 1), bool), cell), drift))
    return FlatKingdom(tuple(pieces), tiled, _standing(rng, bank, tiled, singles[0]))


def _standing(rng: Generator, bank: TextureBank, tiled: Mask, castle: Cell | None) -> tuple[Standing, ...]:
    """Draw at times a castle on its tile, and kings on some squares."""
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
    """Return a single domino, as undrafted and discarded ones are."""
    whole = np.ones((1, 2) if domino.shape[1] > domino.shape[0] else (2, 1), bool)
    return FlatKingdom((Piece(domino, whole, (0, 0)),), whole)


def _single(rng: Generator, bank: TextureBank, kind: str, family: list[Bgr], *, castle: bool) -> Bgr:
    if castle or rng.random() < 0.6:
        return _any_side_up(rng, bank.castles[rng.integers(len(bank.castles))])
    if kind == "squares":
        return _any_side_up(rng, family[rng.integers(len(family))])
    texture = bank.dominoes[rng.integers(len(bank.dominoes))]
    return _any_side_up(rng, texture[:, : texture.shape[0]])


def _family(rng: Generator, bank: TextureBank) -> list[Bgr]:
    """Choose the squares of one source."""
    names = sorted(bank.squares)
    weights = np.array([FAMILY_WEIGHTS.get(name.split("/")[0], 1.0) for name in names])
    return bank.squares[names[rng.choice(len(names), p=weights / weights.sum())]]


def domino_piece(texture: Bgr, first: Cell, second: Cell) -> Piece:
    """Turn a domino's picture so that its halves cover these cells."""
    turns = {(0, 1): 0, (-1, 0): 1, (0, -1): 2, (1, 0): 3}[second[0] - first[0], second[1] - first[1]]
    shape = (1, 2) if first[0] == second[0] else (2, 1)
    return Piece(np.ascontiguousarray(np.rot90(texture, turns)), np.ones(shape, bool), min(first, second))


def nudge(rng: Generator, piece: Piece, drift: float) -> Piece:
    """Move the piece off its place, by ``drift`` squares on average, and twist it a little."""
    x, y = rng.normal(0, drift, 2).clip(-0.09, 0.09)
    return Piece(piece.texture, piece.mask, piece.cell, (float(x), float(y)), float(rng.normal(0, TWIST)))


def _any_side_up(rng: Generator, square: Bgr) -> Bgr:
    return np.ascontiguousarray(np.rot90(square, int(rng.integers(4))))


def random_layout(rng: Generator) -> tuple[Mask, list[tuple[Cell, Cell]], list[Cell]]:
    """Draw a layout: the covered squares, the dominoes (pairs of cells) and the single squares."""
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
    """Choose a free cell next to this one, or None."""
    row, column = cell
    steps = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    open_ones = [(r, c) for r, c in steps if 0 <= r < free.shape[0] and 0 <= c < free.shape[1] and free[r, c]]
    return open_ones[rng.integers(len(open_ones))] if open_ones else None


@dataclass(frozen=True)
class Placed:
    """A flat kingdom, and the camera that sees it in the kingdom's own squares."""

    flat: FlatKingdom
    camera: Camera
    loose: bool = False  # dominoes of no kingdom

    def project_mask(self) -> Seen:
        """Return the mask of its tiles in the picture: 1 on tiles, (height, width)."""
        to_cells = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5], [0.0, 0.0, 1.0]])  # from centres of one pixel a square
        tiled, size = self.flat.tiled.astype(np.uint8), (self.camera.width, self.camera.height)
        return np.asarray(
            cv2.warpPerspective(tiled, self.camera.homography @ to_cells, size, flags=cv2.INTER_NEAREST), np.uint8
        )

    def corners(self) -> Places:
        """Return the corners of its grid (4, 2) in the picture, clockwise."""
        return self.camera.to_picture(outline(self.flat.shape))

    @property
    def step_px(self) -> float:
        """The side in pixels of a square in its middle."""
        return self.camera.step_px(outline(self.flat.shape).mean(0))

    def beside(self, flat: FlatKingdom, offset: tuple[float, float], turn: float = 0.0) -> Placed:
        """Place another piece on the same table, ``offset`` squares (x, y) from this one and turned by radians."""
        return Placed(flat, self.camera.on(pose(offset, turn)))


def random_camera(rng: Generator, size_px: int) -> Camera:
    """Draw a camera at a table: mostly nearly above, sometimes tilted up to 66 degrees, near or far."""
    tilts = [rng.uniform(0, 15), rng.uniform(0, 35), rng.uniform(25, 55), rng.uniform(50, 66)]
    tilt = float(rng.choice(tilts, p=[0.38, 0.32, 0.18, 0.12]))
    return _camera(rng, size_px, float(np.exp(rng.uniform(np.log(11), np.log(52)))), tilt)


def _camera(rng: Generator, size_px: int, step_px: float, tilt: float) -> Camera:
    focal = rng.uniform(0.9, 1.7)
    stance = Stance(tilt, rng.uniform(0, 360), 0.0, focal)
    return look(np.zeros(2), focal * size_px / step_px, stance, size_px, size_px)


def put(rng: Generator, camera: Camera, flat: FlatKingdom, turn: float, reach: float) -> Placed:
    """Place a kingdom whose middle appears up to ``reach`` (a share of the picture) from the picture's middle."""
    spot = np.array([camera.width, camera.height]) * (0.5 + rng.uniform(-reach, reach, 2))
    return Placed(flat, camera.on(pose(camera.to_plane(spot[None])[0], turn, flat.shape)))


def random_turn(rng: Generator) -> float:
    """Draw a turn in radians: straight before the camera, nearly, or any way round."""
    return float(rng.choice([rng.normal(0, 0.08), rng.uniform(0, 2 * np.pi)], p=[0.4, 0.6]))


def lay_table(rng: Generator, bank: TextureBank, size_px: int) -> list[Placed]:
    """Lay out up to two kingdoms and sometimes stray dominoes; none overlaps another by more than a little."""
    free = np.ones((size_px, size_px), np.uint8)
    placed: list[Placed] = []
    for tries in _propose_places(rng, bank, size_px):
        for each in tries:
            seen = each.project_mask()
            if seen.any() and (free[seen > 0] == 0).mean() < OVERLAPPING:
                reach = 3 if each.loose else 5  # loose dominoes lie as near as they like
                free[cv2.dilate(seen, np.ones((reach, reach), np.uint8)) > 0] = 0
                placed.append(each)
                break
    return placed


def _propose_places(rng: Generator, bank: TextureBank, size_px: int) -> Iterator[list[Placed]]:
    """Yield the candidate places of each piece in turn."""
    kingdoms = int(rng.choice([0, 1, 2], p=[NO_KINGDOM, 0.92 - 0.26, 0.26 + 0.08 - NO_KINGDOM]))
    camera, turn = random_camera(rng, size_px), random_turn(rng)  # all lie on one table
    first = lay_flat(rng, bank)
    if rng.random() < FILLING:
        camera, turn = _fill_picture(rng, size_px, first), float(rng.choice([0.0, 0.5 * np.pi]) + rng.normal(0, 0.03))
        root = put(rng, camera, first, turn, 0.03)
    else:
        root = put(rng, camera, first, turn, 0.22)
    if kingdoms:
        yield [root]
    if kingdoms > 1:
        second = lay_flat(rng, bank)
        if rng.random() < BESIDE:
            yield [_next_to(rng, root, second) for _ in range(TRIES)]
        else:
            yield _anywhere(rng, camera, turn, second)
    for tries in _loose(rng, bank, root, camera, turn, alone=not kingdoms):
        yield [replace(each, loose=True) for each in tries]


def _loose(
    rng: Generator, bank: TextureBank, root: Placed, camera: Camera, turn: float, *, alone: bool
) -> Iterator[list[Placed]]:
    """Place lines of undrafted dominoes and single ones, near a kingdom or anywhere, most often where there is none."""
    often = 2.5 if alone else 1.0
    if rng.random() < LINES * often:
        yield from _line(rng, bank, root)
    if rng.random() < STRAYS * often:
        for _ in range(int(rng.integers(1, 4))):
            if rng.random() < CLOSE_BY:
                yield [_close_by(rng, bank, root) for _ in range(TRIES)]
            else:
                yield _anywhere(rng, camera, turn, _stray(rng, bank))


def _close_by(rng: Generator, bank: TextureBank, root: Placed) -> Placed:
    """Place a domino 0.2 to 1 square from a tile, in line with it or not; another tile may cover the place."""
    tiled = np.argwhere(root.flat.tiled)
    row, column = tiled[rng.integers(len(tiled))].tolist()
    side, upright = int(rng.integers(4)), bool(rng.random() < 0.5)
    wide, high = (1, 2) if upright else (2, 1)
    apart = float(rng.uniform(0.2, 1.0))
    slide = float(rng.choice([rng.uniform(-1, 1), rng.normal(0, 0.05)]))
    x = (column + 1 + apart, column - wide - apart, column + slide, column + slide)[side]
    y = (row + slide, row + slide, row + 1 + apart, row - high - apart)[side]
    turn = float(rng.normal(0, 0.03) if rng.random() < 0.6 else rng.normal(0, 0.3))
    return root.beside(_stray(rng, bank, upright=upright), (x, y), turn)


def _stray(rng: Generator, bank: TextureBank, *, upright: bool = False) -> FlatKingdom:
    domino = bank.dominoes[rng.integers(len(bank.dominoes))]
    return stray_piece(np.ascontiguousarray(np.rot90(domino)) if upright else domino)


def _anywhere(rng: Generator, camera: Camera, turn: float, flat: FlatKingdom) -> list[Placed]:
    turns = [float(rng.choice([turn, rng.uniform(0, 2 * np.pi)])) for _ in range(TRIES)]
    return [put(rng, camera, flat, each, 0.5) for each in turns]


def _fill_picture(rng: Generator, size_px: int, flat: FlatKingdom) -> Camera:
    """Return a camera so close that the kingdom reaches the edge of the picture."""
    return _camera(rng, size_px, size_px * float(rng.uniform(0.75, 1.1)) / max(flat.shape), float(rng.uniform(0, 14)))


def _next_to(rng: Generator, root: Placed, flat: FlatKingdom) -> Placed:
    """Place a kingdom about one square from another, often in line with it."""
    gap = rng.choice([1.0, 1.0, rng.uniform(0.7, 2.2)]) + rng.normal(0, 0.03)
    slide = rng.choice([0.0, float(rng.integers(-2, 3)), rng.uniform(-2, 2)]) + rng.normal(0, 0.03)
    (rows, columns), (high, wide) = root.flat.shape, flat.shape
    offset = [(columns + gap, slide), (-wide - gap, slide), (slide, rows + gap), (slide, -high - gap)][rng.integers(4)]
    return root.beside(flat, (float(offset[0]), float(offset[1])), float(rng.normal(0, 0.01)))


def _line(rng: Generator, bank: TextureBank, root: Placed) -> Iterator[list[Placed]]:
    """Place three or four dominoes below each other next to the kingdom, as they wait to be drafted."""
    rows, columns = root.flat.shape
    apart, gap = rng.uniform(0.25, 2.5), rng.choice([rng.uniform(0.0, 0.1), rng.uniform(0.1, 0.6)])
    left = columns + apart if rng.random() < 0.5 else -2 - apart
    top = rng.uniform(-1, max(0, rows - 3))
    for index in range(int(rng.integers(3, 5))):
        spot = (float(left + rng.normal(0, 0.08)), float(top + index * (1 + gap)))
        yield [root.beside(_stray(rng, bank), spot, float(rng.normal(0, 0.02)))]
