"""The evaluation command measures every picture set, and the docs name its options correctly."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from models.training import evaluate as evaluation
from models.training.evaluate import SETS, main, parser
from models.training.evaluation.held_out import HeldOut
from models.training.evaluation.squares import best_temperature, calibration_error, figures
from models.training.pictures.labels import KIND_OF
from models.training.pictures.patches import Patch
from scoring.kingdom import Kingdom
from tests.project import ROOT
from tests.sample_photos import KITCHEN, SAMPLES
from vision.squares.classify import KINDS

COMMAND = re.compile(r"python -m\s+models\.training\.evaluate ([^`]*)`")


def commands() -> list[str]:
    """List the arguments of the program wherever README or model card name it."""
    pages = [ROOT / "README.md", ROOT / "docs" / "model-card.md"]
    return [command for page in pages for command in COMMAND.findall(page.read_text(encoding="utf-8"))]


def evaluate(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["evaluate", *words])
    main()


@pytest.mark.parametrize("command", commands())
def test_every_command_of_the_pages_is_understood(command: str) -> None:
    assert parser().parse_args(shlex.split(command)).data == Path("DATA")


def test_every_set_is_on_the_card() -> None:
    card = (ROOT / "docs" / "model-card.md").read_text(encoding="utf-8")
    named = {name for names in re.findall(r"--sets ((?: ?[a-z]+(?:-[a-z]+)*)+)", card) for name in names.split()}

    assert named == set(SETS) - {"samples"}


def test_sample_photos_are_measured_without_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluation.SAMPLE_IMAGES == SAMPLES
    for file in (KITCHEN, KITCHEN.with_suffix(".txt")):  # one is enough to measure
        shutil.copy(file, tmp_path)
    monkeypatch.setattr(evaluation, "SAMPLE_IMAGES", tmp_path)

    evaluate(monkeypatch)

    lines = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()[2:]]
    assert lines == [[KITCHEN.stem, "1 of 1 exact"], ["all", "1 of 1 exact"]]


def test_held_out_figures_name_pytorch_if_it_is_missing(
    data: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.chdir(tmp_path)

    with pytest.raises(SystemExit, match="needs PyTorch"):
        evaluate(monkeypatch, str(data), "--sets", "squares")


def test_only_the_chosen_cases_are_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    evaluate(monkeypatch, str(tmp_path), "--sets", "evenings", "--each=1", "--only=cloth: blue")

    *_, header, blue, total = capsys.readouterr().out.splitlines()
    assert header.startswith("case")
    assert blue.startswith("cloth: blue ")
    assert total.startswith("all that are not cut ")


def test_a_folder_without_whole_photos_has_no_figures_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    evaluate(monkeypatch, str(tmp_path), "--sets", "photos")

    assert "there is no photos/labels.json" in capsys.readouterr().out


# --- Squares and boards


KINGDOM = Kingdom.parse("C w1 f / w s . / w f .")
NOTHING = np.zeros((8, 8, 3), np.uint8)


def fake_predictions(kinds: list[int], answers: list[int], confidence: float = 0.9) -> HeldOut:
    """Kingdom squares of these kinds with these answers, each given with the same confidence."""
    logs = np.full((len(kinds), len(KINDS)), np.log((1 - confidence) / (len(KINDS) - 1)), np.float32)
    logs[np.arange(len(kinds)), answers] = np.log(confidence)
    patches = tuple(
        Patch(NOTHING, NOTHING[..., 0] == 0, kind, "boards", "game1-a", "1", 0, divmod(index, KINGDOM.width))
        for index, kind in enumerate(kinds)
    )
    return HeldOut(patches, logs)


def kinds_of(kingdom: Kingdom) -> list[int]:
    return [KINDS.index(square) for _, square in kingdom.squares()]


def test_a_board_read_without_mistake_is_exact() -> None:
    kinds = kinds_of(KINGDOM)

    row = figures("all", fake_predictions(kinds, kinds))

    assert (row.squares, row.terrain, row.crowns, row.both) == (9, 1.0, 1.0, 1.0)
    assert (row.boards, row.exact_raw, row.exact_decoded) == (1, 1.0, 1.0)


def test_a_wrong_crown_leaves_the_terrain_right() -> None:
    kinds = kinds_of(KINGDOM)
    answers = [KIND_OF["wheat0"] if kind == KIND_OF["wheat1"] else kind for kind in kinds]

    row = figures("all", fake_predictions(kinds, answers))

    assert row.terrain == 1.0
    assert row.crowns == row.both == pytest.approx(8 / 9)
    assert row.exact_raw == 0.0


@pytest.mark.parametrize(("confidence", "right", "error"), [(0.9, 9, 0.0), (0.9, 5, 0.4), (0.6, 10, 0.4)])
def test_calibration_error_is_confidence_minus_accuracy(confidence: float, right: int, error: float) -> None:
    held_out = fake_predictions([0] * 10, [0] * right + [1] * (10 - right), confidence)

    assert calibration_error(held_out.logs, held_out.truth) == pytest.approx(error, abs=1e-5)


def test_the_best_temperature_makes_confidence_true() -> None:
    rng = np.random.default_rng(1)
    logits = rng.normal(0, 2, (4000, len(KINDS)))
    true = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    truth = np.array([rng.choice(len(KINDS), p=row) for row in true])
    overconfident = 2.0 * logits

    logs = (overconfident - np.log(np.exp(overconfident).sum(1, keepdims=True))).astype(np.float32)

    assert best_temperature(logs, truth) == pytest.approx(2.0, rel=0.06)
