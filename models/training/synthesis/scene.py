"""Photos of kingdoms on a table, of our own tiles or of real ones, with the exact truth of what lies in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.random import Generator

from models.training.art.castles import castle_standee, king_pawn
from models.training.art.expansions import giant_piece, tile_piece, token_piece
from models.training.art.foreign_boards import foreign_board
from models.training.art.table_tops import GROUNDS, SURFACES, lit, surface
from models.training.art.things import WIDE, reaching_hand, thing
from models.training.pictures.editions import Drawn, Edition
from models.training.pictures.textures import Bgra, TextureBank
from models.training.synthesis.camera import Camera, Matrix, Places, Stance, framed, moved, outline, pose
from models.training.synthesis.layout import Drawing, FlatKingdom, Piece, Placed, Standing, nudged, stray_piece
from models.training.synthesis.legal_play import Play
from models.training.synthesis.light import DAYLIGHT, Light, photographed
from scoring.dominoes.legality import PlacedDomino
from scoring.kingdom import Kingdom
from scoring.pieces import NO_PIECES, Pieces
from vision.photo.photo import Bgr, Points

FINEST_PX = 320  # a square of a flat kingdom before a camera sees it
SHARPER = 1.25  # than the picture: a flat kingdom
CLOTH_PX, CLOTH_SQUARES = 1024, 16  # a table top that is drawn for a scene; beyond it the picture is mirrored

FLAT_PX = 1536  # side of the table before a camera sees it; beyond it the picture is mirrored
WIDEST = 24.0  # squares of table that picture covers at most
REAL, FOREIGN = "real", "foreign board"
TABLES = (REAL, FOREIGN, *SURFACES, *GROUNDS)
PIECE_PX = 192  # a square on which a piece of another box lies

Spot = tuple[float, float, float]  # x and y on the table in squares, turned clockwise by radians


@dataclass(frozen=True)
class Laid:
    """A kingdom on the table: its middle in squares, its turn in degrees clockwise, what stands on it."""

    play: Play
    middle: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0
    standing: str = ""  # on the castle's square: "castle", "king" or nothing
    player: str = "yellow"
    kings: int = 0  # more of them, on any squares
    pieces: Pieces = NO_PIECES  # of other boxes, on its squares

    @property
    def shape(self) -> tuple[int, int]:
        return self.play.kingdom.height, self.play.kingdom.width

    def pose(self) -> Matrix:
        """From the kingdom's own squares (x right, y down from its top left) to the table."""
        return pose(self.middle, radians(self.turn), self.shape)

    def corners(self) -> Places:
        """The grid's outer corners on the table, clockwise from the kingdom's own top left."""
        return moved(self.pose(), outline(self.shape))


@dataclass(frozen=True)
class Scene:
    """Everything a photo shows, before a random number has decided its details."""

    kingdoms: tuple[Laid, ...]
    camera: Camera
    table: str | None = "wood"  # one of TABLES; None: any
    light: Light = DAYLIGHT
    drift: float = 0.012  # of a square: how far dominoes lie from their places as a rule
    hand: bool = False  # over the border of the first kingdom
    undrafted: bool = False  # undrafted dominoes, beside the last kingdom
    loose: tuple[Spot, ...] = ()  # where single dominoes of no kingdom lie
    things: tuple[tuple[str, Spot], ...] = ()  # cups, phones and others of THINGS, and where
    cloth: Callable[[Generator, int], Bgr] | None = None  # draws the table top, so many pixels a side, instead

    @staticmethod
    def framed(
        kingdoms: tuple[Laid, ...],
        table: str,
        stance: Stance,
        light: Light,
        size: tuple[int, int] = (1600, 1200),
        fill: float = 0.8,
    ) -> Scene:
        """Kingdoms that take up no more than ``fill`` of a photo of (width, height) pixels."""
        places = np.concatenate([each.corners() for each in kingdoms])
        return Scene(kingdoms, framed(places, stance, *size, fill), table, light)


@dataclass(frozen=True, eq=False)
class Truth:
    """A kingdom in a photo, and its grid's corners (4, 2) in picture pixels, from its own top left clockwise."""

    kingdom: Kingdom
    corners: Points


