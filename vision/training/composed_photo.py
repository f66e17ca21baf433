"""Whole photos composed of the 48 close-up dominoes on real and drawn tables, with exact truth, as hard as wanted.

They measure where kingdoms are lost. They do not measure accuracy: the squares network has seen these very dominoes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scoring.kingdom import Kingdom
from vision.photo import Bgr
from vision.training.camera import Camera
from vision.training.corner_synthesis import Placed, laid_over
from vision.training.flat_kingdom import DRIFT, FlatKingdom, Piece, nudged
from vision.training.legal_play import LaidDomino, Play, play
from vision.training.texture_bank import TextureBank
from vision.training.weather import cluttered_table, photographed

SIZE_PX = 1280


@dataclass(frozen=True)
class Difficulty:
    """How a photo is taken; the defaults are a careful person's in good light."""

    name: str
    tilt: float = 8.0  # degrees away from straight above
    step_px: float = 110.0  # a square
    grid: int = 5
    turns: int | None = None  # dominoes laid; None: all that fit
    kingdoms: int = 1
    turn: float = 4.0  # degrees: how far the kingdom lies turned, either way
    standing: bool = False  # the castle
    brightness: float = 1.0


@dataclass(frozen=True, eq=False)
class Composed:
    """A photo and what lies in it: kingdoms with their corners (4, 2), from the kingdom's own top left clockwise."""

    image: Bgr
    kingdoms: tuple[Kingdom, ...]
    corners: tuple[NDArray[np.float64], ...]


def compose(rng: Generator, bank: TextureBank, difficulty: Difficulty) -> Composed:
    """One photo of SIZE_PX square."""
    image = cluttered_table(rng, bank.surfaces, SIZE_PX)
    laid: list[Play] = []
    corners = []
    for index in range(difficulty.kingdoms):
        taken = {domino.number for each in laid for domino in each.laid}
        laid.append(
            play(rng, grid=difficulty.grid, complete=difficulty.turns is None, turns=difficulty.turns, taken=taken)
        )
        placed = Placed(_flat(rng, bank, laid[-1], difficulty.standing), _camera(rng, difficulty, laid[-1], index))
        image = laid_over(image, placed, rng)
        rows, columns = placed.flat.shape
        outline = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float64)
        corners.append(placed.camera.to_picture(outline))
    lit: Bgr = (photographed(rng, image) * difficulty.brightness).astype(np.uint8)
    return Composed(lit, tuple(each.kingdom for each in laid), tuple(corners))


def _camera(rng: Generator, difficulty: Difficulty, laid: Play, index: int) -> Camera:
    """The camera over kingdom ``index`` of those that lie side by side."""
    camera = Camera(
        size_px=SIZE_PX,
        focal_px=SIZE_PX * rng.uniform(0.9, 1.4),
        tilt=np.radians(difficulty.tilt),
        heading=rng.uniform(0, 2 * np.pi),
        turn=np.radians(rng.uniform(-difficulty.turn, difficulty.turn)),
        step=difficulty.step_px,
        homography=np.eye(3),
    )
    apart = (difficulty.grid + 1.0) * difficulty.step_px
    offset = np.array([(index - (difficulty.kingdoms - 1) / 2) * apart, 0.0]) + rng.uniform(-0.3, 0.3, 2)
    return camera.over((laid.kingdom.height, laid.kingdom.width), offset)


def _flat(rng: Generator, bank: TextureBank, laid: Play, standing: bool) -> FlatKingdom:
    tiled = np.array([[not square.is_empty for square in row] for row in laid.kingdom.rows])
    castle = next(position for position, square in laid.kingdom.squares() if square.is_castle)
    courtyard = bank.castles[rng.integers(len(bank.castles))]
    pieces = [Piece(courtyard, np.ones((1, 1), bool), castle)] + [_piece(bank, domino) for domino in laid.laid]
    sheet = bank.standees[rng.integers(len(bank.standees))]
    return FlatKingdom(
        tuple(nudged(rng, piece, DRIFT) for piece in pieces), tiled, (sheet, castle) if standing else None
    )


def _piece(bank: TextureBank, domino: LaidDomino) -> Piece:
    """The domino's picture turned so that its halves lie where they were laid."""
    first, second = domino.positions
    direction = (second[0] - first[0], second[1] - first[1])
    turns = {(0, 1): 0, (-1, 0): 1, (0, -1): 2, (1, 0): 3}[direction]
    texture = np.ascontiguousarray(np.rot90(bank.dominoes[domino.number - 1], turns))
    shape = (1, 2) if first[0] == second[0] else (2, 1)
    return Piece(texture, np.ones(shape, bool), min(first, second))
