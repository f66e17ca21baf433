"""The public API: kinds of photos and tile sets, doubts, corrections."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import scoring
import vision
from tests.common import KITCHEN, SAMPLES, codes_of
from ui.system import get_version
from vision import Doubt, Reading, load, read

OPENERS: dict[str, Callable[[Path], object]] = {
    "path": lambda path: path,
    "name": str,
    "bytes": Path.read_bytes,
    "open file": lambda path: BytesIO(path.read_bytes()),
    "BGR array": lambda path: load(path).image,
    "PIL image": lambda path: Image.open(BytesIO(path.read_bytes())),
    "loaded photo": load,
}


@pytest.fixture(scope="module")
def doubtful() -> Reading:
    """Return a reading with doubts."""
    return next(one for one in read(SAMPLES / "the-court.jpg") if one.doubtful)


@pytest.mark.parametrize("kind", OPENERS)
def test_read_takes_any_kind_of_photo(kind: str) -> None:
    [reading] = read(OPENERS[kind](KITCHEN))  # type: ignore[arg-type]

    assert [str(reading.kingdom)] == codes_of(KITCHEN)


@pytest.mark.parametrize("source", [None, 3, KITCHEN.read_text, np.zeros((90, 90)), np.zeros((90, 90, 3))])
def test_other_sources_are_a_type_error(source: object) -> None:
    with pytest.raises(TypeError, match="array"):
        read(source)  # type: ignore[arg-type]


@pytest.mark.parametrize("tiles", ["banana", "my-box.json", scoring.Rulebook.CURRENT])
def test_other_tiles_are_a_type_error(tiles: object) -> None:
    with pytest.raises(TypeError, match="load_tiles"):
        read(KITCHEN, tiles=tiles)  # type: ignore[arg-type]


def test_tiny_arrays_are_refused() -> None:
    with pytest.raises(vision.PhotoError):
        read(np.zeros((10, 10, 3), np.uint8))


def test_doubts_list_the_doubtful_squares(doubtful: Reading) -> None:
    assert {(doubt.row, doubt.column) for doubt in doubtful.doubts} == doubtful.doubtful
    first = doubtful.doubts[0]
    assert isinstance(first, Doubt)
    assert first.guess == doubtful.kingdom[first.row, first.column]


def test_corrected_square_stays_and_is_certain() -> None:
    [reading] = read(KITCHEN)

    corrected = reading.corrected({(0, 0): "s2"})

    assert str(corrected.kingdom[0, 0]) == "s2"
    assert corrected.squares[0][0].confidence == 1.0
    assert (0, 0) not in corrected.doubtful
    assert corrected.corners == reading.corners


def test_correcting_to_what_was_read_changes_no_square() -> None:
    [reading] = read(KITCHEN)

    assert reading.corrected({(0, 0): reading.kingdom[0, 0]}).kingdom == reading.kingdom


@pytest.mark.parametrize(("position", "code", "error"), [((9, 0), "g", IndexError), ((0, 0), "gg", ValueError)])
def test_wrong_corrections_are_refused(position: tuple[int, int], code: str, error: type[Exception]) -> None:
    [reading] = read(KITCHEN)

    with pytest.raises(error):
        reading.corrected({position: code})


def test_repr_is_short(doubtful: Reading) -> None:
    assert len(repr(doubtful)) < 100
    assert "doubts=" in repr(doubtful)


def test_version_is_that_of_the_package() -> None:
    assert vision.__version__ == get_version()
