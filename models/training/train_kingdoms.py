"""Fit the kingdom classifier: ``python -m models.training.train_kingdoms DATA [--out models]``.

It is a logistic regression on features of grids, for the networks in ``--out``. Positive examples are kingdoms of
composed evenings in three tile sets, and of the real photos, rotated and in bad light. Negative examples are grids
found in photos of other games and of things with squares. It is fitted on all of them, and measured on each half of the
games when fitted on the other.

Run it after every training, before ``models.training.calibrate``.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from joblib import Parallel, delayed
from numpy.random import Generator
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

from models.training.evaluation.evenings import CASES, Evening, Lying, boxes_of, evenings, real_evenings
from models.training.evaluation.outcomes import squares_of
from models.training.evaluation.photos import load_kingdoms
from models.training.networks.publishing import publish_facts, read_with_networks_of
from models.training.pictures.labels import other_games
from scoring.boxes import BASE
from scoring.kingdom import Kingdom
from vision.decode.decode import decode
from vision.errors import PhotoError
from vision.photo.photo import Bgr, Photo, Points, load
from vision.pipeline.calibration import KINGDOM, KingdomClassifier, identify_networks
from vision.pipeline.grids import GridReading, KingdomFeatures, compute_features, has_enough_tiles, split_grid
from vision.pipeline.reader import Reader

SOURCES = ("real photos, turned", "real photos in bad light", "own", "newer", "style")  # of kingdoms; editions of boxes
COVERS = 0.5  # least overlap of a grid and its kingdom, as a share of the smaller one
NAMED = re.compile(r"[a-z-]+?(?=-\d)")  # prefix that photos of one game share


@dataclass(frozen=True)
class Recipe:
    """All parameters of the fit, besides the networks and the data."""

    seed: int = 160_000  # of the evenings; used by no report
    each: int = 1  # of every case and edition
    kept: tuple[float, float] = (
        0.45,
        0.8,
    )  # shares of a side kept of photos of other games, cropped and rotated
    right: float = 0.6  # share of right squares once decoded, below which a kingdom is no example
    looseness: float = 10.0  # scikit-learn's C
    accept_log_odds: float = -1.0  # at even prior odds; below it many other games would be accepted
    certain_log_odds: float = 2.5  # more than any grid of a held-out game reached in any search


class Example(NamedTuple):
    """A grid: the game or the set of kingdoms that it belongs to, whether it is a kingdom, and its features."""

    source: str
    kingdom: bool
    signs: KingdomFeatures


def of_other_games(data: Path, recipe: Recipe) -> list[Example]:
    """Collect the grids in photos without a kingdom, and in turned crops of them."""
    found = []
    for number, path in enumerate(other_games(data)):
        photo = load(path)
        for shown in (photo, Photo(_part(photo.image, np.random.default_rng([recipe.seed, number]), recipe), 1.0)):
            source = NAMED.match(path.name)[0]  # type: ignore[index]
            found += [Example(source, False, compute_features(part, BASE)) for part in _grids(shown)]
    return found


def _part(image: Bgr, rng: Generator, recipe: Recipe) -> Bgr:
    left = rng.uniform(*recipe.kept)
    height, width = image.shape[:2]
    top, start = (rng.uniform(0, 1 - left, 2) * [height, width]).astype(int)
    cut = image[top : top + int(left * height), start : start + int(left * width)]
    return np.ascontiguousarray(np.rot90(cut, int(rng.integers(1, 4))))


def of_kingdoms(photos: Iterable[Evening], source: str, recipe: Recipe) -> list[Example]:
    """Collect the grids in photos that match a kingdom which is whole in the photo."""
    found = []
    for photo in photos:
        shown = Photo(photo.image, 1.0)
        for part in _grids(shown):
            of = [each for each in photo.lying if _covers(part.location.corners(shown), each.corners)]
            if max((_right(part, each.kingdom) for each in of), default=0.0) >= recipe.right:
                found.append(Example(source, True, compute_features(part, BASE)))
    return found


def _grids(photo: Photo) -> list[GridReading]:
    """List all grids that the reader judges; none of a photo without colours."""
    with suppress(PhotoError):
        return [part for grid in Reader().find_grids(photo) for part in split_grid(grid) if has_enough_tiles(part)]
    return []


def _covers(corners: Points, outline: Points | None) -> bool:
    """True for a grid of a kingdom; where its outline is not known, it is the only one in its photo."""
    if outline is None:
        return True
    smaller = min(cv2.contourArea(corners), cv2.contourArea(outline))
    return float(cv2.intersectConvexConvex(corners, outline)[0]) > COVERS * max(smaller, 1.0)


def _right(part: GridReading, kingdom: Kingdom) -> float:
    """Return the share of a kingdom's squares that are read right in any orientation; 0 for another grid size."""
    read = squares_of(decode(part.log_probabilities, part.location.occupancy).kingdom.crop())
    truth = squares_of(kingdom)
    turned = (np.rot90(read, turns) for turns in range(4))
    return max((float((each == truth).mean()) for each in turned if each.shape == truth.shape), default=0.0)


