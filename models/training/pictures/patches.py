"""Cut labelled pictures into single squares with their surroundings, grouped by kingdom, family and photo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.pictures.editions import newer_windows, redrawn_windows
from models.training.pictures.labels import (
    KIND_OF,
    Grid,
    board_labels,
    kind_of,
    labels_in,
    load_grids,
    name_of,
    read,
    square_side,
)
from scoring.boxes import DOMINOES
from vision.photo.light import normalise_light
from vision.photo.photo import Bgr, Points
from vision.rectify import compute_homography, warp
from vision.squares.classify import CROP_PX, KINDS

SQUARE_PX = 96  # in the windows of pictures that are finer than the single squares
SINGLE_PX = 64  # in the windows of data/squares
FOLDS = 4

FAMILY_FOLDS = (
    ("20180511", "IMG_20180403"),
    ("20180505", "20180405", "a-c", "board", "seven"),
    ("20180510", "IMG_14xx", "IMG_37xx-38xx"),
    ("IMG_40xx-41xx",),
)
GAME_FOLDS = (("game1", "game7"), ("game2", "game6"), ("game3", "game9"), ("game4",))
PHOTO_FOLDS = (("game1", "gaps", "deck1"), ("game3", "deck2"), ("test1", "beech", "no-castle"), ("mat",))

TABLE_PATCHES = 60  # tried beside the grids of a photo
CROWDED = ("dominoes/deck2.jpg", "odd/no-castle.jpg")  # photos with other tiles around the grids
BARE = {
    "odd/too-large.jpg": [(2290, 1700, 3120, 3120, 210), (0, 300, 340, 3120, 210), (500, 330, 3100, 520, 180)],
    "odd/queendomino.jpg": [(0, 535, 480, 640, 87)],
}  # left, top, right, bottom, side of a square there: pixels

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Patch:
    """One labelled square in the middle of a window of twice its side."""

    window: Bgr
    known: Mask
    kind: int  # index in KINDS
    source: str  # "boards", "squares", "photos", "dominoes", "background", "newer" or "redrawn"
    group: str  # kingdom, family or picture: never on both sides of a split
    sheet: str  # the picture it was cut from
    fold: int  # held out together; -1 is in every training
    place: tuple[int, int] | None = None  # row and column in a whole kingdom

    @property
    def crop(self) -> Bgr:
        """The square alone."""
        side = len(self.window) // 2
        return self.window[side // 2 : side // 2 + side, side // 2 : side // 2 + side]


def load_patches(data: Path) -> list[Patch]:
    """Load every labelled square below the data folder, in a fixed order; parts of it may be missing."""
    return [
        *_boards(data),
        *_singles(data),
        *_grids(data),
        *_bare_table(data),
        *_dominoes(data),
        *_background(data),
        *_editions(data),
    ]


def as_crop(picture: Bgr) -> Bgr:
    """Return a picture of a square in the size that the network takes."""
    shrinks = min(picture.shape[:2]) > CROP_PX
    way = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (CROP_PX, CROP_PX), interpolation=way), np.uint8)


def without(patches: Sequence[Patch], names: Sequence[str]) -> list[Patch]:
    """Drop the patches whose source or group is among the names."""
    return [patch for patch in patches if not {patch.source, patch.group} & set(names)]


def _fold(folds: Sequence[Sequence[str]], name: str) -> int:
    return next((k for k, names in enumerate(folds) if any(name.startswith(start) for start in names)), -1)


def grid_windows(
    picture: Bgr, corners: Points | Sequence[Sequence[float]], rows: int, cols: int, *, kingdom: bool = False
) -> list[tuple[Bgr, Mask]]:
    """Cut the windows of a grid's squares, row by row, as the reader does; corners clockwise from the top left.

    The light of a kingdom is put right as the reader does it.
    """
    homography = compute_homography(np.array(corners, np.float32), rows, cols)
    board = warp(picture, homography, rows, cols, square_px=SQUARE_PX, margin=0.5)
    if kingdom:
        board = normalise_light(board)
    white = np.full_like(picture, 255)
    seen = warp(white, homography, rows, cols, square_px=SQUARE_PX, margin=0.5, outside=0)[..., 0] > 254
    corner = [(row * SQUARE_PX, col * SQUARE_PX) for row in range(rows) for col in range(cols)]
    places = [np.s_[y : y + 2 * SQUARE_PX, x : x + 2 * SQUARE_PX] for y, x in corner]
    return [(board[place], seen[place]) for place in places]


def _boards(data: Path) -> Iterator[Patch]:
    for board, (kingdom, names) in board_labels(data).items():
        picture = read(data / "boards" / f"{board}.jpg")
        height, width = picture.shape[:2]
        windows = grid_windows(picture, [[0, 0], [width, 0], [width, height], [0, height]], 5, 5, kingdom=True)
        fold = _fold(GAME_FOLDS, kingdom)
        for (r, c), name in names.items():
            yield Patch(*windows[5 * r + c], KIND_OF[name], "boards", kingdom, board, fold, (r, c))


def _singles(data: Path) -> Iterator[Patch]:
    rows = list(labels_in(data / "squares/labels.csv"))
    crops = {row["file"]: _single(data / "squares" / row["file"]) for row in rows}
    for row in rows:
        window, known = _mosaic(crops, row["photo"], int(Path(row["file"]).stem))
        kind = KIND_OF[name_of(row["terrain"], row["crowns"])]
        family = row["family"]
        yield Patch(window, known, kind, "squares", family, row["photo"], _fold(FAMILY_FOLDS, family))


def _single(path: Path) -> Bgr:
    """Read one crop; crops of 64 pixels lose a white line at the top and left that was not in the photo."""
    crop = read(path)
    if crop.shape[0] == SINGLE_PX:
        crop = crop[1:, 1:]
    return np.asarray(cv2.resize(crop, (SINGLE_PX, SINGLE_PX), interpolation=cv2.INTER_CUBIC), np.uint8)


def _mosaic(crops: dict[str, Bgr], photo: str, index: int) -> tuple[Bgr, Mask]:
    """Join a crop with the halves of its neighbours in the same photo, which is five squares wide."""
    side, half = SINGLE_PX, SINGLE_PX // 2
    canvas = np.zeros((3 * side, 3 * side, 3), np.uint8)
    known = np.zeros((3 * side, 3 * side), bool)
    row, col = divmod(index, 5)
    for r in range(3):
        for c in range(3):
            near = crops.get(f"{photo}/{5 * (row + r - 1) + col + c - 1}.jpg")
            if near is not None and 0 <= col + c - 1 < 5:
                place = np.s_[r * side : (r + 1) * side, c * side : (c + 1) * side]
                canvas[place], known[place] = near, True
    middle = np.s_[half:-half, half:-half]
    return canvas[middle].copy(), known[middle].copy()


def _grids(data: Path) -> Iterator[Patch]:
    for file, corners, squares in load_grids(data):
        name = Path(file).stem
        group = _photo_group(name)
        kinds = [kind_of(word) for row in squares for word in row]
        whole = KIND_OF["castle"] in kinds  # pictures of the deck and of loose dominoes are no kingdoms
        windows = grid_windows(read(data / file), corners, len(squares), len(squares[0]), kingdom=whole)
        for index, ((window, known), kind) in enumerate(zip(windows, kinds, strict=True)):
            place = divmod(index, len(squares[0])) if whole else None
            yield Patch(window, known, kind, "photos", group, name, _fold(PHOTO_FOLDS, group), place)


def _photo_group(name: str) -> str:
    """Name the group of a photo: all photos of one kingdom share one."""
    return "game3" if name == "game4" else "mat" if name.startswith("mat") else name


def _dominoes(data: Path) -> Iterator[Patch]:
    for domino in DOMINOES:
        path = data / "dominoes" / f"{domino.number:02d}.jpg"
        if not path.exists():
            continue
        picture = read(path)
        height, width = picture.shape[:2]
        windows = grid_windows(picture, [[0, 0], [width, 0], [width, height], [0, height]], 1, 2)
        for (window, known), square in zip(windows, domino.squares, strict=True):
            yield Patch(window, known, KINDS.index(square), "dominoes", "dominoes", f"{domino.number:02d}", -1)


def _background(data: Path) -> Iterator[Patch]:
    for path in sorted((data / "background").glob("*.jpg")):
        window = cv2.resize(read(path), (2 * SINGLE_PX, 2 * SINGLE_PX), interpolation=cv2.INTER_LINEAR)
        known = np.ones(window.shape[:2], bool)
        yield Patch(window, known, KIND_OF["empty"], "background", "background", path.stem, -1)


def _editions(data: Path) -> Iterator[Patch]:
    """Yield the newer edition and the redraws, as printed in a few boxes."""
    rng = np.random.default_rng(0)
    for window, known, kind in newer_windows(data, rng):
        yield Patch(window, known, kind, "newer", "newer", "newer", -1)
    for style, window, known, kind in redrawn_windows(data, rng):
        yield Patch(window, known, kind, "redrawn", style, style, -1)


def _bare_table(data: Path) -> Iterator[Patch]:
    """Yield squares of table around the grids of the whole photos, and of the boxes listed in ``BARE``."""
    rng = np.random.default_rng(0)
    grids: dict[str, list[Grid]] = {}
    for grid in load_grids(data):
        if grid.file not in CROWDED:
            grids.setdefault(grid.file, []).append(grid)
    for file, (first, *others) in grids.items():
        side = square_side(first.corners, len(first.squares) * len(first.squares[0]))
        outlines = [grid.corners for grid in (first, *others)]
        yield from _beside(read(data / file), outlines, side, Path(file).stem, rng)
    for file in filter(lambda file: (data / file).exists(), BARE):
        for left, top, right, bottom, side in BARE[file]:
            part = read(data / file)[top:bottom, left:right]
            yield from _beside(part, [], float(side), Path(file).stem, rng)


def _beside(picture: Bgr, outlines: Sequence[Points], side: float, name: str, rng: Generator) -> Iterator[Patch]:
    """Yield up to ``TABLE_PATCHES`` squares, ``side`` pixels wide, of the picture that touch none of the outlines."""
    shrunk = min(1.0, SQUARE_PX / side)
    picture = np.asarray(cv2.resize(picture, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA), np.uint8)
    side *= shrunk
    taken = np.zeros(picture.shape[:2], np.uint8)
    for corners in outlines:
        cv2.fillConvexPoly(taken, (corners * shrunk).astype(np.int32), 1)
    taken = cv2.dilate(taken, np.ones((9, 9), np.uint8), iterations=max(1, round(side / 64)))
    high, wide = picture.shape[0] - side, picture.shape[1] - side
    group = _photo_group(name)
    for y, x in rng.uniform(0, 1, (TABLE_PATCHES, 2)) * [max(0.0, high), max(0.0, wide)]:
        if not taken[int(y) : int(y + side), int(x) : int(x + side)].any():
            square = [[x, y], [x + side, y], [x + side, y + side], [x, y + side]]
            window, known = grid_windows(picture, square, 1, 1)[0]
            yield Patch(window, known, KIND_OF["empty"], "photos", group, f"{name} table", _fold(PHOTO_FOLDS, group))
