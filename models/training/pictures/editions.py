"""Tile sets: their squares as patches, and boxes that supply tiles to a table.

The newer official art and the redraws by hobbyists are flat pictures, so printing is simulated, once for each box.
Layout and labels are documented in ``editions/README.md`` and ``styles/README.md`` of the data folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.tiles import Print, domino, draw_print, tile
from models.training.pictures.labels import KIND_OF, labels_in, name_of, read
from scoring.boxes import DOMINOES
from scoring.terrain import CASTLE
from vision.photo.photo import Bgr
from vision.squares.classify import KIND_NAMES, KINDS

NEWER_FOLDER = "new-edition"
FACE_PX = 96  # most pixels a side of a square in a patch
PRINTS = 6  # simulated prints of the newer tile set
REDRAWN_PRINTS = 3
NOT_CROWNS = ("flat-drawn", "paint-stars")  # styles with rings and stars for crowns, whose crowned squares are left out

COLOURS = ("blue", "green", "pink", "yellow")
STYLE_PX = 96  # side of a square in the pictures of painted styles
STYLE_STARTS = ("yellow", "pink", "green", "blue", "brown")  # colours of the start tiles, from the left
STYLE_BOXES, IN_A_ROW = 8, 6  # whole boxes for evaluation; dominoes side by side in their pictures
BRICK_PLACES = (np.s_[:22, :26], np.s_[:22, -26:])  # of a start tile of 100 pixels, beside the castle's front

Mask = NDArray[np.bool_]


def simulate_print(face: Bgr, rng: Generator) -> Bgr:
    """Simulate a print of a flat file: usually brighter, more or less colourful, slightly yellower."""
    values = (face.astype(np.float32) / 255) ** np.float32(np.exp(rng.normal(-0.2, 0.22)))
    grey = values.mean(2, keepdims=True)
    values = grey + (values - grey) * np.float32(rng.uniform(0.7, 1.2))
    gains = np.exp(rng.normal(0, 0.05, 3) + np.array([-0.06, 0.02, 0.02]) * rng.uniform(-0.5, 2.0))
    return np.asarray((values * gains * rng.uniform(0.95, 1.15) * 255).clip(0, 255), np.uint8)


@cache
def newer_dominoes(data: Path) -> list[Bgr]:
    """Load the faces of the newer edition's 48 dominoes, first half left: (100, 200, 3) each; none without the data."""
    folder = data / "editions" / NEWER_FOLDER
    if not folder.is_dir():
        return []
    halves = [[next(folder.glob(f"d{each.number:02d}{side}-*.png")) for side in "lr"] for each in DOMINOES]
    return [np.concatenate([read(path) for path in paths], 1) for paths in halves]


def newer_start_tile(data: Path, colour: str, rng: Generator) -> Bgr:
    """Load the newer edition's start tile of a colour, (100, 100, 3): half of them bare bricks."""
    face = read(data / "editions" / NEWER_FOLDER / f"castle-{colour}.png")
    return _bricks(face, rng) if rng.random() < 0.5 else face


