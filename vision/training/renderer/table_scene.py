"""Rendered photos of kingdoms on a table, with the exact truth of what lies in them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.photo.photo import Bgr, Points
from vision.training.art.castles import Eye
from vision.training.art.courtyards import PLAYERS
from vision.training.art.table_tops import SURFACES, surface
from vision.training.art.tiles import Print, draw_print
from vision.training.renderer.laid_kingdom import MARGIN, Hand, kingdom_patch
from vision.training.renderer.lamp_light import Light, draw_light, photographed
from vision.training.renderer.table_view import Matrix, Places, Stance, View, framed, moved
from vision.training.synthesis.legal_play import Play, play

SURFACE_PX = 1536  # side of the drawn table top; beyond it the drawing is mirrored
WIDEST = 24.0  # squares of table that drawing covers at most


@dataclass(frozen=True)
class Laid:
    """A kingdom on the table: its middle in squares, its turn in degrees clockwise, what stands on its castle."""

    play: Play
    middle: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0
    standing: str = ""  # "castle", "king" or nothing
    player: str = "yellow"

    def to_table(self) -> Matrix:
        """From the kingdom's own squares (x right, y down from its top left) to the table."""
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        turn = np.array([[c, -s, self.middle[0]], [s, c, self.middle[1]], [0, 0, 1.0]])
        centre = np.array([[1, 0, -self.play.kingdom.width / 2], [0, 1, -self.play.kingdom.height / 2], [0, 0, 1.0]])
        return np.asarray(turn @ centre)

    def corners(self) -> Places:
        """The grid's outer corners on the table, clockwise from the kingdom's own top left."""
        width, height = self.play.kingdom.width, self.play.kingdom.height
        return moved(self.to_table(), np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64))


@dataclass(frozen=True)
class Scene:
    """Everything a photo shows, before a random number has decided its details."""

    kingdoms: tuple[Laid, ...]
    surface: str = "wood"
    stance: Stance = field(default_factory=Stance)
    light: Light = field(default_factory=Light)
    hand: Hand = field(default_factory=Hand)
    width: int = 1600  # pixels
    height: int = 1200
    fill: float = 0.8  # of the picture the kingdoms take up at most


@dataclass(frozen=True, eq=False)
class Truth:
    """What a photo shows: the kingdom's code, and its grid's corners (4, 2) in picture pixels."""

    code: str
    corners: Points


def render(scene: Scene, rng: Generator) -> tuple[Bgr, tuple[Truth, ...]]:
    """The photo, uint8 (height, width, 3), and the truth of each kingdom in the scene's order."""
    places = np.concatenate([laid.corners() for laid in scene.kingdoms])
    view = framed(places, scene.stance, scene.width, scene.height, scene.fill)
    image = _table(scene.surface, view, rng).astype(np.float32)
    gloss = np.zeros((scene.height, scene.width), np.float32)
    printed = draw_print(rng)
    for laid in scene.kingdoms:
        layer = _seen(laid, view, rng, replace(printed, player=laid.player), scene.hand)
        share = layer[..., 3:]
        image = image * (1 - share) + layer[..., :3]
        gloss = np.asarray(np.maximum(gloss, (share[..., 0] > 0.9)), np.float32)
    truths = tuple(
        Truth(str(laid.play.kingdom), view.to_picture(laid.corners()).astype(np.float32)) for laid in scene.kingdoms
    )
    return photographed(np.clip(image, 0, 255).astype(np.uint8), gloss, rng, scene.light), truths


def _table(kind: str, view: View, rng: Generator) -> Bgr:
    """The bare table in the picture."""
    frame = np.array([(0, 0), (view.width, 0), (view.width, view.height), (0, view.height)], np.float64)
    seen = view.to_table(frame)
    middle, extent = seen.mean(axis=0), min(WIDEST, float(np.ptp(seen, axis=0).max()) * 1.1)
    square_px = SURFACE_PX / extent
    top = surface(rng, SURFACE_PX, square_px=square_px, kind=kind)
    angle = float(rng.uniform(-0.3, 0.3))
    c, s = cos(angle) / square_px, sin(angle) / square_px
    half = SURFACE_PX / 2
    to_table = np.array([[c, -s, middle[0] - c * half + s * half], [s, c, middle[1] - s * half - c * half], [0, 0, 1]])
    return _warped(top, view.homography @ to_table, view, cv2.BORDER_REFLECT)


