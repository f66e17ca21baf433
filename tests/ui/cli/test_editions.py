"""crownsight teach, and read --edition."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scoring import Kingdom
from tests.given import KITCHEN, SAMPLES, game
from tests.ui.cli.terminal import Terminal
from ui.cli.editions import hidden_below
from ui.cli.inputs import typed
from vision.editions.teach import TEACHING_KINGDOM, teaching_dominoes
from vision.pipeline.advice import TAUGHT
from vision.squares.classify import KINDS
from vision.squares.edition import learn_squares, stored

TILES = KINDS[:-1]
LESSON = str(SAMPLES / "another-edition" / "lesson.jpg")  # of the teaching kingdom in tiles of no edition


def test_an_edition_is_taught_by_a_photo_and_read_with(terminal: Terminal, tmp_path: Path) -> None:
    file = str(tmp_path / "Grandma’s box.json")

    status, out, _ = terminal.run("teach", LESSON, "--edition", file)

    assert status == 0
    assert out.startswith("Grandma’s box: 25 squares of 17 kinds, kingdoms checked 1")
    (found,) = terminal.answer("read", LESSON, "--edition", file, "--json")
    assert Kingdom.parse(found["code"]).canonical() == TEACHING_KINGDOM.canonical()
    assert not found["sure"]
    assert str(TAUGHT) in found["warnings"]
    assert terminal.run("teach", LESSON, "--edition", file)[1].startswith("Grandma’s box: 50 squares")


def test_the_tiles_of_another_box_are_taught_by_a_kingdom_whose_code_is_given(
    terminal: Terminal, tmp_path: Path
) -> None:
    photo, file = str(SAMPLES / "queendomino.jpg"), str(tmp_path / "Queen.json")
    _, ben = game("queendomino").players

    status, out, _ = terminal.run("teach", photo, "--kingdom", f"{ben.kingdom},coins:1", "--edition", file)

    assert (status, out.split(" squares of")[0]) == (0, "Queen: 25")
    assert "kingdom code" in terminal.refusal("teach", photo, "--kingdom", "x", "--edition", file)


def test_what_pieces_hide_is_not_taught() -> None:
    given = typed("Cwt/wfw,giant@1.2,farmer@2.2,building@1.3:crowns:1,building@2.3:crowns:1")

    assert sorted(hidden_below(given)) == [(0, 1), (1, 1), (1, 2)]


OLD = replace(learn_squares("Old", np.zeros((len(TILES), 64, 64, 3), np.uint8), TILES), network="another network")


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"[1, 2]", "holds no edition"), (stored(OLD), "teach it again")],
    ids=["no edition", "an edition of another reader"],
)
def test_what_cannot_be_read_with_is_told_why_and_not_written_over(
    content: bytes, said: str, terminal: Terminal, tmp_path: Path
) -> None:
    (file := tmp_path / "given.json").write_bytes(content)

    for command in (["read", str(KITCHEN)], ["teach", LESSON]):
        assert said in terminal.refusal(*command, "--edition", str(file))
    assert file.read_bytes() == content
    assert "cannot be read" in terminal.refusal("read", str(KITCHEN), "--edition", str(tmp_path / "missing.json"))


def test_the_kingdom_to_lay_is_told_by_its_numbers(terminal: Terminal) -> None:
    status, out, _ = terminal.run("teach")

    assert status == 0
    assert all(out.count(f"{domino.number} ") == 2 for domino in teaching_dominoes())