def _bricks(face: Bgr, rng: Generator) -> Bgr:
    """Draw a wall of bricks in the tones around the castle's front: no picture shows what is under the castle."""
    seen = np.concatenate([face[place].reshape(-1, 3) for place in BRICK_PLACES]).astype(np.float32)
    tones = seen[np.argsort(seen.sum(1))]
    side = face.shape[0]
    wall = np.empty((side, side, 3), np.float32)
    wall[:] = tones[: len(tones) // 8].mean(0)
    course = side / int(rng.integers(8, 13))
    for row, top in enumerate(np.arange(0.0, side, course).tolist()):
        left = -rng.uniform(0, 1) * course - (row % 2) * course
        while left < side:
            wide = course * rng.uniform(1.0, 2.2)
            tone = tones[int(len(tones) * rng.uniform(0.35, 0.95))]
            _brick(wall, (left + 0.6, top + 0.6), (left + wide - 0.9, top + course - 0.9), tone)
            left += wide
    return np.asarray(wall.clip(0, 255), np.uint8)


def _brick(wall: NDArray[np.float32], start: tuple[float, float], end: tuple[float, float], tone: object) -> None:
    """Draw one brick with a lighter upper edge."""
    colour = np.asarray(tone, np.float32)
    corners = np.rint(np.array([start, end]) * 16).astype(int)
    cv2.rectangle(wall, corners[0].tolist(), corners[1].tolist(), (colour * 0.85).tolist(), -1, cv2.LINE_AA, 4)
    inner = corners[1] - np.array([8, 20])
    cv2.rectangle(wall, (corners[0] + 6).tolist(), inner.tolist(), (colour * 1.08).tolist(), -1, cv2.LINE_AA, 4)


def newer_windows(data: Path, rng: Generator) -> Iterator[tuple[Bgr, Mask, int]]:
    """Yield every square of the newer edition in several prints: its window, the known part of it, its kind."""
    for face, piece in zip(newer_dominoes(data), DOMINOES, strict=False):
        for _ in range(PRINTS):
            box = simulate_print(face, rng)
            for half, square in enumerate(piece.squares):
                yield (*_of_domino(box, half), KINDS.index(square))
    for colour in COLOURS if (data / "editions" / NEWER_FOLDER).is_dir() else ():
        for _ in range(6 * PRINTS):
            yield (*alone(simulate_print(newer_start_tile(data, colour, rng), rng)), KINDS.index(CASTLE))


def redrawn_windows(data: Path, rng: Generator) -> Iterator[tuple[str, Bgr, Mask, int]]:
    """Yield the squares that hobbyists drew, with the name of their style; of two styles squares with crowns only."""
    for row in labels_in(data / "editions/labels.csv"):
        style = row["file"].split("/")[0]
        kind = KIND_OF[name_of(row["terrain"], row["crowns"])]
        if style == NEWER_FOLDER or (style in NOT_CROWNS and KIND_NAMES[kind][-1] in "123"):
            continue
        for _ in range(REDRAWN_PRINTS):
            yield (style, *alone(simulate_print(read(data / "editions" / row["file"]), rng)), kind)


def _of_domino(face: Bgr, half: int) -> tuple[Bgr, Mask]:
    """Cut the window of one half of a domino: it and the nearer half of the other."""
    sheet, known = _frame(cv2.resize(face, (2 * FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA))
    part = np.s_[:, half * FACE_PX : half * FACE_PX + 2 * FACE_PX]
    return np.ascontiguousarray(sheet[part]), np.ascontiguousarray(known[part])


def alone(face: Bgr) -> tuple[Bgr, Mask]:
    """Return the window of a square without known neighbours; at most ``FACE_PX`` of it."""
    side = min(FACE_PX, face.shape[0])
    return _frame(cv2.resize(face, (side, side), interpolation=cv2.INTER_AREA))


def _frame(face: Bgr) -> tuple[Bgr, Mask]:
    """Add half a square of black on each side, and return which part is known."""
    margin = face.shape[0] // 2
    sheet = cv2.copyMakeBorder(face, margin, margin, margin, margin, cv2.BORDER_CONSTANT)
    return np.asarray(sheet, np.uint8), np.pad(np.ones(face.shape[:2], bool), margin)


def load_styled_squares(data: Path) -> Iterator[tuple[str, int, Bgr]]:
    """Yield style, kind and picture (96, 96, 3) of the painted squares for training; none without the data.

    A picture has a column for each kind, in the order of ``KINDS``.
    """
    for path in sorted((data / "styles/training").glob("*.webp")):
        sheet = read(path)
        for left in range(0, sheet.shape[1], STYLE_PX):
            for top in range(0, sheet.shape[0], STYLE_PX):
                yield path.stem, left // STYLE_PX, sheet[top : top + STYLE_PX, left : left + STYLE_PX]


class Edition(Protocol):
    """One box of a tile set, from which the tiles of a table come."""

    def start_tile(self, rng: Generator, px: int, player: str) -> Bgr:
        """Draw a player's start tile, bare or with its print: uint8 (px, px, 3)."""
        ...

    def domino(self, rng: Generator, px: int, number: int) -> Bgr:
        """Draw a domino by its number, its first half left: uint8 (px, 2 * px, 3)."""
        ...


@dataclass(frozen=True)
class Drawn:
    """A box of procedural art, in the manner of the older tile set."""

    inks: Print

    @staticmethod
    def box(rng: Generator) -> Drawn:
        return Drawn(draw_print(rng))

    def start_tile(self, rng: Generator, px: int, player: str) -> Bgr:
        return tile(CASTLE, rng, px, printed=Print(self.inks.inks, self.inks.gold, player))

    def domino(self, rng: Generator, px: int, number: int) -> Bgr:
        return domino(DOMINOES[number - 1], rng, px, printed=self.inks)


@dataclass(frozen=True, eq=False)
class Newer:
    """A box of the newer official tile set as one press printed it, from pictures of the data folder."""

    data: Path
    faces: Sequence[Bgr]
    press: int  # seed of how it is printed

    @staticmethod
    def box(data: Path, rng: Generator) -> Newer:
        faces = newer_dominoes(data)
        if not faces:
            raise FileNotFoundError(f"the newer edition is not in {data}")
        press = int(rng.integers(2**32))
        return Newer(data, [simulate_print(face, np.random.default_rng(press)) for face in faces], press)

    def start_tile(self, rng: Generator, px: int, player: str) -> Bgr:
        return _scale(
            simulate_print(newer_start_tile(self.data, player, rng), np.random.default_rng(self.press)), px, 1
        )

    def domino(self, rng: Generator, px: int, number: int) -> Bgr:
        return _scale(self.faces[number - 1], px, 2)


@dataclass(frozen=True, eq=False)
class Painted:
    """A box in a style of its own that no network was trained on, from pictures of the data folder."""

    faces: Sequence[Bgr]
    starts: Mapping[str, Bgr]

    @staticmethod
    def box(data: Path, rng: Generator) -> Painted:
        return Painted.load(data, f"box{rng.integers(STYLE_BOXES)}")

    @staticmethod
    def load(data: Path, name: str) -> Painted:
        """Load the box of that name; raises FileNotFoundError if it is not in the data folder."""
        dominoes, starts = (read(data / f"styles/boxes/{name}-{part}.webp") for part in ("dominoes", "start"))
        faces = [face for row in np.vsplit(dominoes, len(DOMINOES) // IN_A_ROW) for face in np.hsplit(row, IN_A_ROW)]
        return Painted(faces, dict(zip(STYLE_STARTS, np.hsplit(starts, len(STYLE_STARTS)), strict=True)))

    def start_tile(self, rng: Generator, px: int, player: str) -> Bgr:
        return _scale(self.starts[player], px, 1)

    def domino(self, rng: Generator, px: int, number: int) -> Bgr:
        return _scale(self.faces[number - 1], px, 2)


def _scale(face: Bgr, px: int, squares: int) -> Bgr:
    shrinks = px < face.shape[0]
    size = (squares * px, px)
    return np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC), np.uint8)
