"""Fit the kingdom classifier: ``python -m models.training.train_kingdoms DATA [--out models]``.

It is a logistic regression on features of grids, for the networks in ``--out``. Positive examples are kingdoms of
composed evenings in three tile sets, and of the real photos, rotated and in bad light. Negative examples are grids
found in photos of other games and of things with squares. It is fitted on all of them, and measured on each half of the
games when fitted on the other.

Run it after every training, before ``models.training.calibrate``.
"""

from __future__ import annotations

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
from models.training.evaluation.outcomes import overlap, squares_of
from models.training.networks.publishing import publish_facts, read_with_networks_of, training_parser
from models.training.pictures.labels import load_kingdoms, other_games
from scoring.boxes import BASE
from scoring.kingdom import Kingdom
from vision.decode.decode import decode_together
from vision.errors import PhotoError
from vision.photo.photo import Bgr, Photo, Points, load
from vision.pipeline.calibration import KINGDOM, KingdomClassifier, identify_networks
from vision.pipeline.grids import GridReading, KingdomFeatures, compute_features, has_enough_tiles, split_grid
from vision.pipeline.reader import Reader

SOURCES = ("real photos, turned", "real photos in bad light", "own", "newer", "style")  # of kingdoms; editions of boxes
MIN_OVERLAP = 0.5  # of a grid and its kingdom, as a share of the smaller one
GAME_PREFIX = re.compile(r"[a-z-]+?(?=-\d)")  # of the names of photos of one game


@dataclass(frozen=True)
class Recipe:
    """All parameters of the fit, besides the networks and the data."""

    seed: int = 160_000  # of the evenings; used by no report
    evenings_per_case: int = 1  # in every edition
    crop_shares: tuple[float, float] = (0.45, 0.8)  # least and greatest part of a side of a photo of another game
    min_right_share: float = 0.6  # of the squares once decoded, below which a kingdom is no example
    regularisation: float = 10.0  # C of scikit-learn's LogisticRegression
    accept_log_odds: float = -1.0  # at even prior odds; below it many other games would be accepted
    certain_log_odds: float = 1.5  # more than any grid of a held-out game reached in any search


class Example(NamedTuple):
    """A grid: the game or the set of kingdoms that it belongs to, whether it is a kingdom, and its features."""

    source: str
    is_kingdom: bool
    features: KingdomFeatures


def collect_other_games(data: Path, recipe: Recipe) -> list[Example]:
    """Collect the grids in photos without a kingdom, and in rotated crops of them."""
    examples = []
    for number, path in enumerate(other_games(data)):
        photo = load(path)
        crop = Photo(_crop_and_rotate(photo.image, np.random.default_rng([recipe.seed, number]), recipe), 1.0)
        source = GAME_PREFIX.match(path.name)[0]  # type: ignore[index]
        grids = [*_find_grids(photo), *_find_grids(crop)]
        examples += [Example(source, False, compute_features(grid, BASE)) for grid in grids]
    return examples


def _crop_and_rotate(image: Bgr, rng: Generator, recipe: Recipe) -> Bgr:
    """Cut a random part out of a picture and rotate it by one to three quarters."""
    share = rng.uniform(*recipe.crop_shares)
    height, width = image.shape[:2]
    top, left = (rng.uniform(0, 1 - share, 2) * [height, width]).astype(int)
    crop = image[top : top + int(share * height), left : left + int(share * width)]
    return np.ascontiguousarray(np.rot90(crop, int(rng.integers(1, 4))))


def collect_kingdoms(evenings: Iterable[Evening], source: str, recipe: Recipe) -> list[Example]:
    """Collect the grids that match a kingdom which is whole in its photo."""
    examples = []
    for evening in evenings:
        photo = Photo(evening.image, 1.0)
        for grid in _find_grids(photo):
            corners = grid.location.corners(photo)
            kingdoms = [lying.kingdom for lying in evening.lying if _is_on(corners, lying)]
            share = max((_compute_right_share(grid, kingdom) for kingdom in kingdoms), default=0.0)
            if share >= recipe.min_right_share:
                examples.append(Example(source, True, compute_features(grid, BASE)))
    return examples


def _find_grids(photo: Photo) -> list[GridReading]:
    """List all grids that the reader judges; none of a photo without colours."""
    reader = Reader()
    with suppress(PhotoError):
        grids = [reader.classify(photo, location, reject=False) for location in reader.locate(photo)]
        return [part for grid in grids for part in split_grid(grid) if has_enough_tiles(part)]
    return []


def _is_on(corners: Points, lying: Lying) -> bool:
    """Return whether a grid is on a kingdom; one without corners is the only one in its photo."""
    return lying.corners is None or overlap(corners, lying.corners) > MIN_OVERLAP


