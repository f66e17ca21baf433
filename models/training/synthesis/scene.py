"""Compose photos of kingdoms on a drawn table, with tiles of any tile set and exact truth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import Bgra
from models.training.art.castles import castle_standee
from models.training.art.table_tops import lit, surface
from models.training.art.things import WIDE, reaching_hand, thing
from models.training.pictures.editions import Drawn, Edition
from models.training.synthesis.camera import Camera, Matrix, Places, Stance, frame, outline, pose, project
from models.training.synthesis.layout import (
    Drawing,
    FlatKingdom,
    Piece,
    Placed,
    Standing,
    domino_piece,
    nudge,
    stray_piece,
)
from models.training.synthesis.legal_play import Play
from models.training.synthesis.light import Light, Values, photograph
from vision.photo.photo import Bgr, Points

FINEST_PX = 320  # side of a square of a flat kingdom, at most
SHARPER = 1.25  # resolution of a flat kingdom relative to the picture
CLOTH_PX, CLOTH_SQUARES = 1024, 16  # a table top that is drawn for a scene; beyond it the picture is mirrored
FLAT_PX = 1536  # side of the table before a camera sees it; beyond it the picture is mirrored
LOOSE_PX = 128  # a square of a loose domino
WIDEST = 24.0  # squares of table in the picture, at most

Shares = NDArray[np.float32]  # (height, width), 0 to 1
Spot = tuple[float, float, float]  # x and y on the table in squares, turned clockwise by radians


@dataclass(frozen=True)
class Laid:
    """A kingdom on the table: its middle in squares, its turn in degrees clockwise, its castle's player."""

    play: Play
    middle: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0
    standing: bool = False  # a castle on its tile
    player: str = "yellow"

    @property
    def shape(self) -> tuple[int, int]:
        return self.play.kingdom.height, self.play.kingdom.width

    def pose(self) -> Matrix:
        """Return the map from the kingdom's own squares (x right, y down from its top left) to the table."""
        return pose(self.middle, radians(self.turn), self.shape)

    def corners(self) -> Places:
        """Return the grid's outer corners on the table, clockwise from the kingdom's own top left."""
        return project(self.pose(), outline(self.shape))


@dataclass(frozen=True)
class Scene:
    """Everything in a photo, before random numbers decide its details."""

    kingdoms: tuple[Laid, ...]
    camera: Camera
    table: str  # one of SURFACES
    light: Light
    drift: float = 0.012  # squares, usual offset of dominoes
    hand: bool = False  # a hand over the border of the first kingdom
    loose: tuple[Spot, ...] = ()  # where single dominoes of no kingdom lie
    back: Callable[[Generator, int], Bgr] | None = None  # draws the backs of loose dominoes, instead of faces
    things: tuple[tuple[str, Spot], ...] = ()  # cups, phones and others of THINGS, and where
    cloth: Callable[[Generator, int], Bgr] | None = None  # draws the table top, so many pixels a side, instead

    @staticmethod
    def frame(
        kingdoms: tuple[Laid, ...], table: str, stance: Stance, light: Light, size: tuple[int, int], fill: float
    ) -> Scene:
        """Return a scene whose kingdoms fill at most ``fill`` of a photo of (width, height) pixels."""
        places = np.concatenate([each.corners() for each in kingdoms])
        return Scene(kingdoms, frame(places, stance, *size, fill), table, light)


def render(
    scene: Scene, rng: Generator, draw_box: Callable[[Generator], Edition] = Drawn.box
) -> tuple[Bgr, list[Points]]:
    """Render the photo, all tiles of one box.

    Returns:
        The photo, uint8 (height, width, 3), and the corners (4, 2) of each kingdom's grid in it, clockwise from the
        kingdom's own top left.
    """
    image = _table(scene, rng)
    placed = list(_place_kingdoms(scene, rng, draw_box))
    strays = _loose(scene, rng, draw_box)
    for each in (*placed, *strays):
        image = overlay_kingdom(image, each, rng)
    for kind, spot in scene.things:
        image = _put_down(rng, image, kind, scene.camera.on(pose(spot[:2], spot[2])))
    tiles = [each.project_mask() for each in (*placed, *strays)]
    gloss = np.max(tiles, axis=0)[..., None].astype(np.float32) if tiles else None
    if scene.hand:
        image = with_hand(rng, image, placed[0])
    corners = [each.corners().astype(np.float32) for each in placed]
    return photograph(image, scene.light, rng, gloss=gloss), corners


