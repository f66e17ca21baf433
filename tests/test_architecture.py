"""The house has three rooms, and doors in one direction: ui -> vision -> scoring."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.given import ROOT

PACKAGES = ("scoring", "vision", "ui")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
VAGUE = {
    "util",
    "utils",
    "helper",
    "helpers",
    "common",
    "core",
    "misc",
    "manager",
    "managers",
    "data",
    "info",
    "process",
}
OUTER_WORLD = {"asyncio", "datetime", "io", "os", "pathlib", "random", "secrets", "socket", "subprocess", "time"}
LONGEST_FUNCTION = 40  # lines


def name(module: Path) -> str:
    return str(module.relative_to(ROOT))


def rooms(package: str) -> list[Path]:
    return [module for module in MODULES if module.relative_to(ROOT).parts[0] == package]


def at_runtime(package: str) -> list[Path]:
    return [module for module in rooms(package) if "training" not in module.parts]


def imports(module: Path) -> Iterator[str]:
    """The full name of every module imported anywhere in a file, also inside functions and for types only."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(module)} imports relatively"
            assert node.module is not None
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def roots(module: Path) -> set[str]:
    return {imported.split(".")[0] for imported in imports(module)}


def loaded_by(statement: str) -> set[str]:
    """The top-level modules in memory after a statement, in a fresh interpreter."""
    probe = f"{statement}; import sys; print(*{{module.split('.')[0] for module in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("module", rooms("scoring"), ids=name)
def test_scoring_imports_the_standard_library_only(module: Path) -> None:
    assert roots(module) <= sys.stdlib_module_names | {"scoring"}


@pytest.mark.parametrize("module", rooms("scoring"), ids=name)
def test_scoring_reads_no_files_clocks_or_chance(module: Path) -> None:
    assert not roots(module) & OUTER_WORLD


@pytest.mark.parametrize("module", rooms("vision"), ids=name)
def test_vision_knows_nothing_of_pages(module: Path) -> None:
    assert not roots(module) & {"ui", "streamlit"}


@pytest.mark.parametrize("module", [*at_runtime("vision"), *rooms("ui")], ids=name)
def test_reading_needs_nothing_of_training(module: Path) -> None:
    assert not roots(module) & {"torch", "onnx"}
    assert not any(imported.startswith("vision.training") for imported in imports(module))


def test_scoring_loads_neither_pixels_nor_pages() -> None:
    modules = ", ".join(".".join(module.relative_to(ROOT).with_suffix("").parts) for module in rooms("scoring"))

    assert not loaded_by(f"import {modules}") & {"cv2", "numpy", "streamlit", "ui", "vision"}


def test_vision_loads_neither_pages_nor_training() -> None:
    assert not loaded_by("import vision") & {"streamlit", "torch", "ui"}


def test_the_command_line_loads_pixels_and_pages_only_when_needed() -> None:
    assert not loaded_by("import ui.cli") & {"cv2", "joblib", "numpy", "onnxruntime", "streamlit", "vision"}


@pytest.mark.parametrize("module", MODULES, ids=name)
def test_a_function_fits_on_a_page(module: Path) -> None:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            assert lines <= LONGEST_FUNCTION, f"{node.name} has {lines} lines"


@pytest.mark.parametrize("module", MODULES, ids=name)
def test_rooms_are_named_after_what_is_in_them(module: Path) -> None:
    assert not {*module.relative_to(ROOT).with_suffix("").parts} & VAGUE


@pytest.mark.parametrize("package", ["scoring", "vision"])
def test_everything_a_package_offers_is_there_and_documented(package: str) -> None:
    offered = importlib.import_module(package)

    for public in offered.__all__:
        thing = getattr(offered, public)
        assert thing.__doc__ if isinstance(thing, type) or callable(thing) else thing is not None, public
