"""How many cores and how much memory a server may use: the least of what the machine and its groups allow."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from ui.cli.serve import usual_workers
from ui.serving import limits
from ui.system import machine


@pytest.fixture
def groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The group of a service, in the group of all services; neither has a limit."""
    own = tmp_path / "groups" / "services" / "crownsight"
    own.mkdir(parents=True)
    for folder in (own, own.parent):
        (folder / "cpu.max").write_text("max 100000\n")
        (folder / "memory.max").write_text("max\n")
    (tmp_path / "cgroup").write_text("0::/services/crownsight\n")
    monkeypatch.setattr(machine, "GROUPS", tmp_path / "groups")
    monkeypatch.setattr(machine, "OWN_GROUP", tmp_path / "cgroup")
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(8)))
    return own


def test_a_group_without_limits_has_all_of_the_machine(groups: Path) -> None:
    assert machine.cores() == 8
    assert machine.memory() == os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def test_the_least_of_all_groups_counts(groups: Path) -> None:
    (groups / "cpu.max").write_text("350000 100000\n")
    (groups.parent / "memory.max").write_text("2000000000\n")

    assert machine.cores() == 3
    assert machine.memory() == 2e9
    assert usual_workers() == 2e9 // limits.WORKER_BYTES


def test_there_is_always_one_worker(groups: Path) -> None:
    (groups / "cpu.max").write_text("50000 100000\n")
    (groups / "memory.max").write_text("300000000\n")

    assert usual_workers() == 1


def test_a_process_tells_what_it_holds() -> None:
    holds = "held = b'x' * 50_000_000; print('held', flush=True); input()"
    with Popen([sys.executable, "-c", holds], stdin=PIPE, stdout=PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"held\n"
        memory = machine.memory_of(process.pid)
        process.communicate(b"\n")

    assert memory > 50_000_000
