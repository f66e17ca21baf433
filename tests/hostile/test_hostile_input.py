"""Every input is accepted, or refused with one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile.corpus import COMMANDS, TARGETS, Target, encode
from ui.api import command_endpoint


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what is written in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "data"))


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_every_example_is_accepted(target: Target) -> None:
    for example in target.examples:
        target.read(encode(example))


def test_every_command_has_an_example() -> None:
    assert {command["do"] for command in COMMANDS} == {*command_endpoint.COMMANDS}


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_damaged_input_is_accepted_or_refused(target: Target) -> None:
    for seed in range(target.runs):
        assert target.outcome(target.damage(seed)), f"seed {seed}"
