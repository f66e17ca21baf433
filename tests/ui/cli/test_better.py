"""``crownsight better``: what it prints for people and programs, and how it says no."""

from __future__ import annotations

import pytest

from scoring import Kingdom, problems, score
from tests.ui.cli.terminal import answer, refusal, run

ANA = "l1lg2gg/flfm1m2/w1mCww/wwl1ww/f1wsl1w"


def test_a_better_laying_is_told_with_its_points_and_an_order(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "better", ANA)

    assert status == 0
    assert f"This kingdom scores {score(Kingdom.parse(ANA)).total} points. With the same dominoes at least" in out
    assert out.count("  domino ") == 12


def test_programs_read_it_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    (one,) = answer(capsys, "better", "--json", ANA)
    better = Kingdom.parse(one["better"]["code"])

    assert one["points"] == score(Kingdom.parse(ANA)).total
    assert one["better"]["points"] == score(better).total > one["points"]
    assert problems(better) == ()
    assert len(one["better"]["dominoes"]) == 12


def test_a_kingdom_with_nothing_better_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "better", "C w1 f")

    assert "No better laying of its dominoes was found." in out
    assert answer(capsys, "better", "--json", "C w1 f")[0]["better"] is None


def test_the_bonuses_of_the_table_count(capsys: pytest.CaptureFixture[str]) -> None:
    (one,) = answer(capsys, "better", "--json", "--middle-kingdom", "Cwwww")

    assert one["better"]["points"] == 10


def test_a_kingdom_that_could_not_have_been_built_is_told_why(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "better", "w3fC")

    assert "could not have been built:" in out
    assert "3 crowns on a wheat square do not exist" in out


def test_pieces_are_not_laid_anew(capsys: pytest.CaptureFixture[str]) -> None:
    assert "leave the pieces" in refusal(capsys, "better", "Cw1w,giant@1.2")
