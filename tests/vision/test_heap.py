"""Large pictures are decoded one at a time, small ones side by side, and two at once leave a server its memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.vision.hostile_photos import BOMBS
from vision.heap import LARGE, room_for

MOST_MB = 700


def is_let_in(held: int) -> bool:
    """Whether another thread gets room for so many bytes, within a moment."""
    inside = Event()

    def work() -> None:
        with room_for(held):
            inside.set()

    Thread(target=work, daemon=True).start()
    return inside.wait(0.2)


def test_one_large_picture_keeps_others_out_until_it_is_done() -> None:
    with room_for(LARGE):
        assert not is_let_in(LARGE)
        assert is_let_in(LARGE - 1)

    assert is_let_in(LARGE)


def test_a_large_picture_that_fails_lets_the_next_one_in() -> None:
    with pytest.raises(ValueError, match="damaged"), room_for(LARGE):
        raise ValueError("damaged")

    assert is_let_in(LARGE)


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="only Linux tells the most memory")
def test_two_of_the_largest_photos_side_by_side_leave_a_server_its_memory(tmp_path: Path) -> None:
    """In a process of its own, which has read a photo before, as a server has."""
    names = ("HEIC 49 MP", "WebP 13 MP", "PNG 24 MP, palette", "JPEG 25 MP, CMYK in 25 passes")
    for name in names:
        (tmp_path / name).write_bytes(BOMBS[name]())
    probe = (
        "import sys, threading, vision\n"
        "from vision.photo import load\n"
        "vision.read(sys.argv[1])\n"
        "for pair in (sys.argv[2:4], sys.argv[4:6]):\n"
        "    both = [threading.Thread(target=load, args=(name,)) for name in pair]\n"
        "    [one.start() for one in both], [one.join() for one in both]\n"
        "status = open('/proc/self/status').read()\n"
        "print(int(status.split('VmHWM:')[1].split()[0]) // 1000)\n"
    )
    sample = Path(__file__).parents[2] / "sample_images" / "kitchen-table.jpg"

    files = [str(tmp_path / name) for name in names]
    done = subprocess.run([sys.executable, "-c", probe, str(sample), *files], capture_output=True, check=True)

    assert done.stderr == b""
    assert int(done.stdout) < MOST_MB
