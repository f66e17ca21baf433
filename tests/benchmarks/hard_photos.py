"""Photos composed of the 48 close-up dominoes on real and drawn tables, with exact truth, as hard as wanted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.pictures.labels import measured_outlines, read
from models.training.pictures.textures import TextureBank, close_ups, load_bank
from models.training.synthesis.camera import Camera, Stance, look
from models.training.synthesis.layout import DRIFT
from models.training.synthesis.legal_play import Play, play
from models.training.synthesis.light import Light, of_table, photographed
from models.training.synthesis.scene import Laid, Scene, render
from scoring.kingdom import Kingdom
from vision.photo.photo import Bgr

SIZE_PX = 1280
CLOSE_UP_PX = 128  # a square of a domino's picture
GOOD_LIGHT = Light(blur=0.6, noise=2.0)
SHORTEST_PX = 400  # side of a real piece of table that is still worth it
CLEAR = 0.06  # of a photo's side: how far a real piece keeps from the kingdom


def real_tables(data: Path) -> list[Bgr]:
    """What lies beside the kingdoms of the whole photos, in the photos' own pixels."""
    pieces = []
    for file, corners in measured_outlines(data):
        if file.startswith("photos/"):
            photo = read(data / file)
            space = CLEAR * max(photo.shape)
            (left, top), (right, bottom) = corners.min(0) - space, corners.max(0) + space
            low, far = max(0, round(bottom)), max(0, round(right))
            strips = photo[: max(0, round(top))], photo[low:], photo[:, : max(0, round(left))], photo[:, far:]
            pieces += [strip for strip in strips if min(strip.shape[:2]) >= SHORTEST_PX]
    return pieces


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
    rough: bool = False  # any light that training knows, beneath that one
    long_side: int | None = None  # pixels of the photo, if not as it comes


@dataclass(frozen=True, eq=False)
class Composed:
    """A photo and what lies in it: kingdoms with their corners (4, 2), from the kingdom's own top left clockwise."""

    image: Bgr
    kingdoms: tuple[Kingdom, ...]
    corners: tuple[NDArray[np.float32], ...]


def load_stock(data: Path, seed: int) -> TextureBank:
    """What photos are composed from: the close-ups as sharp as needed, and the real tables in their own pixels."""
    return replace(load_bank(data, seed), dominoes=close_ups(data, CLOSE_UP_PX), surfaces=real_tables(data))


def compose(rng: Generator, stock: TextureBank, difficulty: Difficulty) -> Composed:
    """One photo, SIZE_PX square unless it is cropped or scaled."""
    laid = _side_by_side(rng, difficulty)
    camera = _camera(rng, difficulty, laid)
    light = replace(difficulty.light, glare_at=_on(laid[0], camera, rng))
    scene = Scene(
        laid, camera, difficulty.table, light, difficulty.drift, hand=difficulty.hand, undrafted=difficulty.line
    )
    if difficulty.rough:
        image, truths = render(replace(scene, light=of_table(rng)), rng, stock)
        image = photographed(image, light, rng)
    else:
        image, truths = render(scene, rng, stock)
    everything = np.concatenate([truth.corners for truth in truths])
    image, edge = cropped(rng, image, everything, difficulty.margin, difficulty.cut, difficulty.step_px)
    image, larger = scaled(image, difficulty.long_side)
    corners = tuple(np.asarray((truth.corners - edge) * larger, np.float32) for truth in truths)
    return Composed(image, tuple(truth.kingdom for truth in truths), corners)


def _games(rng: Generator, difficulty: Difficulty) -> list[Play]:
    """The kingdoms of one table, no domino twice."""
    games: list[Play] = []
    for _ in range(difficulty.kingdoms):
        used = {domino.number for each in games for domino in each.laid}
        whole = difficulty.turns is None
        games.append(play(rng, grid=difficulty.grid, complete=whole, turns=difficulty.turns, taken=used))
    return games


def _side_by_side(rng: Generator, difficulty: Difficulty) -> tuple[Laid, ...]:
    """The kingdoms in a row, their tops in line, the row turned about its middle."""
    games, turn = _games(rng, difficulty), rng.uniform(-difficulty.turn, difficulty.turn)
    wide = sum(each.kingdom.width for each in games) + difficulty.apart * (len(games) - 1)
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    laid, left, top = [], -wide / 2, -max(each.kingdom.height for each in games) / 2
    for each in games:
        x, y = left + each.kingdom.width / 2, top + each.kingdom.height / 2
        standing = "castle" if difficulty.standing else ""
        laid.append(Laid(each, (c * x - s * y, s * x + c * y), turn, standing, kings=difficulty.kings))
        left += each.kingdom.width + difficulty.apart
    return tuple(laid)


def _camera(rng: Generator, difficulty: Difficulty, laid: tuple[Laid, ...]) -> Camera:
    """A camera that sees the kingdoms somewhere about the middle of its picture."""
    focal = rng.uniform(0.9, 1.4)
    extent = float(np.ptp(np.concatenate([each.corners() for each in laid]), axis=0).max())
    free = max(0.0, SIZE_PX / difficulty.step_px - 1.2 * extent) / 2
    stance = Stance(difficulty.tilt, rng.uniform(0, 360), 0.0, focal)
    return look(rng.uniform(-0.4, 0.4, 2) * free, focal * SIZE_PX / difficulty.step_px, stance, SIZE_PX, SIZE_PX)


def _on(laid: Laid, camera: Camera, rng: Generator) -> tuple[float, float]:
    """A place on a kingdom, in shares of the picture."""
    x, y = camera.to_picture((np.array(laid.middle) + rng.uniform(-1.5, 1.5, 2))[None])[0] / SIZE_PX
    return float(x), float(y)


def cropped(
    rng: Generator, image: Bgr, corners: NDArray[np.float32], margin: float | None, cut: float, step: float
) -> tuple[Bgr, NDArray[np.float64]]:
    """The part of the picture that a photo shows, and where its top left corner was.

    ``margin`` is the table (in squares of ``step`` pixels) left round what lies between the corners, ``cut`` how many
    squares of that one edge takes away.
    """
    size = np.array(image.shape[1::-1], np.float64)
    least, most = np.zeros(2), size
    if margin is not None:
        least, most = corners.min(0) - margin * step, corners.max(0) + margin * step
    if cut:
        axis = int(rng.integers(2))
        if rng.random() < 0.5:
            least[axis] = corners[:, axis].min() + cut * step
        else:
            most[axis] = corners[:, axis].max() - cut * step
    left, top = np.maximum(least, 0).round().astype(int).tolist()
    right, bottom = np.minimum(most, size).round().astype(int).tolist()
    return np.ascontiguousarray(image[top:bottom, left:right]), np.array([left, top], np.float64)


def scaled(image: Bgr, long_side: int | None) -> tuple[Bgr, float]:
    """The photo with a long side of so many pixels, and how many times larger that is."""
    if long_side is None:
        return image, 1.0
    factor = long_side / max(image.shape[:2])
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=way), np.uint8), factor
