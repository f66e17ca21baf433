"""Single squares are read from any picture, and junk is answered without confidence."""

import csv
import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from models.training.art.tiles import tile
from scoring.terrain import Square, Terrain
from tests.given import ROOT
from vision.networks import manifest
from vision.squares.classify import CROP_PX, KINDS, as_crop, kind_name, read_squares

DATA = Path(os.environ.get("CROWNSIGHT_LABELS", ROOT.parent / "shared/data"))


def test_the_kinds_stand_in_the_order_the_network_was_trained_with() -> None:
    assert [kind_name(square) for square in KINDS] == manifest("squares")["classes"]


def test_no_crops_give_no_answers() -> None:
    assert read_squares([]) == []


def test_a_square_reads_the_same_at_any_size() -> None:
    art = tile(Square(Terrain.GRASSLAND, 2), np.random.default_rng(5), 200)

    readings = read_squares([cv2.resize(art, (side, side), interpolation=cv2.INTER_AREA) for side in (40, 63, 64, 133)])

    assert {reading.square for reading in readings} == {Square(Terrain.GRASSLAND, 2)}
    assert all(reading.alternative not in (None, reading.square) for reading in readings)


@pytest.mark.parametrize("depth", [np.uint8, np.uint16, np.float32, np.float64])
def test_the_depth_of_a_picture_does_not_matter(depth: type[np.generic]) -> None:
    art = tile(Square(Terrain.LAKE, 1), np.random.default_rng(6), CROP_PX)
    scale = {np.uint8: 1, np.uint16: 257}.get(depth, 1 / 255)

    deep = (art.astype(np.float64) * scale).astype(depth)

    assert np.abs(as_crop(deep).astype(int) - art).max() <= 1


JUNK = {
    "black": np.zeros((64, 64, 3), np.uint8),
    "white": np.full((64, 64, 3), 255, np.uint8),
    "grey": np.full((30, 90), 128, np.uint8),
    "noise": np.random.default_rng(8).integers(0, 256, (64, 64, 3), np.uint8),
    "no pixels": np.zeros((0, 0, 3), np.uint8),
    "one pixel": np.full((1, 1, 3), 77, np.uint8),
    "transparent": np.zeros((50, 50, 4), np.uint8),
}


def test_junk_is_answered_without_confidence() -> None:
    confidences = [reading.confidence for reading in read_squares(list(JUNK.values()))]

    assert {what: sure for what, sure in zip(JUNK, confidences, strict=True) if sure >= 0.7} == {}


SHAPES = st.tuples(st.integers(0, 90), st.integers(0, 90)) | st.tuples(
    st.integers(0, 90), st.integers(0, 90), st.integers(1, 4)
)


@settings(max_examples=40)
@given(st.sampled_from([np.uint8, np.uint16, np.int32, np.float32, np.bool_]).flatmap(lambda t: arrays(t, SHAPES)))
def test_any_picture_gets_an_answer(picture: NDArray[np.generic]) -> None:
    (reading,) = read_squares([picture])

    assert reading.square in KINDS
    assert 1 / len(KINDS) <= reading.confidence + 1e-6
    assert reading.confidence <= 1.0


@pytest.mark.parametrize("shape", [(), (5,), (4, 4, 5), (2, 3, 3, 3)])
def test_an_array_that_is_no_picture_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="1 to 4 channels"):
        read_squares([np.zeros(shape, np.uint8)])


@pytest.mark.skipif(not DATA.exists(), reason=f"the labelled pictures are not at {DATA} (set CROWNSIGHT_LABELS)")
def test_squares_of_known_photos_are_read() -> None:
    with (DATA / "squares/labels.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))[::40]
    crops = [np.asarray(cv2.imread(str(DATA / "squares" / row["file"]))) for row in rows]

    readings = read_squares(crops)

    right = [
        kind_name(reading.square) == (row["terrain"] if row["terrain"] == "castle" else row["terrain"] + row["crowns"])
        for reading, row in zip(readings, rows, strict=True)
    ]
    assert np.mean(right) > 0.97  # the network knows these photos: a test that crops arrive as they were trained
