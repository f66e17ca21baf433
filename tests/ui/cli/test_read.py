"""crownsight read and teach: photos and folders to kingdom codes, also with taught tiles."""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scoring import Kingdom
from tests.sample_photos import KITCHEN, SAMPLES, codes_of
from tests.ui.cli.terminal import Terminal
from ui.cli.editions import find_hidden_squares
from ui.cli.inputs import parse_typed
from ui.cli.read import photos_named
from vision.pipeline.teach import TEACHING_KINGDOM, list_teaching_dominoes
from vision.squares.classify import KINDS
from vision.squares.taught_tiles import learn_squares, serialize_tiles
from vision.warning import ReadingWarning, WarningCode

PHOTO = str(KITCHEN)


@pytest.fixture
def note(tmp_path: Path) -> str:
    """A file that is no photo."""
    file = tmp_path / "note.jpg"
    file.write_text("no picture")
    return str(file)


def test_a_reading_is_one_object_as_agreed(terminal: Terminal) -> None:
    (found,) = terminal.answer("read", "--json", PHOTO)

    known = ["photo", "grid", "corners", "code", "squares", "legal", "sure", "warnings", "seconds"]
    assert list(found) == [*known, "edition", "castle", "castle_confidence"]
    assert found["photo"] == PHOTO
    assert found["grid"] == {"rows": 5, "cols": 5}
    assert [len(corner) for corner in found["corners"]] == [2, 2, 2, 2]
    assert {type(found["legal"]), type(found["sure"])} == {bool}
    assert found["seconds"] > 0
    for (row, column), square in Kingdom.parse(found["code"]).squares():
        read = found["squares"][row][column]
        assert list(read) == ["terrain", "crowns", "confidence", "alternative"]
        assert 0 <= read["confidence"] <= 1
        assert read["crowns"] == square.crowns
        assert read["terrain"] == (
            square.terrain.value if square.terrain else "castle" if square.is_castle else "empty"
        )
        assert read["alternative"] is None or list(read["alternative"]) == ["terrain", "crowns"]


def test_raw_squares_are_the_classifiers_own_answer(terminal: Terminal) -> None:
    """The top row has no castle; the decoder has to find one there, the classifier has not."""
    (whole,) = terminal.answer("read", "--json", PHOTO)
    top_left, top_right, bottom_right, bottom_left = whole["corners"]
    fifth = [
        [a + (b - a) / 5 for a, b in zip(*side, strict=True)]
        for side in ((top_left, bottom_left), (top_right, bottom_right))
    ]
    row = " ".join(f"{x},{y}" for x, y in (top_left, top_right, fifth[1], fifth[0]))

    (decoded,) = terminal.answer("read", "--json", PHOTO, "--corners", row, "--grid", "1x5")
    (raw,) = terminal.answer("read", "--json", PHOTO, "--corners", row, "--grid", "1x5", "--squares", "raw")

    assert raw["code"] == codes_of(KITCHEN)[0].split("/")[0]
    assert "C" in decoded["code"]


def test_unreadable_photo_does_not_stop_the_others(terminal: Terminal, note: str) -> None:
    status, out, err = terminal.run("read", "--json", "nowhere.jpg", PHOTO, note)
    missing, kitchen, unreadable = json.loads(out)

    assert status == 1
    assert list(missing) == list(unreadable) == ["photo", "error"]
    assert missing["error"].startswith("There is no photo called 'nowhere.jpg'")
    assert unreadable["error"].startswith("This file is not a photo")
    assert kitchen["code"]
    assert err.splitlines() == [
        f"crownsight: {missing['photo']}: {missing['error']}",
        f"crownsight: {note}: {unreadable['error']}",
    ]


def test_parallel_reading_equals_sequential_reading(terminal: Terminal, note: str) -> None:
    from distributed import LocalCluster

    read = ["read", PHOTO, note, "nowhere.jpg"]
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster:
        shared_out = [["--jobs", "3"], ["--cluster", cluster.scheduler_address]]
        said = [terminal.run(*read, *options) for options in ([], *shared_out)]

    assert said == [said[0]] * 3


