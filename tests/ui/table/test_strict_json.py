"""Strict JSON texts: everything that is not bounded, unambiguous JSON is refused."""

from __future__ import annotations

import pytest

from ui.table.strict_json import FormatError, dumps_raw, loads_raw


@pytest.mark.parametrize(
    "text",
    [
        '{"things": [], "things": []}',
        '{"things": [{"code": "C", "code": "C"}]}',
        pytest.param("{" + "".join(f'"{at}": 1, ' for at in range(100_000)) + '"99999": 1}', id="the last of many"),
    ],
)
def test_duplicate_key_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match="duplicate key"):
        loads_raw(text, max_bytes=2_000_000)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "9" * 5_000], ids=["NaN", "inf", "-inf", "huge"])
def test_invalid_number_is_refused(number: str) -> None:
    with pytest.raises(FormatError):
        loads_raw(f"[{number}]", max_bytes=10_000)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000], ids=["lists", "objects"])
def test_deep_nesting_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        loads_raw(text, max_bytes=1_000_000)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"{", "line 1, column 2: this is no JSON"),
        (b"\xff\xfe", "this is no JSON in UTF-8"),
        (b" " * 2_000_001, "the file is larger than 2 MB"),
    ],
    ids=["broken", "not UTF-8", "too large"],
)
def test_content_that_is_no_json_is_refused(content: bytes, expected: str) -> None:
    with pytest.raises(FormatError, match=expected):
        loads_raw(content, max_bytes=2_000_000)


def test_nan_is_not_written() -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        dumps_raw(float("nan"))
