"""Editions of the box: whose art its tiles carry, as what draws one box's tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.random import Generator

from models.training.art.expansions import footprints, giant, with_mark
from models.training.art.tiles import Print, domino, draw_print, tile
from models.training.pictures.editions import newer_dominoes, newer_start_tile, printed
from models.training.pictures.labels import read
from scoring.dominoes import DOMINOES, FACE_OF, FIRST_LETTER, GIANTS_DOMINOES, Domino
from scoring.terrain import CASTLE
from vision.photo.photo import Bgr

MARKS = {each.number: giant if each.number >= FIRST_LETTER else footprints for each in GIANTS_DOMINOES}
CLOSE_UP_MARGINS = 50, 80  # of a close-up's height and width: the share at each side that is not the domino


class Edition(Protocol):
    """One box of an edition, from which the tiles of a table come."""

    def start_tile(self, rng: Generator, px: int, player: str) -> Bgr:
        """A player's start tile, bare or with what is printed on it: uint8 (px, px, 3)."""
        ...

    def domino(self, rng: Generator, px: int, number: int) -> Bgr:
        """A domino by its number, its first half left: uint8 (px, 2 * px, 3)."""
        ...


@dataclass(frozen=True)
class Drawn:
    """A box of our own art, in the manner of the older edition; it has the dominoes of Age of Giants, too."""

    inks: Print

    @staticmethod
    def box(rng: Generator) -> Drawn:
        return Drawn(draw_print(rng))

    def start_tile(self, rng: Generator, px: int, player: str) -> Bgr:
        return tile(CASTLE, rng, px, printed=Print(self.inks.inks, self.inks.gold, player))

    def domino(self, rng: Generator, px: int, number: int) -> Bgr:
        face = domino(Domino(number, FACE_OF[number]), rng, px, printed=self.inks)
        return with_mark(face, MARKS[number], rng) if number in MARKS else face


@dataclass(frozen=True, eq=False)
class Newer:
    """A box of the newer official edition, as one press printed it; the pictures are those of the data folder."""

    data: Path
    faces: Sequence[Bgr]
    press: int  # seed of how it is printed

    @staticmethod
    def box(data: Path, rng: Generator) -> Newer:
        press = int(rng.integers(2**32))
        return Newer(data, [printed(face, np.random.default_rng(press)) for face in _newer(data)], press)

    def start_tile(self, rng: Generator, px: int, player: str) -> Bgr:
        return _scaled(printed(newer_start_tile(self.data, player, rng), np.random.default_rng(self.press)), px, 1)

    def domino(self, rng: Generator, px: int, number: int) -> Bgr:
        return _scaled(self.faces[number - 1], px, 2)


@dataclass(frozen=True, eq=False)
class Older:
    """The box of the older official edition that was photographed close up; its start tile, which was not, is drawn."""

    faces: Sequence[Bgr]
    inks: Print

    @staticmethod
    def box(data: Path, rng: Generator) -> Older:
        return Older(_older(data), draw_print(rng))

    def start_tile(self, rng: Generator, px: int, player: str) -> Bgr:
        return tile(CASTLE, rng, px, printed=Print(self.inks.inks, self.inks.gold, player))

    def domino(self, rng: Generator, px: int, number: int) -> Bgr:
        return _scaled(self.faces[number - 1], px, 2)


@cache
def _newer(data: Path) -> list[Bgr]:
    faces = newer_dominoes(data)
    if not faces:
        raise FileNotFoundError(f"the newer edition is not in {data}")
    return faces


@cache
def _older(data: Path) -> list[Bgr]:
    faces = []
    for each in DOMINOES:
        face = read(data / f"dominoes/{each.number:02}.jpg")
        high, wide = (side // part for side, part in zip(face.shape, CLOSE_UP_MARGINS, strict=False))
        faces.append(_scaled(face[high:-high, wide:-wide], 320, 2))
    return faces


def _scaled(face: Bgr, px: int, squares: int) -> Bgr:
    shrinks = px < face.shape[0]
    size = (squares * px, px)
    return np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC), np.uint8)
