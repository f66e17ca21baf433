"""Large pictures are decoded one at a time, small ones side by side, within the memory limit."""

from __future__ import annotations

import platform
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.hostile.pictures import LARGEST
from tests.sample_photos import KITCHEN
from vision.photo.memory import LARGE_PICTURE_BYTES, reserve_memory

MOST_MB = 700


def is_let_in(held: int) -> bool:
    """Return whether another thread gets this many bytes within a moment."""
    inside = Event()

    def work() -> None:
        with reserve_memory(held):
            inside.set()

    Thread(target=work, daemon=True).start()
    return inside.wait(0.2)


def test_large_picture_blocks_others_until_it_ends() -> None:
    with suppress(ValueError), reserve_memory(LARGE_PICTURE_BYTES):
        assert not is_let_in(LARGE_PICTURE_BYTES)
        assert is_let_in(LARGE_PICTURE_BYTES - 1)
        raise ValueError

    assert is_let_in(LARGE_PICTURE_BYTES)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other systems give back memory as they please")
def test_memory_of_threads_is_returned() -> None:
    """In a process of its own: 12 threads hold 15 MB each in small pieces, after a large one was freed."""
    probe = (
        "import threading\n"
        "from vision.photo.memory import LARGE_PICTURE_BYTES, reserve_memory, prepare_process\n"
        "prepare_process()\n"
        "held = lambda: int(open('/proc/self/statm').read().split()[1]) * 4096 // 1_000_000\n"
        "before = held()\n"
        "bytearray(30_000_000)\n"
        "full = threading.Barrier(12)\n"
        "def work():\n"
        "    pieces = [b'x' * 50_000 for _ in range(300)]\n"
        "    full.wait()\n"
        "threads = [threading.Thread(target=work) for _ in range(12)]\n"
        "[one.start() for one in threads], [one.join() for one in threads]\n"
        "with reserve_memory(LARGE_PICTURE_BYTES):\n"
        "    print(held() - before)\n"
    )

    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, check=True)

    assert int(done.stdout) < 60  # MB, of 180


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="only Linux tells the most memory")
def test_two_largest_photos_stay_within_memory(tmp_path: Path) -> None:
    """In a process of its own, which has read a photo before, as a server has."""
    names = ("HEIC 49 MP", "WebP 13 MP", "PNG 24 MP, palette", "JPEG 25 MP, CMYK in 25 passes")
    for name in names:
        (tmp_path / name).write_bytes(LARGEST[name]())
    probe = (
        "import sys, threading, vision\n"
        "from vision.photo.memory import prepare_process\n"
        "from vision.photo.photo import load\n"
        "prepare_process()\n"
        "vision.read(sys.argv[1])\n"
        "for pair in (sys.argv[2:4], sys.argv[4:6]):\n"
        "    both = [threading.Thread(target=load, args=(name,)) for name in pair]\n"
        "    [one.start() for one in both], [one.join() for one in both]\n"
        "status = open('/proc/self/status').read()\n"
        "print(int(status.split('VmHWM:')[1].split()[0]) // 1000)\n"
    )
    files = [KITCHEN, *(tmp_path / name for name in names)]

    done = subprocess.run([sys.executable, "-c", probe, *files], capture_output=True, check=True)

    assert done.stderr == b""
    assert int(done.stdout) < MOST_MB
