"""Whole photos composed of the 48 close-up dominoes on real and drawn tables, with exact truth, as hard as wanted.

They measure where kingdoms are lost. They do not measure accuracy: the squares network has seen these very dominoes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scoring.kingdom import Kingdom
from scoring.legality import PlacedDomino
from vision.photo.photo import Bgr
from vision.training.art.hands import reaching_hand
from vision.training.pictures.textures import TextureBank, close_ups, load_bank
from vision.training.synthesis.camera import Camera
from vision.training.synthesis.composed_light import GOOD_LIGHT, Light, cropped, scaled, taken
from vision.training.synthesis.composed_table import real_tables, seen_table
from vision.training.synthesis.corners import laid_over
from vision.training.synthesis.flat_kingdom import DRIFT, FlatKingdom, Piece, nudged, stray_piece
from vision.training.synthesis.layout import Placed
from vision.training.synthesis.legal_play import Play, play
from vision.training.synthesis.weather import reached_over

SIZE_PX = 1280
CLOSE_UP_PX = 128  # a square of a domino's picture


@dataclass(frozen=True)
class Difficulty:
    """How a photo is taken; the defaults are a careful person's in good light."""

    name: str
    tilt: float = 8.0  # degrees away from straight above
    step_px: float = 110.0  # a square
    grid: int = 5
    turns: int | None = None  # dominoes laid; None: all that fit
    kingdoms: int = 1
    apart: float = 1.5  # squares between two kingdoms
    turn: float = 4.0  # degrees: how far the kingdom lies turned, either way
    drift: float = DRIFT  # of a square: how far dominoes lie from their places as a rule
    table: str | None = None  # one of TABLES; None: any
    standing: bool = False  # the castle
    kings: int = 0  # standing on the kingdom
    hand: bool = False  # over the border
    line: bool = False  # of undrafted dominoes beside the kingdom
    margin: float | None = None  # squares of table round a kingdom that fills the photo; None: as it comes
    cut: float = 0.0  # squares of the kingdom beyond one edge of the photo
    light: Light = GOOD_LIGHT
    long_side: int | None = None  # pixels of the photo, if not as it comes


@dataclass(frozen=True, eq=False)
class Composed:
    """A photo and what lies in it: kingdoms with their corners (4, 2), from the kingdom's own top left clockwise."""

    image: Bgr
    kingdoms: tuple[Kingdom, ...]
    corners: tuple[NDArray[np.float64], ...]


def load_stock(data: Path, seed: int) -> TextureBank:
    """What photos are composed from: the close-ups as sharp as needed, and the real tables in their own pixels."""
    return replace(load_bank(data, seed), dominoes=close_ups(data, CLOSE_UP_PX), surfaces=real_tables(data))


def compose(rng: Generator, stock: TextureBank, difficulty: Difficulty) -> Composed:
    """One photo, SIZE_PX square unless it is cropped or scaled."""
    plays = _games(rng, difficulty)
    camera = _camera(rng, difficulty, plays)
    placed = _side_by_side(rng, stock, difficulty, plays, camera)
    image = seen_table(rng, stock.surfaces, difficulty.table, camera)
    for each in [*placed, *(_undrafted(rng, stock, plays, placed[-1]) if difficulty.line else [])]:
        image = laid_over(image, each, rng)
    if difficulty.hand:
        image = _with_hand(rng, image, placed[0])
    corners = [each.corners() for each in placed]
    image = taken(rng, image, difficulty.light, corners[0])
    step = camera.step_px(placed[0].flat.shape)
    image, edge = cropped(rng, image, np.concatenate(corners), difficulty.margin, difficulty.cut, step)
    image, larger = scaled(image, difficulty.long_side)
    return Composed(image, tuple(each.kingdom for each in plays), tuple((each - edge) * larger for each in corners))


def _games(rng: Generator, difficulty: Difficulty) -> list[Play]:
    """The kingdoms of one table, no domino twice."""
    games: list[Play] = []
    for _ in range(difficulty.kingdoms):
        used = {domino.number for each in games for domino in each.laid}
        whole = difficulty.turns is None
        games.append(play(rng, grid=difficulty.grid, complete=whole, turns=difficulty.turns, taken=used))
    return games


