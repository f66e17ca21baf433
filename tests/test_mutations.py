"""The mutation table matches the code: ``tests/benchmarks/mutations.txt`` names existing text and tests."""

from __future__ import annotations

import shlex

from tests.benchmarks.mutations import mutations
from tests.project import ROOT


def test_mutated_text_occurs_once() -> None:
    sources = {row.file: (ROOT / row.file).read_text(encoding="utf-8") for row in mutations()}

    assert [row.promise for row in mutations() if sources[row.file].count(row.before) != 1] == []


def test_tests_of_mutations_exist() -> None:
    named = {argument for row in mutations() for argument in shlex.split(row.tests) if argument.startswith("tests/")}
    missing = []
    for file, _, name in (argument.partition("::") for argument in named):
        test = ROOT / file
        if not test.exists() or name.partition("[")[0] not in test.read_text(encoding="utf-8"):
            missing.append(f"{file}::{name}")

    assert missing == []
