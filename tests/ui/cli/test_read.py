"""crownsight read: photos and folders of them to kingdom codes, one after the other or many at once."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring import Kingdom
from tests.given import KITCHEN, PHOTOS, SAMPLES, codes_of
from tests.ui.cli.terminal import Terminal
from ui.cli.read import photos_named

PHOTO = str(KITCHEN)
STRANGE = str(SAMPLES / "queendomino.jpg")  # whose kingdoms look unlike those of the base game


def objects(terminal: Terminal, *arguments: str) -> Any:
    return terminal.answer("read", "--json", *arguments)


@pytest.fixture
def note(tmp_path: Path) -> str:
    """A file that is no photo."""
    file = tmp_path / "note.jpg"
    file.write_text("no picture")
    return str(file)


def test_a_reading_is_one_object_as_agreed(terminal: Terminal) -> None:
    (found,) = objects(terminal, PHOTO)

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
    (whole,) = objects(terminal, PHOTO)
    top_left, top_right, bottom_right, bottom_left = whole["corners"]
    fifth = [
        [a + (b - a) / 5 for a, b in zip(*side, strict=True)]
        for side in ((top_left, bottom_left), (top_right, bottom_right))
    ]
    row = " ".join(f"{x},{y}" for x, y in (top_left, top_right, fifth[1], fifth[0]))

    (decoded,) = objects(terminal, PHOTO, "--corners", row, "--grid", "1x5")
    (raw,) = objects(terminal, PHOTO, "--corners", row, "--grid", "1x5", "--squares", "raw")

    assert raw["code"] == codes_of(KITCHEN)[0].split("/")[0]
    assert "C" in decoded["code"]


def test_an_unreadable_photo_takes_its_place_and_the_others_are_read(terminal: Terminal, note: str) -> None:
    status, out, err = terminal.run("read", "--json", "nowhere.jpg", PHOTO, note)
    missing, kitchen, unreadable = json.loads(out)

    assert status == 2
    assert list(missing) == list(unreadable) == ["photo", "error"]
    assert missing["error"].startswith("There is no photo called 'nowhere.jpg'")
    assert unreadable["error"].startswith("This file is not a photo")
    assert kitchen["code"]
    assert err.splitlines() == [
        f"crownsight: {missing['photo']}: {missing['error']}",
        f"crownsight: {note}: {unreadable['error']}",
    ]


def test_jobs_change_nothing_but_the_time(terminal: Terminal, note: str) -> None:
    photos = [str(PHOTOS[0]), note, str(PHOTOS[1])]

    one, several = (terminal.run("read", *photos, "--jobs", jobs) for jobs in ("1", "3"))

    assert several == one


def test_a_cluster_reads_what_this_machine_reads(terminal: Terminal, note: str) -> None:
    from distributed import LocalCluster

    photos = [PHOTO, note, "nowhere.jpg"]
    here = terminal.run("read", *photos)

    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster:
        there = terminal.run("read", *photos, "--cluster", cluster.scheduler_address)

    assert there == here


def test_a_cluster_that_does_not_answer_is_one_sentence(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.cli.read.CONNECT_SECONDS", 1)

    status, out, err = terminal.run("read", PHOTO, "--cluster", "tcp://127.0.0.1:9")

    assert (status, out) == (2, "")
    assert err == "crownsight: no Dask cluster answers at tcp://127.0.0.1:9; is its scheduler running?\n"


def test_without_dask_a_cluster_says_what_to_install(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)

    status, _, err = terminal.run("read", PHOTO, "--cluster", "tcp://127.0.0.1:9")

    assert (status, err) == (2, "crownsight: --cluster needs Dask: pip install 'crownsight[cluster]'\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--corners", "1,2 3,4 5,6", "--grid", "5x5"], "four corners look like"),
        (["--corners", "1,2 3,4 5,6 7,nan", "--grid", "5x5"], "four corners look like"),
        (["--corners", "1,2 3,4 5,6 7,8"], "--corners and --grid go together"),
        (["--corners", "1,2 3,4 5,6 7,8", "--grid", "5"], "a grid looks like 5x5"),
        (["--corners", "0,0 9,0 9,9 0,9", "--grid", "99x99"], "A grid has 1 to"),
        (["--corners", "0,0 1,1 2,2 3,3", "--grid", "5x5"], "These four corners don't frame a kingdom"),
        (["--corners", "1,2 3,4 5,6 7,1e39", "--grid", "5x5"], "four corners look like"),
        (["--jobs", "0"], "a number of jobs is 1 or more"),
        (["--squares", "cooked"], "invalid choice"),
    ],
)
def test_read_refuses_in_one_sentence(terminal: Terminal, arguments: list[str], sentence: str) -> None:
    status, out, err = terminal.run("read", PHOTO, *arguments)

    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert sentence in err


# --- photos where score and check take kingdoms


@pytest.mark.parametrize(
    ("names", "players"),
    [(["Ana", "Ben"], ["Ana 1", "Ana 2", "Ben"]), (["Ana", "Ben", "Cleo"], ["Ana", "Ben", "Cleo"])],
)
def test_every_kingdom_of_a_photo_is_a_player(terminal: Terminal, names: list[str], players: list[str]) -> None:
    options = [word for name in names for word in ("--player", name)]

    _, out, _ = terminal.run("score", "--json", str(SAMPLES / "two-kingdoms.jpg"), "w1wC", *options)

    assert [sheet["player"] for sheet in json.loads(out)["sheets"]] == players


def test_what_may_be_no_kingdom_is_scored_only_when_told_that_it_is_one(terminal: Terminal) -> None:
    assert "Is this a kingdom?" in terminal.refusal("score", STRANGE)

    status, out, _ = terminal.run("score", STRANGE, "--yes")

    assert status == 0
    assert "points" in out


def test_photos_of_one_kingdom_are_one_object_with_its_corners_in_each(terminal: Terminal) -> None:
    (found,) = objects(terminal, "--same", PHOTO, PHOTO)

    assert found["photos"] == [PHOTO, PHOTO]
    assert found["code"] == codes_of(KITCHEN)[0]
    assert [[len(corner) for corner in corners] for corners in found["corners"]] == [[2] * 4] * 2
    assert "photo" not in found


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


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """A folder of photos, one of them in a folder of its own, one cut short, and what other programs leave there."""
    folder = tmp_path / "evening"
    (folder / "later").mkdir(parents=True)
    (folder / ".thumbnails").mkdir()
    shutil.copy(KITCHEN, folder / "a.JPG")
    shutil.copy(SAMPLES / "two-kingdoms.jpg", folder / "later" / "b.jpg")
    (folder / "cut").write_bytes(KITCHEN.read_bytes()[:500])
    (folder / "note.png").write_text("no picture")
    (folder / "list.txt").write_text("Ana, Ben")
    (folder / "._a.jpg").write_text("of another system")
    (folder / ".thumbnails" / "small.jpg").write_text("of another program")
    return folder


def test_a_folder_stands_for_its_photos(terminal: Terminal, evening: Path) -> None:
    status, out, err = terminal.run("read", "--json", str(evening), "--jobs", "2")

    photos = [str(evening / name) for name in ("a.JPG", "cut", "later/b.jpg")]
    assert list(dict.fromkeys(one["photo"] for one in json.loads(out))) == photos
    left_out, damaged = err.splitlines()
    assert left_out == f"crownsight: no photos, and left out: 2 ({evening / 'list.txt'}, {evening / 'note.png'})"
    assert (status, "cut: The file is incomplete" in damaged) == (2, True)


NOT_ENDING_SO = {
    "whatsapp.jfif": b"\xff\xd8\xff\xe0",
    "two.mpo": b"\xff\xd8\xff\xe1",
    "IMG_1.HIF": b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic",
    "no-ending": b"\x89PNG\r\n\x1a\n",
    "x.bin": b"RIFF\0\0\0\0WEBP",
}


def test_photos_in_a_folder_are_told_by_what_they_hold(tmp_path: Path) -> None:
    for name, beginning in NOT_ENDING_SO.items():
        (tmp_path / name).write_bytes(beginning)
    others = [tmp_path / name for name in ("a.jpg", "pipe.jpg")]
    others[0].write_text("no picture")
    os.mkfifo(others[1])  # is not waited for

    assert photos_named([str(tmp_path)]) == (
        tuple(str(tmp_path / name) for name in sorted(NOT_ENDING_SO)),
        tuple(map(str, others)),
    )


def test_a_folder_without_photos_is_named(terminal: Terminal, tmp_path: Path) -> None:
    assert "there is no photo in" in terminal.refusal("read", str(tmp_path))
