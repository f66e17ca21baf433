"""One table of speed: every figure with its spread, most as ratios to something measured in the same run.

``python tests/benchmarks/speed.py [--quick]`` prints it and saves it as ``build/speed.json``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks import (
    bench_history,
    bench_kingdoms,
    bench_memory,
    bench_phones,
    bench_reading,
    bench_starts,
)
from tests.benchmarks.figures import Figure, save, told
from tests.given import ROOT

SAVED = ROOT / "build" / "speed.json"


def figures() -> Iterator[Figure]:
    """All of them; some minutes."""
    yield from bench_starts.figures()
    yield from bench_reading.figures()
    yield from bench_kingdoms.figures()
    yield from bench_phones.tap_figures()
    yield from bench_phones.crowd_figures(50, 30)
    yield from bench_history.figures()
    yield from bench_memory.figures()


def quick_figures() -> Iterator[Figure]:
    """The same from fewer runs and photos."""
    yield from bench_starts.figures(runs=3)
    yield from bench_reading.figures(runs=2, most=4)
    yield from bench_kingdoms.figures(kingdoms=50, tables=2)
    yield from bench_phones.tap_figures()
    yield from bench_phones.crowd_figures(50, 10)
    yield from bench_history.figures(numbers=(1_000,), runs=2)
    yield from bench_memory.figures(reads=(20,))


def main() -> None:
    """Measure as asked on the command line."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--quick", action="store_true", help="fewer runs")
    save(told(quick_figures() if options.parse_args().quick else figures()), SAVED)
    print(f"saved as {SAVED.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
