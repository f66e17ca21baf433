"""What this machine lets the processes of a server have: cores and memory, within the limits of a container or service.

Linux keeps such limits in control groups (version 2): those of a process, and of all groups that hold it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup")
OWN_GROUP = Path("/proc/self/cgroup")


def cores() -> int:
    """How many cores this process may use; 1 at least."""
    may_use = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    shares = (int(quota) / int(period) for quota, period in map(str.split, _limits("cpu.max")) if quota != "max")
    return max(1, int(min([may_use, *shares])))


def memory() -> float:
    """How many bytes of memory this process and those that it starts may use; infinite where the system tells none."""
    there = float("inf")
    with suppress(OSError, ValueError):
        there = float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    return min([there, *(float(limit) for limit in _limits("memory.max") if limit != "max")])


def memory_of(process: int | None) -> int:
    """How many bytes of memory a process holds by itself; 0 where the system does not tell."""
    with suppress(OSError):
        _, resident, shared = map(int, Path(f"/proc/{process}/statm").read_text().split()[:3])
        return (resident - shared) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _limits(name: str) -> Iterator[str]:
    """That file of this process's group, and of every group that holds it."""
    with suppress(OSError):
        own = next((line[3:] for line in OWN_GROUP.read_text().splitlines() if line.startswith("0::")), "/")
        group = GROUPS / own.lstrip("/")
        for folder in (group, *group.parents):
            if folder.is_relative_to(GROUPS):
                with suppress(OSError):
                    yield (folder / name).read_text().strip()
