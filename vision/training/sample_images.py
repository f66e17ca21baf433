"""Render photos like those of ``sample_images/``: the kingdoms of the texts there, on our own tables in our own light.

python -m vision.training.sample_images FOLDER
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from vision.photo.photo import Bgr
from vision.training.renderer.lamp_light import Light
from vision.training.renderer.table_scene import Laid, Scene, render
from vision.training.renderer.table_view import Stance
from vision.training.synthesis.legal_play import played

SEED = 20261
LARGEST = 480_000  # bytes of one photo
SAMPLES = Path(__file__).parents[2] / "sample_images"

Lies = tuple[tuple[float, float], float, str, str]  # middle, turn, what stands on the castle, player

SCENES: dict[str, tuple[tuple[Lies, ...], Scene]] = {
    "kitchen-table": (
        (((0, 0), -4, "", "blue"),),
        Scene((), "planks", Stance(tilt=12), Light(falloff=0.2, noise=2.5)),
    ),
    "seven-by-seven": (
        (((0, 0), 3, "", "green"),),
        Scene(
            (), "cloth", Stance(18, -80), Light(falloff=0.3, warmth=0.15, noise=2.0), width=2000, height=1600, fill=0.88
        ),
    ),
    "gap-on-checks": (
        (((0, 0), 7, "", "pink"),),
        Scene((), "checks", Stance(tilt=22), Light(brightness=0.95, warmth=0.1, noise=3.5)),
    ),
    "two-kingdoms": (
        (((-3.4, -0.3), -5, "", "yellow"), ((3.3, 0.3), 6, "king", "blue")),
        Scene((), "carpet", Stance(tilt=14), Light(falloff=0.25, noise=2.5), width=2200, height=1400, fill=0.9),
    ),
    "evening-lamp": (
        (((0, 0), -9, "", "yellow"),),
        Scene((), "wood", Stance(25, -105), Light(0.72, 0.65, 0.55, "hand", blur=0.8, noise=5.0)),
    ),
    "cutting-mat": (
        (((0, 0), 14, "", "pink"),),
        Scene(
            (), "cutting mat", Stance(30, -70), Light(1.0, -0.1, 0.2, glare=0.35, noise=3.0), width=1800, height=1350
        ),
    ),
    "standing-castle": (
        (((0, 0), -6, "castle", "green"),),
        Scene((), "marble", Stance(28, -95), Light(falloff=0.3, noise=2.5), width=1800, height=1350),
    ),
    "phone-shadow-on-cork": (
        (((0, 0), -11, "castle", "blue"),),
        Scene((), "cork", Stance(16, -100), Light(0.9, 0.3, 0.4, "phone", noise=3.5), width=1800, height=1500),
    ),
}
"""How the kingdoms of each photo lie, in reading order, and what else it shows."""


def scene(name: str) -> Scene:
    """A scene with its kingdoms."""
    codes = (SAMPLES / f"{name}.txt").read_text(encoding="utf-8").split()
    lies, bare = SCENES[name]
    return replace(bare, kingdoms=tuple(Laid(played(code), *lie) for code, lie in zip(codes, lies, strict=True)))


def write(folder: Path, name: str) -> None:
    """One photo as NAME.jpg and its truth as NAME.txt, a kingdom code a line."""
    image, truths = render(scene(name), np.random.default_rng([SEED, list(SCENES).index(name)]))
    (folder / f"{name}.jpg").write_bytes(packed(image, LARGEST))
    (folder / f"{name}.txt").write_text("".join(f"{truth.code}\n" for truth in truths), encoding="utf-8")


def packed(image: Bgr, largest: int) -> bytes:
    """The picture as a JPEG of at most so many bytes, if its quality can bear it."""
    for quality in range(90, 40, -5):
        _, file = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if file.size <= largest:
            break
    return file.tobytes()


def main() -> None:
    parser = argparse.ArgumentParser(description="Render photos like the samples.")
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name in SCENES:
        write(folder, name)


if __name__ == "__main__":
    main()
