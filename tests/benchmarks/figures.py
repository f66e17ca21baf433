"""Figures of benchmarks with their spread, each beside its baseline in the same run."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from time import process_time
from typing import Literal

import psutil


@dataclass(frozen=True)
class Figure:
    """One line of the table: what was measured in which unit, and how many times ``against`` that was each time."""

    what: str
    unit: str
    measured: Sequence[float]
    ratio: Sequence[float] = ()
    against: str = ""


def seconds(work: Callable[[], object]) -> float:
    """Processor time that one call takes, which depends little on what else the machine does."""
    begun = process_time()
    work()
    return process_time() - begun


def show(figures: Iterable[Figure]) -> None:
    """Print every figure as soon as it is there."""
    print(f"{'':46}{'median (quartiles)':>32}      {'times':>24}  against", flush=True)
    for one in figures:
        line = f"{one.what:46}{_spread(one.measured):>32} {one.unit:4} {_spread(one.ratio):>24}  {one.against}"
        print(line.rstrip(), flush=True)
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def _spread(measured: Sequence[float]) -> str:
    """Format the median of several measurements with their first and third quartile."""
    if not measured:
        return ""
    low, _, high = quantiles(measured, n=4, method="inclusive") if len(measured) > 1 else 3 * [measured[0]]
    return f"{_short(median(measured))} ({_short(low)} to {_short(high)})"


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


# --- What a process of this machine uses


def family(process: int) -> list[psutil.Process]:
    """List a process and all its descendants."""
    first = psutil.Process(process)
    return [first, *first.children(recursive=True)]


def used_seconds(process: int) -> float:
    """Processor time of a process and its family so far, of those that have ended too."""
    return sum(sum(one.cpu_times()[:4]) for one in family(process))


def megabytes(process: int, kind: Literal["pss", "rss"]) -> float:
    """Memory that a process and its family hold just now; as PSS, what several share is counted once."""
    return sum(getattr(one.memory_full_info(), kind) for one in family(process)) / 1e6


def most_memory(process: int | str) -> int:
    """MB that a process held at the most; 0 where the system does not tell."""
    status = Path(f"/proc/{process}/status")
    told = re.search(r"VmHWM:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(told[1]) // 1000 if told else 0
