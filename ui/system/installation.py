"""How this program came to this machine, which version it is, and how the next one comes."""

from __future__ import annotations

import os
import platform
import sys
import tomllib
from enum import StrEnum
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path

from ui.settings import DOOR

OWN = "crownsight"
HOUSE = Path(__file__).parents[2]  # the checkout, or where packages are installed


class Door(StrEnum):
    """A way in, as the doctor names it."""

    FOLDER = "a folder without Python"
    CONTAINER = "a container"
    SPACE = "a space for strangers"
    CHECKOUT = "a checkout"
    UV = "a tool of uv"
    PIPX = "a tool of pipx"
    PACKAGE = "a package"


SAID = {"container": Door.CONTAINER, "space": Door.SPACE}  # by the variable that images set
NEXT = {  # what brings the next version, or all of this one again; the tables stay where they are
    Door.FOLDER: "unpack the archive of a release in another place",
    Door.CONTAINER: "run deploy/build_image.sh and start the new image with the same volume",
    Door.SPACE: "copy the wheel of a release into the space in place of this one",
    Door.CHECKOUT: "git pull, then make setup",
    Door.UV: "uv tool install --force with the file of a release",
    Door.PIPX: "pipx install --force with the file of a release",
    Door.PACKAGE: "pip install with the file of a release",
}


def door(house: Path = HOUSE, prefix: str = sys.prefix) -> Door:
    """The door by which the program in this folder came, run by the Python below ``prefix``."""
    if getattr(sys, "frozen", False):
        return Door.FOLDER
    if named := SAID.get(os.environ.get(DOOR, "")):
        return named
    if (house / "pyproject.toml").exists():
        return Door.CHECKOUT
    if (Path(prefix) / "uv-receipt.toml").exists():
        return Door.UV
    return Door.PIPX if (Path(prefix) / "pipx_metadata.json").exists() else Door.PACKAGE


def version() -> str:
    """The version that is installed, or that of a checkout that was not installed."""
    try:
        return version_of(OWN)
    except PackageNotFoundError:
        project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))
        return str(project["project"]["version"])


def described() -> str:
    """The version, the door and Python in one line."""
    return f"{OWN} {version()}, {door()}, Python {platform.python_version()}"
