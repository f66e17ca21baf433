"""crownsight read over folders: every photo in them, and how far it is."""

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
from tests.ui.cli.terminal import refusal, run

PROGRAM = "import sys; from ui.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """A folder of photos, one of them in a folder of its own, one that is none, and what other programs leave there."""
    folder = tmp_path / "evening"
    (folder / "later").mkdir(parents=True)
    (folder / ".thumbnails").mkdir()
    shutil.copy(KITCHEN, folder / "a.JPG")
    shutil.copy(SAMPLES / "two-kingdoms.jpg", folder / "later" / "b.jpg")
    (folder / "note.png").write_text("no picture")
    (folder / "list.txt").write_text("Ana, Ben")
    (folder / "._a.jpg").write_text("of another system")
    (folder / ".thumbnails" / "small.jpg").write_text("of another program")
    return folder


def test_a_folder_stands_for_its_photos(capsys: pytest.CaptureFixture[str], evening: Path) -> None:
    status, out, err = run(capsys, "read", "--json", str(evening), "--jobs", "2")

    photos = [str(evening / name) for name in ("a.JPG", "later/b.jpg", "note.png")]
    assert list(dict.fromkeys(one["photo"] for one in json.loads(out))) == photos
    assert (status, err.count("\n")) == (2, 1)


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
    assert f"crownsight: {evening / 'note.png'}: This file is not a photo".encode() in shown
