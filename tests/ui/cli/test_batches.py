"""crownsight read over folders: a line of JSON per photo, continued where a stopped run left off."""

from __future__ import annotations

import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any

import pytest

from tests.given import KITCHEN, SAMPLES
from tests.ui.cli.terminal import answer, refusal, run

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


@pytest.fixture
def results(tmp_path: Path) -> Path:
    return tmp_path / "results.jsonl"


def photos_of(evening: Path) -> list[str]:
    return [str(evening / name) for name in ("a.JPG", "later/b.jpg", "note.png")]


def lines_in(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def untimed(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    for kingdom in (kingdom for line in lines for kingdom in line.get("kingdoms", ())):
        del kingdom["seconds"]
    return lines


def test_a_folder_stands_for_its_photos(capsys: pytest.CaptureFixture[str], evening: Path) -> None:
    _, out, _ = run(capsys, "read", "--json", str(evening))

    assert list(dict.fromkeys(one["photo"] for one in json.loads(out))) == photos_of(evening)


def test_every_photo_is_one_line_with_the_objects_of_the_array(
    capsys: pytest.CaptureFixture[str], evening: Path, results: Path
) -> None:
    kitchen, both, _ = photos_of(evening)
    array = answer(capsys, "read", "--json", kitchen, both)

    status, out, err = run(capsys, "read", str(evening), "--lines", str(results), "--jobs", "2")
    lines = lines_in(results)

    assert (status, err.count("\n")) == (2, 1)
    assert out == f"{results}: photos read now 3, there before 0, without a kingdom 1\n"
    assert [list(line) for line in lines] == [["photo", "kingdoms"], ["photo", "kingdoms"], ["photo", "error"]]
    flat = [{"photo": line["photo"], **one} for line in lines for one in line.get("kingdoms", ())]
    assert [list(one) for one in flat] == [list(one) for one in array]
    assert [{**one, "seconds": 0} for one in flat] == [{**one, "seconds": 0} for one in array]


def test_a_batch_goes_on_where_it_stopped_even_within_a_line(
    capsys: pytest.CaptureFixture[str], evening: Path, results: Path
) -> None:
    run(capsys, "read", str(evening), "--lines", str(results))
    whole = results.read_bytes()
    first, second, _ = whole.splitlines(keepends=True)
    results.write_bytes(first + second[: len(second) // 2])

    status, out, _ = run(capsys, "read", str(evening), "--lines", str(results))

    assert (status, out.endswith("photos read now 2, there before 1, without a kingdom 1\n")) == (2, True)
    assert results.read_bytes().startswith(first)
    assert untimed(lines_in(results)) == untimed([json.loads(line) for line in whole.splitlines()])


@pytest.mark.parametrize("cut", [1, 5, len('{"photo": '), 40])
def test_wherever_a_line_was_cut_only_that_line_is_lost(
    capsys: pytest.CaptureFixture[str], results: Path, cut: int
) -> None:
    note = results.with_name("note.jpg")
    note.write_text("no picture")
    run(capsys, "read", str(note), "--lines", str(results))
    whole = results.read_bytes()
    results.write_bytes(whole[:cut])

    run(capsys, "read", str(note), "--lines", str(results))

    assert results.read_bytes() == whole


def test_what_is_answered_is_not_read_again(capsys: pytest.CaptureFixture[str], evening: Path, results: Path) -> None:
    first = run(capsys, "read", str(evening), "--lines", str(results))
    before = results.read_bytes()
    shutil.rmtree(evening / "later")

    status, out, err = run(capsys, "read", *photos_of(evening), "--lines", str(results))

    assert (status, err) == (first[0], "")
    assert out == f"{results}: photos read now 0, there before 3, without a kingdom 1\n"
    assert results.read_bytes() == before


def test_a_photo_named_twice_is_read_once(capsys: pytest.CaptureFixture[str], evening: Path, results: Path) -> None:
    kitchen = photos_of(evening)[0]

    status, _, _ = run(capsys, "read", kitchen, kitchen, "--lines", str(results))

    assert (status, len(lines_in(results))) == (0, 1)


def test_a_photo_out_of_reach_is_no_answer_and_read_when_it_is_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, results: Path
) -> None:
    photo = tmp_path / "not copied yet.jpg"

    status, out, err = run(capsys, "read", str(photo), "--lines", str(results))
    assert (status, results.read_bytes()) == (2, b"")
    assert "There is no photo called" in err
    assert out.endswith("read now 0, there before 0, without a kingdom 0, out of reach 1: run this again for them\n")

    shutil.copy(KITCHEN, photo)
    status, out, err = run(capsys, "read", str(photo), "--lines", str(results))
    assert (status, err, len(lines_in(results))) == (0, "", 1)


HOLDING = """
import sys
from pathlib import Path
from ui.cli.jsonl import continued
with continued(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_file_that_another_run_adds_to_is_left_alone_until_that_run_ends(
    capsys: pytest.CaptureFixture[str], evening: Path, results: Path
) -> None:
    command = [sys.executable, "-c", HOLDING, str(results)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()

        refused = refusal(capsys, "read", str(evening / "a.JPG"), "--lines", str(results))
        other.kill()

    assert "adds to" in refused
    if sys.platform == "linux":
        assert f"process {other.pid} " in refused
    status, _, err = run(capsys, "read", str(evening / "a.JPG"), "--lines", str(results))
    assert (status, err) == (0, "")


def test_killed_at_any_moment_a_batch_loses_nothing_it_wrote(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, results: Path
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(6):
        shutil.copy(KITCHEN, folder / f"{number}.jpg")
    command = [sys.executable, "-c", PROGRAM, "read", str(folder), "--lines", str(results)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as batch:
        while batch.poll() is None and not (results.exists() and results.read_bytes()):
            time.sleep(0.01)
        batch.send_signal(signal.SIGKILL)
    written = results.read_bytes()

    status, _, err = run(capsys, "read", str(folder), "--lines", str(results))

    assert (status, err) == (0, "")
    assert results.read_bytes().startswith(written[: written.rfind(b"\n") + 1])
    assert [line["photo"] for line in lines_in(results)] == [str(folder / f"{number}.jpg") for number in range(6)]


def test_a_cluster_continues_what_this_machine_began(
    capsys: pytest.CaptureFixture[str], evening: Path, results: Path
) -> None:
    from distributed import LocalCluster

    run(capsys, "read", str(evening), "--lines", str(results))
    here = results.read_bytes()
    results.write_bytes(here.splitlines(keepends=True)[0])

    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        status, _, err = run(capsys, "read", str(evening), "--lines", str(results), "--cluster", address)

    assert (status, err.count("\n")) == (2, 1)
    assert untimed(lines_in(results)) == untimed([json.loads(line) for line in here.splitlines()])


@pytest.mark.parametrize(
    "stored", ["Ana, Ben", "Ana, Ben\n", '{"photo": "a.jpg"}\n[1]\n', '{"kingdoms": []}\n', "{}\n"]
)
def test_a_file_of_something_else_is_left_alone(
    capsys: pytest.CaptureFixture[str], evening: Path, results: Path, stored: str
) -> None:
    results.write_text(stored)

    refused = refusal(capsys, "read", str(evening), "--lines", str(results))

    assert "no result of crownsight read" in refused or "holds something else" in refused
    assert results.read_text() == stored


def test_what_cannot_be_done_is_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, evening: Path, results: Path
) -> None:
    bare = tmp_path / "bare"
    bare.mkdir()

    assert "there is no photo in" in refusal(capsys, "read", str(bare))
    assert "choose one" in refusal(capsys, "read", str(evening), "--json", "--lines", str(results))
    assert "is no file that results" in refusal(capsys, "read", str(evening), "--lines", str(bare))
    assert "cannot be written to" in refusal(capsys, "read", str(evening), "--lines", str(tmp_path / "no" / "file"))


def test_a_disk_without_room_is_one_sentence_and_the_batch_goes_on_later(
    capsys: pytest.CaptureFixture[str], evening: Path, results: Path
) -> None:
    cramped = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300)); " + PROGRAM
    asked = ["read", str(evening / "a.JPG"), "--lines", str(results)]

    done = subprocess.run([sys.executable, "-c", cramped, *asked], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"crownsight: {results} cannot be written to: File too large\n"
    assert run(capsys, *asked)[0] == 0
    assert [line["photo"] for line in lines_in(results)] == [str(evening / "a.JPG")]


def test_a_terminal_shows_how_far_the_batch_is(evening: Path, results: Path) -> None:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 120))
    command = [sys.executable, "-c", PROGRAM, "read", str(evening), "--lines", str(results)]
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
