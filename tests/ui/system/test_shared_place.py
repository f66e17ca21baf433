"""A folder whose files go to other machines is known: a network drive, a folder that a program copies."""

from __future__ import annotations

from pathlib import Path

import pytest

from ui.system import shared_place

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


def test_a_folder_of_syncthing_is_known_by_what_lies_in_it(tmp_path: Path) -> None:
    (tmp_path / "ours" / ".stfolder").mkdir(parents=True)

    assert shared_place(tmp_path / "ours" / "deep" / "down") == "a folder that Syncthing copies elsewhere"


def test_where_the_system_tells_nothing_nothing_is_said(tmp_path: Path) -> None:
    assert shared_place(tmp_path, tmp_path / "no such file") is None
    assert shared_place(Path("/x" * 3_000), tmp_path) is None
