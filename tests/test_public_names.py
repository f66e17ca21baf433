"""What the packages offer to other programs, and that each name explains itself."""

from __future__ import annotations

import inspect
from types import ModuleType

import pytest

import scoring
import vision

PACKAGES = pytest.mark.parametrize("package", [scoring, vision], ids=lambda package: package.__name__)


def explains_itself(name: str, offered: object) -> bool:
    words = inspect.getdoc(offered) or ""
    return len(words.split()) >= 4 and not words.startswith(f"{name}(")  # what a dataclass says if nobody does


@PACKAGES
def test_all_names_everything_offered(package: ModuleType) -> None:
    offered = {
        name for name, value in vars(package).items() if not name.startswith("_") and not isinstance(value, ModuleType)
    }

    assert offered == set(package.__all__)


@PACKAGES
def test_every_class_and_function_explains_itself(package: ModuleType) -> None:
    offered = {name: getattr(package, name) for name in package.__all__}

    silent = [name for name, value in offered.items() if callable(value) and not explains_itself(name, value)]
    assert silent == []
