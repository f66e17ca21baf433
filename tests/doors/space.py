"""A trial for strangers: ``make space`` plays an evening with what ``deploy/space`` starts.

It is started from this checkout as Hugging Face would start it: by the command of the Dockerfile, with its variables,
and with a gigabyte of memory, which control groups of Linux see to. That takes root.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.doors.evening import at_home, played
from tests.given import ROOT
from tests.ui.served import free_port

SPACE = (ROOT / "deploy" / "space" / "Dockerfile").read_text(encoding="utf-8")
PORT = "7860"
MOST_MEMORY = 1_000_000_000  # bytes
GROUPS = Path("/sys/fs/cgroup")
LEAVES_WITHIN = 10  # seconds


def variables(host: str) -> dict[str, str]:
    """What the Dockerfile sets, and the space's own name, which Hugging Face gives."""
    (line,) = re.findall(r"^ENV (.*)$", SPACE, re.MULTILINE)
    return dict(one.split("=", 1) for one in shlex.split(line)) | {"SPACE_HOST": host}


def command() -> list[str]:
    """What the Dockerfile starts."""
    (line,) = re.findall(r"^CMD (.*)$", SPACE, re.MULTILINE)
    words: list[str] = json.loads(line)
    return words


@contextmanager
def with_little_memory() -> Iterator[Path]:
    """A control group whose processes have a gigabyte, of either version of these."""
    first = not (GROUPS / "cgroup.controllers").exists()
    group = (GROUPS / "memory" if first else GROUPS) / "crownsight-trial"
    group.mkdir()
    limit, swap = (
        ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes") if first else ("memory.max", "memory.swap.max")
    )
    (group / limit).write_text(str(MOST_MEMORY))
    if (group / swap).exists():
        (group / swap).write_text(str(MOST_MEMORY) if first else "0")
    try:
        yield group
    finally:
        until = time.monotonic() + LEAVES_WITHIN
        while (group / "cgroup.procs").read_text() and time.monotonic() < until:
            time.sleep(0.1)
        group.rmdir()


def most_in(group: Path) -> float:
    """MB that the processes of a control group held at the most, with what was read of files for them."""
    peak = next(group / name for name in ("memory.peak", "memory.max_usage_in_bytes") if (group / name).exists())
    return int(peak.read_text()) / 1e6


def main() -> None:
    """Play to the winner in a gigabyte, and print what it took."""
    port = str(free_port())
    with with_little_memory() as group, tempfile.TemporaryDirectory(prefix="crownsight-") as name:
        home, path = Path(name) / "home", f"{Path(sys.executable).parent}:/usr/bin:/bin"
        home.mkdir()
        started = [word.replace(PORT, port) for word in command()]
        into = f'echo $$ > "{group}/cgroup.procs" && exec "$@"'
        own = variables(f"crowns.hf.space:{port}") | {"CROWNSIGHT_DATA": f"{name}/tables"}
        in_group = ["/bin/sh", "-euc", into, "sh", *started]
        with at_home(in_group, home, **own, PATH=path, PYTHONPATH=str(ROOT)) as running:
            played(running.address)
            print(f"a trial in a gigabyte: opens in {running.seconds:.1f} s, {most_in(group):.0f} MB at the most")


if __name__ == "__main__":
    if os.geteuid():
        raise SystemExit(
            subprocess.list2cmdline(["sudo", sys.executable, "-m", "tests.doors.space"]) + " has the rights"
        )
    main()
