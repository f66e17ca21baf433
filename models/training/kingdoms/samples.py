"""Render ``sample_images/kingdoms/``: the three epochs of one game, each in two lights, with their truth beside them.

python -m models.training.kingdoms.samples [FOLDER]
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

from models.training.kingdoms.photos import Shot, photograph, seen_by
from models.training.kingdoms.play import play
from models.training.sample_images import packed
from models.training.synthesis.camera import Stance
from models.training.synthesis.light import DAYLIGHT, Light, lamp
from scoring.kingdoms import Board
from vision.photo.photo import Points

SEED = 20268
PLAYERS = 3
LARGEST = 230_000  # bytes of one photo
FOLDER = Path(__file__).parents[3] / "sample_images" / "kingdoms"
WIDTH, HEIGHT = 1280, 960

LAMP = Light(brightness=0.75, cast=lamp(0.6), falloff=0.45, blur=0.6, noise=4.0)

SHOTS = {
    "window": (
        Shot("wood", Stance(tilt=16), DAYLIGHT, WIDTH, HEIGHT),
        Shot("planks", Stance(tilt=24, heading=-75, roll=4), replace(DAYLIGHT, cast=lamp(-0.15)), WIDTH, HEIGHT),
        Shot("wood", Stance(tilt=12, heading=-110, roll=-3), replace(DAYLIGHT, glare=0.25), WIDTH, HEIGHT),
    ),
    "lamp": (
        Shot("cloth", Stance(tilt=22, heading=-100), replace(LAMP, shadow="hand"), WIDTH, HEIGHT),
        Shot("felt", Stance(tilt=30, heading=-80, roll=-5), LAMP, WIDTH, HEIGHT),
        Shot("cloth", Stance(tilt=18, roll=6), replace(LAMP, shadow="phone"), WIDTH, HEIGHT),
    ),
}
"""How each epoch is photographed, by the name of the light."""


def boards() -> tuple[Board, ...]:
    """What lies on the board at the end of each epoch of the sample game."""
    return play(np.random.default_rng(SEED), PLAYERS)


def names() -> tuple[str, ...]:
    """The photos: ``epoch-1-window`` to ``epoch-3-lamp``."""
    return tuple(f"epoch-{epoch}-{light}" for epoch in range(1, len(boards()) + 1) for light in SHOTS)


def board_of(name: str) -> Board:
    """What lies on the board in a photo."""
    return boards()[_parts(name)[0]]


def corners_of(name: str) -> Points:
    """The corners (4, 2) of the printed grid in a photo, from the top left clockwise."""
    epoch, light = _parts(name)
    return seen_by(SHOTS[light][epoch])[1]


def write(folder: Path, name: str) -> None:
    """One photo as NAME.jpg and its truth, the board text, as NAME.txt."""
    epoch, light = _parts(name)
    rng = np.random.default_rng([SEED, epoch, list(SHOTS).index(light)])
    board = boards()[epoch]
    (folder / f"{name}.jpg").write_bytes(packed(photograph(board, SHOTS[light][epoch], rng).image, LARGEST))
    (folder / f"{name}.txt").write_text(f"{board}\n", encoding="utf-8")


def _parts(name: str) -> tuple[int, str]:
    _, epoch, light = name.split("-")
    return int(epoch) - 1, light


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name in names():
        write(folder, name)


if __name__ == "__main__":
    main()
