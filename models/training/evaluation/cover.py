"""Measure real photos with something lying on one square: markers and kings of players, coins and fingers.

Each photo is read with one drawn thing on one tile, on crowns and beside them. *Doubted* are the photos in which that
square is asked about or the kingdom is not called sure or not found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator

from models.training.art.canvas import Bgra
from models.training.art.castles import king_pawn
from models.training.art.things import reaching_hand, thing
from models.training.evaluation.bounds import format_share
from models.training.evaluation.evenings import SEED, Lying
from models.training.evaluation.outcomes import (
    doubtful_squares,
    match_readings,
    readings_of,
    turn_between,
    wrong_squares,
)
from models.training.pictures.labels import load_kingdoms
from models.training.synthesis.camera import pose
from models.training.synthesis.scene import cast_shadow
from scoring.kingdom import Kingdom, Position
from vision.photo.photo import Bgr, load
from vision.rectify import compute_homography

SHEET_PX = 128  # side of a square of a drawn thing
OFF_CENTRE = 0.12  # squares, standard deviation of the distance between the middles of square and thing
KING_SCALE = (1.2, 2.2)  # drawn kings are 0.4 of a square wide
FINGER_SCALE = (0.5, 0.8)  # of a hand; its fingers are 0.45 of a square wide
HEADER = (
    f"{'on one square':<16}{'photos':>8}{'wrong there':>13}{'doubted':>17}{'asked about it':>16}{'sure and wrong':>16}"
)


class Sheet(NamedTuple):
    """A drawn thing, SHEET_PX pixels a square, and how it is laid on a square."""

    picture: Bgra
    point: tuple[float, float]  # (x, y) of it in squares that lies on the middle of the covered square
    scale: float = 1.0


def _flat(rng: Generator, kind: str) -> Sheet:
    """Draw a flat thing around its middle."""
    picture = thing(rng, SHEET_PX, kind)
    return Sheet(picture, (picture.shape[1] / SHEET_PX / 2, picture.shape[0] / SHEET_PX / 2))


def _king(rng: Generator) -> Sheet:
    """Draw a standing king."""
    return Sheet(king_pawn(rng, SHEET_PX), (1.5, 1.5), float(rng.uniform(*KING_SCALE)))


def _finger(rng: Generator) -> Sheet:
    """Draw a hand by the tip of its longest finger."""
    picture = reaching_hand(rng, SHEET_PX)
    opaque = picture[..., 3] > 127
    tip = int(np.flatnonzero(opaque.any(1))[0])
    column = float(np.flatnonzero(opaque[tip + SHEET_PX // 4]).mean())
    point = column / SHEET_PX, tip / SHEET_PX + float(rng.uniform(0.2, 0.6))
    return Sheet(picture, point, float(rng.uniform(*FINGER_SCALE)))


COVERS: Mapping[str, Callable[[Generator], Sheet]] = {
    "marker": partial(_flat, kind="marker"),
    "king": _king,
    "coin": partial(_flat, kind="coin"),
    "finger": _finger,
}


@dataclass(frozen=True)
class Covered:
    """The reading of one photo with something on one square."""

    cover: str
    wrong: bool = False  # the covered square is misread
    asked: bool = False  # the covered square is marked
    sure: bool = False
    exact: bool = False

    @property
    def doubted(self) -> bool:
        """Whether people are told to look."""
        return self.asked or not self.sure


def put_on_square(rng: Generator, image: Bgr, lying: Lying, position: Position, cover: str) -> Bgr:
    """Return the photo with one of COVERS and its shadow on a square of its kingdom."""
    assert lying.corners is not None, "it was measured"
    drawn = COVERS[cover](rng)
    step = lying.step_px
    px = min(SHEET_PX, max(8.0, drawn.scale * step))  # at most as fine as the photo: a warp alone would alias
    sheet = cv2.resize(drawn.picture, None, fx=px / SHEET_PX, fy=px / SHEET_PX, interpolation=cv2.INTER_AREA)
    turn = float(rng.uniform(0, 2 * np.pi))
    middle = np.array([position[1] + 0.5, position[0] + 0.5]) + rng.normal(0, OFF_CENTRE, 2).clip(-0.25, 0.25)
    to_board = pose(middle, turn) @ np.diag([drawn.scale, drawn.scale, 1.0])
    to_board = to_board @ np.array([[1 / px, 0, -drawn.point[0]], [0, 1 / px, -drawn.point[1]], [0, 0, 1.0]])
    flat = sheet.astype(np.float32)
    flat[..., :3] *= flat[..., 3:] / 255  # colours are interpolated in proportion to their opacity
    seen = cv2.warpPerspective(flat, compute_homography(lying.corners, *lying.size) @ to_board, image.shape[1::-1])
    alpha = seen[..., 3] / 255
    ground = cast_shadow(rng, image, alpha, 0.04 * step, max(0.5, 0.04 * step), (0.1, 0.5))
    return np.asarray((ground * (1 - alpha)[..., None] + seen[..., :3]).clip(0, 255), np.uint8)


def cover_photos(data: Path, each: int) -> Iterator[tuple[str, Bgr, Lying, Position]]:
    """Yield every labelled photo of known corners with each of COVERS on ``each`` of its tiles."""
    for name, kingdom, corners in load_kingdoms(data):
        if corners is None:
            continue
        photo = load(data / "photos" / name)
        lying = Lying(kingdom, np.asarray(corners / photo.scale, np.float32))
        for cover in COVERS:
            rng = np.random.default_rng([SEED, *map(ord, name + cover)])
            for position in _tiles(rng, kingdom, each):
                yield cover, put_on_square(rng, photo.image, lying, position, cover), lying, position


def _tiles(rng: Generator, kingdom: Kingdom, each: int) -> list[Position]:
    """Draw in turn a tile with crowns and any tile of a kingdom."""
    tiles = [at for at, square in kingdom.squares() if square.terrain is not None]
    crowned = [at for at in tiles if kingdom[at].crowns]
    pools = (crowned or tiles, tiles)
    return [pools[number % 2][int(rng.integers(len(pools[number % 2])))] for number in range(each)]


def read_covered(cover: str, image: Bgr, lying: Lying, position: Position) -> Covered:
    """Read a photo with something on one square."""
    [(reading, _)], made_up = match_readings(readings_of(image), [lying])
    if reading is None:
        return Covered(cover)
    turn = turn_between(reading, lying)
    sure = reading.sure or any(each.sure for each in made_up)
    if turn is None:
        return Covered(cover, wrong=True, sure=sure)
    wrong = wrong_squares(reading, lying, turn)
    asked = bool(doubtful_squares(reading, turn)[position])
    return Covered(cover, bool(wrong[position]), asked, sure, not wrong.any() and not made_up)


def figures(data: Path, each: int) -> Iterator[object]:
    """Yield the readings' figures by cover, then those of all."""
    yield HEADER
    found = [read_covered(*shown) for shown in cover_photos(data, each)]
    for cover in (*COVERS, ""):
        rows = [one for one in found if cover in ("", one.cover)]
        wrong, lies = sum(one.wrong for one in rows), sum(one.sure and not one.exact for one in rows)
        doubted, asked = sum(one.doubted for one in rows), sum(one.asked for one in rows)
        share = format_share(doubted, len(rows))
        yield f"{cover or 'all':<16}{len(rows):>8}{wrong:>13}{share:>17}{asked:>16}{lies:>16}"
