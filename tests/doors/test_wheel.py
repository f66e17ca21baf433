"""The wheel and the sdist hold what the program needs and nothing else, and say what they are."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.doors.wheel import STAYS, as_shown, built, faults, files_in
from tests.given import ROOT


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Wheel and sdist as they would be published."""
    return built(tmp_path_factory.mktemp("built") / "here")


def test_wheel_and_sdist_are_named_licensed_and_complete(archives: tuple[Path, Path]) -> None:
    paths = [path for package in ("models", "scoring", "ui", "vision") for path in (ROOT / package).rglob("*.*")]
    files = [path for path in paths if path.is_file() and path.suffix != ".pyc" and path.name != "README.md"]
    needed = {str(path.relative_to(ROOT)) for path in files}

    assert faults(*archives) == []
    assert [name for name in needed - files_in(archives[0]) if not name.startswith(STAYS)] == []


def test_a_wheel_with_a_stray_name_or_a_missing_file_is_found(archives: tuple[Path, Path], tmp_path: Path) -> None:
    wheel, _ = archives
    misnamed = tmp_path / "crownsight-9.9-py3-none-any.whl"
    shutil.copy(wheel, misnamed)
    empty = tmp_path / "empty"
    shutil.make_archive(str(empty), "gztar", root_dir=ROOT, base_dir="LICENSE")

    found = faults(misnamed, empty.with_suffix(".tar.gz"))

    assert "crownsight-9.9-py3-none-any.whl is not the name it should have" in found
    assert "models/squares.onnx is missing in the sdist" in found


def test_links_into_the_world_stay_in_the_readme() -> None:
    page = "![a](b.gif)\n\nSee [deploy](deploy/README.md) and [there](https://example.org).\n"

    assert as_shown(page) == "See deploy and [there](https://example.org).\n"