def _warped(picture: NDArray[np.uint8], matrix: Matrix, view: View, border: int) -> NDArray[np.uint8]:
    """A picture seen by the view; ``matrix`` takes its pixels (corners at whole numbers) to the photo's."""
    centred = (
        np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]]) @ matrix @ np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    )
    warped = cv2.warpPerspective(picture, centred, (view.width, view.height), flags=cv2.INTER_LINEAR, borderMode=border)
    return np.asarray(warped, np.uint8)


def _seen(laid: Laid, view: View, rng: Generator, printed: Print, hand: Hand) -> NDArray[np.float32]:
    """A kingdom in the picture: float32 (height, width, 4), colours already times alpha, alpha 0 to 1."""
    to_table = laid.to_table()
    square_px = _sharp_enough(view.to_picture(laid.corners()), laid)
    eye = _seen_from(view, to_table)
    patch = kingdom_patch(laid.play, rng, square_px, eye, printed=printed, standing=laid.standing, hand=hand)
    patch[..., :3] = (patch[..., :3] * (patch[..., 3:] / 255.0)).astype(np.uint8)
    to_squares = np.array([[1 / square_px, 0, -MARGIN], [0, 1 / square_px, -MARGIN], [0, 0, 1]])
    layer = _warped(patch, view.homography @ to_table @ to_squares, view, cv2.BORDER_CONSTANT).astype(np.float32)
    layer[..., 3] /= 255
    return layer


def _sharp_enough(corners: Places, laid: Laid) -> int:
    """Pixels a square for a drawing that loses nothing in the picture: those of its longest side."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    kingdom = laid.play.kingdom
    lengths = [kingdom.width, kingdom.height, kingdom.width, kingdom.height]
    return int(np.clip(np.ceil((sides / lengths).max()), 24, 320))


def _seen_from(view: View, to_table: Matrix) -> Eye:
    foot = moved(np.asarray(np.linalg.inv(to_table), np.float64), np.array([view.eye[:2]]))[0]
    return float(foot[0]), float(foot[1]), view.eye[2]


def draw_scene(rng: Generator, *, width: int = 1024, height: int = 768) -> Scene:
    """A random scene: one kingdom, sometimes two, any table, tilt up to 45 degrees, rotated less than 45."""
    grid = 5 if rng.random() < 0.7 else 7
    first = play(rng, grid=grid, complete=bool(rng.random() < 0.6))
    players = [str(player) for player in rng.permutation(list(PLAYERS))]
    kingdoms = [_draw_laid(rng, first, (0.0, 0.0), players[0])]
    if rng.random() < 0.2 and grid == 5:
        second = play(rng, grid=5, taken={laid.number for laid in first.laid})
        apart = (first.kingdom.width + second.kingdom.width) / 2 + float(rng.uniform(1.5, 3))
        kingdoms.append(_draw_laid(rng, second, (apart, float(rng.normal(0, 0.6))), players[1]))
    stance = Stance(
        tilt=min(45.0, abs(float(rng.normal(0, 18)))),
        heading=float(rng.normal(-90, 40)),
        roll=float(rng.normal(0, 5)),
        focal=float(rng.uniform(0.7, 1.1)),
    )
    hand = Hand(float(rng.uniform(0.004, 0.025)), float(rng.uniform(0.2, 1.0)))
    kind = str(rng.choice(list(SURFACES)))
    return Scene(tuple(kingdoms), kind, stance, draw_light(rng), hand, width, height, float(rng.uniform(0.55, 0.92)))


def _draw_laid(rng: Generator, played: Play, middle: tuple[float, float], player: str) -> Laid:
    turn = float(np.clip(rng.normal(0, 9), -28, 28))
    standing = str(rng.choice(["", "", "castle", "castle", "king"]))
    return Laid(played, middle, turn, standing, player)
