"""Messages remember how they were made, and are plain English when asked."""

from __future__ import annotations

import copy

import pytest

from scoring import CodeError, Kingdom
from scoring.message import either, in_a_row, listed, message, with_commas


def test_a_message_is_not_its_english_text_but_has_it() -> None:
    larger = message("{size} is larger than {grid}", size="6x5", grid="5x5")

    assert not isinstance(larger, str)
    assert str(larger) == f"{larger}" == "6x5 is larger than 5x5"
    assert f"{larger:>24}" == "  6x5 is larger than 5x5"


def test_things_are_listed_as_in_speech() -> None:
    assert [str(listed(things)) for things in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
    assert str(either(["13", "20", "31"])) == "13, 20 or 31"
    assert str(in_a_row(["a", "b", "c"])) == "a; b; c"
    assert str(with_commas(["a", "b", "c"])) == "a, b, c"


def test_a_copy_of_an_error_is_whole() -> None:
    with pytest.raises(CodeError) as caught:
        Kingdom.parse("w?")
    other = copy.deepcopy(caught.value)

    assert (type(other), other.message, other.position) == (CodeError, caught.value.message, (0, 1))
