"""The public API of scoring: examples, types and errors."""

from __future__ import annotations

import copy
import doctest
import importlib
import json
import pkgutil
import subprocess
import sys

import pytest

import scoring
from scoring import Kingdom, Rulebook, Rules, RulesError, ScoreSheet, Square, find_problems, rank, score
from tests.project import ROOT

MODULES = ["scoring", *(module.name for module in pkgutil.walk_packages(scoring.__path__, "scoring."))]


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples_run(name: str) -> None:
    module = importlib.import_module(name)

    assert doctest.testmod(module, globs=vars(scoring) | vars(module)).failed == 0


def test_public_functions_have_examples() -> None:
    functions = [value for name in scoring.__all__ if callable(value := getattr(scoring, name)) and name.islower()]

    assert [one.__name__ for one in functions if ">>>" not in (one.__doc__ or "")] == []


def test_public_names_are_exported() -> None:
    assert [name for name in scoring.__all__ if not hasattr(scoring, name)] == []


def test_results_have_types_that_mypy_knows() -> None:
    """``make lint`` checks this as a strict consumer."""
    sheet: ScoreSheet = score(Kingdom.parse("w1wC"), Rules(rulebook=Rulebook.ORIGINAL))
    total: int = sheet.total
    reasons: list[str] = [str(one) for one in rank({"Ana": sheet})]
    rules: list[str] = [problem.rule.value for problem in find_problems(Kingdom.parse("wC"))]

    assert (total, len(reasons), bool(rules)) == (2, 1, True)


@pytest.mark.parametrize(
    ("call", "hint"),
    [
        (lambda: Kingdom("www/wCf"), r"Kingdom\.parse\('www/wCf'\)"),  # type: ignore[arg-type]
        (lambda: Kingdom([["w"]]), r"Kingdom\.parse"),  # type: ignore[arg-type]
        (lambda: Square("wheat", 1), r"Square\.parse"),  # type: ignore[arg-type]
        (lambda: score("www/wCf"), r"Kingdom\.parse"),  # type: ignore[arg-type]
        (lambda: score(Kingdom.parse("wC"), "current"), "Rules"),  # type: ignore[arg-type]
        (lambda: rank([score(Kingdom.parse("wC"))]), "dict"),  # type: ignore[arg-type]
        (lambda: rank({"Ana": Kingdom.parse("wC")}), r"score\(kingdom\)"),  # type: ignore[dict-item]
        (lambda: Rules(rulebook=1), "Rulebook.CURRENT"),  # type: ignore[arg-type]
        (lambda: Rules(box="giants"), "BASE"),  # type: ignore[arg-type]
        (lambda: Kingdom.parse("wC").with_square(0, 0, 1), "code"),  # type: ignore[arg-type]
        (lambda: scoring.find_problems("wC"), r"Kingdom\.parse"),  # type: ignore[arg-type]
    ],
    ids=lambda value: "" if callable(value) else value,
)
def test_wrong_types_say_what_to_pass(call: object, hint: str) -> None:
    with pytest.raises(TypeError, match=hint):
        call()  # type: ignore[operator]


def test_unknown_rulebook_names_the_known_ones() -> None:
    with pytest.raises(RulesError, match="current or original"):
        Rules(rulebook="banana")  # type: ignore[arg-type]


def test_negative_positions_are_index_errors() -> None:
    kingdom = Kingdom.parse("w1w/Cf1")
    for position in ((-1, 0), (0, -1), -1):
        with pytest.raises(IndexError):
            kingdom[position]
    with pytest.raises(IndexError):
        kingdom.with_square(-1, -1, "w")


def test_repr_of_any_kingdom_is_short() -> None:
    small, large = Kingdom.parse("/".join(["w1" * 5] * 5)), Kingdom.parse("/".join(["w1" * 7] * 7))

    assert len(repr(small)) <= 80
    assert len(repr(large)) <= 80
    assert repr(small) == f"Kingdom.parse('{small}')"


def test_kingdom_larger_than_its_grid_is_a_problem() -> None:
    sheet = score(Kingdom.parse("/".join(["w1" * 7] * 7)), Rules(grid=5))

    assert [problem.rule for problem in sheet.problems] == [scoring.Rule.OUTSIDE_GRID]
    assert "larger than the 5x5 grid" in str(sheet)


def test_sheets_and_standings_are_json() -> None:
    kingdom, pieces = scoring.parse_board("m3mC,giant@1.1x2,coins:8")
    sheet = score(kingdom, Rules(box=scoring.BASE + scoring.GIANTS, quests=(scoring.Quest.BLEAK_KING,)), pieces=pieces)

    assert json.loads(json.dumps(sheet.to_dict()))["coins"] == 2
    assert json.loads(json.dumps(rank({"Ana": sheet})[0].to_dict()))["why"] == "the only kingdom"


def test_values_can_be_hashed_and_copied() -> None:
    values = [score(Kingdom.parse("w3wC")), *scoring.find_problems(Kingdom.parse("w3wC"))]

    assert len({*values}) == 2
    assert copy.deepcopy(values) == values


def test_import_needs_no_package_beyond_the_standard_library() -> None:
    done = subprocess.run([sys.executable, "-S", "-c", "import scoring"], cwd=ROOT, check=False)

    assert done.returncode == 0
