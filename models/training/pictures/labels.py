"""Read the labels of the pictures in the data folder, and the pictures.

The layout of the folder is documented in its ``README.md``.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from scoring.kingdom import Kingdom
from vision.photo.photo import Bgr, Points
from vision.squares.classify import KIND_NAMES, KINDS

KIND_OF = {name: index for index, name in enumerate(KIND_NAMES)}
MEASURED = Path(__file__).with_name("measured.json")  # measured corners of grids that had none


def board_labels(data: Path) -> dict[str, tuple[str, dict[tuple[int, int], str]]]:
    """Load each board's kingdom and the label of its squares by (row, column)."""
    labels: dict[str, tuple[str, dict[tuple[int, int], str]]] = {}
    for row in labels_in(data / "boards/labels.csv"):
        _, names = labels.setdefault(row["board"], (row["kingdom"], {}))
        names[int(row["row"]), int(row["col"])] = name_of(row["terrain"], row["crowns"])
    return labels


def photo_labels(data: Path) -> dict[str, Any]:
    """Load the labels of each whole photo, by its file."""
    path = data / "photos/labels.json"
    labels: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return labels


def other_games(data: Path) -> list[Path]:
    """List the photos of other games and of objects with squares, without a kingdom."""
    return sorted((data / "other-games").glob("*.jpg"))


class Grid(NamedTuple):
    """A grid that was measured in a picture of the data folder."""

    file: str  # the picture, below the folder
    corners: Points  # (4, 2)
    squares: list[list[str]]  # words of ``kind_of``, by row


def load_grids(data: Path) -> Iterator[Grid]:
    """Yield every measured grid, those of labelled photos first; a picture may have several."""
    for name, facts in photo_labels(data).items():
        if facts["corners"] is not None:
            yield Grid(f"photos/{name}", np.array(facts["corners"], np.float32), facts["squares"])
    for entry in json.loads(MEASURED.read_text(encoding="utf-8")):
        if (data / entry["file"]).exists():
            squares = [row.split() for row in entry["squares"]]
            yield Grid(entry["file"], np.array(entry["corners"], np.float32), squares)


def load_outlines(data: Path) -> dict[str, Points]:
    """Load the corners (4, 2) of the measured grids by picture."""
    return {grid.file: grid.corners for grid in load_grids(data)}


def load_kingdoms(data: Path) -> Iterator[tuple[str, Kingdom, Points | None]]:
    """Yield the file, the kingdom and, where measured, the grid's corners (4, 2) of every labelled photo."""
    outlines = load_outlines(data)
    for name, facts in photo_labels(data).items():
        kingdom = Kingdom(tuple(tuple(KINDS[kind_of(word)] for word in row) for row in facts["squares"]))
        yield name, kingdom, outlines.get(f"photos/{name}")


def square_side(corners: Points, squares: int) -> float:
    """Return the side in pixels of the squares of a grid, from its corners (4, 2) and their number."""
    return float((cv2.contourArea(corners) / squares) ** 0.5)


def labels_in(path: Path) -> Iterator[dict[str, str]]:
    """Yield the lines of a table of labels; none if there is no such file."""
    if not path.exists():
        return
    with path.open(encoding="utf-8") as file:
        yield from csv.DictReader(file)


def name_of(terrain: str, crowns: str) -> str:
    """Return the kind that a line of a table of labels names."""
    return terrain if terrain in ("castle", "empty") else f"{terrain}{crowns}"


def kind_of(word: str) -> int:
    """Return the kind that a label of a whole photo names: ``wheat``, ``lake1``, ``castle``, ``empty``."""
    return KIND_OF[word if word in KIND_OF else f"{word}0"]


def read(path: Path) -> Bgr:
    """Read a picture of the data folder; raises FileNotFoundError when it is missing or broken."""
    picture: Bgr | None = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise FileNotFoundError(f"{path} is no picture")
    return picture
