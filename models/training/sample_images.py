"""Render photos like those of ``sample_images/``: the kingdoms of the texts there, on our own tables in our own light.

What other boxes bring is our own art too, and nobody's print: games with them have a file for a game as their truth.
``another-edition/`` shows a box in a painted style that no network was taught.

python -m models.training.sample_images DATA FOLDER
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from models.training.pictures.editions import Drawn, Painted
from models.training.synthesis.camera import Stance
from models.training.synthesis.legal_play import played
from models.training.synthesis.light import DAYLIGHT, Light, lamp
from models.training.synthesis.scene import Laid, Scene, render
from ui.table.game_file import FiledTable, parse_game_file
from vision.photo.photo import Bgr

SEED = 20261
LARGEST = 480_000  # bytes of one photo
LARGEST_OF_GAME = 290_000  # bytes of the photo of a game with other boxes
STYLED_BOX = "sample"  # of another edition: of six that were painted, one that a single photo teaches whole
LARGEST_OF_STYLE = 180_000
OURS = "Drawn by Crownsight: not the print of any box"
SAMPLES = Path(__file__).parents[2] / "sample_images"

Lies = tuple[tuple[float, float], float, str, str]  # middle, turn, what stands on the castle, player

KINGDOMS: dict[str, tuple[Lies, ...]] = {
    "kitchen-table": (((0, 0), -4, "", "blue"),),
    "seven-by-seven": (((0, 0), 3, "", "green"),),
    "gap-on-checks": (((0, 0), 7, "", "pink"),),
    "two-kingdoms": (((-3.4, -0.3), -5, "", "yellow"), ((3.3, 0.3), 6, "king", "blue")),
    "evening-lamp": (((0, 0), -9, "", "yellow"),),
    "cutting-mat": (((0, 0), 14, "", "pink"),),
    "standing-castle": (((0, 0), -6, "castle", "green"),),
    "phone-shadow-on-cork": (((0, 0), -11, "castle", "blue"),),
    "whole-table": (
        ((-3.5, -3.3), -4, "", "blue"),
        ((3.4, -3.4), 5, "", "green"),
        ((-3.4, 3.4), 3, "", "pink"),
        ((3.5, 3.3), -6, "", "yellow"),
    ),
    "five-kingdoms": (
        ((-6.4, -3.3), -4, "", "blue"),
        ((0.2, -3.4), 5, "", "green"),
        ((6.6, -3.2), 3, "", "pink"),
        ((-3.4, 3.5), -6, "", "yellow"),
        ((3.6, 3.4), 4, "", "brown"),
    ),
    "another-edition/lesson": (((0, 0), -5, "", "green"),),
    "another-edition/one-kingdom": (((0, 0), 8, "castle", "blue"),),
    "another-edition/two-kingdoms": (((-3.4, 0.2), 4, "", "pink"), ((3.4, -0.2), -7, "", "yellow")),
}
"""How the kingdoms of each photo lie, in reading order."""

PHOTOS: dict[str, tuple[str, Stance, Light, tuple[int, int], float]] = {
    "kitchen-table": ("planks", Stance(12), DAYLIGHT, (1600, 1200), 0.8),
    "seven-by-seven": ("cloth", Stance(18, -80), replace(DAYLIGHT, cast=lamp(0.15)), (2000, 1600), 0.88),
    "gap-on-checks": ("checks", Stance(22), replace(DAYLIGHT, brightness=0.95, cast=lamp(0.1)), (1600, 1200), 0.8),
    "two-kingdoms": ("carpet", Stance(14), DAYLIGHT, (2200, 1400), 0.9),
    "evening-lamp": (
        "wood",
        Stance(25, -105),
        replace(DAYLIGHT, brightness=0.72, cast=lamp(0.65), falloff=0.55, shadow="hand", noise=5.0),
        (1600, 1200),
        0.8,
    ),
    "cutting-mat": ("cutting mat", Stance(30, -70), replace(DAYLIGHT, cast=lamp(-0.1), glare=0.35), (1800, 1350), 0.8),
    "standing-castle": ("marble", Stance(28, -95), DAYLIGHT, (1800, 1350), 0.8),
    "phone-shadow-on-cork": (
        "cork",
        Stance(16, -100),
        replace(DAYLIGHT, brightness=0.9, cast=lamp(0.3), falloff=0.4, shadow="phone"),
        (1800, 1500),
        0.8,
    ),
    "whole-table": ("planks", Stance(12), DAYLIGHT, (2200, 2000), 0.92),
    "five-kingdoms": ("planks", Stance(10), DAYLIGHT, (2800, 2000), 0.94),
}
"""Each photo's table, stance, light, size and how much of it the kingdoms fill."""


