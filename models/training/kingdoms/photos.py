"""Rendered photos of a Kingdoms board on a table, with the exact truth of what lies on it."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.random import Generator

from models.training.art.canvas import Canvas, clouds, shade
from models.training.art.table_tops import SURFACES
from models.training.kingdoms.piece_art import Bgra, piece_face
from models.training.synthesis.camera import Camera, Stance, framed
from models.training.synthesis.flat_kingdom import Drawing
from models.training.synthesis.light import DAYLIGHT, Light, photographed
from models.training.synthesis.lights import room
from models.training.synthesis.scene import drawn_over
from models.training.synthesis.table import seen_table
from scoring.kingdoms import COLUMNS, ROWS, Board, Castle, Piece
from vision.photo.photo import Bgr, Points

SPACE_PX = 128  # of the drawing, before the camera looks at it
RIM = 0.35  # spaces of printed frame round the 5 x 6
BORDER = 0.12  # spaces: the line round it
MARGIN = 1  # spaces of nothing drawn round the board's
GRID = np.array([(0, 0), (COLUMNS, 0), (COLUMNS, ROWS), (0, ROWS)], np.float64)  # the corners of the spaces
FRAME = GRID + np.array([(-RIM, -RIM), (RIM, -RIM), (RIM, RIM), (-RIM, RIM)])  # and of the board
TILE_SIDE, CASTLE_SIDE = 0.84, 0.9  # of a space
PARCHMENT = (150, 190, 210)
INK = (52, 74, 96)


@dataclass(frozen=True)
class Shot:
    """How a board is photographed; ``turned`` is the share of pieces laid for somebody across the table."""

    surface: str = "wood"
    stance: Stance = field(default_factory=Stance)
    light: Light = DAYLIGHT
    width: int = 1600  # pixels
    height: int = 1200
    fill: float = 0.88  # of the picture the board takes up at most
    turned: float = 0.3
    drift: float = 0.025  # spaces: how far off the middle pieces lie
    twist: float = 3.0  # degrees


@dataclass(frozen=True, eq=False)
class BoardPhoto:
    """A photo, and the corners (4, 2) of the printed 5 x 6 spaces in it, from the top left clockwise."""

    image: Bgr
    corners: Points


def draw_shot(rng: Generator) -> Shot:
    """A random photo: any table, any ordinary room, tilted up to 35 degrees."""
    tilt, roll = float(rng.uniform(5, 35)), float(np.clip(rng.normal(0, 6), -20, 20))
    stance = Stance(tilt, heading=float(rng.normal(-90, 25)), roll=roll)
    return Shot(str(rng.choice(list(SURFACES))), stance, room(rng))


def photograph(board: Board, shot: Shot, rng: Generator) -> BoardPhoto:
    """The photo of a board, uint8 (height, width, 3)."""
    camera, corners = seen_by(shot)
    table = seen_table(rng, shot.surface, camera)
    seen = drawn_over(table, _drawn(board, shot, rng), camera, camera.step_px(GRID.mean(0)), rng)
    gloss = np.zeros(seen.shape[:2], np.float32)
    cv2.fillPoly(gloss, [camera.to_picture(FRAME).astype(np.int32)], 0.6)
    return BoardPhoto(photographed(seen, shot.light, rng, gloss=gloss[..., None]), corners)


def seen_by(shot: Shot) -> tuple[Camera, Points]:
    """The view of a photo, in which one square of the table is a space, and the corners of the grid in it."""
    camera = framed(FRAME, shot.stance, shot.width, shot.height, shot.fill)
    return camera, camera.to_picture(GRID).astype(np.float32)


def _drawn(board: Board, shot: Shot, rng: Generator) -> Drawing:
    """The board with all its pieces."""
    high, wide = (ROWS + 2 * MARGIN) * SPACE_PX, (COLUMNS + 2 * MARGIN) * SPACE_PX
    picture, cover = np.zeros((high, wide, 3), np.uint8), np.zeros((high, wide), np.uint8)
    _lay_board(picture, rng)
    outline = ((FRAME + MARGIN) * SPACE_PX).astype(np.int32)
    cv2.fillPoly(cover, [outline], 255)
    cv2.polylines(cover, [outline], True, 255, round(BORDER * SPACE_PX))
    for (row, column), piece in board.spaces():
        if piece is not None:
            _lay(picture, piece, (MARGIN + column + 0.5, MARGIN + row + 0.5), shot, rng)
    return Drawing(np.dstack([picture, cover]), SPACE_PX, MARGIN)


def _lay_board(picture: Bgr, rng: Generator) -> None:
    """The printed board drawn into the picture: a parchment map with a frame and the lines between its spaces."""
    canvas = Canvas(picture, (float(MARGIN * SPACE_PX),) * 2, (float(SPACE_PX), 0.0), (0.0, float(SPACE_PX)))
    top, left = (round((MARGIN - RIM) * SPACE_PX),) * 2
    high, wide = round((ROWS + 2 * RIM) * SPACE_PX), round((COLUMNS + 2 * RIM) * SPACE_PX)
    grain = 1 + 0.07 * clouds(rng, max(high, wide), 9)[:high, :wide, None]
    parchment = np.clip(np.array(PARCHMENT, np.float32) * grain, 0, 255)
    picture[top : top + high, left : left + wide] = parchment.astype(np.uint8)
    canvas.line([(x, y) for x, y in FRAME.tolist()], shade(INK, 0.6), BORDER, closed=True)
    for x in range(COLUMNS + 1):
        canvas.line([(x, 0.0), (x, float(ROWS))], INK, 0.03)
    for y in range(ROWS + 1):
        canvas.line([(0.0, y), (float(COLUMNS), y)], INK, 0.03)


def _lay(scene: Bgr, piece: Piece, middle: tuple[float, float], shot: Shot, rng: Generator) -> None:
    """A piece laid into the scene with its shadow."""
    side = (CASTLE_SIDE if isinstance(piece, Castle) else TILE_SIDE) * SPACE_PX
    face = piece_face(piece, rng, round(side))
    turn = 90.0 * int(rng.integers(1, 4)) if rng.random() < shot.turned else 0.0
    turn += float(rng.normal(0, shot.twist))
    x, y = (SPACE_PX * (place + float(rng.normal(0, shot.drift))) for place in middle)
    matrix = cv2.getRotationMatrix2D((face.shape[1] / 2, face.shape[0] / 2), -turn, 1.0)
    box = round(1.3 * SPACE_PX)
    left, top = round(x) - box // 2, round(y) - box // 2
    matrix[:, 2] += np.array([x - left, y - top]) - np.array([face.shape[1], face.shape[0]]) / 2
    laid: Bgra = cv2.warpAffine(face, matrix, (box, box), flags=cv2.INTER_LINEAR)
    part = scene[top : top + box, left : left + box].astype(np.float32)
    height = 0.05 if isinstance(piece, Castle) else 0.015
    shadow = cv2.GaussianBlur(laid[..., 3].astype(np.float32) / 255, (0, 0), 0.6 * height * SPACE_PX + 1)
    shift = np.array([[1, 0, height * SPACE_PX], [0, 1, height * SPACE_PX]], np.float64)
    part *= 1 - 0.55 * cv2.warpAffine(shadow, shift, (box, box))[..., None]
    share = laid[..., 3:].astype(np.float32) / 255
    scene[top : top + box, left : left + box] = (part * (1 - share) + laid[..., :3] * share).astype(np.uint8)
