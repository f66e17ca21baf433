"""How the program was installed, where its folder lies, and what its log says, which is nothing of who plays.

And that it runs where there is no fcntl and no resource.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.given import KITCHEN, ROOT
from tests.ui.cli.terminal import Terminal
from tests.ui.served import free_port, healthy
from ui.system import NEXT, Event, Installation, installation, shared_place, timed, version


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder that packages are installed in, below the folder of a Python."""
    house = tmp_path / "lib" / "site-packages"
    house.mkdir(parents=True)
    return house


@pytest.mark.parametrize(
    ("left_by_the_installer", "came_by"),
    [
        ("uv-receipt.toml", Installation.UV),
        ("pipx_metadata.json", Installation.PIPX),
        ("pyvenv.cfg", Installation.PACKAGE),
    ],
)
def test_a_tool_is_known_by_what_its_installer_left(
    left_by_the_installer: str, came_by: Installation, elsewhere: Path, tmp_path: Path
) -> None:
    (tmp_path / left_by_the_installer).touch()

    assert installation(elsewhere, str(tmp_path)) == came_by


@pytest.mark.parametrize("image", ["deploy/Containerfile", "deploy/space/Dockerfile"])
def test_an_image_says_which_it_is(image: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (said,) = re.findall(r"CROWNSIGHT_INSTALLED=(\w+)", (ROOT / image).read_text(encoding="utf-8"))
    monkeypatch.setenv("CROWNSIGHT_INSTALLED", said)

    assert installation() == (Installation.SPACE if "space" in image else Installation.CONTAINER)


def test_a_folder_without_python_is_known_by_what_runs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)

    assert installation() == Installation.FOLDER


def test_every_installation_says_what_brings_the_next_version() -> None:
    assert set(NEXT) == set(Installation)


def test_the_version_is_that_of_the_project(terminal: Terminal) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    status, out, err = terminal.run("--version")

    assert version() == project["version"]
    assert (status, err) == (0, "")
    assert out.startswith(f"crownsight {project['version']}, a checkout, Python 3.")


# --- Folders whose files go to other machines: a network drive, a folder that a program copies

MOUNTS = """\
21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 21 0:40 / /net/home rw shared:2 master:1 - nfs4 server:/home rw,vers=4.2
41 21 0:41 / /mnt/the\\040box rw - cifs //box/share rw
42 21 0:42 / /media/phone rw,nosuid - fuse.sshfs ana@box: rw
43 40 8:2 / /net/home/ana/disk rw - xfs /dev/sdb1 rw
44 21 0:44 / /mnt/c rw - 9p drvfs rw
damaged line - \udcff
45 -
"""


@pytest.fixture
def mounts(tmp_path: Path) -> Path:
    """The mounts as Linux lists them."""
    file = tmp_path / "mountinfo"
    file.write_bytes(MOUNTS.encode("utf-8", "surrogateescape"))
    return file


@pytest.mark.parametrize(
    ("folder", "place"),
    [
        ("/home/ana/.local/share/crownsight", None),
        ("/net/home/ana/crownsight", "a network drive (nfs4)"),
        ("/net/home/ana/disk/crownsight", None),
        ("/mnt/the box/tables", "a network drive (cifs)"),
        ("/media/phone", "a network drive (fuse.sshfs)"),
        ("/mnt/c/Users/Ana", "a network drive (9p)"),
        ("/home/ana/Dropbox (Family)/tables", "a folder that Dropbox copies elsewhere"),
        ("/Users/ana/OneDrive - Firm/tables", "a folder that OneDrive copies elsewhere"),
        ("/Users/ana/Library/Mobile Documents/tables", "a folder that iCloud copies elsewhere"),
        ("/Users/ana/Library/CloudStorage/GoogleDrive-ana/tables", "a folder that Google Drive copies elsewhere"),
    ],
)
def test_a_folder_is_known_by_its_file_system_or_its_name(folder: str, place: str | None, mounts: Path) -> None:
    assert shared_place(Path(folder), mounts) == place


