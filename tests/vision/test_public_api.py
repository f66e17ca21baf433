"""The public API: examples, types, kinds of photos and tile sets, doubts, corrections."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import scoring
import vision
from tests.project import ROOT
from tests.sample_photos import KITCHEN, SAMPLES, codes_of
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


CONSUMER = """
from pathlib import Path
from vision import Doubt, Reader, Reading, ReadingWarning, WarningCode, read, read_together
readings: list[Reading] = read(Path("photo.jpg"))
doubts: list[Doubt] = readings[0].doubts
warning: ReadingWarning = readings[0].warnings[0]
is_cut_off: bool = warning.code is WarningCode.CUT_OFF
together: list[list[Reading]] = Reader().decode([Reader().find(b"")]) + read_together([b"", "photo.jpg"])
"""
MODULES = {getattr(getattr(vision, name), "__module__", "vision") for name in vision.__all__}


@pytest.mark.parametrize("name", sorted(one for one in MODULES if one.startswith("vision")))
def test_docstring_examples_run(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)

    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_public_functions_have_examples() -> None:
    functions = [value for name in vision.__all__ if callable(value := getattr(vision, name)) and name.islower()]

    assert [one.__name__ for one in functions if ">>>" not in (one.__doc__ or "")] == []


def test_consumer_type_checks_strictly(tmp_path: Path) -> None:
    (tmp_path / "consumer.py").write_text(CONSUMER, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "consumer.py"]
    environment = {"MYPYPATH": str(ROOT), "PATH": ""}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    assert done.stderr == ""
    assert [line for line in done.stdout.splitlines() if line.startswith("consumer.py")] == []


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'reed'"):
        getattr(vision, "reed")  # noqa: B009


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
