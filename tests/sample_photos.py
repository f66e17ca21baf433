"""The sample photos, with the kingdoms and games that they show."""

from __future__ import annotations

from pathlib import Path

from tests.project import ROOT
from ui.table.game_file import FiledTable, parse_game_file

SAMPLES = ROOT / "sample_images"
PHOTOS = sorted(path.with_suffix(".jpg") for path in SAMPLES.glob("*.txt"))  # of the base game
STYLED = [SAMPLES / "another-edition" / f"{name}.jpg" for name in ("lesson", "one-kingdom", "two-kingdoms")]
GAME_PHOTOS = sorted(path.with_suffix(".jpg") for path in SAMPLES.glob("*.json"))  # of games with other boxes
KITCHEN = SAMPLES / "kitchen-table.jpg"  # one kingdom of 5 x 5, read right
KITCHEN_CORNERS = ((311.0, 175.0), (1171.0, 118.0), (1300.0, 1015.0), (314.0, 1078.0))  # of its grid, in pixels


def codes_of(photo: Path) -> list[str]:
    """Return the codes of the kingdoms in a sample photo."""
    return photo.with_suffix(".txt").read_text(encoding="utf-8").split()


def game(name: str) -> FiledTable:
    """Load the game of a sample photo with expansions."""
    (table,) = parse_game_file((SAMPLES / f"{name}.json").read_bytes()).tables
    return table
