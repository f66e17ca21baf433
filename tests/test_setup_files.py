"""What is installed is what is used: the lock names it, the package ships it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib

import pytest
from packaging.markers import Marker

from tests.given import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = ("requirements.lock", "requirements-test.lock", "requirements-build.lock")
SHIPPED: dict[str, list[str]] = PROJECT["tool"]["setuptools"]["package-data"]


def distribution(requirement: str) -> str:
    """The name in a requirement, as package indexes compare names."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~; ]", requirement)[0]).lower()


def locked(*files: str) -> dict[str, str]:
    """The version of every package in these locks."""
    text = "\n".join((ROOT / file).read_text(encoding="utf-8") for file in files)
    return {distribution(name): version for name, version in re.findall(r"^([\w.-]+)==([^\s;]+)", text, re.MULTILINE)}


@pytest.mark.parametrize("requirement", PROJECT["project"]["dependencies"])
def test_what_the_program_needs_is_locked(requirement: str) -> None:
    assert distribution(requirement) in locked("requirements.lock")


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


@pytest.mark.parametrize("extra", ["cluster", "test"])
def test_what_the_tests_need_is_locked(extra: str) -> None:
    assert {distribution(one) for one in PROJECT["project"]["optional-dependencies"][extra]} <= set(locked(*LOCKS))


def test_training_is_not_locked_into_every_installation() -> None:
    assert not {"onnx", "torch"} & set(locked(*LOCKS))


@pytest.mark.parametrize("package", ["models", "ui"])
def test_an_installed_package_has_every_file_it_needs(package: str) -> None:
    folder = ROOT / package
    shipped = {file for pattern in SHIPPED[package] for file in folder.glob(pattern)}
    needed = {file for file in folder.rglob("*") if file.is_file() and file.suffix not in {".py", ".pyc"}}
    needed -= {*folder.rglob("README.md"), *(folder / "screenshots").glob("*")}  # for readers of the repository
    needed -= {*(folder / "training").rglob("*")}  # for its developers

    assert needed
    assert needed - shipped == set()


def test_the_check_that_guards_the_project_can_be_run() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_the_tests_run_where_xdist_is_not_installed() -> None:
    hidden = "import sys; sys.modules['xdist'] = None; import pytest; sys.exit(pytest.main(sys.argv[1:]))"
    plugins = ("-p", "pytest_timeout", "-p", "_hypothesis_pytestplugin")
    command = [sys.executable, "-c", hidden, *plugins, "-q", "--collect-only", __file__]

    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
