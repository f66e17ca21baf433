"""The program knows how it was installed, which version it is, and what brings the next one."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

from tests.given import ROOT
from tests.ui.cli.terminal import Terminal
from ui.system import NEXT, Installation, installation, version


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder that packages are installed in, below the folder of a Python."""
    house = tmp_path / "lib" / "site-packages"
    house.mkdir(parents=True)
    return house


@pytest.mark.parametrize(
    ("left_by_the_installer", "came_by"),
    [
        ("uv-receipt.toml", Installation.UV),
        ("pipx_metadata.json", Installation.PIPX),
        ("pyvenv.cfg", Installation.PACKAGE),
    ],
)
def test_a_tool_is_known_by_what_its_installer_left(
    left_by_the_installer: str, came_by: Installation, elsewhere: Path, tmp_path: Path
) -> None:
    (tmp_path / left_by_the_installer).touch()

    assert installation(elsewhere, str(tmp_path)) == came_by


def test_a_checkout_is_known_by_its_project_file() -> None:
    assert installation() == Installation.CHECKOUT


@pytest.mark.parametrize("image", ["deploy/Containerfile", "deploy/space/Dockerfile"])
def test_an_image_says_which_it_is(image: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (said,) = re.findall(r"CROWNSIGHT_INSTALLED=(\w+)", (ROOT / image).read_text(encoding="utf-8"))
    monkeypatch.setenv("CROWNSIGHT_INSTALLED", said)

    assert installation() == (Installation.SPACE if "space" in image else Installation.CONTAINER)


def test_a_folder_without_python_is_known_by_what_runs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)

    assert installation() == Installation.FOLDER


def test_every_installation_says_what_brings_the_next_version() -> None:
    assert set(NEXT) == set(Installation)


def test_the_version_is_that_of_the_project(terminal: Terminal) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    status, out, err = terminal.run("--version")

    assert version() == project["version"]
    assert (status, err) == (0, "")
    assert out.startswith(f"crownsight {project['version']}, a checkout, Python 3.")


def test_the_doctor_names_the_installation_first(terminal: Terminal) -> None:
    first = terminal.run("doctor")[1].splitlines()[0]

    assert (
        first
        == f"ok       installed: a checkout, version {version()}; the next one comes by: git pull, then make setup"
    )
