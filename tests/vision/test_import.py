"""Importing vision changes nothing in the process that imports it."""

import platform
import subprocess
import sys

import pytest

from tests.given import ROOT

FRESH = "import os, warnings, cv2, PIL.Image, scipy.optimize\n"  # what OpenCV and SciPy change is theirs


def run(program: str, *arguments: str) -> str:
    """What a program of its own prints."""
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, cwd=ROOT)
    assert done.stderr == ""
    return done.stdout.strip()


def test_importing_vision_leaves_warnings_pillow_and_the_environment_as_they_were() -> None:
    state = "repr((warnings.filters, PIL.Image.OPEN, PIL.Image.MAX_IMAGE_PIXELS, os.environ))"
    before_and_after = f"before = {state}\nimport vision\nprint(before == {state})"

    assert run(FRESH + before_and_after) == "True"


def test_importing_vision_loads_no_library_that_reports_to_its_maker() -> None:
    """ONNX Runtime notes a device as soon as it is imported, and is quiet only in an environment that says so."""
    assert run("import sys, vision\nprint('onnxruntime' in sys.modules)") == "False"


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="mallopt is glibc's")
def test_importing_vision_leaves_threads_their_heaps() -> None:
    """The C library is asked how many heaps it has after 12 threads have allocated, from malloc_info(3)."""
    program = (
        "import vision, ctypes, re, threading\n"
        "full = threading.Barrier(12)\n"
        "def work():\n"
        "    kept = [bytes(50_000) for _ in range(20)]\n"
        "    full.wait()\n"
        "threads = [threading.Thread(target=work) for _ in range(12)]\n"
        "[one.start() for one in threads], [one.join() for one in threads]\n"
        "libc = ctypes.CDLL(None)\n"
        "libc.fdopen.restype = ctypes.c_void_p\n"
        "libc.malloc_info(0, ctypes.c_void_p(libc.fdopen(1, b'w')))\n"
        "libc.fflush(None)\n"
    )

    assert run(program).count("<heap ") > 1
