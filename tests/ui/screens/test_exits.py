"""A function that always opens another page says so in its signature, and each page file begins with ``render``."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.project import ROOT
from ui.screens.routes import SCREENS

MODULES = sorted((ROOT / "ui" / "screens").glob("*.py"))
SCREEN_FILES = [ROOT / "ui" / script for script in SCREENS]


def functions_in(file: Path) -> list[ast.FunctionDef]:
    return [node for node in ast.parse(file.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)]


def never_returns(function: ast.FunctionDef) -> bool:
    return function.returns is not None and ast.unparse(function.returns) == "NoReturn"


AMBIGUOUS = {"enter_by_hand", "store_photo_result"}  # other modules have functions of these names that return
NEVER_RETURN = {one.name for file in MODULES for one in functions_in(file) if never_returns(one)} - AMBIGUOUS | {
    "rerun"
}


def ends_elsewhere(body: list[ast.stmt]) -> bool:
    """Return whether the last statement always opens a page, on each of its branches."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and ends_elsewhere(last.body) and ends_elsewhere(last.orelse)
    if not isinstance(last, ast.Expr) or not isinstance(last.value, ast.Call):
        return False
    return ast.unparse(last.value.func).rpartition(".")[2] in NEVER_RETURN


@pytest.mark.parametrize("file", MODULES, ids=lambda file: file.stem)
def test_function_that_opens_a_page_never_returns(file: Path) -> None:
    assert [one.name for one in functions_in(file) if ends_elsewhere(one.body) and not never_returns(one)] == []


@pytest.mark.parametrize("file", SCREEN_FILES, ids=lambda file: file.stem)
def test_page_file_begins_with_render(file: Path) -> None:
    assert functions_in(file)[0].name == "render"
