"""A release is checked door by door, and has a dated entry in the list of changes."""

from __future__ import annotations

import re
from datetime import date

import pytest

from tests.doors.release import STEPS, noted
from tests.given import ROOT

TODAY = date(2026, 11, 23)


def test_every_step_is_a_target_of_the_makefile_and_every_door_a_step() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = dict(re.findall(r"^([\w-]+):.*\n((?:\t.*\n)*)", makefile, re.MULTILINE))
    doors = {target for target, recipe in targets.items() if re.search(r"-m tests\.doors\.(?!release)", recipe)}

    assert doors == {"dist", "folder", "image", "space"}
    assert doors < STEPS.keys() <= targets.keys()


@pytest.mark.parametrize(
    ("entry", "holds"),
    [
        ("## 0.1.0 - 2026-11-22", True),
        ("## 0.1.0", False),
        ("## 0.1.0 - 2026-12-24", False),
        ("## 0.0.9 - 2026-11-22\n\n## 0.1.0 - 2026-11-21", False),
        ("", False),
    ],
)
def test_a_version_is_noted_where_its_entry_is_the_first_and_its_day_has_come(entry: str, holds: bool) -> None:
    assert noted(f"# Changes\n\n{entry}\n\n- Something new.\n", "0.1.0", TODAY).holds is holds
