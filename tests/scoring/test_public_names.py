"""What the package offers, and that each name explains itself."""

from __future__ import annotations

import inspect
import types

import pytest

import scoring


def test_all_names_everything_offered() -> None:
    offered = {
        name
        for name, value in vars(scoring).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }

    assert offered == set(scoring.__all__)


EXPLAINED = [name for name in scoring.__all__ if inspect.isclass(value := vars(scoring)[name]) or callable(value)]


@pytest.mark.parametrize("name", EXPLAINED)
def test_every_class_and_function_explains_itself(name: str) -> None:
    words = inspect.getdoc(getattr(scoring, name)) or ""

    assert len(words.split()) >= 4
    assert not words.startswith(f"{name}(")  # what a dataclass says if nobody does
