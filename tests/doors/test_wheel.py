"""The wheel and the sdist hold what the program needs and nothing else, and say what they are."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.doors.wheel import as_shown, built, faults, files_in, metadata
from tests.given import ROOT


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Wheel and sdist as they would be published."""
    return built(tmp_path_factory.mktemp("built") / "here")


def test_wheel_and_sdist_are_named_licensed_and_complete(archives: tuple[Path, Path]) -> None:
    assert faults(*archives) == []
    assert {"ui/.streamlit/config.toml", "models/squares.onnx", "ui/i18n/locale/de.po"} <= files_in(archives[0])


def test_a_wheel_with_a_stray_name_or_a_missing_file_is_found(archives: tuple[Path, Path], tmp_path: Path) -> None:
    wheel, _ = archives
    misnamed = tmp_path / "crownsight-9.9-py3-none-any.whl"
    shutil.copy(wheel, misnamed)
    empty = tmp_path / "empty"
    shutil.make_archive(str(empty), "gztar", root_dir=ROOT, base_dir="LICENSE")

    found = faults(misnamed, empty.with_suffix(".tar.gz"))

    assert "crownsight-9.9-py3-none-any.whl is not the name it should have" in found
    assert "models/squares.onnx is missing in the sdist" in found


def test_the_readme_is_shown_without_what_lies_in_the_repository(archives: tuple[Path, Path]) -> None:
    shown = str(metadata(archives[0]).get_payload())

    assert shown.startswith("# Crownsight\n")
    assert "](ui/" not in shown
    assert "](deploy/" not in shown


def test_links_into_the_world_stay_in_the_readme() -> None:
    page = "![a](b.gif)\n\nSee [deploy](deploy/README.md) and [there](https://example.org).\n"

    assert as_shown(page) == "See deploy and [there](https://example.org).\n"
