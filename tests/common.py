"""Shared test data: the project's folder, sample photos and games."""

from __future__ import annotations

import json
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

from ui.table.game_file import FiledTable, parse_game_file
from vision.networks import MANIFEST

ROOT = Path(__file__).parents[1]
APP = ROOT / "ui" / "app.py"
SAMPLES = ROOT / "sample_images"
PHOTOS = sorted(path.with_suffix(".jpg") for path in SAMPLES.glob("*.txt"))  # of the base game
STYLED = [SAMPLES / "another-edition" / f"{name}.jpg" for name in ("lesson", "one-kingdom", "two-kingdoms")]
GAME_PHOTOS = sorted(path.with_suffix(".jpg") for path in SAMPLES.glob("*.json"))  # of games with other boxes
KITCHEN = SAMPLES / "kitchen-table.jpg"  # one kingdom of 5 x 5, read right
KITCHEN_CORNERS = ((311.0, 175.0), (1171.0, 118.0), (1300.0, 1015.0), (314.0, 1078.0))  # of its grid, in pixels
ROUNDS = int(os.environ.get("ROUNDS", "5"))  # of each race between servers
EVENING = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)  # on which every game of the tests was played


def codes_of(photo: Path) -> list[str]:
    """Return the codes of the kingdoms in a sample photo."""
    return photo.with_suffix(".txt").read_text(encoding="utf-8").split()


def game(name: str) -> FiledTable:
    """Load the game of a sample photo with expansions."""
    (table,) = parse_game_file((SAMPLES / f"{name}.json").read_bytes()).tables
    return table


def another_squares_network(folder: Path) -> Path:
    """Copy the shipped networks to a folder, with a squares network of another identity."""
    shutil.copytree(ROOT / "models", folder, ignore=shutil.ignore_patterns("training", "__pycache__"))
    entries = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    entries["squares"]["identity"] = "another network"
    (folder / MANIFEST).write_text(json.dumps(entries), encoding="utf-8")
    return folder
