"""The second door, a folder: ``python -m tests.doors.folder`` builds it and plays an evening with it, with no Python.

PyInstaller builds it by ``deploy/folder/crownsight.spec``, in an environment with the packages of the lock and the
wheel of this checkout. What is tried comes out of the archive, elsewhere.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.server_process import most_memory
from tests.doors.evening import OPENED, Figures, at_home, empty_environment, played, size
from tests.doors.wheel import DIST, TOOLS, built
from tests.given import ROOT, SAMPLES

SPEC = ROOT / "deploy" / "folder" / "crownsight.spec"
PLACE = ROOT / "build" / "folder"  # the environment that is put into the folder
LARGEST, LARGEST_PACKED = 500, 200  # MB
CODE = "w1wf/Cm2w/.ww"


def environment() -> Path:
    """The Python of an environment with the packages of the lock, PyInstaller, and this package."""
    if sys.platform == "win32":
        python = PLACE / "Scripts" / "python.exe"
    else:
        python = PLACE / "bin" / "python"
    uv = str(TOOLS / "uv")
    locked = [f"--requirement={ROOT / name}" for name in ("requirements.lock", "requirements-release.lock")]
    install = [uv, "pip", "install", "--quiet", "--system-certs", "--python", str(python)]
    subprocess.run([uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(PLACE)], check=True)
    subprocess.run([*install, "--require-hashes", "--only-binary", ":all:", *locked], check=True)
    with tempfile.TemporaryDirectory() as name:
        wheel, _ = built(Path(name))
        subprocess.run([*install, "--no-deps", str(wheel)], check=True)
    return python


def build() -> Path:
    """Build the folder; where it is."""
    work = ["--workpath", str(ROOT / "build" / "pyinstaller"), "--distpath", str(DIST)]
    command = [str(environment()), "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", *work, str(SPEC)]
    subprocess.run(command, cwd=ROOT, check=True)
    return DIST / "crownsight"


def answers_on_the_command_line(program: Path, home: Path) -> None:
    """Score a kingdom, read a photo and ask the doctor; raises CalledProcessError where one of them fails."""
    for arguments in (["score", CODE], ["read", str(SAMPLES / "kitchen-table.jpg")], ["doctor"]):
        command = [str(program), *arguments]
        said = subprocess.run(
            command, cwd=home, env=empty_environment(home), check=True, capture_output=True, text=True
        )
        print(said.stdout)


def main() -> None:
    """Build, pack, unpack elsewhere, ask, play to the winner; leave the archive in ``dist``, print a row of figures."""
    began = time.monotonic()
    build()
    packed = Path(shutil.make_archive(str(DIST / f"crownsight-{sys.platform}"), "xztar", DIST, "crownsight"))
    print(f"built and packed in {time.monotonic() - began:.0f} s")
    with tempfile.TemporaryDirectory(prefix="crownsight-") as name:
        began = time.monotonic()
        shutil.unpack_archive(packed, name, filter="data")
        seconds = time.monotonic() - began
        folder, home = Path(name) / "crownsight", Path(name) / "home"
        home.mkdir()
        program = folder / "crownsight"
        answers_on_the_command_line(program, home)
        with at_home([program], home) as running:
            played(running.address)
            memory = most_memory(running.process)
        if not (home / OPENED).exists():
            raise SystemExit("the program opened no browser")
        figures = Figures("a folder", size(packed), size(folder), seconds, running.seconds, memory)
    print(figures.row())
    if figures.installed > LARGEST or figures.fetched > LARGEST_PACKED:
        raise SystemExit(f"more than {LARGEST} MB, or {LARGEST_PACKED} MB packed")


if __name__ == "__main__":
    main()