GAMES: dict[str, tuple[str, Stance, Light, tuple[int, int], float]] = {
    "age-of-giants": ("planks", Stance(14), DAYLIGHT, (1600, 900), 0.88),
    "queendomino": ("cloth", Stance(12, -80), DAYLIGHT, (1600, 900), 0.88),
    "the-court": ("wood", Stance(16), replace(DAYLIGHT, cast=lamp(0.15)), (1600, 900), 0.88),
}
"""The same for games of two with other boxes."""

STYLED: dict[str, tuple[str, Stance, Light, tuple[int, int], float]] = {
    "another-edition/lesson": ("wood", Stance(14), DAYLIGHT, (1200, 1200), 0.84),
    "another-edition/one-kingdom": (
        "planks",
        Stance(24, -100),
        replace(DAYLIGHT, brightness=0.85, cast=lamp(0.4), falloff=0.3),
        (1200, 1000),
        0.84,
    ),
    "another-edition/two-kingdoms": ("cloth", Stance(17, -80), DAYLIGHT, (1600, 900), 0.9),
}
"""The same for a box in a painted style: the kingdom that teaches it, and two photos to read afterwards."""

SIDE_BY_SIDE: tuple[Lies, ...] = (((-3.2, 0), -3, "", "blue"), ((3.2, 0), 4, "", "green"))


def scene(name: str) -> Scene:
    """A scene with its kingdoms."""
    if name in GAMES:
        return _game_scene(name)
    codes = (SAMPLES / f"{name}.txt").read_text(encoding="utf-8").split()
    kingdoms = tuple(Laid(played(code), *lies) for code, lies in zip(codes, KINGDOMS[name], strict=True))
    return Scene.framed(kingdoms, *(STYLED[name] if name in STYLED else PHOTOS[name]))


def game(name: str) -> FiledTable:
    """What lies in the photo of a game with other boxes."""
    (table,) = parse_game_file((SAMPLES / f"{name}.json").read_bytes()).tables
    return table


def _game_scene(name: str) -> Scene:
    table = game(name)
    laid = tuple(
        Laid(played(str(one.kingdom), table.rules.box), *lies, pieces=one.pieces)
        for one, lies in zip(table.players, SIDE_BY_SIDE, strict=True)
    )
    return Scene.framed(laid, *GAMES[name])


def write(folder: Path, name: str, data: Path) -> None:
    """One photo as NAME.jpg and its truth as in the samples; other editions are those of ``data``.

    A photo of other boxes has a line in its corner that says whose art it shows.
    """
    draw_box = (lambda _: Painted.named(data, STYLED_BOX)) if name in STYLED else Drawn.box
    image, _ = render(scene(name), _generator(name), draw_box=draw_box)
    if name in GAMES:
        at = (16, image.shape[0] - 16)
        cv2.putText(image, OURS, at, cv2.FONT_HERSHEY_SIMPLEX, 0.7, (235, 240, 242), 1, cv2.LINE_AA)
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    largest = LARGEST_OF_GAME if name in GAMES else LARGEST_OF_STYLE if name in STYLED else LARGEST
    file.with_suffix(".jpg").write_bytes(packed(image, largest))
    truth = f"{name}.json" if name in GAMES else f"{name}.txt"
    (folder / truth).write_bytes((SAMPLES / truth).read_bytes())


def _generator(name: str) -> Generator:
    return np.random.default_rng([SEED, [*PHOTOS, *GAMES, *STYLED].index(name)])


def packed(image: Bgr, largest: int) -> bytes:
    """The picture as a JPEG of at most so many bytes, if its quality can bear it."""
    for quality in range(90, 40, -5):
        _, file = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if file.size <= largest:
            break
    return file.tobytes()


def main() -> None:
    parser = argparse.ArgumentParser(description="Render photos like the samples.")
    parser.add_argument("data", type=Path)
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name in (*PHOTOS, *GAMES, *STYLED):
        write(arguments.folder, name, arguments.data)


if __name__ == "__main__":
    main()
