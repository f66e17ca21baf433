"""Build the folder and play an evening with it, without Python: ``python -m tests.packaging.folder``.

PyInstaller builds it by ``deploy/folder/crownsight.spec``. What is tried comes out of the archive, elsewhere.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.packaging.evening import OPENED, Figures, at_home, empty_environment, size
from tests.packaging.wheel import DIST, TOOLS, build_wheel
from tests.project import ROOT
from tests.sample_photos import KITCHEN

SPEC = ROOT / "deploy" / "folder" / "crownsight.spec"
PLACE = ROOT / "build" / "folder"  # the environment that is put into the folder
LARGEST, LARGEST_PACKED = 500, 200  # MB
CODE = "w1wf/Cm2w/.ww"


def build() -> None:
    """Build the folder in ``dist``, from an environment with the packages of the locks and this one."""
    uv, python = TOOLS / "uv", PLACE / "bin" / "python"
    locked = [f"--requirement={ROOT / name}" for name in ("requirements.lock", "requirements-release.lock")]
    install: list[str | Path] = [uv, "pip", "install", "--quiet", "--system-certs", "--python", python]
    subprocess.run([uv, "venv", "--quiet", "--clear", "--python", sys.executable, PLACE], check=True)
    subprocess.run([*install, "--require-hashes", "--only-binary", ":all:", *locked], check=True)
    with tempfile.TemporaryDirectory() as name:
        wheel, _ = build_wheel(Path(name))
        subprocess.run([*install, "--no-deps", wheel], check=True)
    work: list[str | Path] = ["--workpath", ROOT / "build" / "pyinstaller", "--distpath", DIST]
    subprocess.run([python, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", *work, SPEC], check=True)


def answers_on_the_command_line(program: Path, home: Path) -> None:
    """Score a kingdom, read a photo and ask the doctor; raises CalledProcessError where one of them fails."""
    for arguments in (["score", CODE], ["read", KITCHEN], ["doctor"]):
        subprocess.run([program, *arguments], cwd=home, env=empty_environment(home), check=True)


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
        answers_on_the_command_line(folder / "crownsight", home)
        with at_home([folder / "crownsight"], home) as running:
            memory = running.is_played()
        if not (home / OPENED).exists():
            raise SystemExit("the program opened no browser")
        figures = Figures("a folder", size(packed), size(folder), seconds, running.seconds, memory)
    print(figures.row())
    if figures.installed > LARGEST or figures.fetched > LARGEST_PACKED:
        raise SystemExit(f"more than {LARGEST} MB, or {LARGEST_PACKED} MB packed")


if __name__ == "__main__":
    main()
