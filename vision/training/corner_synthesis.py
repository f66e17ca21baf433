"""Small pictures of made-up tables with exact truth, to train the corner network on.

A kingdom is laid flat from real pieces (or taken whole from a rectified board), seen through a random camera,
lit, blurred and compressed. The truth follows from the camera alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.evidence import CHANNELS, STRIDE
from vision.photo import Bgr
from vision.training.camera import Camera, random_camera
from vision.training.flat_kingdom import FlatKingdom, lay_flat, stray_piece
from vision.training.texture_bank import TextureBank
from vision.training.weather import cluttered_table, occluded, photographed

SIZE_PX = 256
STEP_UNIT_PX = 24.0  # a square of this side has log_step 0
BUMP_SIGMA = 1.0  # of a corner, in output pixels

Truth = NDArray[np.float32]  # (len(CHANNELS), SIZE_PX / STRIDE, SIZE_PX / STRIDE)


@dataclass(frozen=True)
class Placed:
    """A flat kingdom and the camera that sees it."""

    flat: FlatKingdom
    camera: Camera


def scene(rng: Generator, bank: TextureBank) -> tuple[Bgr, Truth]:
    """One picture of SIZE_PX square and what the corner network should answer to it."""
    image = cluttered_table(rng, bank.surfaces, SIZE_PX)
    placed = _kingdoms(rng, bank)
    for each in placed:
        image = laid_over(image, each, rng)
    truth = truth_of(placed)
    if rng.random() < 0.35:
        image = occluded(rng, image)
    return photographed(rng, image), truth


def _kingdoms(rng: Generator, bank: TextureBank) -> list[Placed]:
    """None, one or two kingdoms and sometimes a stray domino, none over another by more than a little."""
    wanted = rng.choice([0, 1, 2], p=[0.08, 0.66, 0.26])
    placed: list[Placed] = []
    free = np.ones((SIZE_PX, SIZE_PX), np.uint8)
    camera = random_camera(rng, SIZE_PX)  # all lie on one table
    for index in range(int(wanted) + int(rng.integers(0, 4) * (rng.random() < 0.25))):
        flat = lay_flat(rng, bank) if index < wanted else stray_piece(rng, bank)
        for _ in range(4):
            each = Placed(flat, camera.moved(rng, flat.shape, centred=index == 0))
            outline = _outline(each)
            if (free[outline > 0] == 0).mean() < 0.02 if outline.any() else False:
                free[cv2.dilate(outline, np.ones((5, 5), np.uint8)) > 0] = 0
                placed.append(each)
                break
    return placed


def _outline(placed: Placed) -> Bgr:
    return cv2.warpPerspective(
        placed.flat.tiled.astype(np.uint8),
        placed.camera.homography @ _to_cells(),
        (SIZE_PX, SIZE_PX),
        flags=cv2.INTER_NEAREST,
    )


def _to_cells() -> NDArray[np.float64]:
    """From pixel centres of an image with one pixel a square to board points."""
    return np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5], [0.0, 0.0, 1.0]])


def laid_over(image: Bgr, placed: Placed, rng: Generator) -> Bgr:
    """The picture with the kingdom and its shadow on the table."""
    step = placed.camera.step_px(placed.flat.shape)
    flat = placed.flat.scaled(float(np.clip(step * 1.25, 8, 64)))
    # canvas pixel centres -> board points -> picture pixel centres
    to_board = np.diag([1 / flat.step, 1 / flat.step, 1.0]) @ np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    to_board[:2, 2] -= flat.margin
    to_pixels = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    transform = to_pixels @ placed.camera.homography @ to_board
    size = (image.shape[1], image.shape[0])
    colour = cv2.warpPerspective(flat.colour, transform, size, flags=cv2.INTER_LINEAR).astype(np.float32)
    alpha = cv2.warpPerspective(flat.alpha, transform, size, flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    shift = rng.normal(0, 0.06 * step, 2)
    moved = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
    shadow = cv2.GaussianBlur(cv2.warpAffine(alpha, moved, size), (0, 0), max(0.4, 0.05 * step))
    ground = image * (1 - rng.uniform(0.1, 0.6) * np.clip(shadow - alpha, 0, 1))[..., None]
    laid: Bgr = (ground * (1 - alpha[..., None]) + colour * alpha[..., None]).clip(0, 255).astype(np.uint8)
    return laid


def truth_of(placed: list[Placed]) -> Truth:
    side = SIZE_PX // STRIDE
    truth = np.zeros((len(CHANNELS), side, side), np.float32)
    rows, columns = np.mgrid[:side, :side]
    pixels = np.stack([(columns + 0.5) * STRIDE, (rows + 0.5) * STRIDE], -1).reshape(-1, 2)
    for each in placed:
        board = each.camera.to_board(pixels)
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
    """How squares lie at board points, (n, 5): the last five of ``CHANNELS``."""
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
    """Raises a bump at every corner of an occupied square (drawn in place: the array is this module's own)."""
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