def fit_classifier(found: Sequence[Example], recipe: Recipe) -> KingdomClassifier:
    """Fit the kingdom classifier; every game has the same weight, as has every set of kingdoms."""
    counts = Counter((each.source, each.kingdom) for each in found)
    sources = Counter(kingdom for _, kingdom in counts)
    weights = np.array([1 / counts[each.source, each.kingdom] / sources[each.kingdom] for each in found])
    fit = LogisticRegression(C=recipe.looseness, max_iter=5000).fit(
        [each.signs for each in found],
        [each.kingdom for each in found],
        weights * len(found) / weights.sum(),
    )
    return KingdomClassifier(
        tuple(fit.coef_[0].tolist()), float(fit.intercept_[0]), recipe.accept_log_odds, recipe.certain_log_odds
    )


def figures(found: Sequence[Example], recipe: Recipe) -> Iterator[str]:
    """Format the grids of each half of the games that the fit on the other half would accept."""
    games = sorted(
        {each.source for each in found if not each.kingdom} - {each.source for each in found if each.kingdom}
    )
    for half in (0, 1):
        left_out = games[half::2]
        like = fit_classifier([each for each in found if each.source not in left_out], recipe)
        odds = np.array([like.log_odds(each.signs) for each in found if each.source in left_out])
        accepted, certain = (int((odds >= least).sum()) for least in (like.accept_log_odds, like.certain_log_odds))
        yield (
            f"{', '.join(left_out)}: {len(odds)} grids, {accepted} claimed, "
            f"{certain} of them without a question, the most like one {odds.max():.1f}"
        )
    like = fit_classifier(found, recipe)
    for source in dict.fromkeys(each.source for each in found if each.kingdom):
        odds = np.array([like.log_odds(each.signs) for each in found if each.source == source and each.kingdom])
        yield (
            f"kingdoms, {source}: {len(odds)}, {int((odds < like.accept_log_odds).sum())} refused, "
            f"{int(((odds >= like.accept_log_odds) & (odds < like.certain_log_odds)).sum())} asked about"
        )


def examples(data: Path, recipe: Recipe, jobs: int) -> list[Example]:
    """Collect all examples, as the networks of this process see them."""
    sets = [partial(of_other_games, data), *(partial(_kingdoms, source, data) for source in SOURCES)]
    read = Parallel(n_jobs=jobs)(delayed(one)(recipe) for one in sets)
    return [each for found in read for each in found]


def _kingdoms(source: str, data: Path, recipe: Recipe) -> list[Example]:
    cv2.setNumThreads(1)
    if source == "real photos in bad light":
        return of_kingdoms(real_evenings(data), source, recipe)
    if source == "real photos, turned":
        shown = ((load(data / "photos" / name).image, kingdom) for name, kingdom, _ in load_kingdoms(data))
        turned = (
            Evening(source, np.ascontiguousarray(np.rot90(image, turns)), (Lying(kingdom, None),))
            for image, kingdom in shown
            for turns in range(4)
        )
        return of_kingdoms(turned, source, recipe)
    box = boxes_of(source, data)
    composed = (photo for case in CASES for photo in evenings(case, recipe.each, recipe.seed, box))
    return of_kingdoms(composed, source, recipe)


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit how like a kingdom a grid has to look.")
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, default=Path("models"), help="folder of the networks and their manifest")
    parser.add_argument("--jobs", type=int, default=-1, help="sets of photos at a time; -1: one per core")
    arguments = parser.parse_args()
    read_with_networks_of(arguments.out)
    recipe = Recipe()
    found = examples(arguments.data, recipe, arguments.jobs)
    print(*figures(found, recipe), sep="\n")
    like = fit_classifier(found, recipe)
    publish_facts(
        KINGDOM, {**like._asdict(), "of": identify_networks(arguments.out), "recipe": asdict(recipe)}, arguments.out
    )


if __name__ == "__main__":
    main()
