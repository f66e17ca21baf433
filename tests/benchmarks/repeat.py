"""Run the tests again and again, and print a table of the runs: ``make test-repeat N=10 LOAD=5``.

Arguments after ``--`` are pytest's. The exit code is 1 if a run failed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from xml.etree import ElementTree as ET

ROOT = Path(__file__).parents[2]
BUSY = [sys.executable, "-c", "while True: pass"]
MAX_NAMES = 3  # of tests that failed, in a row of the table


class Run(NamedTuple):
    """The outcome of one run of the tests."""

    tests: int
    skipped: int
    failed: tuple[str, ...]  # names of tests, once each
    seconds: float
    status: int  # exit code of pytest

    def row(self, number: int, *, is_loaded: bool) -> str:
        """Return a row of the table."""
        names = ", ".join(self.failed[:MAX_NAMES]) + ", ..." * (len(self.failed) > MAX_NAMES)
        outcome = f"{len(self.failed)} failed: {names}" if self.failed else "ok" if not self.status else "broken off"
        load = "busy" if is_loaded else "idle"
        return f"| {number} | {load} | {self.tests} | {self.skipped} | {self.seconds:.0f} | {outcome} |"


@contextmanager
def keep_busy(processes: int) -> Iterator[None]:
    """Keep that many processes busy until the end of the block."""
    busy = [subprocess.Popen(BUSY) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def run_tests(arguments: Sequence[str]) -> Run:
    """Run pytest with these arguments, with its output; return the outcome."""
    with TemporaryDirectory() as folder:
        report, began = Path(folder) / "report.xml", time.monotonic()
        command = [sys.executable, "-m", "pytest", f"--junit-xml={report}", *arguments]
        status = subprocess.run(command, cwd=ROOT, check=False).returncode
        seconds = time.monotonic() - began
        cases = list(ET.parse(report).iter("testcase")) if report.exists() else []
    failed = [case.get("name", "") for case in cases if {"failure", "error"} & {part.tag for part in case}]
    skipped = sum(part.tag == "skipped" for case in cases for part in case)
    return Run(len(cases), skipped, tuple(dict.fromkeys(failed)), seconds, status)


def main() -> int:
    """Run the tests as often as asked, and print the table after the last run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", type=int, help="number of runs")
    parser.add_argument("--load", type=int, default=0, help="number of runs, the last ones, beside busy processes")
    end = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options = parser.parse_args(sys.argv[1:end])
    table = ["| Run | Machine | Tests | Skipped | Seconds | Outcome |", "| --- | --- | --- | --- | --- | --- |"]
    is_ok = True
    for number in range(1, options.runs + 1):
        is_loaded = number > options.runs - options.load
        with keep_busy((os.cpu_count() or 1) * is_loaded):
            run = run_tests(sys.argv[end + 1 :])
        table.append(run.row(number, is_loaded=is_loaded))
        is_ok = is_ok and not run.status
    print("", *table, sep="\n")
    return 0 if is_ok else 1


if __name__ == "__main__":
    sys.exit(main())
