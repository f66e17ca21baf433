"""Draw upright objects on a kingdom as a camera sees them: the cardboard castle and the king's pawn.

An object that stands hides the board behind it: seen from a camera at ``eye``, each point of it covers the point of the
board on the same ray. So it is drawn flat on the board, and the board's homography maps it into a photo.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import WHITE, Bgra, Canvas, Colour, Spot, mix, shade, vary
from models.training.art.tiles import PLAYERS
from vision.photo.photo import Bgr

Solid = tuple[float, float, float]  # x, y on the board from the middle of the castle's square, z up; in squares
Eye = Solid

CARD: Colour = (150, 135, 118)  # the cut edge of the castle's walls
THICK = 0.045  # squares, of a wall


@dataclass(frozen=True)
class Wall:
    """A wall along x or y, in squares."""

    along_x: bool
    offset: float  # from the middle of the castle
    outline: tuple[Spot, ...]  # its corners as (run, z)


@dataclass(frozen=True, eq=False)
class Sheet:
    """A drawing of the board plane around the castle's square, for one position of the camera."""

    image: Bgr
    mask: NDArray[np.uint8]
    eye: Eye
    turn: float  # degrees the thing is turned on its square
    reach: int

    def fill(self, corners: Sequence[Solid], colour: Colour) -> None:
        """Fill a flat polygon of the object, projected onto the board."""
        spots = [self._spot(corner) for corner in corners]
        Canvas.of(self.image).polygon(spots, colour)
        Canvas.of(self.mask).polygon(spots, WHITE)

    def _spot(self, corner: Solid) -> Spot:
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        x, y = corner[0] * c - corner[1] * s, corner[0] * s + corner[1] * c
        away = self.eye[2] / (self.eye[2] - corner[2])
        x, y = self.eye[0] + (x - self.eye[0]) * away, self.eye[1] + (y - self.eye[1]) * away
        side = 2 * self.reach + 1
        return (x + side / 2) / side, (y + side / 2) / side

    def locate_eye(self) -> Spot:
        """Return the position of the eye in the object's own coordinates."""
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        return self.eye[0] * c + self.eye[1] * s, -self.eye[0] * s + self.eye[1] * c


def draw_eye(rng: Generator, *, steepest: float = 40.0) -> Eye:
    """Draw a camera 6 to 14 squares above the table, tilted up to about ``steepest`` degrees to any side."""
    height = float(rng.uniform(6, 14))
    aside = height * float(np.tan(np.radians(steepest * rng.random())))
    heading = float(rng.uniform(0, 2 * np.pi))
    return aside * cos(heading), aside * sin(heading), height


def castle_standee(
    rng: Generator, size_px: int, *, eye: Eye | None = None, player: str | None = None, reach: int = 1
) -> Bgra:
    """Draw a castle that stands on a square, over a board seen from straight above.

    The sheet is ``2 * reach + 1`` squares of ``size_px`` wide and high, the castle's own square in the middle.

    Returns:
        uint8 (height, width, 4); alpha includes the soft shadow.
    """
    ink = PLAYERS[player or str(rng.choice(list(PLAYERS)))]
    turn = float(rng.integers(4)) * 90 + float(rng.normal(0, 6))
    sheet = _sheet(size_px, reach, eye or draw_eye(rng), turn)
    half, tall = float(rng.uniform(0.3, 0.36)), float(rng.uniform(0.95, 1.35))
    walls = _walls(half, tall, float(rng.uniform(0.5, 0.75)))
    paint = _Paint(vary(rng, (190, 160, 118), 0.1), vary(rng, (62, 132, 165), 0.12), vary(rng, ink, 0.08))
    view = sheet.locate_eye()
    for wall in sorted(walls, key=lambda wall: -abs(wall.offset - (view[1] if wall.along_x else view[0]))):
        _stand(sheet, wall, view, paint)
    floor: list[Solid] = [(-half, -half, 0.0), (half, -half, 0.0), (half, half, 0.0), (-half, half, 0.0)]
    return _with_shadow(
        rng, sheet, [floor, *([_on_wall(wall, spot, wall.offset) for spot in wall.outline] for wall in walls)]
    )


