"""Castles in the labelled pictures: their boards, the colours of their tiles, and cut-outs of standing ones.

Colours are labelled by eye in ``castles.csv``; an empty one cannot be told. A cut-out is a BGRA picture of three
squares a side, with the castle's tile in the middle.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import Bgra
from models.training.art.castles import castle_standee
from models.training.art.tiles import PLAYERS, draw_print, tile
from models.training.pictures.editions import newer_dominoes, newer_start_tile, simulate_print
from models.training.pictures.labels import board_labels, labels_in, load_outlines, photo_labels, read
from scoring.castle import Castle
from scoring.kingdom import Position
from scoring.terrain import CASTLE
from vision.photo.photo import Bgr
from vision.rectify import SQUARE_PX, compute_homography, warp
from vision.squares.classify import KINDS

CUT_PX = 64  # side of a square
CANVAS_PX = 3 * CUT_PX

# Boards of data/boards where the castle stands; the other boards of the same kingdom show its tile bare.
STANDING = frozenset(
    str(board)
    for first, last in ((5, 8), (13, 16), (21, 24), (29, 32), (44, 47), (52, 55), (68, 74))
    for board in range(first, last + 1)
)
PLAYERS_HUES = (100, 60, 28, 165)  # blue, green, yellow, pink: OpenCV's hue, 0 to 179

LABELS = Path(__file__).with_name("castles.csv")
HIDDEN_TILES = ("gaps",)  # photos with a castle standing, beside the boards of STANDING
MOSAIC_COLUMNS = 5  # squares in a row of the photos that were cut up


def cut_castles(data: Path, kingdoms: Collection[str]) -> list[Bgra]:
    """Cut out the standing castles of those kingdoms' boards, each in the colours of the four players."""
    labels = board_labels(data)
    cut = []
    for board in sorted(STANDING & labels.keys(), key=int):
        kingdom, names = labels[board]
        bare = next((b for b in labels if labels[b][0] == kingdom and b not in STANDING), None)
        if kingdom in kingdoms and bare is not None:
            place = next(place for place, name in names.items() if name == "castle")
            pictures = [read(data / "boards" / f"{each}.jpg") for each in (board, bare)]
            cut.append(cut_castle(pictures[0], pictures[1], place))
    return [recolour(castle, hue) for castle in cut for hue in PLAYERS_HUES]


def cut_castle(standing: Bgr, bare: Bgr, place: Position) -> Bgra:
    """Cut out the castle of a rectified 5 x 5 board: the difference from the bare board, near its tile."""
    standing, bare = (_around(board, place) for board in (standing, bare))
    bare = _align(bare, standing)
    near = cv2.GaussianBlur(standing, (0, 0), 1.5).astype(np.float32)
    far = cv2.GaussianBlur(bare, (0, 0), 1.5).astype(np.float32)
    gain = np.median(near.reshape(-1, 3), 0) / np.maximum(np.median(far.reshape(-1, 3), 0), 1)
    difference = np.abs(near - far * gain).max(2)
    seeds = np.full((CANVAS_PX, CANVAS_PX), cv2.GC_BGD, np.uint8)
    middle = np.s_[CUT_PX - 26 : 2 * CUT_PX + 26]
    seeds[middle, middle] = np.where(difference[middle, middle] > 28, cv2.GC_PR_FGD, cv2.GC_PR_BGD)
    tile = np.s_[CUT_PX + 2 : 2 * CUT_PX - 2]
    seeds[tile, tile] = cv2.GC_FGD
    beyond = np.pad(np.zeros((5 * CUT_PX, 5 * CUT_PX), bool), CUT_PX, constant_values=True)
    seeds[beyond[_canvas_at(place)]] = cv2.GC_BGD
    cv2.setRNGSeed(0)
    cv2.grabCut(standing, seeds, None, np.zeros((1, 65)), np.zeros((1, 65)), 3, cv2.GC_INIT_WITH_MASK)
    return np.dstack([standing, _one_piece((seeds & 1).astype(np.uint8))])