def _table(scene: Scene, rng: Generator) -> Bgr:
    """Draw the table as the camera sees it."""
    camera = scene.camera
    if scene.cloth is not None:
        return _spread_under(rng, scene.cloth(rng, CLOTH_PX), CLOTH_PX / CLOTH_SQUARES, camera)
    breadth = float(np.ptp(camera.to_plane(outline((camera.height, camera.width))), axis=0).max())
    px = FLAT_PX / min(WIDEST, 1.1 * breadth)  # squares of the table along its longer side, and a little more
    return _spread_under(rng, surface(rng, FLAT_PX, square_px=px, kind=scene.table), px, camera)


def _spread_under(rng: Generator, flat: Bgr, px: float, camera: Camera) -> Bgr:
    """Project a square table top, drawn from above with ``px`` to a domino's square, into the camera's view."""
    side = len(flat)
    seen = camera.to_plane(outline((camera.height, camera.width)))
    to_squares = np.diag([1 / px, 1 / px, 1.0]) @ np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    to_table = pose(seen.mean(axis=0), rng.uniform(-0.3, 0.3), (side / px, side / px))
    to_pixels = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    matrix = to_pixels @ camera.homography @ to_table @ to_squares
    size = (camera.width, camera.height)
    return np.asarray(cv2.warpPerspective(flat, matrix, size, borderMode=cv2.BORDER_REFLECT), np.uint8)


def _put_down(rng: Generator, image: Bgr, kind: str, camera: Camera) -> Bgr:
    """Draw an object whose top left corner is at the origin of the camera's plane."""
    step = camera.step_px(np.zeros(2))
    px = round(float(np.clip(step * SHARPER, 8, FINEST_PX)))
    return _overlay_drawing(image, Drawing(thing(rng, px, kind), px, 0), camera, step, rng)


def overlay_kingdom(image: Bgr, placed: Placed, rng: Generator) -> Bgr:
    """Draw the kingdom and its shadow over the picture of the table."""
    flat = placed.flat.draw(float(np.clip(placed.step_px * SHARPER, 8, FINEST_PX)), placed.camera.eye)
    return _overlay_drawing(image, flat, placed.camera, placed.step_px, rng)


def _overlay_drawing(image: Bgr, flat: Drawing, camera: Camera, step: float, rng: Generator) -> Bgr:
    """Draw a board and its shadow over the picture; ``step`` pixels of the drawing are one square."""
    # canvas pixel centres -> board points -> picture pixel centres
    to_board = np.diag([1 / flat.step, 1 / flat.step, 1.0]) @ np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    to_board[:2, 2] -= flat.margin
    to_pixels = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    size = (image.shape[1], image.shape[0])
    thin = flat.picture.copy()
    thin[..., :3] = cv2.multiply(flat.picture[..., :3], cv2.merge([flat.picture[..., 3]] * 3), scale=1 / 255)
    seen = cv2.warpPerspective(thin, to_pixels @ camera.homography @ to_board, size).astype(np.float32)
    alpha = np.asarray(seen[..., 3] / 255, np.float32)
    ground = cast_shadow(rng, image, alpha, 0.06 * step, max(0.4, 0.05 * step), (0.1, 0.6))
    return np.asarray((ground * (1 - alpha[..., None]) + seen[..., :3]).clip(0, 255), np.uint8)


def cast_shadow(
    rng: Generator, ground: Bgr, alpha: Shares, shift_px: float, blur_px: float, depth: tuple[float, float]
) -> Values:
    """Darken the ground beside an object by its soft shadow.

    Args:
        rng: Draws the shadow's offset, with ``shift_px`` of spread, and how much of the light it takes.
        ground: The picture below the object.
        alpha: (height, width), how much the object covers of it, 0 to 1.
        shift_px: Spread of the offset of the shadow.
        blur_px: Softness of the shadow.
        depth: Least and greatest share of the light that it takes.
    """
    x, y = rng.normal(0, shift_px, 2)
    cast = cv2.warpAffine(alpha, np.array([[1, 0, x], [0, 1, y]]), alpha.shape[::-1])
    shadow = cv2.GaussianBlur(cast, (0, 0), blur_px)
    return np.asarray(ground * (1 - rng.uniform(*depth) * np.clip(shadow - alpha, 0, 1))[..., None])


def with_hand(rng: Generator, image: Bgr, placed: Placed, hands: Sequence[Bgra] = ()) -> Bgr:
    """Draw a hand on the border of a kingdom: one of those given, or a new one."""
    rows, columns = placed.flat.shape
    along = rng.uniform(0, 1)
    border = [(along * columns, 0.0), (along * columns, rows), (0.0, along * rows), (columns, along * rows)]
    tip = placed.camera.to_picture(np.array([border[rng.integers(4)]], np.float64))[0]
    step = placed.step_px
    hand = hands[int(rng.integers(len(hands)))] if hands else reaching_hand(rng, max(8, round(step)))
    return _overlay_arm(rng, image, hand, tip, step)


