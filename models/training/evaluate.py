"""Every figure of the model card: ``python -m models.training.evaluate DATA``.

Each is measured on pictures whose kingdom, family and photo no network of its own has seen: the squares networks are
trained anew without them (once, then kept in ``build/folds``: a quarter of an hour), the corner network of the product
has never seen a whole photo. ``--shipped`` measures the product's own networks instead, on a folder laid out alike
whose pictures were not in their training.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import partial, reduce
from operator import add
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.training.art.table_tops import surface
from models.training.evaluation import games, hard_light, lessons, photos, squares
from models.training.evaluation.held_out import TRIAL, Trial, as_shipped, by_quarters, without_source
from models.training.evaluation.mistakes import confusions, worst_boards
from models.training.pictures.patches import Patch, load_patches
from models.training.pictures.textures import around_kingdoms
from vision.photo.photo import Bgr, Photo
from vision.squares.classify import predict

BUILD = Path("build")
SOURCES = ("boards", "photos")  # left out as a whole
BARE_TABLES = 100  # drawn ones, beside the real ones

Figures = dict[str, list[dict[str, Any]]]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the reader on pictures it has not seen.")
    parser.add_argument("data", type=Path)
    parser.add_argument("--shipped", action="store_true", help="measure the product's networks; train none")
    parser.add_argument("--cache", type=Path, default=BUILD / "folds", help="where networks trained for this are kept")
    parser.add_argument("--worst", type=Path, default=BUILD / "worst", help="where pictures of the worst boards go")
    parser.add_argument("--samples", type=int, default=TRIAL.steps * TRIAL.batch, help="of each training")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    arguments = parser.parse_args()
    patches, recipe = load_patches(arguments.data), TRIAL.of(arguments.samples)
    if arguments.shipped:
        trials, unseen = [as_shipped(_labelled(patches))], {}
    else:
        trials = by_quarters(patches, arguments.data, recipe, arguments.cache)
        unseen = {s: without_source(s, patches, arguments.data, recipe, arguments.cache) for s in SOURCES}
    found = _squares(trials, unseen, arguments.worst)
    if (arguments.data / "photos/labels.json").exists():
        found |= _photos(unseen.get("photos", trials[0]), arguments.data)
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=2), encoding="utf-8")


def _labelled(patches: Sequence[Patch]) -> list[Patch]:
    return [patch for patch in patches if patch.source in ("squares", *SOURCES)]


def _squares(trials: Sequence[Trial], unseen: dict[str, Trial], worst: Path) -> Figures:
    """Prints and returns everything that needs no whole photo."""
    everything = reduce(add, [trial.held_out for trial in trials])
    found: Figures = {}
    found["squares"] = _table(squares.HEADER, squares.table(trials, unseen))
    best = trials[0].temperature * squares.best_temperature(everything.logs, everything.truth)
    print(f"\ntemperature: {trials[0].temperature:.2f}, by these figures best {best:.2f}")
    print("", "confused most:", *confusions(everything), sep="\n")
    print("", "worst boards:", *worst_boards(everything, worst), sep="\n")
    print("\nlayouts of boards, filled with squares in hard light:")
    found["hard_light"] = _table(hard_light.HEADER, hard_light.hard_light(trials))
    print("\none photo corrected, squares wrong in the other photos:")
    taught = [row for trial in trials for row in lessons.lessons_taught(trial)]
    found["lessons"] = _table(lessons.HEADER, taught)
    print("\nkingdoms read together, as those of one game:")
    found["games"] = _table(games.HEADER, games.games(trials, unseen.get("boards")))
    return found


def _photos(trial: Trial, data: Path) -> Figures:
    """Prints and returns how whole photos are read, in their own light and in others, and photos without a kingdom."""
    classify = partial(predict, trial.network, temperature=trial.temperature)
    print("\nwhole photos:")
    as_taken = list(photos.read_photos(data, classify))
    found: Figures = {"photos": _table(photos.HEADER, as_taken)}
    print(photos.summary(as_taken))
    print("\nthe same photos in another light, computed:")
    for name, light in photos.LIGHTS.items():
        relit = list(photos.read_photos(data, classify, light))
        print(f"{name}: {photos.summary(relit)}", flush=True)
    seen = photos.kingdoms_seen_in(bare_tables(data), classify)
    print(f"\nphotos without a kingdom: {len(seen)}, kingdoms found in them: {sum(seen)}")
    return found


def _table(header: str, rows: Iterable[Any]) -> list[dict[str, Any]]:
    """Prints rows, each as soon as it is known."""
    print(header)
    kept = []
    for row in rows:
        print(row, flush=True)
        kept.append(asdict(row))
    return kept


def bare_tables(data: Path) -> Iterator[Photo]:
    """Pictures without a kingdom: what lies beside them in the real photos, rooms and gardens, drawn surfaces."""
    for piece in around_kingdoms(data):
        yield _enlarged(piece)
    crops = sorted((data / "background").glob("*.jpg"))[::9]
    for start in range(0, len(crops) - 12, 12):  # too small alone: twelve to a picture
        row = [cv2.resize(cv2.imread(str(path)), (256, 256)) for path in crops[start : start + 12]]
        yield Photo(np.vstack([np.hstack(row[i : i + 4]) for i in (0, 4, 8)]), 1.0)
    rng = np.random.default_rng(2026)
    for _ in range(BARE_TABLES):
        yield _enlarged(surface(rng, 768))


def _enlarged(picture: Bgr) -> Photo:
    return Photo(np.asarray(cv2.resize(picture, (1024, 1024), interpolation=cv2.INTER_CUBIC)), 1.0)


if __name__ == "__main__":
    main()
