"""Builds in a folder what the container file builds: ``python -m tests.build_as_container FOLDER``.

For machines without a container engine. COPY and RUN of the first stage are done as they stand, with the folder for
``/opt/crownsight``, except what only an operating system of its own can do (apt-get); then what it built is tried.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.given import ROOT

CONTAINER = ROOT / "deploy" / "Containerfile"
PLACE = "/opt/crownsight"
CODE = "w1wf/Cm2w/.ww"


def main(folder: Path) -> None:
    """Build, then score a kingdom, read a photo and ask the doctor with what was built."""
    folder.mkdir(parents=True)
    for word, rest in first_stage():
        if word == "COPY":
            copy(shlex.split(rest), folder)
        elif word == "RUN" and "apt-get" not in rest:
            run(["bash", "-euc", rest.replace(PLACE, str(folder))], folder)
    program = str(folder / ".venv" / "bin" / "crownsight")
    run([program, "score", CODE], folder)
    run([program, "read", str(ROOT / "sample_images" / "kitchen-table.jpg")], folder)
    run([program, "doctor"], folder)


def first_stage() -> Iterator[tuple[str, str]]:
    """The instructions up to the second FROM, each as its word and the rest."""
    text = CONTAINER.read_text(encoding="utf-8").split("\nFROM ")[1]
    for line in text.splitlines()[1:]:
        if line and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            yield word, rest


def copy(names: list[str], folder: Path) -> None:
    """Copy files into the folder, a folder as the one that is named."""
    *sources, target = names
    for source in sources:
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, folder / target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / source, folder / target)


def run(command: list[str], folder: Path) -> None:
    """Run a command there, away from this checkout; its failure ends everything."""
    print("$", shlex.join(command), flush=True)
    subprocess.run(command, cwd=folder, env=os.environ | {"CROWNSIGHT_DATA": str(folder / "tables")}, check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
