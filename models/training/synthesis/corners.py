"""Synthesise tables with exact truth to train the corner network.

A kingdom is composed flat from real pieces (or taken whole from a rectified board), projected by a random camera, lit,
blurred and compressed. The truth follows from the camera: dominoes of no kingdom count as table, and objects over a
kingdom do not change the truth.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import Bgra
from models.training.art.table_tops import draw_rough_surface
from models.training.pictures.textures import HAND_PX, TextureBank
from models.training.synthesis.camera import Camera, Places, outline
from models.training.synthesis.layout import Placed, lay_table
from models.training.synthesis.light import of_table, photograph
from models.training.synthesis.scene import cast_shadow, overlay_kingdom, with_hand
from vision.locate.heatmaps import CHANNELS, GREY, STEP_UNIT_PX, STRIDE
from vision.photo.photo import Bgr

SIZE_PX = 256
BUMP_SIGMA = 1.0  # of a corner, in output pixels
REACHED, THINGS = 0.3, 0.35  # shares of pictures with a hand over a kingdom's border, with things at its corners
CLUTTERED = 0.6  # share of tables with things on them
CUT, CUT_CLOSE = 0.3, 0.45  # share of pictures that show the edges of a photo; of these, close round a kingdom

Truth = NDArray[np.float32]  # (len(CHANNELS), SIZE_PX / STRIDE, SIZE_PX / STRIDE)

FOREIGN = 0.12  # share of tables with another game on them
ALIKE = 0.16  # share of tables in the colours of tiles
REAL = 0.6  # share of real or finely drawn ones; the rest are drawn roughly


def scene(rng: Generator, bank: TextureBank) -> tuple[Bgr, Truth]:
    """Draw one picture of SIZE_PX square and the truth for the corner network."""
    image = draw_cluttered_table(rng, bank, SIZE_PX)
    placed = lay_table(rng, bank, SIZE_PX)
    for each in placed:
        image = overlay_kingdom(image, each, rng)
    truth = truth_of([each for each in placed if not each.loose])
    if placed and rng.random() < REACHED:
        image = with_hand(rng, image, placed[0], bank.hands)
    if placed and rng.random() < THINGS:
        image = under_things(rng, image, bank.things, placed[0].step_px, placed[0].corners())
    image = photograph(image, of_table(rng), rng)
    return _cut(rng, image, truth, placed) if rng.random() < CUT else (image, truth)


def _cut(rng: Generator, image: Bgr, truth: Truth, placed: list[Placed]) -> tuple[Bgr, Truth]:
    """Crop the picture and truth to the edges of a photo, on the grey that photos are padded with.

    Often the edges are those of the first kingdom, or nearly.
    """
    least, most = np.full(2, SIZE_PX * rng.uniform(0.02, 0.12, 2)), SIZE_PX * (1 - rng.uniform(0.02, 0.12, 2))
    if placed and rng.random() < CUT_CLOSE:
        step = placed[0].step_px
        corners = placed[0].corners()
        least = np.maximum(least, corners.min(0) + step * rng.uniform(-0.5, 0.4, 2))
        most = np.minimum(most, corners.max(0) + step * rng.uniform(-0.4, 0.5, 2))
    (left, top), (right, bottom) = ((edge / STRIDE).round().astype(int) for edge in (least, most))
    if min(right - left, bottom - top) < SIZE_PX // STRIDE // 2:
        return image, truth
    seen = np.zeros(truth.shape[1:], bool)
    seen[top:bottom, left:right] = True
    nearly = cv2.dilate(seen.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0  # corners on the very edge
    kept = truth * seen
    kept[0] = truth[0] * nearly
    inside = np.repeat(np.repeat(seen, STRIDE, 0), STRIDE, 1)[..., None]
    return np.where(inside, image, np.uint8(GREY)), kept


def truth_of(placed: list[Placed]) -> Truth:
    side = SIZE_PX // STRIDE
    truth = np.zeros((len(CHANNELS), side, side), np.float32)
    rows, columns = np.mgrid[:side, :side]
    pixels = np.stack([(columns + 0.5) * STRIDE, (rows + 0.5) * STRIDE], -1).reshape(-1, 2)
    for each in placed:
        board = each.camera.to_plane(pixels)
        height, width = each.flat.tiled.shape
        cell = np.floor(board).astype(int)
        inside = (cell[:, 0] >= 0) & (cell[:, 0] < width) & (cell[:, 1] >= 0) & (cell[:, 1] < height)
        on_tile = np.zeros(len(board), bool)
        on_tile[inside] = each.flat.tiled[cell[inside, 1], cell[inside, 0]]
        tiled = on_tile.reshape(side, side)
        truth[1][tiled] = 1
        truth[2:, tiled] = _lie(each.camera, board[on_tile]).T
        _add_bumps(truth[0], each)
    return truth


def _lie(camera: Camera, board: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return the orientation of the squares at board points, (n, 5): the last five of ``CHANNELS``."""
    right, down = camera.steps(board)  # each (n, 2)
    area = np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0])
    m00 = right[:, 0] ** 2 + down[:, 0] ** 2
    m11 = right[:, 1] ** 2 + down[:, 1] ** 2
    m01 = right[:, 0] * right[:, 1] + down[:, 0] * down[:, 1]
    # M^(-1/2) in closed form for 2 x 2 symmetric matrices: sqrt(M) = (M + s I) / t
    s, t = area, np.sqrt(m00 + m11 + 2 * area)
    r00, r11, r01 = (m00 + s) / t, (m11 + s) / t, m01 / t
    x = (r11 * right[:, 0] - r01 * right[:, 1]) / s  # first column of M^(-1/2) [u v]: a rotation
    y = (-r01 * right[:, 0] + r00 * right[:, 1]) / s
    angle = 4 * np.arctan2(y, x)
    log_step = 0.5 * np.log(area) - np.log(STEP_UNIT_PX)
    trace = m00 + m11
    return np.stack([log_step, (m00 - m11) / trace, 2 * m01 / trace, np.cos(angle), np.sin(angle)], 1).astype(
        np.float32
    )


