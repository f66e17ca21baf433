"""crownsight teach, editions, and read --edition."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training.sample_images import game
from tests.given import KITCHEN, SAMPLES
from tests.ui.cli.terminal import answer, refusal, run
from tests.vision.editions.test_teach import photographed, strange
from ui import store
from ui.cli.editions import hidden_below
from ui.cli.inputs import typed
from ui.store.editions import COMMAND_LINE, Contents
from vision import load, read
from vision.editions.teach import TEACHING_KINGDOM, teaching_dominoes
from vision.pipeline.calibration import CHECKED
from vision.squares.edition import Edition, learn, stored


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of this test alone."""
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A photo of the teaching kingdom in colours of no edition."""
    file = tmp_path_factory.mktemp("lesson") / "lesson.png"
    cv2.imwrite(str(file), strange(photographed(teaching_dominoes())).image)
    return str(file)


@pytest.fixture(scope="module")
def edition() -> Edition:
    """What the kingdom of a sample photo teaches."""
    photo = load(KITCHEN)
    (reading,) = read(photo)
    return learn("Kitchen", photo, np.array(reading.corners, np.float32), reading.kingdom)


def keep(edition: Edition) -> None:
    store.opened().editions.keep(COMMAND_LINE, edition.name, lambda _: Contents(stored(edition), edition.kingdoms))


def kept() -> list[tuple[str, int]]:
    """The editions of the command line by name, with how many kingdoms taught each."""
    return [(one.name, one.kingdoms) for one in store.opened().editions.of(COMMAND_LINE)]


def test_an_edition_is_taught_by_a_photo_and_read_with(capsys: pytest.CaptureFixture[str], lesson: str) -> None:
    status, out, _ = run(capsys, "teach", lesson, "--edition", "Grandma’s box")

    assert status == 0
    assert out.startswith("Grandma’s box: 25 squares of 17 kinds, kingdoms checked 1")
    (found,) = answer(capsys, "read", lesson, "--edition", "grandma’s BOX", "--json")
    assert found["code"] in {str(turned) for turned in all_turns()}
    assert not found["sure"]
    assert any(str(CHECKED) in warning for warning in found["warnings"])


def all_turns() -> list[object]:
    turned = [TEACHING_KINGDOM]
    for _ in range(3):
        turned.append(turned[-1].rotated())
    return list(turned)


def test_the_tiles_of_another_box_are_taught_by_a_kingdom_whose_code_is_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    photo = str(SAMPLES / "queendomino.jpg")
    _, ben = game("queendomino").players

    status, out, _ = run(capsys, "teach", photo, "--kingdom", f"{ben.kingdom},coins:1", "--edition", "Queen")

    assert (status, out.split(" squares of")[0]) == (0, "Queen: 25")
    found = answer(capsys, "read", photo, "--box", "queendomino", "--edition", "Queen", "--json")
    assert sum(each["code"].count("t") for each in found) >= 15
    assert "kingdom code" in refusal(capsys, "teach", photo, "--kingdom", "x", "--edition", "Queen")


def test_what_pieces_hide_is_not_taught() -> None:
    given = typed("Cwt/wfw,giant@1.2,farmer@2.2,building@1.3:crowns:1,building@2.3:crowns:1")

    assert sorted(hidden_below(given)) == [(0, 1), (1, 1), (1, 2)]


def test_a_photo_of_anything_else_teaches_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert "not the twelve dominoes" in refusal(capsys, "teach", str(KITCHEN), "--edition", "Mine")
    assert kept() == []


@pytest.mark.parametrize("name", ["", "two\nlines", "n" * 41])
def test_a_name_that_is_none_is_refused(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert "a name of 1 to 40" in refusal(capsys, "teach", str(KITCHEN), "--edition", name)


def test_editions_are_listed_and_forgotten(capsys: pytest.CaptureFixture[str], edition: Edition) -> None:
    keep(edition)

    assert run(capsys, "editions")[1].startswith("Kitchen: 25 squares of ")
    assert run(capsys, "editions", "--forget", "kitchen")[0] == 0
    assert "No edition was taught" in run(capsys, "editions")[1]
    assert "no edition is called" in refusal(capsys, "editions", "--forget", "kitchen")


def test_somebody_else_s_edition_is_added(capsys: pytest.CaptureFixture[str], folder: Path, edition: Edition) -> None:
    (folder / "given.json").write_bytes(stored(edition))

    assert run(capsys, "editions", "--add", str(folder / "given.json"))[0] == 0

    assert kept() == [("Kitchen", 1)]
    assert answer(capsys, "read", str(KITCHEN), "--edition", "Kitchen", "--json")


def test_an_edition_is_printed_for_others(capsys: pytest.CaptureFixture[str], folder: Path, edition: Edition) -> None:
    keep(edition)

    (folder / "printed.json").write_text(run(capsys, "editions", "--print", "kitchen")[1], encoding="utf-8")

    assert run(capsys, "editions", "--forget", "Kitchen")[0] == 0
    assert run(capsys, "editions", "--add", str(folder / "printed.json"))[0] == 0
    assert kept() == [("Kitchen", 1)]
    assert "no edition is called" in refusal(capsys, "editions", "--print", "Mine")


def test_what_is_no_edition_is_not_added(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "given.json").write_text("[1, 2]")

    assert "holds no edition" in refusal(capsys, "editions", "--add", str(folder / "given.json"))
    assert "cannot be" in refusal(capsys, "editions", "--add", str(folder / "missing.json"))


def test_an_edition_of_another_reader_is_not_read_with(capsys: pytest.CaptureFixture[str], edition: Edition) -> None:
    keep(Edition("Old", "another network", edition.looks, edition.right, edition.squares, 1))

    assert "teach it again" in refusal(capsys, "read", str(KITCHEN), "--edition", "Old")
    assert "no edition is called" in refusal(capsys, "read", str(KITCHEN), "--edition", "Newer")


def test_the_kingdom_to_lay_is_told_by_its_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "teach")

    assert status == 0
    assert all(out.count(f"{domino.number} ") == 2 for domino in teaching_dominoes())


def test_an_edition_has_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert "needs a name" in refusal(capsys, "teach", str(KITCHEN))
