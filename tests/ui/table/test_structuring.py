"""Structuring of plain JSON: invalid values are refused with their path and a reason."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

import pytest

from scoring import Kingdom
from ui.table.json_types import At
from ui.table.serialization import make_converter
from ui.table.strict_json import FormatError
from ui.table.structuring import Key, Limits, Schema, bounded_tuple

CONVERTER = make_converter()


class Kind(StrEnum):
    CAT = "cat"


def read_code(found: Any) -> str:
    """Read a value by calling the converter again."""
    thing: Thing = CONVERTER.read(found, Thing)
    return str(thing.code)


@dataclass(frozen=True)
class Thing:
    code: Kingdom
    number: Annotated[int, Limits(0, 9)] = 0
    share: Annotated[float, Limits(0.0, 1.0)] = 0.0
    name: Annotated[str, Limits(most=3)] = ""
    flag: bool = False
    kind: Kind = Kind.CAT
    at: At | None = None
    several: bounded_tuple(int, 2) = ()  # type: ignore[valid-type]
    inner: tuple[Annotated[Any, read_code], ...] = ()
    plain: int = 0
    half: float = 0.5
    renamed: Annotated[int, Key("otherName")] = 0


@dataclass(frozen=True)
class Things:
    things: tuple[Thing, ...]


def refuse(found: Any, kind: type = Things) -> str:
    """Return the message with which a value is refused."""
    with pytest.raises(FormatError) as refused:
        CONVERTER.read(found, kind)
    return str(refused.value)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"code": 3}, "code: expected a string"),
        ({"code": "w" * 2_000}, "code: expected a string of at most 1000 characters"),
        ({"code": "Cx"}, "code: row 1, column 2: 'x' is not a square"),
        ({"number": "1"}, "number: expected a whole number"),
        ({"number": True}, "number: expected a whole number"),
        ({"number": -1}, "number: expected a number from 0 to 9"),
        ({"number": 10**30}, "number: expected a number from 0 to 9"),
        ({"share": [1]}, "share: expected a number"),
        ({"share": 1.5}, "share: expected a number from 0.0 to 1.0"),
        ({"share": float("nan")}, "share: expected a number from 0.0 to 1.0"),
        ({"name": "abcd"}, "name: expected a string of at most 3 characters"),
        ({"flag": 1}, "flag: expected true or false"),
        ({"kind": "dog"}, "kind: 'dog' is unknown"),
        ({"kind": ["cat"]}, "kind: [...] is unknown"),
        ({"kind": "d" * 500}, "kind: 'ddddd"),
        ({"at": {}}, "at: expected a list"),
        ({"at": [1]}, "at: expected a list of 2"),
        ({"at": [1, 2, 3]}, "at: expected a list of 2"),
        ({"at": [0, 13]}, "at[1]: expected a number from 0 to 12"),
        ({"plain": 10**30}, "plain: expected a number from 0 to 1000000000"),
        ({"half": 10**400}, "half: expected a number from"),
        ({"several": [1, 2, 3]}, "several: expected a list of at most 2"),
        ({"several": "12"}, "several: expected a list"),
        ({"inner": [0] * 10_001}, "inner: expected a list of at most 10000"),
        ({"inner": [{"code": "C"}, {}]}, "inner[1].code: missing"),
        ({"inner": [{"code": "C", "at": [0, "0"]}]}, "inner[0].at[1]: expected a whole number"),
        ({"otherName": "1"}, "otherName: expected a whole number"),
    ],
)
def test_invalid_field_is_refused_with_its_path(fields: dict[str, Any], expected: str) -> None:
    assert refuse({"things": [{"code": "w1wC"}, {"code": "C"} | fields]}).startswith(f"things[1].{expected}")


@pytest.mark.parametrize(
    ("found", "expected"),
    [({"things": [{}]}, "things[0].code: missing"), ({}, "things: missing"), ([], "expected an object")],
    ids=["inner", "outer", "list"],
)
def test_missing_field_is_refused_with_its_path(found: Any, expected: str) -> None:
    assert refuse(found) == expected


def test_null_equals_a_missing_field() -> None:
    assert CONVERTER.read({"code": "C", "number": None}, Thing) == CONVERTER.read({"code": "C"}, Thing)
    assert refuse({"code": None}, Thing) == "code: missing"


def test_first_fault_ends_the_reading_of_a_list() -> None:
    calls = []

    def check(found: Any) -> None:
        calls.append(found)
        raise FormatError("invalid")

    with pytest.raises(FormatError, match=r"^\[0\]: invalid$"):
        CONVERTER.read([1, 2, 3], tuple[Annotated[Any, check], ...])
    assert calls == [1]


def test_unknown_fields_are_refused_where_forbidden() -> None:
    converter = make_converter()
    converter.register_object(Thing, Schema(forbid_unknown=True))

    CONVERTER.read({"code": "C", "colour": "red"}, Thing)
    with pytest.raises(FormatError, match="unknown field"):
        converter.read({"code": "C", "colour": "red"}, Thing)


def test_error_of_the_program_is_no_fault_of_the_input() -> None:
    def fail(found: Any) -> None:
        raise TypeError("a bug")

    with pytest.raises(TypeError, match="a bug"):
        CONVERTER.read([1], tuple[Annotated[Any, fail], ...])


def test_defaults_are_not_written() -> None:
    assert CONVERTER.unstructure(Thing(Kingdom.parse("C"), renamed=3)) == {"code": "C", "otherName": 3}
