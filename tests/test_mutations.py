"""The mutation table matches the code: ``tests/benchmarks/mutations.txt`` names existing text and tests."""

from __future__ import annotations

import shlex

import pytest

from tests.benchmarks.mutations import Mutation, mutations
from tests.common import ROOT

ROWS = mutations()


@pytest.mark.parametrize("row", ROWS, ids=[row.promise for row in ROWS])
def test_mutated_text_occurs_once(row: Mutation) -> None:
    assert (ROOT / row.file).read_text(encoding="utf-8").count(row.before) == 1


@pytest.mark.parametrize("row", ROWS, ids=[row.promise for row in ROWS])
def test_tests_of_a_mutation_exist(row: Mutation) -> None:
    for argument in shlex.split(row.tests):
        file, _, name = argument.partition("::")
        if file.startswith("tests/"):
            assert (
                name.partition("[")[0] in (ROOT / file).read_text(encoding="utf-8") if name else (ROOT / file).exists()
            )
