"""One kingdom as it lies on a table, drawn flat with everything round it see-through."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scoring.dominoes import DOMINOES
from scoring.terrain import CASTLE
from vision.photo.photo import Bgr
from vision.training.art.castles import Bgra, Eye, castle_standee, king_pawn
from vision.training.art.table_tops import lit
from vision.training.art.tiles import Print, domino, tile
from vision.training.synthesis.legal_play import Play

MARGIN = 2  # squares round the kingdom, for shadows and for the castle to lean over
THICKNESS = 0.055  # of a tile, in squares
FACE = 0.985  # of its place that a tile covers
CARDBOARD = (150, 168, 178)


@dataclass(frozen=True)
class Hand:
    """How carefully the dominoes were laid: spreads in squares and degrees."""

    drift: float = 0.012
    twist: float = 0.5


@dataclass(frozen=True, eq=False)
class Piece:
    """A tile's printed face and where it lies: its middle in squares, its turn in degrees clockwise."""

    face: Bgr
    middle: tuple[float, float]
    turn: float
    wide: int  # squares

    def outline(self, grow: float = 0.0) -> NDArray[np.float64]:
        """The corners (4, 2) in squares, top left of the face first."""
        half = np.array([self.wide * FACE / 2 + grow, FACE / 2 + grow])
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        return np.asarray(corners @ np.array([[c, s], [-s, c]]) + np.array(self.middle), np.float64)


def kingdom_patch(
    play: Play, rng: Generator, square_px: int, eye: Eye, *, printed: Print, standing: str = "", hand: Hand = Hand()
) -> Bgra:
    """The kingdom with its cut edges, shadows and what stands on the castle ("castle", "king" or nothing).

    Seen from ``eye`` (x, y from the kingdom's top left, z, in squares); MARGIN clear squares on all sides;
    uint8 ((rows + 2 * MARGIN) * square_px, (cols + 2 * MARGIN) * square_px, 4).
    """
    pieces = _pieces(play, rng, square_px, printed, hand)
    rows, cols = play.kingdom.height + 2 * MARGIN, play.kingdom.width + 2 * MARGIN
    lamp = float(rng.uniform(0, 2 * np.pi))
    patch = _shadows(pieces, rng, (rows * square_px, cols * square_px), square_px, lamp)
    for piece in pieces:
        patch = _with_side(patch, piece, eye, square_px)
    for piece in pieces:
        patch = _with_face(patch, piece, square_px, lamp)
    if standing:
        patch = _with_standing(patch, play, rng, square_px, eye, printed, standing)
    return patch


def _pieces(play: Play, rng: Generator, square_px: int, printed: Print, hand: Hand) -> list[Piece]:
    (castle_at,) = [position for position, square in play.kingdom.squares() if square.is_castle]
    castle = tile(CASTLE, rng, square_px, printed=printed)
    pieces = [Piece(castle, (castle_at[1] + 0.5, castle_at[0] + 0.5), float(rng.integers(4)) * 90, 1)]
    for laid in play.laid:
        (row, col), (other_row, other_col) = laid.squares
        turn = float(np.degrees(np.arctan2(other_row - row, other_col - col)))
        middle = ((col + other_col + 1) / 2, (row + other_row + 1) / 2)
        pieces.append(Piece(domino(DOMINOES[laid.number - 1], rng, square_px, printed=printed), middle, turn, 2))
    return [_nudged(piece, rng, hand) for piece in pieces]


def _nudged(piece: Piece, rng: Generator, hand: Hand) -> Piece:
    dx, dy = rng.normal(0, hand.drift, 2).tolist()
    middle = (piece.middle[0] + dx, piece.middle[1] + dy)
    return replace(piece, middle=middle, turn=piece.turn + float(rng.normal(0, hand.twist)))


def _pixels(places: NDArray[np.float64], square_px: int) -> NDArray[np.int32]:
    return np.round((places + MARGIN) * square_px * 16).astype(np.int32)


def _shadows(pieces: list[Piece], rng: Generator, shape: tuple[int, int], square_px: int, lamp: float) -> Bgra:
    """A clear patch with the tiles' shadow on the table: tight where they touch it, soft away from a lamp."""
    depth = np.zeros(shape, np.float32)
    away = np.array([cos(lamp), sin(lamp)]) * THICKNESS
    for grow, shift, soft, dark in ((0.01, 0.4, 0.02, 110.0), (0.0, float(rng.uniform(0.6, 2.2)), 0.05, 90.0)):
        layer = np.zeros(shape, np.uint8)
        for piece in pieces:
            cv2.fillPoly(layer, [_pixels(piece.outline(grow) + away * shift, square_px)], 255, cv2.LINE_AA, 4)
        blurred = np.asarray(cv2.GaussianBlur(layer, (0, 0), soft * square_px), np.float32)
        depth = np.maximum(depth, blurred * np.float32(dark / 255))
    return np.dstack([np.zeros((*shape, 3), np.float32), depth]).astype(np.uint8)