def _camera(rng: Generator, difficulty: Difficulty, plays: list[Play]) -> Camera:
    """The camera over all kingdoms in a row; its board begins at the first one's top left."""
    camera = Camera(
        size_px=SIZE_PX,
        focal_px=SIZE_PX * rng.uniform(0.9, 1.4),
        tilt=np.radians(difficulty.tilt),
        heading=rng.uniform(0, 2 * np.pi),
        turn=np.radians(rng.uniform(-difficulty.turn, difficulty.turn)),
        step=difficulty.step_px,
        homography=np.eye(3),
    )
    wide = sum(each.kingdom.width for each in plays) + difficulty.apart * (len(plays) - 1)
    high = max(each.kingdom.height for each in plays)
    free = max(0.0, SIZE_PX - 1.2 * difficulty.step_px * max(wide, high)) / 2
    return camera.over((high, round(wide)), rng.uniform(-0.4, 0.4, 2) * free)


def _side_by_side(
    rng: Generator, stock: TextureBank, difficulty: Difficulty, plays: list[Play], camera: Camera
) -> list[Placed]:
    root = Placed(_flat(rng, stock, plays[0], difficulty), camera)
    placed, left = [root], plays[0].kingdom.width + difficulty.apart
    for each in plays[1:]:
        placed.append(root.beside(_flat(rng, stock, each, difficulty), (left, 0.0)))
        left += each.kingdom.width + difficulty.apart
    return placed


def _undrafted(rng: Generator, stock: TextureBank, plays: list[Play], beside: Placed) -> list[Placed]:
    """Four dominoes of the box that nobody has laid, under each other to the right."""
    left_over = sorted({*range(1, 49)} - {domino.number for each in plays for domino in each.laid})
    numbers = rng.choice(left_over, min(4, len(left_over)), replace=False)
    columns = beside.flat.shape[1]
    return [
        beside.beside(stray_piece(stock.dominoes[number - 1]), (columns + 0.8, 1.2 * index))
        for index, number in enumerate(numbers.tolist())
    ]


def _with_hand(rng: Generator, image: Bgr, placed: Placed) -> Bgr:
    rows, columns = placed.flat.shape
    spots = np.array([[columns / 2, 0.3], [columns / 2, rows - 0.3], [0.3, rows / 2], [columns - 0.3, rows / 2]])
    tip = placed.camera.to_picture(spots[rng.integers(4)][None])[0]
    step = placed.camera.step_px(placed.flat.shape)
    return reached_over(rng, image, reaching_hand(rng, max(8, round(step))), tip, step)


def _flat(rng: Generator, stock: TextureBank, laid: Play, difficulty: Difficulty) -> FlatKingdom:
    tiled = np.array([[not square.is_empty for square in row] for row in laid.kingdom.rows])
    castle = next(position for position, square in laid.kingdom.squares() if square.is_castle)
    courtyard = stock.castles[rng.integers(len(stock.castles))]
    pieces = [Piece(courtyard, np.ones((1, 1), bool), castle)] + [_piece(stock, domino) for domino in laid.laid]
    standing = [(stock.standees[rng.integers(len(stock.standees))], castle)] if difficulty.standing else []
    for _ in range(difficulty.kings):
        row, column = rng.permutation(np.argwhere(tiled))[0].tolist()
        standing.append((stock.kings[rng.integers(len(stock.kings))], (row, column)))
    return FlatKingdom(tuple(nudged(rng, piece, difficulty.drift) for piece in pieces), tiled, tuple(standing))


def _piece(stock: TextureBank, domino: PlacedDomino) -> Piece:
    """The domino's picture turned so that its halves lie where they were laid."""
    first, second = domino.squares
    direction = (second[0] - first[0], second[1] - first[1])
    turns = {(0, 1): 0, (-1, 0): 1, (0, -1): 2, (1, 0): 3}[direction]
    texture = np.ascontiguousarray(np.rot90(stock.dominoes[domino.number - 1], turns))
    shape = (1, 2) if first[0] == second[0] else (2, 1)
    return Piece(texture, np.ones(shape, bool), min(first, second))
