"""What *sure* and the marks promise: ``python -m models.training.evaluation.sure DATA``.

Three sets of composed evenings, of kingdoms that are in no other: on the first the thresholds to be tested are drawn
up, on the second one of them is chosen, on the third it is measured. Then the same is measured on the real photos in
``DATA``. With ``--write`` the numbers ship.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from models.training.evaluation.evenings import Case, Evening, evening, real_evenings
from models.training.evaluation.kept_photos import scenes
from models.training.evaluation.photos import labelled_kingdoms
from models.training.evaluation.promises import held, lowest_threshold, wilson
from models.training.evaluation.read_scenes import ReadScene, read_scene, read_scenes
from models.training.networks.publishing import publish_facts
from vision.pipeline.calibration import ENTRY, Calibration, calibrated, networks_in

FITTED = (160_000, 170_000, 180_000)  # seeds; no training draws from any
CHOSEN, REPORTED = 210_000, 220_000
EACH_FITTED, EACH_CHOSEN, EACH_REPORTED = 8, 24, 12  # evenings of each case
LIMIT = 0.015  # of evenings with a kingdom called sure: the share with a wrong one that is not to be exceeded
ACCEPTED = np.arange(0.5, 0.9, 0.02)  # shares of the fitted evenings that the thresholds tested would accept
FEWEST = 320  # evenings that the first threshold tested should accept: with one error they prove 1.5 %
FOUND = 0.93  # of wrong squares: what is marked of those on which the marks are chosen, to find 85 % of others
ASKED = tuple(percent / 100 for percent in range(80, 100))  # confidences that are tried
KINGDOMS = re.compile(r"mat|game(?=[34])|\w+")  # what the names of photos of one kingdom begin with


def composed(seed: int, each: int, folder: Path) -> list[ReadScene]:
    """So many evenings of every case, from one seed, as they are read."""
    place = folder / str(seed)
    return list(read_scenes(place, (photo for (photo,) in scenes(place, each, partial(one, seed)))))


def one(seed: int, case: Case, number: int) -> tuple[Evening, ...]:
    """An evening of a case, of the kingdoms that belong to a seed."""
    return (evening(case, number, seed),)


def thresholds(read: Sequence[ReadScene], count: int) -> list[float]:
    """Those to be tested, the strictest first, from the fitted evenings alone; ``count`` evenings will test them."""
    best = np.array([scene.scored.scores.max(initial=-np.inf) for scene in read])
    found = {float(np.quantile(best, 1 - share)) for share in ACCEPTED if share * count >= FEWEST}
    return sorted((threshold for threshold in found if np.isfinite(threshold)), reverse=True)


def asked_below(read: Sequence[ReadScene]) -> float:
    """The lowest confidence below which enough of the wrong squares are."""
    every = marks(read, 2.0)[0]
    return next((below for below in ASKED if marks(read, below)[0] >= FOUND * every), ASKED[-1])


def marks(read: Sequence[ReadScene], below: float) -> tuple[int, int, int]:
    """Wrong squares and right ones with less confidence, and kingdoms; of those that are not cut."""
    boards = [each for scene in read if not scene.cut for each in scene.kingdoms if each.wrong]
    confidences = np.array([value for each in boards for value in each.confidences])
    wrong = np.array([value for each in boards for value in each.wrong], bool)
    return int((wrong & (confidences < below)).sum()), int((~wrong & (confidences < below)).sum()), len(boards)


def chosen(folder: Path) -> Calibration:
    """The lowest threshold that keeps the limit, infinite where none does, and that of the marks."""
    fit = [scene for seed in FITTED for scene in composed(seed, EACH_FITTED, folder)]
    choose = composed(CHOSEN, EACH_CHOSEN, folder)
    tested, scored = thresholds(fit, len(choose)), [scene.scored for scene in choose]
    for threshold in tested:
        print(f"from {threshold:.2f}: {held(scored, threshold)}")
    sure = lowest_threshold(scored, LIMIT, tested)
    return Calibration(np.inf if sure is None else sure, asked_below([*fit, *choose]), calibrated().castle)


def _accepted(read: Sequence[ReadScene], scale: Calibration) -> str:
    """How many of the kingdoms that can be read whole are called sure."""
    whole = [scene for scene in read if not scene.cut]
    there = sum(each.there for scene in whole for each in scene.kingdoms)
    sure = sum(int((scene.scored.scores >= scale.sure).sum()) for scene in whole)
    low, high = wilson(sure, there)
    return f"{sure} of {there} kingdoms called sure, {sure / max(there, 1):.0%} ({low:.0%} to {high:.0%})"


def told(read: Sequence[ReadScene], scale: Calibration) -> Iterator[str]:
    """What is measured of the numbers, line by line."""
    yield str(held([scene.scored for scene in read], scale.sure))
    yield _accepted(read, scale)
    wrong, asked, boards = marks(read, scale.doubtful)
    every = marks(read, 2.0)[0]
    low, high = wilson(wrong, every)
    yield f"wrong squares marked: {wrong} of {every} ({low:.0%} to {high:.0%})"
    yield f"right squares marked: {asked / max(boards, 1):.1f} a kingdom"
    cut = [scene for scene in read if scene.cut]
    if cut:
        yield f"cut by the edge: said of {sum(scene.told for scene in cut)} of {len(cut)}"


def real(data: Path) -> dict[str, list[ReadScene]]:
    """The real photos by the light they are put in, all photos of one kingdom as one scene."""
    photos = list(real_evenings(data))
    lights = dict.fromkeys(photo.case for photo in photos)
    names = [name for name, _, _ in labelled_kingdoms(data) for _ in lights]
    found: dict[str, dict[str, ReadScene]] = {light: {} for light in lights}
    for name, photo in zip(names, photos, strict=True):
        kingdom = KINGDOMS.match(name)[0]  # type: ignore[index]
        read, scenes_so_far = read_scene(photo), found[photo.case]
        earlier = scenes_so_far[kingdom].kingdoms if kingdom in scenes_so_far else ()
        scenes_so_far[kingdom] = replace(read, kingdoms=(*earlier, *read.kingdoms))
    return {light: list(of_light.values()) for light, of_light in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Choose and measure when a kingdom is called sure.")
    parser.add_argument("data", type=Path)
    parser.add_argument("--folder", type=Path, default=Path("build/evenings"), help="where composed photos are kept")
    parser.add_argument("--write", action="store_true", help="ship the numbers chosen")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    scale = chosen(arguments.folder)
    print(scale, flush=True)
    if arguments.write:
        write(scale, Path("models"))
    for name, used in {"chosen": scale, "shipped before": calibrated()}.items():
        print(f"\ncomposed evenings of seed {REPORTED}, the numbers {name}:")
        print(*told(composed(REPORTED, EACH_REPORTED, arguments.folder), used), sep="\n", flush=True)
    by_light = real(arguments.data) if arguments.data.exists() else {}
    for light, read in by_light.items():
        print(f"\n{light}:", *told(read, scale), sep="\n")
    together = [
        replace(each[0], kingdoms=tuple(k for one in each for k in one.kingdoms))
        for each in zip(*by_light.values(), strict=True)
    ]
    print("\nreal photos, all lights of one kingdom as one scene:", *told(together, scale), sep="\n")


def write(scale: Calibration, folder: Path) -> None:
    """Writes the numbers to the manifest of a folder, with the networks that they hold for."""
    publish_facts(ENTRY, {**scale._asdict(), "of": networks_in(folder)}, folder)


if __name__ == "__main__":
    main()
