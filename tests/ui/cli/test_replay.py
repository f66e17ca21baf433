"""crownsight replay: a report from the app, made of a sample photo, read again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scoring import BASE, Box, Kingdom, Title
from tests.given import KITCHEN, SAMPLES
from tests.ui.cli.terminal import answer, refusal, run
from ui.photos.pictures import kept
from ui.photos.reading import to_board_reading
from ui.photos.report import report_on
from ui.table.board import read_board
from ui.table.report import Report, report_text
from vision import load, read

TRUTH = Kingdom.parse(KITCHEN.with_suffix(".txt").read_text(encoding="utf-8").split()[0])


@pytest.fixture(scope="module")
def report() -> Report:
    """The sample photo, read right, and a player who has made its first square a mine."""
    photo = load(KITCHEN)
    board = read_board(to_board_reading(read(photo)[0]), kept(photo))
    assert board.source
    corrected = replace(board, kingdom=board.kingdom.with_square(0, 0, Kingdom.parse("m2")[0, 0]))
    return report_on(corrected, board.source, (), with_photo=True)


def stored(report: Report, folder: Path) -> str:
    file = folder / "report.json"
    file.write_text(report_text(report), encoding="utf-8")
    return str(file)


def test_a_report_is_read_again_and_what_differs_is_named(
    report: Report, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capsys, "replay", stored(report, tmp_path))

    assert (status, err) == (0, "")
    assert "the same networks as here" in out
    assert "The grid was found where it was." in out
    assert "Read right: then 24, now 24 of 25 squares." in out
    assert out.count("row ") == 1
    assert "row 1, column 1: then wheat, now wheat" in out
    assert out.rstrip().endswith("really mine 2")


def test_the_same_is_there_for_programs(report: Report, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = replace(report, version="0.0.9", networks={**report.networks, "squares": "0" * 64})
    found = answer(capsys, "replay", "--json", stored(old, tmp_path))

    assert found["version"] == "0.0.9"
    assert found["networks"]["squares"]["then"] == "0" * 64 != found["networks"]["squares"]["here"]
    assert found["right"] == {"then": 24, "now": 24, "of": 25}
    [square] = found["squares"]
    assert square["square"] == [0, 0]
    assert square["really"] == {"terrain": "mine", "crowns": 2}


def test_what_was_misread_then_and_is_read_right_now_is_named(
    report: Report, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    misread = [list(row) for row in report.read]
    misread[2][1] = misread[2][1]._replace(square=Kingdom.parse("s1")[0, 0])
    worse = replace(report, read=tuple(map(tuple, misread)), corrected=TRUTH)
    found = answer(capsys, "replay", "--json", stored(worse, tmp_path))

    assert found["right"] == {"then": 24, "now": 25, "of": 25}
    assert [one["square"] for one in found["squares"]] == [[2, 1]]


def test_without_its_photo_nothing_is_read_again(
    report: Report, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = stored(replace(report, photo=None), tmp_path)
    status, out, _ = run(capsys, "replay", file)

    assert status == 0
    assert "no photo, so nothing was read again" in out
    assert "row 1, column 1: then wheat, really mine 2" in out
    assert answer(capsys, "replay", "--json", file)["right"] is None


def test_a_grid_set_where_none_is_found_is_read_there(
    report: Report, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    aside = tuple((x * 0.2, y * 0.2) for x, y in report.corners)
    found = answer(capsys, "replay", "--json", stored(replace(report, corners=aside), tmp_path))

    assert found["found"] is False
    assert found["right"]["of"] == 25


def test_a_photo_of_a_game_with_other_boxes_is_read_again_with_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo, box = load(SAMPLES / "queendomino.jpg"), BASE + Box(frozenset({Title.QUEENDOMINO}))
    board = read_board(to_board_reading(read(photo, box=box)[0]), kept(photo))
    assert board.source
    file = stored(report_on(board, board.source, (), with_photo=True), tmp_path)

    right = answer(capsys, "replay", "--json", "--box", "queendomino", file)["right"]

    assert right["now"] == right["then"] > answer(capsys, "replay", "--json", file)["right"]["now"]


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{}", KITCHEN.read_bytes()[:1000]])
def test_what_is_no_report_is_refused_in_a_sentence(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.json"
    file.write_bytes(content)

    assert "no report on a reading" in refusal(capsys, "replay", str(file))
    assert "cannot be read" in refusal(capsys, "replay", str(tmp_path))


def test_a_report_whose_photo_is_none_is_refused(
    report: Report, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "the photo in" in refusal(capsys, "replay", stored(replace(report, photo=b"no photo"), tmp_path))
