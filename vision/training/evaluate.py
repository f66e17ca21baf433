"""Every figure of the model card: ``python -m vision.training.evaluate DATA``.

Each is measured on pictures whose kingdom, family and photo no network of its own has seen: the squares networks are
trained anew without them (once, then kept in ``build/folds``: a quarter of an hour), the corner network of the product
has never seen a whole photo.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from vision.photo import Bgr, Photo
from vision.squares import answers
from vision.training import evaluate_photos, evaluate_squares
from vision.training.dataset import load_patches
from vision.training.evaluate_squares import TRIAL, by_quarters, network_without, table, without_source
from vision.training.table_top import surface
from vision.training.texture_bank import around_kingdoms

CACHE = Path("build/folds")
BARE_TABLES = 100  # drawn ones, beside the real ones


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the reader on pictures it has not seen.")
    parser.add_argument("data", type=Path)
    parser.add_argument("--cache", type=Path, default=CACHE, help="where the networks trained for this are kept")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    arguments = parser.parse_args()
    patches, recipe = load_patches(arguments.data), TRIAL

    quarters = by_quarters(patches, arguments.data, recipe, arguments.cache)
    sources = ("boards", "photos")
    unseen = {s: without_source(s, patches, arguments.data, recipe, arguments.cache) for s in sources}
    rows = table(quarters, unseen)
    print(evaluate_squares.HEADER, *rows, sep="\n")

    held_back = network_without(
        "without-photos", lambda patch: patch.source == "photos", patches, arguments.data, recipe, arguments.cache
    )
    classify = partial(answers, held_back, temperature=recipe.temperature)
    photos = list(evaluate_photos.read_photos(arguments.data, classify))
    print("", evaluate_photos.HEADER, *photos, evaluate_photos.summary(photos), sep="\n")

    print("\nthe same photos in another light, computed:")
    for name, light in evaluate_photos.LIGHTS.items():
        relit = list(evaluate_photos.read_photos(arguments.data, classify, light))
        print(f"{name}: {evaluate_photos.summary(relit)}")

    seen = evaluate_photos.kingdoms_seen_in(bare_tables(arguments.data), classify)
    print(f"\nphotos without a kingdom: {len(seen)}, kingdoms found in them: {sum(seen)}")
    if arguments.json:
        figures = {"squares": [asdict(row) for row in rows], "photos": [asdict(photo) for photo in photos]}
        arguments.json.write_text(json.dumps(figures, indent=2), encoding="utf-8")


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