def render(
    scene: Scene,
    rng: Generator,
    real: TextureBank | None = None,
    draw_box: Callable[[Generator], Edition] = Drawn.box,
) -> tuple[Bgr, tuple[Truth, ...]]:
    """The photo, uint8 (height, width, 3), and the truth of each kingdom in the scene's order.

    Tiles and tables are ``real`` ones where they are given; else tables are drawn, and tiles are those of a box.
    """
    image = _table(scene, rng, real)
    placed = list(_placed(scene, rng, real, draw_box))
    strays = _undrafted(rng, scene, placed[-1], real) if scene.undrafted and real else []
    strays += _loose(scene, rng, real, draw_box)
    for each in (*placed, *strays):
        image = laid_over(image, each, rng)
    for kind, spot in scene.things:
        image = _put_down(rng, image, kind, scene.camera.on(pose(spot[:2], spot[2])))
    tiles = [each.seen() for each in (*placed, *strays)]
    gloss = np.max(tiles, axis=0)[..., None].astype(np.float32) if tiles else None
    if scene.hand:
        image = with_hand(rng, image, placed[0])
    truths = tuple(
        Truth(laid.play.kingdom, each.corners().astype(np.float32))
        for laid, each in zip(scene.kingdoms, placed, strict=True)
    )
    return photographed(image, scene.light, rng, gloss=gloss), truths


def _table(scene: Scene, rng: Generator, real: TextureBank | None) -> Bgr:
    if scene.cloth is not None:
        return spread_under(rng, scene.cloth(rng, CLOTH_PX), CLOTH_PX / CLOTH_SQUARES, scene.camera)
    return seen_table(rng, scene.table, scene.camera, real.surfaces if real else ())


def seen_table(rng: Generator, kind: str | None, camera: Camera, real: Sequence[Bgr] = ()) -> Bgr:
    """A table of one of TABLES (any, if none is said) as the camera sees it; REAL is one of the ``real`` pieces."""
    breadth = float(np.ptp(camera.to_plane(outline((camera.height, camera.width))), axis=0).max())
    px = FLAT_PX / min(WIDEST, 1.1 * breadth)  # squares of the table along its longer side, and a little more
    return spread_under(rng, _table_top(rng, kind or str(rng.choice(list(TABLES))), px, real), px, camera)


def spread_under(rng: Generator, flat: Bgr, px: float, camera: Camera) -> Bgr:
    """A square table top, drawn from straight above with ``px`` to a domino's square, as the camera sees it."""
    side = len(flat)
    seen = camera.to_plane(outline((camera.height, camera.width)))
    to_squares = np.diag([1 / px, 1 / px, 1.0]) @ np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    to_table = pose(seen.mean(axis=0), rng.uniform(-0.3, 0.3), (side / px, side / px))
    to_pixels = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    matrix = to_pixels @ camera.homography @ to_table @ to_squares
    size = (camera.width, camera.height)
    return np.asarray(cv2.warpPerspective(flat, matrix, size, borderMode=cv2.BORDER_REFLECT), np.uint8)


def _table_top(rng: Generator, kind: str, px: float, real: Sequence[Bgr]) -> Bgr:
    """The table from straight above, ``px`` to a domino's square."""
    if kind == REAL and len(real):
        return _continued(rng, real[int(rng.integers(len(real)))])
    if kind != FOREIGN:
        return surface(rng, FLAT_PX, square_px=px, kind="wood" if kind == REAL else kind)
    table = surface(rng, FLAT_PX, square_px=px).copy()
    side = int(min(FLAT_PX - 2, px * rng.uniform(5, 11)))
    top, left = rng.integers(0, FLAT_PX - side, 2)
    table[top : top + side, left : left + side] = foreign_board(rng, side)
    return table


def _continued(rng: Generator, piece: Bgr) -> Bgr:
    """A real piece mirrored at its edges until it covers the table."""
    high, wide = piece.shape[:2]
    zoom = rng.uniform(0.7, 1.2)
    move = np.array([[zoom, 0, (FLAT_PX - zoom * wide) / 2], [0, zoom, (FLAT_PX - zoom * high) / 2]])
    return np.asarray(cv2.warpAffine(piece, move, (FLAT_PX, FLAT_PX), borderMode=cv2.BORDER_REFLECT), np.uint8)


def _put_down(rng: Generator, image: Bgr, kind: str, camera: Camera) -> Bgr:
    """The picture with a thing whose top left corner lies where the camera's plane begins."""
    step = camera.step_px(np.zeros(2))
    px = round(float(np.clip(step * SHARPER, 8, FINEST_PX)))
    return drawn_over(image, Drawing(thing(rng, px, kind), px, 0), camera, step, rng)


def laid_over(image: Bgr, placed: Placed, rng: Generator) -> Bgr:
    """The picture with the kingdom and its shadow on the table."""
    flat = placed.flat.drawn(float(np.clip(placed.step_px * SHARPER, 8, FINEST_PX)), placed.camera.eye)
    return drawn_over(image, flat, placed.camera, placed.step_px, rng)


