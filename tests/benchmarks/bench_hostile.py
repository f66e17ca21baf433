"""Read 10,000 hostile inputs: ``python tests/benchmarks/bench_hostile.py --count 10000``.

Each damaged example of ``tests/hostile/corpus.py`` is read as the app does, and has to be accepted or refused with a
sentence in 5 seconds of the processor and 700 MB of the process (Linux). The largest and the refused photos of
``tests/hostile/pictures.py`` come last. Anything else is a bug, printed with its seed (``--only "names:123"``). An
input that ends or holds up the process ends the program, which has printed its seed.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from itertools import chain
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.figures import WRITE, most_memory, write_figure
from tests.hostile.corpus import TARGETS, encode
from tests.hostile.pictures import LARGEST, REFUSED

PHOTOS = "photos in the app"
SHARES = {PHOTOS: 6, "kingdoms": 4, "exports of BG Stats": 0.5, "command lines": 0.5}  # of inputs; 1 of the others
LARGE_FILES = [*LARGEST.values(), *(make for make, _ in REFUSED.values())]
LARGE = "large and refused"
MAX_SECONDS, MAX_MB = 5.0, 700
HANG_SECONDS = 120  # of the clock, after which the program is ended


class Result(NamedTuple):
    """What became of one input, with the processor time and the memory that it took."""

    seed: int
    outcome: str
    seconds: float
    megabytes: int

    def is_bug(self) -> bool:
        """Return whether it was neither accepted nor refused, or took too much."""
        is_known = self.outcome in ("accepted", "refused")
        return not is_known or self.seconds > MAX_SECONDS or self.megabytes > MAX_MB


def measure(name: str, seed: int) -> Result:
    """Read one input."""
    target = TARGETS[PHOTOS if name == LARGE else name]
    data = LARGE_FILES[seed]() if name == LARGE else target.damage(seed)
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")  # resets the peak of memory
    faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)
    start = time.process_time()
    try:
        sentence = target.outcome(data)
        said = sentence if sentence == "accepted" else "refused" if sentence else "refused without a sentence"
    except BaseException as bug:
        said = f"traceback {type(bug).__name__}: {bug}; input {data[:200]!r}"[:500]
    seconds, megabytes = time.process_time() - start, most_memory("self")
    faulthandler.cancel_dump_traceback_later()
    return Result(seed, said, seconds, megabytes)


def plan(count: int, seed: int) -> Iterator[tuple[str, int]]:
    """Yield targets in a random order, each with the seed of one input; then every large file."""
    weights = [SHARES.get(name, 1) for name in TARGETS]
    names = random.Random(seed).choices([*TARGETS], weights, k=count)
    yield from ((name, seed * 1_000_000 + number) for number, name in enumerate(names))
    yield from ((LARGE, number) for number in range(len(LARGE_FILES)))


def main() -> int:
    """Read all inputs and print a table; return 1 if one is a bug."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", metavar="TARGET:SEED")
    parser.add_argument(WRITE, action="store_true", help="write the figures into docs/guarantees.md")
    options = parser.parse_args()
    inputs = plan(options.count, options.seed)
    if options.only:
        name, _, number = options.only.rpartition(":")
        inputs = iter([(name, int(number))])
    results = defaultdict[str, list[Result]](list)
    with tempfile.TemporaryDirectory() as folder, Path(os.devnull).open("w") as nowhere:
        os.environ["CROWNSIGHT_DATA"] = str(Path(folder) / "data")
        os.environ.pop("CROWNSIGHT_DATABASE", None)
        os.chdir(folder)
        with redirect_stdout(nowhere), suppress(KeyboardInterrupt):
            TARGETS[PHOTOS].read(encode(TARGETS[PHOTOS].examples[0]))  # loads the networks
            for name, seed in inputs:
                print(f"\r{name}:{seed:<20}", end="", file=sys.stderr, flush=True)
                results[name].append(measure(name, seed))
    print(f"{'target':<24}{'inputs':>8}{'refused':>9}{'accepted':>10}{'bugs':>6}{'slowest s':>11}{'most MB':>9}")
    for name, some in {**results, "all": [*chain.from_iterable(results.values())]}.items():
        refused, accepted = (sum(one.outcome == said for one in some) for said in ("refused", "accepted"))
        slowest, most = max(one.seconds for one in some), max(one.megabytes for one in some)
        bugs = sum(one.is_bug() for one in some)
        print(f"{name:<24}{len(some):>8}{refused:>9}{accepted:>10}{bugs:>6}{slowest:>11.2f}{most:>9}")
    found = [(name, one) for name, some in results.items() for one in some if one.is_bug()]
    for name, one in found:
        print(f"BUG {name}:{one.seed}: {one.outcome}, {one.seconds:.1f} s, {one.megabytes} MB")
    if options.write:
        figure = (
            f"{len(found)} bugs, {slowest:.1f} s and {most} MB at most in {sum(map(len, results.values())):,} inputs"
        )
        write_figure(f"benchmarks/bench_hostile.py --count {options.count} --seed {options.seed}", figure)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
