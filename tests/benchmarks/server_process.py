"""What a served app uses of this machine, with all the processes that it has started."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


class Process:
    """A process of this machine, with those that it has started."""

    def __init__(self, number: int) -> None:
        self._number = number

    def seconds(self) -> float:
        """Processor time so far, of those that have ended too."""
        return sum(self._used(one) for one in family(self._number)) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Memory held just now; what several of them share is counted once (PSS)."""
        return sum(_megabytes(one, "Pss") for one in family(self._number))

    def resident_megabytes(self) -> float:
        """Memory held just now; what several of them share is counted for each (RSS)."""
        return sum(_megabytes(one, "Rss") for one in family(self._number))

    def _used(self, process: int) -> int:
        with suppress(OSError):
            return sum(map(int, _stat(process)[11:15]))
        return 0


def family(process: int) -> list[int]:
    """A process and all that it has started, and these."""
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):
                parents.setdefault(int(_stat(int(folder.name))[1]), []).append(int(folder.name))
    found = [process]
    for one in found:
        found += parents.get(one, [])
    return found


def _stat(process: int) -> list[str]:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


def _megabytes(process: int, kind: str) -> float:
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith(f"{kind}:"):
                return int(line.split()[1]) / 1000
    return 0.0


def most_memory(process: int | str) -> int:
    """MB that a process held at the most; 0 where the system does not tell."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) // 1000
    return 0
