"""Measure photos of two kingdoms that touch or nearly touch, composed of the labelled rectified boards.

Two boards of one game, whole or as they were a few dominoes earlier, lie beside or above each other on a drawn table,
aligned or not, up to 0.6 of a square apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import radians, sin
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.table_tops import surface
from models.training.evaluation.evenings import SEED, Evening, Lying
from models.training.evaluation.outcomes import VERDICTS_HEADER, Verdict, format_verdicts, judge
from models.training.pictures.labels import board_labels, kind_of, read
from models.training.synthesis.camera import outline, pose, project
from scoring.dominoes.legality import build_order
from scoring.kingdom import Kingdom, crop_offset
from scoring.terrain import EMPTY
from vision.photo.photo import Bgr
from vision.squares.classify import KINDS

GAPS = (0.0, 0.15, 0.3, 0.45, 0.6)  # squares between the kingdoms
SIDE = 5  # squares of a board
PX = 80  # a square on the table
TABLE_SQUARES, MARGIN = 20, 1.5  # a side of the table; what is left of it around the kingdoms


def load_games(data: Path) -> dict[str, list[list[str]]]:
    """Return the names of the boards by game and kingdom."""
    kingdoms: dict[str, list[str]] = {}
    for board, (kingdom, _) in board_labels(data).items():
        kingdoms.setdefault(kingdom, []).append(board)
    games: dict[str, list[list[str]]] = {}
    for kingdom, boards in sorted(kingdoms.items()):
        games.setdefault(kingdom.split("-")[0], []).append(boards)
    return games


def load_board(data: Path, name: str) -> tuple[Bgr, Kingdom]:
    """Load a rectified board and its kingdom by its name."""
    _, names = board_labels(data)[name]
    rows = (tuple(KINDS[kind_of(names[row, column])] for column in range(SIDE)) for row in range(SIDE))
    return read(data / "boards" / f"{name}.jpg"), Kingdom(tuple(rows))


def compose(data: Path, rng: Generator, gap: float, case: str) -> Evening:
    """Compose a photo of two kingdoms, ``gap`` squares apart."""
    games = [kingdoms for kingdoms in load_games(data).values() if len(kingdoms) > 1]
    game = games[int(rng.integers(len(games)))]
    chosen = [game[int(index)] for index in rng.permutation(len(game))[:2]]
    boards = [load_board(data, str(rng.choice(names))) for names in chosen]
    kind = str(rng.choice(["wood", "planks", "cloth", "felt"]))
    side = TABLE_SQUARES * PX
    image = cv2.resize(surface(rng, side // 2, square_px=PX / 2, kind=kind), (side, side)).astype(np.float32)
    turn, slide = _arrange(rng)
    along = SIDE + gap + SIDE / 2 * abs(sin(turn))
    offsets = [np.zeros(2), np.array([along, slide] if rng.random() < 0.5 else [slide, along])]
    start = (TABLE_SQUARES - SIDE) / 2 - offsets[1] / 2
    view = _look(rng, side)
    lying = []
    for (board, kingdom), offset, angle in zip(boards, offsets, (0.0, turn), strict=True):
        left = _take_dominoes(rng, kingdom)
        to_table = pose(start + offset + SIDE / 2, angle, (SIDE, SIDE))
        image = _lay(image, board, left, to_table)
        tiles = left.crop()
        grid = outline((tiles.height, tiles.width)) + crop_offset(left)[::-1]
        lying.append((tiles, project(view @ np.diag([PX, PX, 1.0]) @ to_table, grid).astype(np.float32)))
    seen = cv2.warpPerspective(image, view, (side, side), borderMode=cv2.BORDER_REFLECT)
    every = np.concatenate([corners for _, corners in lying])
    low = np.maximum(every.min(0) - MARGIN * PX, 0).astype(int)
    high = (every.max(0) + MARGIN * PX).astype(int)
    part = np.ascontiguousarray(seen[low[1] : high[1], low[0] : high[0]].clip(0, 255).astype(np.uint8))
    return Evening(case, part, tuple(Lying(kingdom, corners - low.astype(np.float32)) for kingdom, corners in lying))


def _arrange(rng: Generator) -> tuple[float, float]:
    """Return the turn in radians of the second kingdom, and by how many squares it lies further: two thirds aligned."""
    if rng.random() < 2 / 3:
        return 0.0, 0.0
    return float(rng.normal(0, radians(2.5))), float(rng.uniform(-2, 2))


def _take_dominoes(rng: Generator, kingdom: Kingdom) -> Kingdom:
    """Return the kingdom as it was up to four dominoes earlier; half of them are whole."""
    order = build_order(kingdom)
    if order is None or rng.random() < 0.5:
        return kingdom
    for domino in order[len(order) - int(rng.integers(1, 5)) :]:
        for square in domino.squares:
            kingdom = kingdom.with_square(*square, EMPTY)
    return kingdom


def _lay(
    table: NDArray[np.float32], board: Bgr, kingdom: Kingdom, to_table: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Return the table with the tiles of a kingdom and their shadow."""
    height, width = board.shape[:2]
    tiles = np.array([[float(not square.is_empty) for square in row] for row in kingdom.rows], np.float32)
    matrix = np.diag([PX, PX, 1.0]) @ to_table @ np.diag([SIDE / width, SIDE / height, 1.0])
    size = (table.shape[1], table.shape[0])
    mask = cv2.resize(tiles, (width, height), interpolation=cv2.INTER_NEAREST)
    cover = cv2.warpPerspective(mask, matrix, size)[..., None]
    laid = cv2.warpPerspective(board, matrix, size, flags=cv2.INTER_AREA)
    shadow = cv2.GaussianBlur(cover[..., 0], (0, 0), 0.05 * PX)[..., None]
    ground = table * (1 - 0.35 * np.clip(shadow - cover, 0, 1))
    return np.asarray(ground * (1 - cover) + laid * cover, np.float32)


def _look(rng: Generator, side: int) -> NDArray[np.float64]:
    """Return the homography of a slightly tilted and turned camera."""
    tilt = float(rng.uniform(0, 0.12)) * side
    corners = outline((side, side)).astype(np.float32)
    seen = np.array([(tilt, tilt / 3), (side - tilt, tilt / 3), (side, side), (0, side)], np.float32)
    turned = np.vstack([cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.uniform(-8, 8)), 1.0), [0, 0, 1]])
    return np.asarray(turned @ cv2.getPerspectiveTransform(corners, seen), np.float64)


def figures(data: Path, each: int) -> Iterator[str]:
    """Yield how photos with kingdoms so far apart are read, ``each`` of every distance, and all of them."""
    yield f"{'squares apart':<16}{VERDICTS_HEADER}"
    every: list[Verdict] = []
    for number, gap in enumerate(GAPS):
        rngs = (np.random.default_rng([SEED, number, at]) for at in range(each))
        verdicts = [judge(compose(data, rng, gap, f"{gap} apart")) for rng in rngs]
        every += verdicts
        yield f"{gap:<16}{format_verdicts(verdicts)}"
    yield f"{'all':<16}{format_verdicts(every)}"