def _compute_right_share(grid: GridReading, kingdom: Kingdom) -> float:
    """Return the share of a kingdom's squares that are read right in any orientation; 0 for another grid size."""
    [decoded] = decode_together([grid.log_probabilities], [grid.location.occupancy])
    squares = squares_of(decoded.kingdom.crop())
    truth = squares_of(kingdom)
    rotations = (np.rot90(squares, quarters) for quarters in range(4))
    return max((float((turned == truth).mean()) for turned in rotations if turned.shape == truth.shape), default=0.0)


def fit_classifier(examples: Sequence[Example], recipe: Recipe) -> KingdomClassifier:
    """Fit the kingdom classifier; every game has the same weight, as has every set of kingdoms."""
    counts = Counter((example.source, example.is_kingdom) for example in examples)
    sources = Counter(is_kingdom for _, is_kingdom in counts)
    weights = np.array(
        [1 / counts[example.source, example.is_kingdom] / sources[example.is_kingdom] for example in examples]
    )
    fit = LogisticRegression(C=recipe.regularisation, max_iter=5000).fit(
        [example.features for example in examples],
        [example.is_kingdom for example in examples],
        weights * len(examples) / weights.sum(),
    )
    return KingdomClassifier(
        tuple(fit.coef_[0].tolist()), float(fit.intercept_[0]), recipe.accept_log_odds, recipe.certain_log_odds
    )


def format_figures(examples: Sequence[Example], recipe: Recipe) -> Iterator[str]:
    """Format the grids of each half of the games that the fit on the other half would accept."""
    kingdom_sources = dict.fromkeys(example.source for example in examples if example.is_kingdom)
    games = sorted({example.source for example in examples if not example.is_kingdom} - set(kingdom_sources))
    for half in (0, 1):
        held_out = games[half::2]
        classifier = fit_classifier([example for example in examples if example.source not in held_out], recipe)
        odds = np.array([classifier.log_odds(example.features) for example in examples if example.source in held_out])
        accepted, certain = (
            int((odds >= least).sum()) for least in (classifier.accept_log_odds, classifier.certain_log_odds)
        )
        yield (
            f"{', '.join(held_out)}: {len(odds)} grids, {accepted} claimed, "
            f"{certain} of them without a question, the most like one {odds.max():.1f}"
        )
    classifier = fit_classifier(examples, recipe)
    for source in kingdom_sources:
        kingdoms = [example for example in examples if example.source == source and example.is_kingdom]
        odds = np.array([classifier.log_odds(kingdom.features) for kingdom in kingdoms])
        yield (
            f"kingdoms, {source}: {len(odds)}, {int((odds < classifier.accept_log_odds).sum())} refused, "
            f"{int(((odds >= classifier.accept_log_odds) & (odds < classifier.certain_log_odds)).sum())} asked about"
        )


def collect_examples(data: Path, recipe: Recipe) -> list[Example]:
    """Collect all examples, as the networks of this process see them."""
    collectors = [partial(collect_other_games, data), *(partial(_collect_source, source, data) for source in SOURCES)]
    collected = Parallel(n_jobs=-1)(delayed(collect)(recipe) for collect in collectors)
    return [example for examples in collected for example in examples]


def _collect_source(source: str, data: Path, recipe: Recipe) -> list[Example]:
    """Collect the kingdoms of one of SOURCES."""
    cv2.setNumThreads(1)
    if source == "real photos in bad light":
        return collect_kingdoms(real_evenings(data), source, recipe)
    if source == "real photos, turned":
        photos = ((load(data / "photos" / name).image, kingdom) for name, kingdom, _ in load_kingdoms(data))
        turned = (
            Evening(source, np.ascontiguousarray(np.rot90(image, quarters)), (Lying(kingdom, None),))
            for image, kingdom in photos
            for quarters in range(4)
        )
        return collect_kingdoms(turned, source, recipe)
    box = boxes_of(source, data)
    composed = (photo for case in CASES for photo in evenings(case, recipe.evenings_per_case, recipe.seed, box))
    return collect_kingdoms(composed, source, recipe)


def main() -> None:
    """Fit the kingdom classifier and publish it."""
    arguments = training_parser("Fit the classifier that tells kingdoms from other grids.").parse_args()
    read_with_networks_of(arguments.out)
    recipe = Recipe()
    examples = collect_examples(arguments.data, recipe)
    print(*format_figures(examples, recipe), sep="\n")
    classifier = fit_classifier(examples, recipe)
    facts = {**classifier._asdict(), "of": identify_networks(arguments.out), "recipe": asdict(recipe)}
    publish_facts(KINGDOM, facts, arguments.out)


if __name__ == "__main__":
    main()
