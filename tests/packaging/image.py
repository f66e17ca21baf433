"""Play an evening with a container image of buildah: ``python -m tests.packaging.image [IMAGE]``.

``deploy/build_image.sh`` builds it. It is run as an engine would run it with ``--read-only``, by what Linux itself has:
as an ordinary user, with nothing to write to but a folder of tables; its health is asked as it says. It takes root.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.packaging.evening import Figures, at_home, size
from tests.ui.served import free_port

LARGEST = 900  # MB
USUAL_PORT = "8501"
USER = 10001
INSIDE = """
PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"
mount --bind "$2" "$1/var/lib/crownsight"
mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc"
files=$1; user=$3; shift 3
exec chroot --userspec="$user:$user" "$files" /usr/bin/env -i "$@"
"""


@contextmanager
def mount(image: str) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Mount an image; yield its files and its run configuration."""
    container = run_buildah("from", "--pull-never", image)
    try:
        yield (
            Path(run_buildah("mount", container)),
            json.loads(run_buildah("inspect", "--type", "image", image))["Docker"]["config"],
        )
    finally:
        run_buildah("rm", container)


def run_buildah(*arguments: str) -> str:
    """Run buildah and return its output."""
    return subprocess.run(["buildah", *arguments], check=True, capture_output=True, text=True).stdout.strip()


def main() -> None:
    """Play to the winner in the image, ask for its health, see that it can write nothing; print a row of figures."""
    image = sys.argv[1] if len(sys.argv) > 1 else "crownsight"
    began = time.monotonic()
    with mount(image) as (files, config), tempfile.TemporaryDirectory(prefix="crownsight-") as name:
        seconds = time.monotonic() - began
        port, tables = str(free_port()), Path(name) / "tables"
        tables.mkdir()
        os.chown(tables, USER, USER)
        apart = [str(shutil.which("unshare")), "--mount", "--pid", "--fork", "--kill-child", "/bin/sh", "-euc", INSIDE]
        run_in = [
            *apart,
            "sh",
            str(files),
            str(tables),
            str(USER),
            *config["Env"],
        ]  # in files that cannot be written to
        serve = [*config["Entrypoint"], *(port if word == USUAL_PORT else word for word in config["Cmd"])]
        healthy = [*config["Healthcheck"]["Test"][1:], *serve[len(config["Entrypoint"]) :]]
        with at_home([*run_in, *serve], Path(name) / "home") as running:
            memory = running.is_played()
            subprocess.run([*run_in, *healthy], check=True)
        writes = subprocess.run([*run_in, "/usr/bin/touch", "/opt/written"], check=False, capture_output=True)
        if (tables / "tables.sqlite3").stat().st_uid != USER or b"Read-only file system" not in writes.stderr:
            raise SystemExit("it runs as another user, or can write elsewhere")
        figures = Figures("a container", size(files), size(files), seconds, running.seconds, memory)
    print(figures.row())
    if figures.installed > LARGEST:
        raise SystemExit(f"more than {LARGEST} MB")


if __name__ == "__main__":
    main()
