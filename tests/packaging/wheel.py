"""Build wheel and sdist, check, install and play them: ``python -m tests.packaging.wheel``.

They are built from a copy of what belongs in them. Installed are they by ``uv tool install`` as a user would, into an
environment and a home that are empty and outside this checkout, with what the package index has today.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path
from zipfile import ZipFile

from tests.packaging.evening import OPENED, Figures, at_home, empty_environment, size
from tests.project import ROOT

DIST = ROOT / "dist"
TOOLS = ROOT / "build" / "release" / "bin"
PARTS = ("LICENSE", "pyproject.toml", "models", "scoring", "vision", "ui")
LARGEST = 12.0  # MB of the wheel, and of the sdist
BUILD = "from setuptools import build_meta as b; b.build_wheel('out'); b.build_sdist('out')"
STAYS = ("tests", "deploy", "sample_images", "models/training", "docs")  # what stays in the repository


def as_shown(readme: str) -> str:
    """Return the README as an index shows it: without pictures, with names in place of links."""
    without_pictures = re.sub(r"^!\[[^\]]*\]\((?!https?:)[^)]*\)\n\n?", "", readme, flags=re.MULTILINE)
    return re.sub(r"\[([^\]]*)\]\((?!https?:)[^)]*\)", r"\1", without_pictures)


def build_wheel(folder: Path) -> tuple[Path, Path]:
    """Wheel and sdist, built in an empty folder from a copy of what belongs in them."""
    source = folder / "source"
    source.mkdir(parents=True)
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, source / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, source / part)
    (source / "README.md").write_text(as_shown((ROOT / "README.md").read_text(encoding="utf-8")), encoding="utf-8")
    subprocess.run([sys.executable, "-c", BUILD], cwd=source, check=True, capture_output=True)
    (wheel,), (sdist,) = (source / "out").glob("*.whl"), (source / "out").glob("*.tar.gz")
    return wheel, sdist


def readme_in(wheel: Path) -> str:
    """Return the README that a package index shows of a wheel."""
    with ZipFile(wheel) as archive:
        (name,) = [one for one in archive.namelist() if one.endswith(".dist-info/METADATA")]
        return archive.read(name).decode("utf-8").partition("\n\n")[2]


def files_in(archive: Path) -> set[str]:
    """Return the names of all files; in the sdist, those below its folder."""
    if archive.suffix == ".whl":
        return {name for name in ZipFile(archive).namelist() if ".dist-info/" not in name}
    with tarfile.open(archive) as packed:
        return {member.name.partition("/")[2] for member in packed.getmembers() if member.isfile()}


def faults(wheel: Path, sdist: Path) -> list[str]:
    """List what is wrong with the sizes and contents of wheel and sdist."""
    shipped, packed = files_in(wheel), files_in(sdist)
    strays = [name for name in sorted(shipped | packed) if name.startswith(tuple(f"{one}/" for one in STAYS))]
    found = [f"{one.name} has {size(one):.1f} MB" for one in (wheel, sdist) if size(one) > LARGEST]
    found += [f"{name} does not belong in it" for name in strays]
    return found + [f"{name} is missing in the sdist" for name in sorted(shipped - packed)]


def faults_as_shown(wheel: Path, folder: Path) -> list[str]:
    """List the broken links of the README once a package index has rendered it."""
    page = folder / "README.md"
    page.write_text(readme_in(wheel), encoding="utf-8")
    renderer = [str(TOOLS / "python"), "-m", "readme_renderer", str(page)]
    rendered = subprocess.run(renderer, capture_output=True, text=True, check=False)
    if rendered.returncode or "<h1" not in rendered.stdout:
        return [f"the README is not rendered: {rendered.stderr}"]
    links = re.findall(r'(?:href|src)="([^"]*)"', rendered.stdout)
    return [f"{link} leads nowhere" for link in links if not link.startswith(("https://", "#"))]


def install_wheel(wheel: Path, folder: Path) -> Path:
    """Install the program as a tool into that folder and return its path."""
    places = {"UV_TOOL_DIR": str(folder / "tools"), "UV_TOOL_BIN_DIR": str(folder / "bin"), "UV_SYSTEM_CERTS": "1"}
    command = [str(TOOLS / "uv"), "tool", "install", "--quiet", "--python", sys.executable, str(wheel)]
    subprocess.run(command, cwd=folder, env=empty_environment(folder / "installer") | places, check=True)
    return folder / "bin" / "crownsight"


def main() -> None:
    """Build, check, install, play to the winner; leave wheel and sdist in ``dist``, and print a row of figures."""
    with tempfile.TemporaryDirectory(prefix="crownsight-") as name:
        folder = Path(name)
        wheel, sdist = build_wheel(folder)
        wrong = faults(wheel, sdist) + faults_as_shown(wheel, folder)
        if wrong:
            raise SystemExit("\n".join(wrong))
        began = time.monotonic()
        program = install_wheel(wheel, folder)
        seconds = time.monotonic() - began
        home = folder / "home"
        with at_home([program], home) as running:
            memory = running.is_played()
        if not (home / OPENED).exists():
            raise SystemExit("crownsight alone opened no browser")
        if not (home / ".local" / "share" / "crownsight" / "tables.sqlite3").exists():
            raise SystemExit("the tables are not in the user's own data folder")
        DIST.mkdir(exist_ok=True)
        for made in (wheel, sdist):
            shutil.copy(made, DIST)
        print(Figures("a tool", size(wheel), size(folder / "tools"), seconds, running.seconds, memory).row())


if __name__ == "__main__":
    main()
