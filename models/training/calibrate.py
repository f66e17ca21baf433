"""Choose the confidence thresholds of a reading: ``python -m models.training.calibrate DATA [--out models]``.

Evenings are composed of every tile set, in three parts that share no kingdom. The first part proposes thresholds, the
second chooses one of them by fixed-sequence testing, the third and the real photos in ``DATA`` measure it. The
threshold for castle colours is chosen on castles that perceptrons of the same training have not seen.

Run it for the networks in ``--out`` after every training and after ``models.training.train_kingdoms``. Evenings are
composed once and kept in ``build/evenings``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from joblib import Parallel, delayed

from models.training.evaluation.bounds import count_promises, lowest_threshold, wilson
from models.training.evaluation.castles import looks, plain_from
from models.training.evaluation.evenings import LIGHTS, Case, Evening, boxes_of, evening, real_evenings
from models.training.evaluation.read_scenes import ReadScene, evenings_kept, read_scene
from models.training.networks.publishing import publish_facts, read_with_networks_of, training_parser
from models.training.pictures.labels import load_kingdoms
from models.training.train_castles import Recipe as CastleRecipe
from vision.pipeline.calibration import ENTRY, Calibration, identify_networks

FOLDER = Path("build/evenings")  # of composed photos
EDITIONS = ("own", "newer")  # tile sets: procedural art like the older one, and pictures of the newer one

ACCEPTED = np.arange(0.5, 0.9, 0.02)  # shares of the drafting evenings that the tested thresholds accept
ASKED = tuple(percent / 100 for percent in range(80, 100))  # confidences to test
KINGDOMS = re.compile(r"mat|game(?=[34])|\w+")  # prefix that photos of one kingdom share


class EveningSet(NamedTuple):
    """Evenings of one tile set, the same number of each case, from a seed that no training uses."""

    edition: str
    seed: int
    each: int


@dataclass(frozen=True)
class Recipe:
    """All parameters of a calibration, besides the networks and the data."""

    editions: tuple[str, ...] = EDITIONS
    drafting: tuple[int, ...] = (160_000, 170_000, 180_000)  # seeds
    choosing: tuple[int, ...] = (210_000,)
    reporting: tuple[int, ...] = (220_000,)
    each_drafting: int = 4  # evenings of each case, edition and seed
    each_choosing: int = 12
    each_reporting: int = 6
    limit: float = 0.02  # highest share of evenings with a wrong kingdom, of those with one that is called sure
    fewest: int = 320  # evenings accepted by the first tested threshold; with two errors they prove 2 %
    found: float = 0.93  # of wrong squares on the evenings where the marks are chosen; then 85 % of others are found

    def sets(self, seeds: Iterable[int], each: int) -> list[EveningSet]:
        """List the evening sets of these seeds, one for each edition."""
        return [EveningSet(edition, seed, each) for edition in self.editions for seed in seeds]


def read_evenings(evenings: EveningSet, data: Path) -> list[ReadScene]:
    """Read the evenings of a set, composing them first where FOLDER lacks them."""
    cv2.setNumThreads(1)
    place, draw_box = FOLDER / evenings.edition / str(evenings.seed), boxes_of(evenings.edition, data)

    def compose(case: Case, number: int) -> Evening:
        return evening(case, number, evenings.seed, draw_box)

    return list(map(read_scene, evenings_kept(place, evenings.each, compose)))


def choose_calibration(
    drafting: Sequence[ReadScene], choosing: Sequence[ReadScene], castle: float, recipe: Recipe
) -> Calibration:
    """Choose the lowest threshold that keeps the error limit (infinite if none does), and the doubt threshold."""
    scored = [scene.scored for scene in choosing]
    tested = thresholds(drafting, len(choosing), recipe)
    for threshold in tested:
        print(f"from {threshold:.2f}: {count_promises(scored, threshold)}")
    sure = lowest_threshold(scored, recipe.limit, tested)
    return Calibration(
        np.inf if sure is None else sure, choose_doubt_threshold([*drafting, *choosing], recipe.found), castle
    )


def thresholds(drafting: Sequence[ReadScene], count: int, recipe: Recipe) -> list[float]:
    """List the thresholds to test, strictest first, from the drafting evenings; ``count`` evenings will test them.

    Each should accept enough of these, and a standard error more: of other evenings it accepts a few more or less.
    """
    best = np.array([scene.scored.scores.max(initial=0.0) for scene in drafting])
    enough = count * ACCEPTED - np.sqrt(count * ACCEPTED * (1 - ACCEPTED)) >= recipe.fewest
    return sorted({float(np.quantile(best, 1 - share)) for share in ACCEPTED[enough]}, reverse=True)


def choose_doubt_threshold(read: Sequence[ReadScene], found: float) -> float:
    """Return the lowest confidence below which a share ``found`` of the wrong squares is."""
    every = marks(read, np.inf)[0]
    return next((below for below in ASKED if marks(read, below)[0] >= found * every), ASKED[-1])


def marks(read: Sequence[ReadScene], below: float) -> tuple[int, int, int]:
    """Count wrong squares and right ones with less confidence, and kingdoms; of those that are not cut."""
    boards = [each for scene in read if not scene.cut for each in scene.kingdoms if each.wrong]
    confidences = np.array([value for each in boards for value in each.confidences])
    wrong = np.array([value for each in boards for value in each.wrong], bool)
    return int((wrong & (confidences < below)).sum()), int((~wrong & (confidences < below)).sum()), len(boards)


def figures(read: Sequence[ReadScene], by: Calibration) -> Iterator[str]:
    """Format the figures of a calibration, line by line."""
    yield str(count_promises([scene.scored for scene in read], by.sure))
    yield _describe_accepted(read, by)
    wrong, asked, boards = marks(read, by.doubtful)
    every = marks(read, np.inf)[0]
    low, high = wilson(wrong, every)
    yield f"wrong squares marked: {wrong} of {every} ({low:.0%} to {high:.0%})"
    yield f"right squares marked: {asked / max(boards, 1):.1f} a kingdom"
    cut = [scene for scene in read if scene.cut]
    if cut:
        yield f"cut by the edge: said of {sum(scene.told for scene in cut)} of {len(cut)}"


def _describe_accepted(read: Sequence[ReadScene], by: Calibration) -> str:
    """Format how many of the kingdoms that are whole in the photo are called sure."""
    whole = [scene for scene in read if not scene.cut]
    there = sum(each.there for scene in whole for each in scene.kingdoms)
    sure = sum(int((scene.scored.scores >= by.sure).sum()) for scene in whole)
    low, high = wilson(sure, there)
    return f"{sure} of {there} kingdoms called sure, {sure / max(there, 1):.0%} ({low:.0%} to {high:.0%})"


def read_real_photos(data: Path) -> list[ReadScene]:
    """Read the real photos in every light; all photos of one kingdom are one scene."""
    names = [name for name, _, _ in load_kingdoms(data) for _ in LIGHTS]
    scenes: dict[str, ReadScene] = {}
    for name, photo in zip(names, real_evenings(data), strict=True):
        kingdom, scene = KINGDOMS.match(name)[0], read_scene(photo)  # type: ignore[index]
        earlier = scenes[kingdom].kingdoms if kingdom in scenes else ()
        scenes[kingdom] = replace(scene, kingdoms=(*earlier, *scene.kingdoms))
    return list(scenes.values())


def calibrate(data: Path, recipe: Recipe) -> Calibration:
    """Choose the calibration of the networks that this process reads with."""
    drafting = recipe.sets(recipe.drafting, recipe.each_drafting)
    choosing = recipe.sets(recipe.choosing, recipe.each_choosing)
    read = _read([*drafting, *choosing], data)
    castle = plain_from(list(looks(data, CastleRecipe())))
    return choose_calibration(
        [scene for evenings in drafting for scene in read[evenings]],
        [scene for evenings in choosing for scene in read[evenings]],
        castle,
        recipe,
    )


def report(by: Calibration, data: Path, recipe: Recipe) -> None:
    """Print the figures of a calibration on evenings that it was not chosen on, and on the real photos."""
    read = _read(recipe.sets(recipe.reporting, recipe.each_reporting), data)
    print("\ncomposed evenings:", *figures([scene for scenes in read.values() for scene in scenes], by), sep="\n")
    print("\nreal photos, all lights of one kingdom as one scene:", *figures(read_real_photos(data), by), sep="\n")


def _read(sets: Sequence[EveningSet], data: Path) -> dict[EveningSet, list[ReadScene]]:
    """Read the evenings of each set, one set a process."""
    read = Parallel(n_jobs=-1)(delayed(read_evenings)(evenings, data) for evenings in sets)
    return dict(zip(sets, read, strict=True))


def main() -> None:
    arguments = training_parser("Choose and measure from which confidences a reading is relied on.").parse_args()
    read_with_networks_of(arguments.out)
    recipe = Recipe()
    calibration = calibrate(arguments.data, recipe)
    print(calibration, flush=True)
    chosen = {name: getattr(calibration, name) for name in ("sure", "doubtful", "castle")}
    facts = {**chosen, "of": identify_networks(arguments.out), "recipe": asdict(recipe)}
    publish_facts(ENTRY, facts, arguments.out)
    report(calibration, arguments.data, recipe)


if __name__ == "__main__":
    main()