def king_pawn(rng: Generator, size_px: int) -> Bgra:
    """Draw a wooden king standing on a square; a sheet of 3 x 3 squares like ``castle_standee``'s."""
    ink = vary(rng, PLAYERS[str(rng.choice(list(PLAYERS)))], 0.08, 8.0)
    sheet = _sheet(size_px, 1, draw_eye(rng), float(rng.uniform(0, 360)))
    x, y = rng.normal(0, 0.08, 2).tolist()
    angles = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    profile = [(0.2, 0.0), (0.2, 0.1), (0.13, 0.2), (0.1, 0.35), (0.17, 0.42), (0.12, 0.5), (0.15, 0.62)]
    rings: list[list[Solid]] = []
    for z in np.arange(0, 0.63, 0.025).tolist():
        radius = float(np.interp(z, [p[1] for p in profile], [p[0] for p in profile]))
        ring = [(x + radius * float(np.cos(a)), y + 0.6 * radius * float(np.sin(a)), z) for a in angles]
        rings.append(ring)
        sheet.fill(ring, shade(ink, 0.55 + 0.6 * z))
    sheet.fill(rings[-1], shade(ink, 1.12))
    return _with_shadow(rng, sheet, rings[:: len(rings) // 4])


@dataclass(frozen=True)
class _Paint:
    """The colours of a castle."""

    outside: Colour
    inside: Colour
    roof: Colour


def _sheet(size_px: int, reach: int, eye: Eye, turn: float) -> Sheet:
    side = (2 * reach + 1) * size_px
    return Sheet(np.zeros((side, side, 3), np.uint8), np.zeros((side, side), np.uint8), eye, turn, reach)


def _walls(half: float, tall: float, low: float) -> list[Wall]:
    """Return two low side walls, a front with a gate and a tall gabled back, slotted into each other."""
    over, eaves, shoulder = half + 0.07, tall * 0.8, tall * 0.84
    gable = ((-over, 0), (-over, eaves), (-0.1, shoulder), (0, tall), (0.1, shoulder), (over, eaves), (over, 0))
    return [
        Wall(False, -half, _battlement(over, low, 5)),
        Wall(False, half, _battlement(over, low, 5)),
        Wall(True, half, _battlement(over, low * 1.05, 3)),
        Wall(True, -half, gable),
    ]


def _battlement(over: float, low: float, teeth: int) -> tuple[Spot, ...]:
    outline: list[Spot] = [(-over, 0.0)]
    edges = np.linspace(-over, over, 2 * teeth).tolist()
    for at, (start, end) in enumerate(pairwise(edges)):
        z = low if at % 2 == 0 else low - 0.09
        outline += [(start, z), (end, z)]
    return (*outline, (over, 0.0))


def _on_wall(wall: Wall, spot: Spot, offset: float) -> Solid:
    return (spot[0], offset, spot[1]) if wall.along_x else (offset, spot[0], spot[1])


def _stand(sheet: Sheet, wall: Wall, view: Spot, paint: _Paint) -> None:
    """Draw one wall: its far face, its cut edges, and the painted face towards the eye."""
    eye = view[1] if wall.along_x else view[0]
    near = wall.offset + (THICK / 2 if eye > wall.offset else -THICK / 2)
    far = 2 * wall.offset - near
    sheet.fill([_on_wall(wall, spot, far) for spot in wall.outline], shade(CARD, 0.7))
    for one, other in pairwise(wall.outline):
        level = abs(other[1] - one[1]) < 0.02
        edge = ((one, far), (other, far), (other, near), (one, near))
        sheet.fill([_on_wall(wall, spot, side) for spot, side in edge], shade(CARD, 1.15 if level else 0.85))
    outside = (near > wall.offset) == (wall.offset > 0)
    base = paint.outside if outside else paint.inside
    face = shade(base, 1.0 if wall.along_x else 0.82)
    sheet.fill([_on_wall(wall, spot, near) for spot in wall.outline], face)
    _paint_wall(
        lambda spots, colour: sheet.fill([_on_wall(wall, s, near) for s in spots], colour), wall, paint, face, outside
    )


def _paint_wall(
    fill: Callable[[Sequence[Spot], Colour], None], wall: Wall, paint: _Paint, face: Colour, outside: bool
) -> None:
    """Paint the print of a wall: courses of stone inside; towers, roofs and a gate outside."""
    over, top = -wall.outline[0][0], max(z for _, z in wall.outline)
    if not outside:
        for z in np.arange(0.08, top * 0.78 - 0.1, 0.11).tolist():
            fill([(-over, z), (over, z), (over, z + 0.02), (-over, z + 0.02)], shade(face, 0.78))
        return
    stone = mix(face, (205, 215, 220), 0.55)
    for x, height in ((-0.24, 0.42), (0.0, 0.6), (0.24, 0.42)):
        high = height * top
        fill([(x - 0.08, 0.0), (x - 0.08, high), (x + 0.08, high), (x + 0.08, 0.0)], shade(stone, 0.95 if x else 1.08))
        fill([(x - 0.1, high), (x, high + 0.16 * top), (x + 0.1, high)], paint.roof)
        fill(
            [(x - 0.02, high * 0.6), (x - 0.02, high * 0.8), (x + 0.02, high * 0.8), (x + 0.02, high * 0.6)],
            (50, 50, 60),
        )
    fill([(-0.07, 0.0), (-0.07, 0.14), (0, 0.2), (0.07, 0.14), (0.07, 0.0)], (45, 70, 95))


def _with_shadow(rng: Generator, sheet: Sheet, rings: list[list[Solid]]) -> Bgra:
    """Draw the object on a soft shadow of itself, as BGRA."""
    lamp = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.2, 0.9))
    dx, dy = lamp[1] * cos(lamp[0]), lamp[1] * sin(lamp[0])
    cast = _sheet(sheet.image.shape[0] // (2 * sheet.reach + 1), sheet.reach, (0.0, 0.0, 1e6), sheet.turn)
    for ring in rings:
        cast.fill([(x + dx * z, y + dy * z, 0.0) for x, y, z in ring], (0, 0, 0))
    soft = max(1, sheet.image.shape[0] // 60) | 1
    shadow = cv2.GaussianBlur(cast.mask, (0, 0), soft * 0.8).astype(np.float32) * float(rng.uniform(0.25, 0.6))
    body = sheet.mask.astype(np.float32) / 255
    alpha = body * 255 + (1 - body) * shadow
    colour = sheet.image * (body * 255 / np.maximum(alpha, 1))[..., None]
    return np.dstack([colour, alpha]).astype(np.uint8)
