"""How the program was installed, where its folder lies, and that it runs where there is no fcntl and no resource."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.given import KITCHEN, ROOT
from tests.ui.cli.terminal import Terminal
from tests.ui.served import free_port, healthy
from ui.system import NEXT, Installation, installation, shared_place, version


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
