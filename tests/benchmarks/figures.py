"""Figures of benchmarks: each beside what it is compared with in the same run, with its spread."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

Clock = Callable[[], float]  # seconds


@dataclass(frozen=True)
class Spread:
    """The median of several measurements, and their first and third quartile."""

    median: float
    low: float
    high: float

    @staticmethod
    def of(measured: Sequence[float]) -> Spread:
        """The spread of one measurement or more."""
        if len(measured) < 2:
            return Spread(measured[0], measured[0], measured[0])
        low, _, high = quantiles(measured, n=4, method="inclusive")
        return Spread(median(measured), low, high)

    def __str__(self) -> str:
        return f"{_short(self.median)} ({_short(self.low)} to {_short(self.high)})"


@dataclass(frozen=True)
class Figure:
    """One line of the table: what was measured in which unit, and how many times ``against`` it is."""

    what: str
    unit: str
    measured: Spread
    ratio: Spread | None = None
    against: str = ""


def paired(
    what: str,
    work: Callable[[], object],
    against: tuple[str, Callable[[], object]],
    *,
    runs: int,
    clock: Clock = time.process_time,
) -> Figure:
    """Milliseconds that some work takes, and its ratio to a reference that is measured in turn with it."""
    name, reference = against
    work()
    reference()
    pairs = [(1e3 * seconds(work, clock), 1e3 * seconds(reference, clock)) for _ in range(runs)]
    ratio = Spread.of([taken / max(bare, 1e-6) for taken, bare in pairs])
    return Figure(what, "ms", Spread.of([taken for taken, _ in pairs]), ratio, name)


def seconds(work: Callable[[], object], clock: Clock = time.process_time) -> float:
    """What one call takes by a clock; processor time depends little on what else the machine does."""
    begun = clock()
    work()
    return clock() - begun


def told(figures: Iterable[Figure]) -> list[Figure]:
    """Print every figure as soon as it is there, and return them all."""
    print(f"{'':46}{'median (quartiles)':>32}      {'times':>24}  against", flush=True)
    kept = []
    for figure in figures:
        ratio = str(figure.ratio) if figure.ratio else ""
        line = f"{figure.what:46}{figure.measured!s:>32} {figure.unit:4} {ratio:>24}  {figure.against}"
        print(line.rstrip(), flush=True)
        kept.append(figure)
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return kept


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
