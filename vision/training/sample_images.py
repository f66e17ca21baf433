"""Render ``sample_images/``: photos of our own with their truth beside them, the same on every run.

python -m vision.training.sample_images [FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from scoring.kingdom import Kingdom
from vision.photo.photo import Bgr
from vision.training.renderer.lamp_light import Light
from vision.training.renderer.table_scene import Laid, Scene, render
from vision.training.renderer.table_view import Stance
from vision.training.synthesis.legal_play import Play, play

SEED = 20261
LARGEST = 480_000  # bytes of one photo
FOLDER = Path(__file__).parents[2] / "sample_images"
ONE_GAME = ("kitchen-table", "evening-lamp", "standing-castle")  # three kingdoms laid from one box

Taken = frozenset[int]  # numbers of dominoes that lie in other kingdoms of the game


def scenes() -> dict[str, Scene]:
    """The scenes by the name of their photo; kingdoms in reading order."""
    drawn: dict[str, Scene] = {}
    for at, (name, draw) in enumerate(_SCENES.items()):
        before = [drawn[other] for other in ONE_GAME if name in ONE_GAME and other in drawn]
        taken = frozenset(laid.number for scene in before for lies in scene.kingdoms for laid in lies.play.laid)
        drawn[name] = draw(np.random.default_rng([SEED, at]), taken)
    return drawn


def write(folder: Path, name: str) -> None:
    """One photo as NAME.jpg and its truth as NAME.txt, a kingdom code a line."""
    at = list(_SCENES).index(name)
    image, truths = render(scenes()[name], np.random.default_rng([SEED, at, 1]))
    (folder / f"{name}.jpg").write_bytes(_packed(image))
    (folder / f"{name}.txt").write_text("".join(f"{truth.code}\n" for truth in truths), encoding="utf-8")


def _packed(image: Bgr) -> bytes:
    """The picture as a JPEG of at most LARGEST bytes."""
    for quality in range(90, 40, -5):
        _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if packed.size <= LARGEST:
            break
    return packed.tobytes()


def _with_open_castle(rng: Generator, grid: int, turns: int | None = None, taken: Taken = frozenset()) -> Play:
    """A kingdom with no crown beside the castle, so that a standing castle hides none."""
    while True:
        played = play(rng, grid=grid, complete=turns is None, turns=turns, taken=taken)
        kingdom = played.kingdom
        (castle,) = [position for position, square in kingdom.squares() if square.is_castle]
        if not any(kingdom[near].crowns for near in kingdom.neighbours(castle)):
            return played


def _with_gap(rng: Generator) -> Play:
    """A kingdom whose grid is full width but has a hole inside."""
    while True:
        played = play(rng, grid=5, turns=10)
        if played.kingdom.width == played.kingdom.height == 5 and _holes(played.kingdom):
            return played


def _holes(kingdom: Kingdom) -> bool:
    """Whether an empty square has a neighbour on all four sides."""
    empty = [position for position, square in kingdom.squares() if square.is_empty]
    return any(sum(not kingdom[near].is_empty for near in kingdom.neighbours(at)) == 4 for at in empty)


def _kitchen(rng: Generator, _: Taken) -> Scene:
    laid = Laid(play(rng, complete=True), turn=-4, player="blue")
    return Scene((laid,), "planks", Stance(tilt=12), Light(falloff=0.2, noise=2.5))


def _duel(rng: Generator, _: Taken) -> Scene:
    laid = Laid(play(rng, grid=7, complete=True), turn=3, player="green")
    light = Light(falloff=0.3, warmth=0.15, noise=2.0)
    return Scene((laid,), "cloth", Stance(tilt=18, heading=-80), light, width=2000, height=1600, fill=0.88)


def _gap(rng: Generator, _: Taken) -> Scene:
    laid = Laid(_with_gap(rng), turn=7, player="pink")
    return Scene((laid,), "checks", Stance(tilt=22), Light(brightness=0.95, warmth=0.1, noise=3.5))


def _two(rng: Generator, _: Taken) -> Scene:
    first = play(rng, complete=True)
    second = play(rng, complete=True, taken={laid.number for laid in first.laid})
    kingdoms = (
        Laid(first, (-3.4, -0.3), -5, player="yellow"),
        Laid(second, (3.3, 0.3), 6, standing="king", player="blue"),
    )
    light = Light(falloff=0.25, noise=2.5)
    return Scene(kingdoms, "carpet", Stance(tilt=14), light, width=2200, height=1400, fill=0.9)


def _evening(rng: Generator, taken: Taken) -> Scene:
    laid = Laid(play(rng, complete=True, taken=taken), turn=-9, player="yellow")
    light = Light(brightness=0.72, warmth=0.65, falloff=0.55, shadow="hand", blur=0.8, noise=5.0)
    return Scene((laid,), "wood", Stance(tilt=25, heading=-105), light)


def _mat(rng: Generator, _: Taken) -> Scene:
    laid = Laid(play(rng, complete=True), turn=14, player="pink")
    light = Light(warmth=-0.1, falloff=0.2, glare=0.35, noise=3.0)
    return Scene((laid,), "cutting mat", Stance(tilt=30, heading=-70), light, width=1800, height=1350)


def _castle(rng: Generator, taken: Taken) -> Scene:
    laid = Laid(_with_open_castle(rng, 5, taken=taken), turn=-6, standing="castle", player="green")
    return Scene(
        (laid,), "marble", Stance(tilt=28, heading=-95), Light(falloff=0.3, noise=2.5), width=1800, height=1350
    )


def _cork(rng: Generator, _: Taken) -> Scene:
    laid = Laid(_with_open_castle(rng, 7, turns=19), turn=-11, standing="castle", player="blue")
    light = Light(brightness=0.9, warmth=0.3, falloff=0.4, shadow="phone", noise=3.5)
    return Scene((laid,), "cork", Stance(tilt=16, heading=-100), light, width=1800, height=1500)


_SCENES = {
    "kitchen-table": _kitchen,
    "seven-by-seven": _duel,
    "gap-on-checks": _gap,
    "two-kingdoms": _two,
    "evening-lamp": _evening,
    "cutting-mat": _mat,
    "standing-castle": _castle,
    "phone-shadow-on-cork": _cork,
}


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name in _SCENES:
        write(folder, name)


if __name__ == "__main__":
    main()
