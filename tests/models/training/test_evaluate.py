"""One program measures every set of pictures, and the pages name it as it is."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is not here: pip install -e '.[train]'")

from models.training.evaluate import SETS, main, parser
from tests.given import ROOT

COMMAND = re.compile(r"python -m\s+models\.training\.evaluate ([^`]*)`")


def commands() -> list[str]:
    """What follows the program's name wherever README or model card name it."""
    pages = [ROOT / "README.md", ROOT / "models" / "README.md"]
    return [command for page in pages for command in COMMAND.findall(page.read_text(encoding="utf-8"))]


def evaluate(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["evaluate", *words])
    main()


@pytest.mark.parametrize("command", commands())
def test_every_command_of_the_pages_is_understood(command: str) -> None:
    assert parser().parse_args(shlex.split(command)).data == Path("DATA")


def test_every_set_is_on_the_card() -> None:
    card = (ROOT / "models" / "README.md").read_text(encoding="utf-8")
    named = {name for names in re.findall(r"--sets ((?: ?[a-z]+(?:-[a-z]+)*)+)", card) for name in names.split()}

    assert named == set(SETS)


def test_what_is_printed_of_a_set_is_written_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "figures.json"

    evaluate(monkeypatch, str(tmp_path), "--sets", "evenings", "--each=1", "--only=cloth: blue", f"--json={file}")

    rows = json.loads(file.read_text(encoding="utf-8"))["evenings"]
    assert [row["case"] for row in rows] == ["cloth: blue", "all that are not cut"]
    assert capsys.readouterr().out.splitlines()[-2].startswith("cloth: blue")


def test_a_folder_without_whole_photos_has_no_figures_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    evaluate(monkeypatch, str(tmp_path), "--sets", "photos")

    assert "there is no photos/labels.json" in capsys.readouterr().out
