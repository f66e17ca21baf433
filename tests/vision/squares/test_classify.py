"""Squares are classified from any picture, junk with low confidence; one printing a kingdom."""

import csv
import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from models.training.art.tiles import tile
from models.training.pictures.patches import as_crop
from scoring.boxes import Printing
from scoring.terrain import CASTLE, EMPTY, Square, Terrain
from tests.project import ROOT
from vision.networks import get_session, read_manifest_entry
from vision.squares.classify import CROP_PX, KIND_NAMES, KINDS, get_shipped_classifier
from vision.squares.printing import (
    build_certain_odds,
    compute_printing_odds,
    condition_on_one_printing,
    find_likely_printing,
)

DATA = Path(os.environ.get("CROWNSIGHT_LABELS", ROOT.parent / "shared/data"))


def test_kinds_keep_the_order_of_training() -> None:
    by_name = {f"{terrain.value}{crowns}": Square(terrain, crowns) for terrain in Terrain for crowns in range(4)}
    by_name |= {"castle": CASTLE, "empty": EMPTY}

    assert [by_name[name] for name in read_manifest_entry("squares")["classes"]] == list(KINDS)


@pytest.mark.parametrize("side", [40, 64, 133])
def test_a_square_is_read_at_any_size(side: int) -> None:
    art = tile(Square(Terrain.GRASSLAND, 2), np.random.default_rng(5), 200)

    logs = get_shipped_classifier().classify(as_crop(cv2.resize(art, (side, side), interpolation=cv2.INTER_AREA))[None])

    assert KINDS[int(logs.argmax())] == Square(Terrain.GRASSLAND, 2)


@pytest.mark.parametrize(
    "junk",
    [
        pytest.param(np.zeros((1, 64, 64, 3), np.uint8), id="black"),
        pytest.param(np.full((1, 64, 64, 3), 255, np.uint8), id="white"),
        pytest.param(np.full((1, 64, 64, 3), 128, np.uint8), id="grey"),
        pytest.param(np.random.default_rng(8).integers(0, 256, (1, 64, 64, 3), np.uint8), id="noise"),
    ],
)
def test_junk_is_read_without_confidence(junk: NDArray[np.uint8]) -> None:
    assert np.exp(get_shipped_classifier().classify(junk)).max() < 0.7


@pytest.mark.skipif(not DATA.exists(), reason=f"the labelled pictures are not at {DATA} (set CROWNSIGHT_LABELS)")
def test_squares_of_known_photos_are_read() -> None:
    with (DATA / "squares/labels.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))[::40]
    crops = [np.asarray(cv2.imread(str(DATA / "squares" / row["file"]))) for row in rows]

    found = get_shipped_classifier().classify(np.stack([as_crop(crop) for crop in crops])).argmax(1)

    right = [
        KIND_NAMES[kind] == (row["terrain"] if row["terrain"] == "castle" else row["terrain"] + row["crowns"])
        for kind, row in zip(found, rows, strict=True)
    ]
    assert np.mean(right) > 0.97  # the network knows these photos: a test that crops arrive as they were trained


# --- The printing that all tiles of a kingdom are of, of which each says a little

WHEAT, SWAMP = (KINDS.index(Square(terrain)) for terrain in (Terrain.WHEAT, Terrain.SWAMP))
BARE = KINDS.index(EMPTY)


def logs_of(*likely: tuple[int, Printing, float]) -> NDArray[np.float32]:
    """Log-probabilities (18, 3) of a square: those named, and a little of everything else."""
    chances = np.full((len(KINDS), len(Printing)), 1e-4)
    for kind, printing, chance in likely:
        chances[kind, list(Printing).index(printing)] = chance
    return np.log(chances / chances.sum()).astype(np.float32)


def kinds_of(joint: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(np.logaddexp.reduce(joint, 2), np.float32)


NEWER_WHEAT = logs_of((WHEAT, Printing.NEWER, 0.9))
EITHER = logs_of((WHEAT, Printing.OLDER, 0.5), (SWAMP, Printing.NEWER, 0.45))  # in one art wheat, in the other swamp


@pytest.mark.parametrize("printing", Printing)
def test_tiles_that_look_like_one_printing_are_of_it(printing: Printing) -> None:
    tiles = np.stack([logs_of((WHEAT, printing, 0.9))] * 8)

    assert find_likely_printing(compute_printing_odds(tiles).sum(0)) is printing


def test_ambiguous_kind_follows_the_edition() -> None:
    alone = np.stack([EITHER])
    among = np.stack([NEWER_WHEAT] * 8 + [EITHER])
    older = build_certain_odds(Printing.OLDER)

    assert condition_on_one_printing(kinds_of(alone), alone)[0].argmax() == WHEAT
    assert condition_on_one_printing(kinds_of(among), among)[-1].argmax() == SWAMP
    assert condition_on_one_printing(kinds_of(among), among, older)[-1].argmax() == WHEAT
    assert find_likely_printing(older + compute_printing_odds(among).sum(0)) is Printing.OLDER


@given(st.lists(st.lists(st.floats(-6, 0), min_size=54, max_size=54), min_size=1, max_size=5))
def test_gap_probability_is_independent_of_the_tile_set(logs: list[list[float]]) -> None:
    joint = np.array(logs, np.float32).reshape(-1, len(KINDS), len(Printing))
    joint -= np.logaddexp.reduce(joint.reshape(len(joint), -1), 1)[:, None, None]
    before = kinds_of(joint)

    after = condition_on_one_printing(before, joint)

    np.testing.assert_allclose(after[:, BARE], before[:, BARE], atol=1e-5)
    np.testing.assert_allclose(np.logaddexp.reduce(after, 1), 0, atol=1e-4)


def test_the_network_names_the_printings_in_their_order() -> None:
    crops = np.zeros((2, CROP_PX, CROP_PX, 3), np.uint8)

    (joint,) = get_session("squares").run(["in_printings"], {"crops": crops})

    assert read_manifest_entry("squares")["printings"] == list(Printing)
    assert joint.shape == (2, len(KINDS), len(Printing))
