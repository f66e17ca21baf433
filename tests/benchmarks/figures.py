"""Print figures of benchmarks, each with its spread and a baseline of the same run; write them into the docs."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from time import process_time
from typing import Literal

import psutil

GUARANTEES = Path(__file__).parents[2] / "docs" / "guarantees.md"
WRITE = "--write"  # the option of a benchmark that writes its figures into the guarantees


@dataclass(frozen=True)
class Figure:
    """One line of the table: what was measured in which unit, and how many times ``against`` that was each time."""

    what: str
    unit: str
    measured: Sequence[float]
    ratio: Sequence[float] = ()
    against: str = ""
    claim: str = ""  # name of the figure in docs/guarantees.md; without one it stays out of them


def seconds(work: Callable[[], object]) -> float:
    """Processor time that one call takes, which depends little on what else the machine does."""
    begun = process_time()
    work()
    return process_time() - begun


def show(figures: Iterable[Figure], proof: str) -> None:
    """Print every figure as soon as it is there; with WRITE write those with a claim into the row of ``proof``."""
    claimed = list[str]()
    print(f"{'':46}{'median (quartiles)':>32}      {'times':>24}  against", flush=True)
    for one in figures:
        line = f"{one.what:46}{_spread(one.measured):>32} {one.unit:4} {_spread(one.ratio):>24}  {one.against}"
        print(line.rstrip(), flush=True)
        if one.claim:
            claimed.append(f"{one.claim} {_short(median(one.measured))} {one.unit}".rstrip())
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    if WRITE in sys.argv:
        write_figure(proof, ", ".join(claimed))


def write_figure(proof: str, figure: str) -> None:
    """Write a figure into docs/guarantees.md, in the row that names the command ``proof``."""
    GUARANTEES.write_text(replace_figure(GUARANTEES.read_text(encoding="utf-8"), proof, figure), encoding="utf-8")


def replace_figure(page: str, proof: str, figure: str) -> str:
    """Return the page with the last column of the table row that names ``proof`` replaced.

    Raises:
        ValueError: Not exactly one row names it.
    """
    page, rows = re.subn(rf"^(\|[^|]*\| `{re.escape(proof)}` \|)[^|]*\|$", rf"\1 {figure} |", page, flags=re.MULTILINE)
    if rows != 1:
        raise ValueError(f"{rows} rows of docs/guarantees.md name {proof}")
    return page


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