def _around(board: Bgr, place: Position) -> Bgr:
    board = cv2.resize(board, (5 * CUT_PX, 5 * CUT_PX), interpolation=cv2.INTER_AREA)
    board = cv2.copyMakeBorder(board, CUT_PX, CUT_PX, CUT_PX, CUT_PX, cv2.BORDER_REPLICATE)
    return np.ascontiguousarray(board[_canvas_at(place)])


def _canvas_at(place: Position) -> tuple[slice, slice]:
    """Return the place of the three squares around a position in a board with a border of one square."""
    y, x = place[0] * CUT_PX, place[1] * CUT_PX
    return slice(y, y + CANVAS_PX), slice(x, x + CANVAS_PX)


def _align(bare: Bgr, standing: Bgr) -> Bgr:
    """Shift the bare surroundings onto those with the castle; rectified boards differ by some pixels."""
    shifts = [(dy, dx) for dy in range(-6, 7, 2) for dx in range(-6, 7, 2)]
    small = standing.astype(np.int16)

    def misfit(shift: tuple[int, int]) -> float:
        return float(np.median(np.abs(np.roll(bare, shift, (0, 1)).astype(np.int16) - small)))

    return np.roll(bare, min(shifts, key=misfit), (0, 1))


def _one_piece(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    _, labels, facts, _ = cv2.connectedComponentsWithStats(mask)
    largest = 1 + int(np.argmax(facts[1:, cv2.CC_STAT_AREA])) if len(facts) > 1 else 1
    return np.asarray(cv2.GaussianBlur((labels == largest).astype(np.uint8) * 255, (0, 0), 0.8), np.uint8)


def recolour(castle: Bgra, hue: int) -> Bgra:
    """Change the castle's painted blue to another player's colour."""
    hsv = cv2.cvtColor(castle[:, :, :3], cv2.COLOR_BGR2HSV)
    blue = (np.abs(hsv[:, :, 0].astype(np.int16) - PLAYERS_HUES[0]) < 20) & (hsv[:, :, 1] > 50)
    hsv[:, :, 0] = np.where(blue, hue, hsv[:, :, 0])
    return np.dstack([cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), castle[:, :, 3]])


@dataclass(frozen=True, eq=False)
class LabelledCastle:
    """A rectified board, 64 pixels a square, and the castle on it.

    Pictures of single squares are arranged as in their photo, with gaps for squares that were not kept.
    """

    file: str
    family: str  # never on both sides of a split: a game, the day of a phone, a photo
    board: Bgr
    place: Position
    castle: Castle | None  # its colour; None if the eye cannot tell
    standing: bool = False  # a castle stands on the tile


def load_castles(data: Path) -> list[LabelledCastle]:
    """Load every labelled castle below the data folder; parts of it may be missing."""
    colours = {row["file"]: Castle(row["castle"]) if row["castle"] else None for row in labels_in(LABELS)}
    return [*_of_boards(data, colours), *_of_single_squares(data, colours), *_of_photos(data, colours)]


def render_castles(of_each: int, seed: int) -> list[LabelledCastle]:
    """Draw castles of procedural art among other squares, so many of each of its colours."""
    rng = np.random.default_rng(seed)
    return [_render_castle(player, rng) for player in PLAYERS for _ in range(of_each)]


def _render_castle(player: str, rng: Generator) -> LabelledCastle:
    inks = replace(draw_print(rng), player=player)
    kinds = [KINDS[int(rng.integers(len(KINDS) - 2))] for _ in range(9)]
    kinds[4] = CASTLE
    drawn = [tile(kind, rng, SQUARE_PX, printed=inks) for kind in kinds]
    board = np.vstack([np.hstack(drawn[row : row + 3]) for row in (0, 3, 6)])
    return LabelledCastle(f"rendered {player}", "rendered", board, (1, 1), Castle(player))


