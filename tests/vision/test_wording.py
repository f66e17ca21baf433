"""Sentences of warnings name squares from 1, and numbers."""

from __future__ import annotations

import pytest

from scoring import Kingdom, find_conflicts
from vision import ReadingWarning, WarningCode

ROW = tuple((0, column) for column in range(5))
BOTH = Kingdom.parse("wm3C")
[CONFLICT] = find_conflicts({1: BOTH, 2: BOTH})


@pytest.mark.parametrize(
    ("warning", "sentence"),
    [
        (
            ReadingWarning(WarningCode.GLARE, ROW[:2]),
            "Light glares on row 1, column 1; row 1, column 2. Move the lamp or the phone if these squares look wrong.",
        ),
        (
            ReadingWarning(WarningCode.BEHIND_CASTLE, ROW),
            "If the castle stands, lift it: it may hide a crown on "
            "row 1, column 1; row 1, column 2; row 1, column 3 and 2 more.",
        ),
        (ReadingWarning(WarningCode.UNKNOWN_TILES, ROW[:1]), "Unknown tile on row 1, column 1. Say what it is."),
        (
            ReadingWarning(WarningCode.UNKNOWN_TILES, ROW),
            "5 unknown tiles, such as those on row 1, column 1; row 1, column 2; row 1, column 3. Say what they are.",
        ),
        (
            ReadingWarning(WarningCode.TOO_LARGE, params={"rows": 9, "columns": 5, "largest": 7}),
            "This is larger than 7x7: 9 rows and 5 columns.",
        ),
        (
            ReadingWarning(WarningCode.CONFLICT, ((3, 0), (3, 1)), {"kingdom": 2, "conflict": CONFLICT}),
            "Domino 48 (wheat, mine with 3 crowns) is in both kingdom 1's and kingdom 2's kingdom: "
            "kingdom 1's row 1, column 1 and row 1, column 2; kingdom 2's row 4, column 1 and row 4, column 2.",
        ),
    ],
    ids=lambda value: value.code.value if isinstance(value, ReadingWarning) else "",
)
def test_sentence_names_squares_and_numbers(warning: ReadingWarning, sentence: str) -> None:
    assert str(warning) == sentence


def test_warning_as_json() -> None:
    assert ReadingWarning(WarningCode.CUT_OFF).to_dict() == {
        "code": "cut_off",
        "squares": [],
        "text": "The kingdom is cut off by the edge of the photo. Step back a little and try again.",
    }