def drawn_over(image: Bgr, flat: Drawing, camera: Camera, step: float, rng: Generator) -> Bgr:
    """The picture with a drawing of a board and its shadow on the table; ``step`` pixels of it are one square."""
    # canvas pixel centres -> board points -> picture pixel centres
    to_board = np.diag([1 / flat.step, 1 / flat.step, 1.0]) @ np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    to_board[:2, 2] -= flat.margin
    to_pixels = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    size = (image.shape[1], image.shape[0])
    thin = flat.picture.copy()
    thin[..., :3] = cv2.multiply(flat.picture[..., :3], cv2.merge([flat.picture[..., 3]] * 3), scale=1 / 255)
    seen = cv2.warpPerspective(thin, to_pixels @ camera.homography @ to_board, size).astype(np.float32)
    alpha = np.asarray(seen[..., 3] / 255, np.float32)
    shift = rng.normal(0, 0.06 * step, 2)
    cast = cv2.warpAffine(alpha, np.array([[1, 0, shift[0]], [0, 1, shift[1]]]), size)
    shadow = cv2.GaussianBlur(cast, (0, 0), max(0.4, 0.05 * step))
    ground = image * (1 - rng.uniform(0.1, 0.6) * np.clip(shadow - alpha, 0, 1))[..., None]
    return np.asarray((ground * (1 - alpha[..., None]) + seen[..., :3]).clip(0, 255), np.uint8)


def with_hand(rng: Generator, image: Bgr, placed: Placed, hands: Sequence[Bgra] = ()) -> Bgr:
    """The picture with a hand on the border of a kingdom: one of those given, or a new one."""
    rows, columns = placed.flat.shape
    along = rng.uniform(0, 1)
    border = [(along * columns, 0.0), (along * columns, rows), (0.0, along * rows), (columns, along * rows)]
    tip = placed.camera.to_picture(np.array([border[rng.integers(4)]], np.float64))[0]
    step = placed.step_px
    hand = hands[int(rng.integers(len(hands)))] if hands else reaching_hand(rng, max(8, round(step)))
    return _reached_over(rng, image, hand, tip, step)


def _reached_over(rng: Generator, image: Bgr, hand: Bgra, tip: Places, step: float) -> Bgr:
    """The picture with an arm from outside whose fingers end about ``tip``; ``step`` pixels are one square."""
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


@dataclass(frozen=True, eq=False)
class _DrawnBox:
    """A box's tiles and our own castles and kings, as one player's kingdom needs them."""

    rng: Generator
    edition: Edition
    player: str
    camera: Camera  # over the kingdom
    px: int  # a square
    lamp: float  # radians: where the light comes from
    thick = True

    def courtyard(self) -> Bgr:
        return self._rimmed(self.edition.start_tile(self.rng, self.px, self.player))

    def domino(self, number: int) -> Bgr:
        return self._rimmed(self.edition.domino(self.rng, self.px, number))

    def stands(self, what: str, cell: tuple[int, int]) -> Standing:
        x, y, height = self.camera.eye
        eye = (x - cell[1] - 0.5, y - cell[0] - 0.5, height)
        if what == "king":
            return Standing(king_pawn(self.rng, self.px, eye=eye, player=self.player), cell)
        return Standing(castle_standee(self.rng, self.px, eye=eye, player=self.player, reach=2), cell, reach=2)

    def _rimmed(self, face: Bgr) -> Bgr:
        """A printed face with its rounded rim: bright towards the lamp, dark away from it."""
        inner = np.zeros(face.shape[:2], np.float32)
        rim = max(2, round(0.035 * face.shape[0]))
        inner[rim:-rim, rim:-rim] = 1
        hill = np.asarray(cv2.GaussianBlur(inner, (0, 0), rim / 2), np.float32)
        slope = cos(self.lamp) * np.gradient(hill, axis=1) + sin(self.lamp) * np.gradient(hill, axis=0)
        return lit(face, np.asarray(np.clip(slope * rim * 0.55, -0.35, 0.5) - 0.25 * (1 - hill), np.float32))


@dataclass(frozen=True, eq=False)
class _RealBox:
    """The close-ups of the dominoes, castle squares that were photographed, castles cut from boards or drawn."""

    rng: Generator
    bank: TextureBank
    thick = False

    def courtyard(self) -> Bgr:
        return self.bank.castles[self.rng.integers(len(self.bank.castles))]

    def domino(self, number: int) -> Bgr:
        return self.bank.dominoes[number - 1]

    def stands(self, what: str, cell: tuple[int, int]) -> Standing:
        sheets = self.bank.kings if what == "king" else self.bank.standees
        return Standing(sheets[self.rng.integers(len(sheets))], cell)


