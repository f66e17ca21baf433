"""The crownsight kingdoms command: what it prints for people and programs, and how it says no."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.cli.terminal import Terminal

EXAMPLE = "y4 r1 -6 b1 +3 y1/r2 +4 b2 -5 b4 W/+6 -3 +2 +1 b3 b1/+1 D y2 M b1 +5/y1 G M y3 y3 +2"
REST = "/. . . . . ./. . . . . ./. . . . . ./. . . . . ."
RED_TEN, BLUE_FIVE = f"r2 +5 . . . .{REST}", f"b1 +5 . . . .{REST}"


def test_kingdoms_prints_epochs_and_gold_as_json(terminal: Terminal) -> None:
    printed = terminal.answer("kingdoms", "--json", EXAMPLE)

    assert list(printed) == ["epochs", "gold"]
    (epoch,) = printed["epochs"]
    assert epoch["players"] == [
        {"colour": "red", "rows": -5, "columns": 8, "total": 3},
        {"colour": "blue", "rows": 25, "columns": 29, "total": 54},
        {"colour": "yellow", "rows": -6, "columns": 50, "total": 44},
    ]
    assert [line["line"] for line in epoch["lines"]] == [
        *(f"row {row}" for row in range(1, 6)),
        *(f"column {column}" for column in range(1, 7)),
    ]
    assert epoch["lines"][0]["parts"] == [{"base": -3, "gains": {"red": -3, "blue": -3, "yellow": -18}}]
    assert epoch["lines"][3]["parts"] == [{"base": 0, "gains": {"yellow": 0}}, {"base": 5, "gains": {"blue": 5}}]
    assert epoch["warnings"] == []
    assert printed["gold"] == {"red": 53, "blue": 104, "yellow": 94}


def test_people_read_every_line_with_its_reason(terminal: Terminal) -> None:
    status, out, _ = terminal.run("kingdoms", EXAMPLE)

    assert status == 0
    assert "  row 4, left of the mountain: dragon cancels +1, base 0; yellow 2 ranks = 0\n" in out
    assert "  blue    rows   25  columns   29  total   54  gold  104\n" in out
    assert out.endswith(
        "1. blue     104 gold  10 ahead\n"
        "2. yellow    94 gold  10 behind blue\n"
        "3. red       53 gold  41 behind yellow\n"
        "blue starts the next epoch\n"
    )


def test_what_the_rules_forbid_stands_beside_the_score(terminal: Terminal) -> None:
    board = f"y4 . y4 +1 . .{REST}"
    (epoch,) = terminal.answer("kingdoms", "--json", board)["epochs"]
    _, text, _ = terminal.run("kingdoms", board)

    assert epoch["players"][0]["rows"] == 8
    assert any("Yellow has 2 castles of rank 4" in warning for warning in epoch["warnings"])
    assert any("27 spaces are free" in warning for warning in epoch["warnings"])
    assert "Note: Yellow has 2 castles of rank 4 on the board, but owns 1" in text
    (of_four,) = terminal.answer("kingdoms", "--json", "--players", "4", f"r1 r1 r1 . . .{REST}")["epochs"]
    assert any("owns 2 with 4 players" in warning for warning in of_four["warnings"])


def test_a_board_may_begin_with_a_hazard_and_stand_in_a_text_file(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "epoch.txt"
    file.write_text(EXAMPLE.replace("/", "\n") + "\n", encoding="utf-8")

    assert terminal.answer("kingdoms", "--json", f"-3 r1 . . . .{REST}")["gold"] == {"red": 47}
    assert terminal.answer("kingdoms", "--json", str(file))["gold"]["blue"] == 104


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["+1 +2"], "5 rows parted by /, not 1"),
        (["nowhere.txt"], "'nowhere.txt' is no file here"),
        ([RED_TEN] * 4, "3 epochs, not 4"),
    ],
)
def test_kingdoms_refuses_in_one_sentence(terminal: Terminal, arguments: list[str], sentence: str) -> None:
    assert sentence in terminal.refusal("kingdoms", *arguments)
