"""The table of measured thresholds shows the values in use."""

from __future__ import annotations

import re
from dataclasses import is_dataclass
from importlib import import_module

import pytest

from tests.project import ROOT

ROW = re.compile(r"^\| `(vision[\w.]+)` \| `(\w+)` \| ([^|]+) \|", re.MULTILINE)
ROWS: list[tuple[str, str, str]] = ROW.findall((ROOT / "docs" / "thresholds.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("module", "name", "value"), ROWS, ids=[f"{module}-{name}" for module, name, _ in ROWS])
def test_table_shows_the_value_of_a_threshold(module: str, name: str, value: str) -> None:
    constants = [one for one in vars(import_module(module)).values() if is_dataclass(one) and not isinstance(one, type)]

    assert [str(getattr(one, name)) for one in constants if hasattr(one, name)] == [value]
