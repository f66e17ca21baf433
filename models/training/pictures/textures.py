"""Squares, dominoes and whole boards cut from the real pictures, to compose new photos from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.castles import castle_standee, draw_eye, king_pawn
from models.training.art.foreign_boards import foreign_board
from models.training.art.table_tops import GROUNDS, surface, surface_of_colour
from models.training.art.things import reaching_hand, thing
from models.training.art.tiles import draw_print, tile
from models.training.pictures.castles import cut_castles
from models.training.pictures.editions import COLOURS, newer_dominoes, newer_start_tile, printed
from models.training.pictures.labels import board_labels, labels_in, photo_labels, read
from vision.photo.photo import Bgr
from vision.rectify import homography_of, warped
from vision.squares.classify import KINDS

TEXTURE_PX = 64  # side of a square
SURFACE_PX = 384

# Own renderings beside the real pieces
DRAWN_BOXES, DRAWN_PER_KIND, DRAWN_STANDEES, DRAWN_KINGS, DRAWN_HANDS = 12, 2, 60, 24, 40
DRAWN_LEANING, STEEPEST, DRAWN_THINGS = 40, 66.0, 60  # castles seen from the side, at a tilt of so many degrees at most
NEWER_BOXES = 12
DRAWN_SURFACES, DRAWN_GROUNDS, DRAWN_FOREIGN, DRAWN_ALIKE = 400, 150, 60, 200
HAND_PX = 32  # side of a square on the sheets of hands

Mask = NDArray[np.bool_]
Bgra = NDArray[np.uint8]


@dataclass(frozen=True)
class TextureBank:
    """What kingdoms are composed from: each kingdom takes its pieces from one family, under one light.

    ``boards`` are whole kingdoms with the mask of their occupied squares; ``standees`` are standing castles on sheets
    of three or five squares a side, ``kings`` on sheets of three; ``hands`` reach up from below and ``things`` lie
    about, ``HAND_PX`` to a square; ``foreign`` are boards of other games, ``alike`` tables in the colours of tiles.
    """

    squares: dict[str, list[Bgr]]
    dominoes: list[Bgr]  # each TEXTURE_PX high, twice as wide
    boards: list[tuple[Bgr, Mask]]
    castles: list[Bgr]
    standees: list[Bgra]
    kings: list[Bgra]
    hands: list[Bgra]
    things: list[Bgra]
    foreign: list[Bgr]
    surfaces: list[Bgr]
    alike: list[Bgr]


def load_bank(data: Path, seed: int, *, without: Callable[[str], bool] = lambda name: False) -> TextureBank:
    """Own renderings of a seed, and all textures below the data folder but those that are to be left out.

    ``without`` is asked of every source: ``board/7``, ``photo/game1.jpg``, ``family/20180505``.
    """
    boards = _boards(data, without)
    squares = _single_squares(data, without)
    for name, (board, taken) in boards.items():
        squares[name] = [
            board[r * TEXTURE_PX : (r + 1) * TEXTURE_PX, c * TEXTURE_PX : (c + 1) * TEXTURE_PX]
            for r, c in zip(*np.nonzero(taken), strict=True)
        ]
    rng = np.random.default_rng(seed)
    squares |= _drawn_squares(rng)
    newer = [] if without("newer") else _newer_boxes(data, rng)
    squares |= {f"newer/{box}": _halves(dominoes) for box, dominoes in enumerate(newer)}
    drawn_standees = [castle_standee(rng, TEXTURE_PX) for _ in range(DRAWN_STANDEES)]
    drawn_standees += [
        castle_standee(rng, TEXTURE_PX, eye=draw_eye(rng, steepest=STEEPEST), reach=2) for _ in range(DRAWN_LEANING)
    ]
    drawn_surfaces = [surface(rng, SURFACE_PX) for _ in range(DRAWN_SURFACES)]
    close = close_ups(data, TEXTURE_PX)
    tiles = _halves(close)
    colours = [np.median(tiles[int(rng.integers(len(tiles)))], axis=(0, 1)) for _ in range(DRAWN_ALIKE)]
    return TextureBank(
        squares=squares,
        dominoes=[*close, *(domino for box in newer[:1] for domino in box)],
        boards=list(boards.values()),
        castles=_castles(data, without) + _newer_castles(data, rng, len(newer)),
        standees=drawn_standees + _cut_castles(data, without),
        kings=[king_pawn(rng, TEXTURE_PX) for _ in range(DRAWN_KINGS)],
        hands=[reaching_hand(rng, HAND_PX) for _ in range(DRAWN_HANDS)],
        things=[thing(rng, HAND_PX) for _ in range(DRAWN_THINGS)],
        foreign=[foreign_board(rng, SURFACE_PX) for _ in range(DRAWN_FOREIGN)],
        surfaces=_surfaces(data, without)
        + drawn_surfaces
        + [surface(rng, SURFACE_PX, among=GROUNDS) for _ in range(DRAWN_GROUNDS)],
        alike=[surface_of_colour(rng, SURFACE_PX, np.asarray(each, np.float64)) for each in colours],
    )


def _newer_boxes(data: Path, rng: Generator) -> list[list[Bgr]]:
    """The dominoes of the newer edition in several boxes, each printed otherwise."""
    faces = newer_dominoes(data)
    return [[_small(printed(face, rng), 2) for face in faces] for _ in range(NEWER_BOXES if faces else 0)]


def _newer_castles(data: Path, rng: Generator, boxes: int) -> list[Bgr]:
    tiles = [newer_start_tile(data, colour, rng) for _ in range(boxes) for colour in COLOURS]
    return [_small(printed(each, rng), 1) for each in tiles]


def _small(face: Bgr, squares: int) -> Bgr:
    return np.asarray(cv2.resize(face, (squares * TEXTURE_PX, TEXTURE_PX), interpolation=cv2.INTER_AREA), np.uint8)


def _halves(dominoes: Sequence[Bgr]) -> list[Bgr]:
    return [half for domino in dominoes for half in (domino[:, :TEXTURE_PX], domino[:, TEXTURE_PX:])]


def _cut_castles(data: Path, without: Callable[[str], bool]) -> list[Bgra]:
    """The castles that stand on the boards, in the colours of the players; a kingdom of a board left out has none."""
    left_out = {kingdom for board, (kingdom, _) in board_labels(data).items() if without(f"board/{board}")}
    return cut_castles(data, {kingdom for kingdom, _ in board_labels(data).values()} - left_out)


def _drawn_squares(rng: Generator) -> dict[str, list[Bgr]]:
    """Rendered squares of every kind, a family to a box."""
    return {
        f"drawn/{box}": [
            tile(square, rng, TEXTURE_PX, printed=inks)
            for square in KINDS
            if not square.is_empty
            for _ in range(DRAWN_PER_KIND)
        ]
        for box, inks in enumerate(draw_print(rng) for _ in range(DRAWN_BOXES))
    }


def _boards(data: Path, without: Callable[[str], bool]) -> dict[str, tuple[Bgr, Mask]]:
    boards = {}
    for board, (_, names) in board_labels(data).items():
        if not without(f"board/{board}"):
            image = read(data / "boards" / f"{board}.jpg")
            taken = np.array([[names.get((r, c)) != "empty" for c in range(5)] for r in range(5)])
            boards[f"board/{board}"] = _shrunk(image, 5 * TEXTURE_PX), taken
    for file, facts in photo_labels(data).items():
        if facts["corners"] and not without(f"photo/{file}"):
            taken = np.array([[square != "empty" for square in row] for row in facts["squares"]])
            homography = homography_of(np.array(facts["corners"], np.float32), *taken.shape)
            image = warped(read(data / "photos" / file), homography, *taken.shape, square_px=TEXTURE_PX)
            boards[f"photo/{file}"] = image, taken
    return boards


def _shrunk(image: Bgr, side: int) -> Bgr:
    return np.asarray(cv2.resize(image, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def _single_squares(data: Path, without: Callable[[str], bool]) -> dict[str, list[Bgr]]:
    squares: dict[str, list[Bgr]] = defaultdict(list)
    for row in labels_in(data / "squares/labels.csv"):
        name = f"family/{row['family']}"
        if not without(name):
            square = read(data / "squares" / row["file"])[2:-2, 2:-2]
            squares[name].append(np.asarray(cv2.resize(square, (TEXTURE_PX, TEXTURE_PX)), np.uint8))
    return {name: members for name, members in squares.items() if len(members) >= 100}


def _castles(data: Path, without: Callable[[str], bool]) -> list[Bgr]:
    """The castle squares of boards and phone crops, with and without a standing castle."""
    castles = []
    for board, (_, names) in board_labels(data).items():
        for (row, column), name in names.items():
            if name == "castle" and not without(f"board/{board}"):
                top, left = 100 * row, 100 * column
                castles.append(read(data / f"boards/{board}.jpg")[top : top + 100, left : left + 100])
    for label in labels_in(data / "squares/labels.csv"):
        if label["terrain"] == "castle" and not without(f"family/{label['family']}"):
            castles.append(read(data / "squares" / label["file"])[2:-2, 2:-2])
    return [_shrunk(castle, TEXTURE_PX) for castle in castles]


def close_ups(data: Path, side_px: int) -> list[Bgr]:
    """The 48 dominoes in the order of their numbers, ``side_px`` to a square, the first half on the left."""
    dominoes = []
    for number in range(1, 49):
        image = read(data / f"dominoes/{number:02}.jpg")
        margin_y, margin_x = image.shape[0] // 50, image.shape[1] // 80
        image = image[margin_y:-margin_y, margin_x:-margin_x]
        dominoes.append(cv2.resize(image, (2 * side_px, side_px), interpolation=cv2.INTER_AREA))
    return dominoes


def _surfaces(data: Path, without: Callable[[str], bool]) -> list[Bgr]:
    """Bare table and floor: what surrounds the kingdoms in the whole photos, and the background crops."""
    surfaces = around_kingdoms(data, without)
    for path in sorted((data / "background").glob("*.jpg")):
        surfaces.append(cv2.resize(read(path), (SURFACE_PX, SURFACE_PX), interpolation=cv2.INTER_CUBIC))
    return surfaces


def around_kingdoms(data: Path, without: Callable[[str], bool] = lambda name: False) -> list[Bgr]:
    """Pieces of the whole photos in which no kingdom lies."""
    pieces = []
    for file_name, facts in photo_labels(data).items():
        if facts["corners"] and not without(f"photo/{file_name}"):
            pieces += _around(read(data / "photos" / file_name), np.array(facts["corners"], np.float32))
    return pieces


def _around(photo: Bgr, corners: NDArray[np.float32]) -> list[Bgr]:
    """Pieces of a photo that lie wholly beside its kingdom, at two scales."""
    pieces = []
    low, high = corners.min(0) - 20, corners.max(0) + 20
    for scale in (0.25, 0.5):
        small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        side = 192
        for y in range(0, small.shape[0] - side, side // 2):
            for x in range(0, small.shape[1] - side, side // 2):
                inside = (
                    (x + side) / scale > low[0]
                    and x / scale < high[0]
                    and (y + side) / scale > low[1]
                    and y / scale < high[1]
                )
                if not inside:
                    piece = small[y : y + side, x : x + side]
                    pieces.append(cv2.resize(piece, (SURFACE_PX, SURFACE_PX), interpolation=cv2.INTER_LINEAR))
    return pieces
