"""The tests of training are left out only where nothing that they try has changed."""

from __future__ import annotations

import pytest

from tests.untouched import touch_training


@pytest.mark.parametrize(
    "path",
    [
        "models/training/train.py",
        "models/squares.onnx",
        "tests/models/training/test_evaluate.py",
        "tests/given.py",
        "vision/rectify.py",
        "vision/pipeline/__init__.py",
        "scoring/terrain.py",
        "requirements-test.lock",
    ],
)
def test_a_change_of_training_or_of_what_it_imports_has_it_tested(path: str) -> None:
    assert touch_training(["README.md", path])


def test_what_training_never_imports_leaves_it_as_it_was() -> None:
    assert not touch_training(["README.md", "ui/server.py", "ui/screens/look.css", "tests/ui/test_log.py"])
    assert not touch_training([])