def test_a_folder_of_syncthing_is_known_by_what_lies_in_it_and_nothing_is_said_where_the_system_tells_nothing(
    tmp_path: Path,
) -> None:
    (tmp_path / "ours" / ".stfolder").mkdir(parents=True)

    assert shared_place(tmp_path / "ours" / "deep" / "down") == "a folder that Syncthing copies elsewhere"
    assert shared_place(tmp_path, tmp_path / "no such file") is None
    assert shared_place(Path("/x" * 3_000), tmp_path) is None


# --- Without fcntl and resource, as on Windows: simulated, so that what else is otherwise there is not tried

PROGRAM = """
import os, sys
sys.modules["fcntl"] = sys.modules["resource"] = None
del os.fork, os.forkpty, os.sched_getaffinity, os.sysconf
from ui.cli import main
sys.exit(main(sys.argv[1:]))
"""
COMMAND = [sys.executable, "-c", PROGRAM]


def test_the_app_is_served() -> None:
    port = free_port()
    with subprocess.Popen(
        [*COMMAND, "serve", "--local", "--port", str(port)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as app:
        try:
            assert healthy("127.0.0.1", port)
        finally:
            app.terminate()


def test_photos_are_read() -> None:
    done = subprocess.run([*COMMAND, "read", "--json", str(KITCHEN)], cwd=ROOT, capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)[0]["photo"] == str(KITCHEN)


# --- The log: what happened, how long it took, how it ended

EVENING = """
from pathlib import Path
from sqlalchemy.engine import URL
from ui.system import log_to_stderr
from ui.photos.reading import read_upload
from ui.store import Store
from ui.store.codes import new_key
from ui.table.table import Table, TableError
from scoring.castle import Castle

log_to_stderr()
log_to_stderr()
store, host, guest = Store(URL.create("sqlite", database=FILE)), new_key(), new_key()
kept = store.create(Table().with_player("Zerlinde", Castle.PINK), host)
kept = store.change(kept.key, host, lambda _: kept.table.with_player("Ottokar", Castle.BLUE))
code = store.code(kept.number)
store.sit_down(kept.number, guest, None)
try:
    store.change(kept.key, guest, lambda _: kept.table.without_player(1))
except TableError as refused:
    print(refused)
read_upload(Path(PHOTO).read_bytes(), show=lambda *_: None, progress=lambda step: None)
read_upload(b"GIF89a", show=lambda *_: None, progress=lambda step: None)
store.forget(code)
print(host, guest, kept.key, code)
"""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[dict[str, Any]], str, list[str]]:
    """The log of a short evening, as lines and as text, and the keys and the code that nobody may read in it."""
    file = tmp_path_factory.mktemp("evening") / "tables.sqlite3"
    program = f"FILE, PHOTO = {str(file)!r}, {str(KITCHEN)!r}\n{EVENING}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stderr.splitlines()], done.stderr, done.stdout.splitlines()[-1].split()


def test_every_line_is_a_time_an_event_seconds_and_an_outcome(
    evening: tuple[list[dict[str, Any]], str, list[str]],
) -> None:
    lines, _, _ = evening

    assert all(list(line) == ["time", "event", "seconds", "outcome"] for line in lines)
    assert {line["event"] for line in lines} <= {event.value for event in Event}
    told_of = [(line["event"], line["outcome"]) for line in lines]
    assert told_of[-4:] == [
        ("tables changed", "TableError"),
        ("photo read", "done"),
        ("photo read", "PhotoError"),
        ("tables changed", "done"),
    ]


def test_no_name_code_key_or_file_is_in_the_log(evening: tuple[list[dict[str, Any]], str, list[str]]) -> None:
    _, log, (host, guest, key, code) = evening

    for secret in ("Zerlinde", "Ottokar", host, guest, key, code, code.replace("-", ""), "tables.sqlite3", "kitchen"):
        assert secret.lower() not in log.lower()


def test_the_words_of_an_exception_are_not_told(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="Zerlinde"), timed(Event.PHOTO_READ):
        raise ValueError("Zerlinde")

    assert capfd.readouterr() == ("", "")  # and without a server nothing is told at all