def test_a_cluster_that_is_not_there_is_one_sentence(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    read = ["read", PHOTO, "--cluster", "tcp://127.0.0.1:9"]
    monkeypatch.setattr("ui.cli.read.CONNECT_SECONDS", 1)
    assert "no Dask cluster answers at tcp://127.0.0.1:9; is its scheduler running?" in terminal.refusal(*read)

    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "--cluster needs Dask: pip install 'crownsight[cluster]'" in terminal.refusal(*read)


# --- photos where score and check take kingdoms


@pytest.mark.parametrize(
    ("names", "players"),
    [(["Ana", "Ben"], ["Ana 1", "Ana 2", "Ben"]), (["Ana", "Ben", "Cleo"], ["Ana", "Ben", "Cleo"])],
)
def test_every_kingdom_of_a_photo_is_a_player(terminal: Terminal, names: list[str], players: list[str]) -> None:
    options = [word for name in names for word in ("--player", name)]

    _, out, _ = terminal.run("score", "--json", str(SAMPLES / "two-kingdoms.jpg"), "w1wC", *options)

    assert [sheet["player"] for sheet in json.loads(out)["sheets"]] == players


@pytest.mark.usefixtures("uncertain_kingdoms")
def test_uncertain_kingdom_is_scored_only_on_request(terminal: Terminal) -> None:
    assert "look like Kingdomino" in terminal.refusal("score", PHOTO)

    assert terminal.run("score", PHOTO, "--yes")[0] == 0


HOSTILE = "\x1b]0;mine\x07\ncrownsight: all is well"
SPELLED_OUT = "\\x1b]0;mine\\x07\\ncrownsight: all is well"


def test_a_name_does_nothing_to_the_terminal(tmp_path: Path, terminal: Terminal) -> None:
    photo, none, gone = (tmp_path / f"{HOSTILE}{ending}" for ending in (".jpg", ".txt", " is not there"))
    photo.symlink_to(KITCHEN)
    none.write_text("no picture")
    commands = [["read", str(photo)], ["read", str(none)], ["read", str(tmp_path)]]
    commands += [[*command, str(gone)] for command in (["read"], ["restore"], ["check", "C", "--grid"])]
    commands += [["score", "C w", "C f", "--player", HOSTILE, "--player", "Ben"]]

    for command in commands:
        _, out, err = terminal.run(*command)

        assert not {"\x1b", "\x07"} & {*out + err}
        assert "\ncrownsight: all is well" not in out + err
        assert SPELLED_OUT in out + err


# --- Folders


def test_folder_stands_for_all_photos_below_it(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "later").mkdir()
    (tmp_path / ".thumbnails").mkdir()
    shutil.copy(KITCHEN, tmp_path / "a.JPG")
    shutil.copy(SAMPLES / "two-kingdoms.jpg", tmp_path / "later" / "b.jpg")
    (tmp_path / "cut").write_bytes(KITCHEN.read_bytes()[:500])
    for other in ("note.png", "list.txt", "._a.jpg", ".thumbnails/small.jpg"):
        (tmp_path / other).write_text("no picture")

    status, out, err = terminal.run("read", "--json", str(tmp_path), "--jobs", "2")

    photos = [str(tmp_path / name) for name in ("a.JPG", "cut", "later/b.jpg")]
    assert list(dict.fromkeys(one["photo"] for one in json.loads(out))) == photos
    left_out, damaged = err.splitlines()
    assert left_out == f"crownsight: no photos, and left out: 2 ({tmp_path / 'list.txt'}, {tmp_path / 'note.png'})"
    assert (status, "cut: The file is incomplete" in damaged) == (1, True)


NOT_ENDING_SO = {
    "whatsapp.jfif": b"\xff\xd8\xff\xe0",
    "two.mpo": b"\xff\xd8\xff\xe1",
    "IMG_1.HIF": b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic",
    "no-ending": b"\x89PNG\r\n\x1a\n",
    "x.bin": b"RIFF\0\0\0\0WEBP",
}


def test_photos_in_a_folder_are_told_by_what_they_hold(tmp_path: Path, terminal: Terminal) -> None:
    others = [tmp_path / name for name in ("a.jpg", "pipe.jpg")]
    others[0].write_text("no picture")
    os.mkfifo(others[1])  # is not waited for
    assert "there is no photo in" in terminal.refusal("read", str(tmp_path))

    for name, beginning in NOT_ENDING_SO.items():
        (tmp_path / name).write_bytes(beginning)

    photos = [str(tmp_path / name) for name in sorted(NOT_ENDING_SO)]
    assert photos_named([str(tmp_path)]) == (photos, list(map(str, others)))


# --- With the tiles of another edition


TILES = KINDS[:-1]
LESSON = str(SAMPLES / "another-edition" / "lesson.jpg")  # of the teaching kingdom in tiles of no edition


def test_an_edition_is_taught_by_a_photo_and_read_with(terminal: Terminal, tmp_path: Path) -> None:
    file = str(tmp_path / "Grandma’s box.json")

    status, out, _ = terminal.run("teach", LESSON, "--tiles", file)

    assert status == 0
    assert out.startswith("Grandma’s box: 25 squares of 17 kinds, kingdoms checked 1")
    (found,) = terminal.answer("read", LESSON, "--tiles", file, "--json")
    assert Kingdom.parse(found["code"]).canonical() == TEACHING_KINGDOM.canonical()
    assert not found["sure"]
    assert ReadingWarning(WarningCode.TAUGHT_TILES).to_dict() in found["warnings"]
    assert terminal.run("teach", LESSON, "--tiles", file)[1].startswith("Grandma’s box: 50 squares")


def test_kingdom_code_teaches_tiles_of_another_edition(terminal: Terminal, tmp_path: Path) -> None:
    [code], file = codes_of(KITCHEN), str(tmp_path / "Queen.json")

    status, out, _ = terminal.run("teach", PHOTO, "--kingdom", f"{code},coins:1", "--tiles", file)

    assert (status, out.split(" squares of")[0]) == (0, "Queen: 25")
    assert "kingdom code" in terminal.refusal("teach", PHOTO, "--kingdom", "x", "--tiles", file)


def test_squares_hidden_by_pieces_are_not_taught() -> None:
    given = parse_typed("Cwt/wfw,giant@1.2,farmer@2.2,building@1.3:crowns:1,building@2.3:crowns:1")

    assert sorted(find_hidden_squares(given)) == [(0, 1), (1, 1), (1, 2)]


OLD = replace(learn_squares("Old", np.zeros((len(TILES), 64, 64, 3), np.uint8), TILES), network="another network")


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"[1, 2]", "holds no edition"), (serialize_tiles(OLD), "teach it again")],
    ids=["no edition", "an edition of another reader"],
)
def test_unusable_tile_file_is_refused_and_kept(content: bytes, said: str, terminal: Terminal, tmp_path: Path) -> None:
    (file := tmp_path / "given.json").write_bytes(content)

    for command in (["read", str(KITCHEN)], ["teach", LESSON]):
        assert said in terminal.refusal(*command, "--tiles", str(file))
    assert file.read_bytes() == content
    assert "cannot be read" in terminal.refusal("read", str(KITCHEN), "--tiles", str(tmp_path / "missing.json"))


def test_the_kingdom_to_lay_is_told_by_its_numbers(terminal: Terminal) -> None:
    status, out, _ = terminal.run("teach")

    assert status == 0
    assert all(out.count(f"{domino.number} ") == 2 for domino in list_teaching_dominoes())