def newer_castles(data: Path, of_each: int, seed: int) -> list[LabelledCastle]:
    """Print start tiles of the newer tile set among other squares of it, so many of each colour.

    Half as many more are hidden by a standing castle and have no colour. Without the data there are none.
    """
    rng = np.random.default_rng(seed)
    faces = newer_dominoes(data)
    lying = [_newer(data, faces, player, rng) for player in PLAYERS for _ in range(of_each if faces else 0)]
    bare = [_newer(data, faces, player, rng) for player in PLAYERS for _ in range(of_each // 2 if faces else 0)]
    return [*lying, *(_under_castle(castle, rng) for castle in bare)]


def _under_castle(castle: LabelledCastle, rng: Generator) -> LabelledCastle:
    """Draw a standing castle of any colour over the middle of the nine squares."""
    sheet = castle_standee(rng, SQUARE_PX).astype(np.float32)
    alpha = sheet[..., 3:] / 255
    board = (castle.board * (1 - alpha) + sheet[..., :3] * alpha).clip(0, 255).astype(np.uint8)
    return replace(castle, board=board, castle=None, standing=True)


def _newer(data: Path, faces: Sequence[Bgr], player: str, rng: Generator) -> LabelledCastle:
    """Draw one print of a start tile in the middle of nine squares."""
    halves = [faces[int(rng.integers(len(faces)))][:, :100] for _ in range(9)]
    halves[4] = newer_start_tile(data, player, rng)
    squares = [cv2.resize(half, (SQUARE_PX, SQUARE_PX), interpolation=cv2.INTER_AREA) for half in halves]
    board = np.vstack([np.hstack(squares[row : row + 3]) for row in (0, 3, 6)])
    return LabelledCastle(f"newer {player}", "newer", simulate_print(board, rng), (1, 1), Castle(player))


def _of_boards(data: Path, colours: dict[str, Castle | None]) -> Iterator[LabelledCastle]:
    for board, (kingdom, names) in board_labels(data).items():
        file = f"boards/{board}.jpg"
        place = next((place for place, name in names.items() if name == "castle"), None)
        if place is not None and file in colours:
            side = 5 * SQUARE_PX
            picture = cv2.resize(read(data / file), (side, side), interpolation=cv2.INTER_AREA)
            family = kingdom.partition("-")[0]
            yield LabelledCastle(file, family, np.asarray(picture), place, colours[file], board in STANDING)


def _of_single_squares(data: Path, colours: dict[str, Castle | None]) -> Iterator[LabelledCastle]:
    rows = list(labels_in(data / "squares/labels.csv"))
    for row in rows:
        file = f"squares/{row['file']}"
        if file in colours:
            crops = {
                _index(each["file"]): data / "squares" / each["file"] for each in rows if each["photo"] == row["photo"]
            }
            yield LabelledCastle(file, row["family"], *_mosaic(crops, _index(row["file"])), colours[file])


def _index(file: str) -> int:
    return int(Path(file).stem)


def _mosaic(crops: dict[int, Path], index: int) -> tuple[Bgr, Position]:
    """Rebuild a photo from its crops and return the position of one; other crops fill missing ones."""
    rows = max(crops) // MOSAIC_COLUMNS + 1
    board = np.zeros((rows * SQUARE_PX, MOSAIC_COLUMNS * SQUARE_PX, 3), np.uint8)
    known = sorted(crops)
    for at in range(rows * MOSAIC_COLUMNS):
        row, column = divmod(at, MOSAIC_COLUMNS)
        crop = read(crops.get(at, crops[known[at % len(known)]]))[1:, 1:]  # some have a white line at two edges
        square = np.s_[row * SQUARE_PX : (row + 1) * SQUARE_PX, column * SQUARE_PX : (column + 1) * SQUARE_PX]
        board[square] = cv2.resize(crop, (SQUARE_PX, SQUARE_PX), interpolation=cv2.INTER_CUBIC)
    return board, divmod(index, MOSAIC_COLUMNS)


def _of_photos(data: Path, colours: dict[str, Castle | None]) -> Iterator[LabelledCastle]:
    outlines = load_outlines(data)
    for name, facts in photo_labels(data).items():
        file = f"photos/{name}"
        if file not in outlines or file not in colours:
            continue
        rows, columns = facts["rows"], facts["cols"]
        board = warp(read(data / file), compute_homography(outlines[file], rows, columns), rows, columns)
        place = next((r, row.index("castle")) for r, row in enumerate(facts["squares"]) if "castle" in row)
        group = "mat" if name.startswith("mat") else "game3" if name.startswith("game4") else Path(name).stem
        yield LabelledCastle(file, f"photo {group}", board, place, colours[file], Path(name).stem in HIDDEN_TILES)
