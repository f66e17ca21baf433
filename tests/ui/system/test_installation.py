"""The program knows by which door it came, which version it is, and what brings the next one."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

from tests.given import ROOT
from tests.ui.cli.terminal import run
from ui.system import NEXT, Door, door, version


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder that packages are installed in, below the folder of a Python."""
    house = tmp_path / "lib" / "site-packages"
    house.mkdir(parents=True)
    return house


@pytest.mark.parametrize(
    ("left_by_the_installer", "came_by"),
    [("uv-receipt.toml", Door.UV), ("pipx_metadata.json", Door.PIPX), ("pyvenv.cfg", Door.PACKAGE)],
)
def test_a_tool_is_known_by_what_its_installer_left(
    left_by_the_installer: str, came_by: Door, elsewhere: Path, tmp_path: Path
) -> None:
    (tmp_path / left_by_the_installer).touch()

    assert door(elsewhere, str(tmp_path)) == came_by


def test_a_checkout_is_known_by_its_project_file() -> None:
    assert door() == Door.CHECKOUT


@pytest.mark.parametrize("image", ["deploy/Containerfile", "deploy/space/Dockerfile"])
def test_an_image_says_which_it_is(image: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (said,) = re.findall(r"CROWNSIGHT_DOOR=(\w+)", (ROOT / image).read_text(encoding="utf-8"))
    monkeypatch.setenv("CROWNSIGHT_DOOR", said)

    assert door() == (Door.SPACE if "space" in image else Door.CONTAINER)


def test_a_folder_without_python_is_known_by_what_runs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)

    assert door() == Door.FOLDER


def test_every_door_says_what_brings_the_next_version() -> None:
    assert set(NEXT) == set(Door)


def test_the_version_is_that_of_the_project(capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    status, out, err = run(capsys, "--version")

    assert version() == project["version"]
    assert (status, err) == (0, "")
    assert out.startswith(f"crownsight {project['version']}, a checkout, Python 3.")


def test_the_doctor_names_the_door_first(capsys: pytest.CaptureFixture[str]) -> None:
    first = run(capsys, "doctor")[1].splitlines()[0]

    assert first == f"ok       door: a checkout, version {version()}; the next one comes by: git pull, then make setup"