def _placed(
    scene: Scene, rng: Generator, real: TextureBank | None, draw_box: Callable[[Generator], Edition]
) -> Iterator[Placed]:
    """The kingdoms, all of one box."""
    edition, lamp = draw_box(rng), float(rng.uniform(0, 2 * np.pi))
    for laid in scene.kingdoms:
        camera = scene.camera.on(laid.pose())
        px = round(np.clip(camera.step_px(outline(laid.shape).mean(0)) * SHARPER, 24, FINEST_PX))
        drawn = _DrawnBox(rng, edition, laid.player, camera, px, lamp)
        yield Placed(_flat(rng, laid, _RealBox(rng, real) if real else drawn, scene.drift), camera)


def _flat(rng: Generator, laid: Laid, box: _DrawnBox | _RealBox, drift: float) -> FlatKingdom:
    kingdom = laid.play.kingdom
    tiled = np.array([[not square.is_empty for square in row] for row in kingdom.rows])
    (castle,) = [position for position, square in kingdom.squares() if square.is_castle]
    pieces = [Piece(box.courtyard(), np.ones((1, 1), bool), castle)]
    pieces += [_piece(box.domino(placed.number), placed) for placed in laid.play.laid]
    standing = [box.stands(laid.standing, castle)] if laid.standing else []
    standing += _lying_on(rng, laid)
    for _ in range(laid.kings):
        row, column = rng.permutation(np.argwhere(tiled))[0].tolist()
        standing.append(box.stands("king", (row, column)))
    return FlatKingdom(tuple(nudged(rng, piece, drift) for piece in pieces), tiled, tuple(standing), box.thick)


def _lying_on(rng: Generator, laid: Laid) -> Iterator[Standing]:
    """The pieces of other boxes on a kingdom's squares."""
    pieces, kingdom = laid.pieces, laid.play.kingdom
    for cell in sorted(pieces.tokens):
        terrain = kingdom[cell].terrain
        if terrain is not None:
            yield Standing(token_piece(rng, PIECE_PX, terrain), cell, reach=0)
    for cell, building in pieces.buildings:
        yield Standing(tile_piece(rng, PIECE_PX, building), cell, reach=0)
    for cell, who in pieces.characters:
        yield Standing(tile_piece(rng, PIECE_PX, who), cell, reach=0)
    for cell, number in pieces.giants:
        for _ in range(number):
            yield Standing(giant_piece(rng, PIECE_PX), cell, reach=0)


def _piece(texture: Bgr, placed: PlacedDomino) -> Piece:
    """The domino's picture turned so that its halves lie where they were laid."""
    first, second = placed.squares
    turns = {(0, 1): 0, (-1, 0): 1, (0, -1): 2, (1, 0): 3}[second[0] - first[0], second[1] - first[1]]
    shape = (1, 2) if first[0] == second[0] else (2, 1)
    return Piece(np.ascontiguousarray(np.rot90(texture, turns)), np.ones(shape, bool), min(first, second))


def _undrafted(rng: Generator, scene: Scene, beside: Placed, bank: TextureBank) -> list[Placed]:
    """Four undrafted dominoes of the box, one below the other at the right."""
    laid = {domino.number for each in scene.kingdoms for domino in each.play.laid}
    left_over = sorted({*range(1, 49)} - laid)
    numbers = rng.choice(left_over, min(4, len(left_over)), replace=False)
    columns = beside.flat.shape[1]
    return [
        beside.beside(stray_piece(bank.dominoes[number - 1]), (columns + 0.8, 1.2 * index))
        for index, number in enumerate(numbers.tolist())
    ]


def _loose(
    scene: Scene, rng: Generator, real: TextureBank | None, draw_box: Callable[[Generator], Edition]
) -> list[Placed]:
    """Single dominoes that no kingdom has, where the scene wants them."""
    left_over = sorted({*range(1, 49)} - {domino.number for each in scene.kingdoms for domino in each.play.laid})
    numbers = rng.permutation(left_over)[: len(scene.loose)].tolist() if scene.loose else []
    if not numbers:
        return []
    edition, px = draw_box(rng), 128
    placed = []
    for number, (x, y, turn) in zip(numbers, scene.loose, strict=False):
        picture = real.dominoes[number - 1] if real else edition.domino(rng, px, number)
        placed.append(Placed(stray_piece(picture), scene.camera.on(pose((x, y), turn, (1, 2))), loose=True))
    return placed