def _overlay_arm(rng: Generator, image: Bgr, hand: Bgra, tip: Places, step: float) -> Bgr:
    """Draw an arm from outside whose fingers end about ``tip``; ``step`` pixels are one square."""
    size = np.array(image.shape[1::-1])
    zoom = step / (hand.shape[1] / WIDE) * rng.uniform(0.8, 1.5)
    away = tip - size / 2 + rng.normal(0, 0.25 * size, 2)  # the arm comes from there
    turn = float(np.arctan2(-away[0], away[1]))
    move = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0]]) * zoom
    at = np.array([hand.shape[1] / 2, rng.uniform(0.2, 2.5) * hand.shape[1] / WIDE])
    move[:, 2] = tip - move[:, :2] @ at
    over = cv2.warpAffine(hand, move, size.tolist(), flags=cv2.INTER_LINEAR).astype(np.float32)
    cover = over[..., 3:] / 255
    shadow = cv2.GaussianBlur(over[..., 3] / 255, (0, 0), max(0.5, 0.15 * step))[..., None]
    ground = image * (1 - rng.uniform(0.1, 0.5) * np.clip(shadow - cover, 0, 1))
    return np.asarray((ground * (1 - cover) + over[..., :3] * cover).clip(0, 255), np.uint8)


def _place_kingdoms(scene: Scene, rng: Generator, draw_box: Callable[[Generator], Edition]) -> Iterator[Placed]:
    """Yield the kingdoms, all of one box."""
    edition, lamp = draw_box(rng), float(rng.uniform(0, 2 * np.pi))
    for laid in scene.kingdoms:
        camera = scene.camera.on(laid.pose())
        px = round(np.clip(camera.step_px(outline(laid.shape).mean(0)) * SHARPER, 24, FINEST_PX))
        kingdom = laid.play.kingdom
        (castle,) = [position for position, square in kingdom.squares() if square.is_castle]
        pieces = [Piece(_add_rim(edition.start_tile(rng, px, laid.player), lamp), np.ones((1, 1), bool), castle)]
        pieces += [
            domino_piece(_add_rim(edition.domino(rng, px, each.number), lamp), *each.squares) for each in laid.play.laid
        ]
        standing = (_standing(rng, laid, castle, camera, px),) if laid.standing else ()
        tiled = np.array([[not square.is_empty for square in row] for row in kingdom.rows])
        nudges = tuple(nudge(rng, piece, scene.drift) for piece in pieces)
        yield Placed(FlatKingdom(nudges, tiled, standing, thick=True), camera)


def _add_rim(face: Bgr, lamp: float) -> Bgr:
    """Draw the rounded rim of a printed face: bright towards the lamp, dark away from it."""
    inner = np.zeros(face.shape[:2], np.float32)
    rim = max(2, round(0.035 * face.shape[0]))
    inner[rim:-rim, rim:-rim] = 1
    hill = np.asarray(cv2.GaussianBlur(inner, (0, 0), rim / 2), np.float32)
    slope = cos(lamp) * np.gradient(hill, axis=1) + sin(lamp) * np.gradient(hill, axis=0)
    return lit(face, np.asarray(np.clip(slope * rim * 0.55, -0.35, 0.5) - 0.25 * (1 - hill), np.float32))


def _standing(rng: Generator, laid: Laid, cell: tuple[int, int], camera: Camera, px: int) -> Standing:
    """Draw the castle on its tile, as the camera over the kingdom sees it."""
    x, y, height = camera.eye
    eye = (x - cell[1] - 0.5, y - cell[0] - 0.5, height)
    return Standing(castle_standee(rng, px, eye=eye, player=laid.player, reach=2), cell, reach=2)


def _loose(scene: Scene, rng: Generator, draw_box: Callable[[Generator], Edition]) -> list[Placed]:
    """Place single dominoes that no kingdom has, where the scene wants them."""
    left_over = sorted({*range(1, 49)} - {domino.number for each in scene.kingdoms for domino in each.play.laid})
    numbers = rng.permutation(left_over)[: len(scene.loose)].tolist() if scene.loose else []
    if not numbers:
        return []
    edition, placed = draw_box(rng), []
    for number, (x, y, turn) in zip(numbers, scene.loose, strict=False):
        seen = scene.back(rng, LOOSE_PX) if scene.back else edition.domino(rng, LOOSE_PX, number)
        piece = stray_piece(seen)
        placed.append(Placed(piece, scene.camera.on(pose((x, y), turn, (1, 2))), loose=True))
    return placed