def _with_side(patch: Bgra, piece: Piece, eye: Eye, square_px: int) -> Bgra:
    """The patch with a tile's cut cardboard edge, where the eye sees it below the face."""
    top = piece.outline()
    foot = np.array(eye[:2])
    base = foot + (top - foot) * (eye[2] / (eye[2] + THICKNESS))
    hull = cv2.convexHull(np.concatenate([top, base]).astype(np.float32))
    solid = patch.copy()
    cv2.fillPoly(
        solid, [_pixels(np.asarray(hull, np.float64).reshape(-1, 2), square_px)], (*CARDBOARD, 255), cv2.LINE_AA, 4
    )
    return solid


def _with_face(patch: Bgra, piece: Piece, square_px: int, lamp: float) -> Bgra:
    """The patch with a tile's printed face, its rim rounded and lit from the lamp."""
    face = _rimmed(piece.face, lamp + radians(-piece.turn))
    high, wide = face.shape[:2]
    corners = ((piece.outline() + MARGIN) * square_px).astype(np.float32)
    low = np.floor(corners.min(axis=0)).astype(int) - 1
    size = np.ceil(corners.max(axis=0)).astype(int) + 2 - low
    sources = np.array([(0, 0), (wide, 0), (wide, high)], np.float32)
    move = cv2.getAffineTransform(sources - 0.5, (corners[:3] - low - 0.5).astype(np.float32))
    sheet = cv2.warpAffine(face, move, (int(size[0]), int(size[1])), flags=cv2.INTER_AREA)
    return _over(patch, np.asarray(sheet, np.uint8), int(low[0]), int(low[1]))


def _rimmed(face: Bgr, lamp: float) -> Bgra:
    """A printed face with its rounded rim: bright towards the lamp, dark away from it."""
    high, wide = face.shape[:2]
    radius = max(2, round(0.035 * high))
    mask = np.zeros((high, wide), np.uint8)
    cv2.rectangle(mask, (radius, radius), (wide - 1 - radius, high - 1 - radius), 255, -1)
    mask = np.asarray(cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1,) * 2)), np.uint8)
    hill = np.asarray(
        cv2.GaussianBlur(cv2.copyMakeBorder(mask, 8, 8, 8, 8, cv2.BORDER_CONSTANT), (0, 0), radius / 2), np.float32
    )
    slope = cos(lamp) * np.gradient(hill, axis=1) + sin(lamp) * np.gradient(hill, axis=0)
    field = np.clip(slope[8:-8, 8:-8] / 255 * radius * 0.55, -0.35, 0.5) - 0.25 * (1 - hill[8:-8, 8:-8] / 255)
    return np.dstack([lit(face, np.asarray(field, np.float32)), mask])


def _over(patch: Bgra, sheet: Bgra, left: int, top: int) -> Bgra:
    """The patch, drawn on in place, with a see-through sheet laid on it; what sticks out is cut."""
    rows = slice(max(0, top), min(patch.shape[0], top + sheet.shape[0]))
    cols = slice(max(0, left), min(patch.shape[1], left + sheet.shape[1]))
    over = sheet[rows.start - top : rows.stop - top, cols.start - left : cols.stop - left].astype(np.float32)
    under = patch[rows, cols].astype(np.float32)
    share = over[..., 3:] / 255
    alpha = share + under[..., 3:] / 255 * (1 - share)
    colour = (over[..., :3] * share + under[..., :3] * under[..., 3:] / 255 * (1 - share)) / np.maximum(alpha, 1e-6)
    patch[rows, cols] = np.dstack([colour, alpha * 255]).astype(np.uint8)
    return patch


def _with_standing(
    patch: Bgra, play: Play, rng: Generator, square_px: int, eye: Eye, printed: Print, standing: str
) -> Bgra:
    (at,) = [position for position, square in play.kingdom.squares() if square.is_castle]
    near = (eye[0] - at[1] - 0.5, eye[1] - at[0] - 0.5, eye[2])
    if standing == "castle":
        sheet = castle_standee(rng, square_px, eye=near, player=printed.player, reach=2)
    else:
        sheet = king_pawn(rng, square_px, eye=near, player=printed.player)
    reach = (sheet.shape[0] // square_px - 1) // 2
    return _over(patch, sheet, (at[1] - reach + MARGIN) * square_px, (at[0] - reach + MARGIN) * square_px)
