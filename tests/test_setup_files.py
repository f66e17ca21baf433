"""What is installed is what is used: the lock names it, the package ships it."""

from __future__ import annotations

import re
import tomllib

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.given import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = ("requirements.lock", "requirements-test.lock", "requirements-build.lock")
SHIPPED: dict[str, list[str]] = PROJECT["tool"]["setuptools"]["package-data"]


def named(requirements: list[str]) -> set[str]:
    """The packages of requirements, as package indexes compare names."""
    return {canonicalize_name(Requirement(one).name) for one in requirements}


def locked(*files: str) -> set[str]:
    """The packages in these locks."""
    text = "\n".join((ROOT / file).read_text(encoding="utf-8") for file in files)
    return named(re.findall(r"^[\w.-]+(?===)", text, re.MULTILINE))


def test_what_the_program_and_its_tests_need_is_locked_and_training_is_not() -> None:
    extras = PROJECT["project"]["optional-dependencies"]

    assert named(PROJECT["project"]["dependencies"]) <= locked("requirements.lock")
    assert named([*extras["cluster"], *extras["test"]]) <= locked(*LOCKS)
    assert not {"onnx", "torch"} & locked(*LOCKS)


def test_intel_macs_get_the_last_onnxruntime_that_has_a_wheel_for_them() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    pins = dict(re.findall(r"^onnxruntime==(\S+) ; ([^\\]+) ", lock, re.MULTILINE))
    intel = {"platform_machine": "x86_64", "sys_platform": "darwin"}
    others = [
        intel | {"platform_machine": "arm64"},
        intel | {"sys_platform": "linux"},
        intel | {"sys_platform": "win32"},
    ]

    def chosen(machine: dict[str, str]) -> list[str]:
        return [version for version, where in pins.items() if Marker(where).evaluate(machine)]

    assert chosen(intel) == ["1.23.2"]
    assert {len(chosen(machine)) for machine in others} == {1}
    assert "1.23.2" not in {version for machine in others for version in chosen(machine)}


@pytest.mark.parametrize("package", ["models", "ui"])
def test_an_installed_package_has_every_file_it_needs(package: str) -> None:
    folder = ROOT / package
    shipped = {file for pattern in SHIPPED[package] for file in folder.glob(pattern)}
    needed = {file for file in folder.rglob("*") if file.is_file() and file.suffix not in {".py", ".pyc"}}
    needed -= {*folder.rglob("README.md"), *(folder / "screenshots").glob("*")}  # for readers of the repository
    needed -= {*(folder / "training").rglob("*")}  # for its developers

    assert needed
    assert needed - shipped == set()
