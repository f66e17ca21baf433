"""crownsight read over folders: every photo in them, whatever it is called, and how far it is."""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from tests.given import KITCHEN, SAMPLES
from tests.ui.cli.terminal import PROGRAM, refusal, run
from ui.cli.read import photos_named


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


def test_a_folder_stands_for_its_photos(capsys: pytest.CaptureFixture[str], evening: Path) -> None:
    status, out, err = run(capsys, "read", "--json", str(evening), "--jobs", "2")

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


def test_a_folder_without_photos_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "there is no photo in" in refusal(capsys, "read", str(tmp_path))


def test_a_terminal_shows_how_far_the_batch_is(evening: Path) -> None:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 120))
    command = [sys.executable, "-c", PROGRAM, "read", str(evening), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs) as batch:
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:  # so does Linux say that the other side is closed
            pass
        batch.communicate()
    os.close(ours)

    assert b"3/3" in shown
    assert f"crownsight: {evening / 'cut'}: The file is incomplete".encode() in shown