def _add_bumps(corner: NDArray[np.float32], placed: Placed) -> None:
    """Raise a bump at every corner of an occupied square, in place."""
    tiled = np.pad(placed.flat.tiled, 1)
    touched = tiled[:-1, :-1] | tiled[1:, :-1] | tiled[:-1, 1:] | tiled[1:, 1:]
    rows, columns = np.nonzero(touched)
    points = placed.camera.to_picture(np.stack([columns, rows], 1).astype(float)) / STRIDE - 0.5
    side = corner.shape[0]
    reach = 3
    for x, y in points:
        column, row = round(x), round(y)
        if not (0 <= column < side and 0 <= row < side):
            continue
        left, right = max(0, column - reach), min(side, column + reach + 1)
        top, bottom = max(0, row - reach), min(side, row + reach + 1)
        dx, dy = np.arange(left, right) - x, np.arange(top, bottom) - y
        bump = np.exp(-(dx[None, :] ** 2 + dy[:, None] ** 2) / (2 * BUMP_SIGMA**2))
        bump[row - top, column - left] = 1.0
        corner[top:bottom, left:right] = np.maximum(corner[top:bottom, left:right], bump)


def draw_cluttered_table(rng: Generator, bank: TextureBank, size: int) -> Bgr:
    """Draw a table top of size x size pixels, real or drawn, with objects lying about."""
    chance = rng.random()
    kinds = bank.alike if chance < ALIKE else bank.surfaces
    table = _real_table(rng, kinds, size) if chance < ALIKE + REAL else draw_rough_surface(rng, size)
    if rng.random() < FOREIGN:
        table = with_board(rng, table, bank.foreign[int(rng.integers(len(bank.foreign)))])
    if rng.random() < CLUTTERED:
        step = float(np.exp(rng.uniform(*np.log([8, 40]))))
        table = under_things(rng, table, bank.things, step, rng.uniform(0, size, (8, 2)), most=6)
    return table


def _real_table(rng: Generator, surfaces: Sequence[Bgr], size: int) -> Bgr:
    surface = surfaces[int(rng.integers(len(surfaces)))]
    zoom = rng.uniform(1.0, 1.8) * size / surface.shape[0]
    move = cv2.getRotationMatrix2D((surface.shape[1] / 2, surface.shape[0] / 2), rng.uniform(0, 360), zoom)
    move[:, 2] += size / 2 - surface.shape[0] / 2 + rng.uniform(-0.1, 0.1, 2) * size
    return cv2.warpAffine(surface, move, (size, size), borderMode=cv2.BORDER_REFLECT)


def with_board(rng: Generator, table: Bgr, board: Bgr) -> Bgr:
    """Draw a photo of another game on the table, under the kingdoms or next to them, from a random viewpoint."""
    size = table.shape[0]
    side = size * rng.uniform(0.35, 1.2)
    flat = outline(board.shape[:2]).astype(np.float32)
    turned = cv2.boxPoints(((0.0, 0.0), (side, side), rng.uniform(0, 90))) + rng.uniform(0.1, 0.9, 2) * size
    seen = (turned + rng.normal(0, 0.05 * side, (4, 2))).astype(np.float32)
    transform = cv2.getPerspectiveTransform(flat, seen)
    laid = cv2.warpPerspective(board, transform, (size, size), flags=cv2.INTER_AREA)
    covered = cv2.warpPerspective(np.full(board.shape[:2], 255, np.uint8), transform, (size, size)) > 127
    return np.where(covered[..., None], laid, table)


def under_things(
    rng: Generator, image: Bgr, things: Sequence[Bgra], step: float, near: Places, *, most: int = 3
) -> Bgr:
    """Draw cups, phones, pawns or cards about the given picture points; ``step`` pixels are one square."""
    for _ in range(int(rng.integers(1, most + 1))):
        sheet = things[int(rng.integers(len(things)))]
        at = near[int(rng.integers(len(near)))] + rng.normal(0, 0.7 * step, 2)
        image = _put_down(rng, image, sheet, at, step)
    return image


def _put_down(rng: Generator, image: Bgr, sheet: Bgra, at: NDArray[np.float64], step: float) -> Bgr:
    """Draw an object and its shadow, centred on a point."""
    zoom = step / HAND_PX * rng.uniform(0.8, 1.25)
    high, wide = sheet.shape[:2]
    move = cv2.getRotationMatrix2D((wide / 2, high / 2), rng.uniform(0, 360), zoom)
    move[:, 2] += at - [wide / 2, high / 2]
    laid = cv2.warpAffine(sheet, move, image.shape[1::-1]).astype(np.float32)
    alpha = laid[..., 3:] / 255
    ground = cast_shadow(rng, image, alpha[..., 0], 0.12 * step, max(0.5, 0.08 * step), (0, 0.5))
    return np.asarray((ground * (1 - alpha) + laid[..., :3] * alpha).clip(0, 255), np.uint8)
