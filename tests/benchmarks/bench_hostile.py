"""Whether anything that arrives brings the program down: ``python tests/benchmarks/bench_hostile.py --count 10000``.

All bombs come again at the end, whole, when the process has seen everything else.

Inputs of every kind, made from a seed, have done with them what the app and the command line do. Each is read or
refused with a sentence; anything else is a bug, told with the seed that makes it again (``--only "names:123"``). What
ends or holds up the process ends the program, which has named the input. Seconds are of processor time, which other
programs on the machine do not stretch; memory is the most the process held while it was at one input (Linux).
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.server_process import most_memory
from tests.given import KITCHEN
from tests.ui.hostile.trials import KINDS, REFUSALS, photo_in_the_app
from tests.vision.photo.hostile_photos import BOMBS, PHOTOS

SHARES = {  # of 10,000
    "damaged": 1_800,
    "bombs": 100,
    "polyglots": 400,
    "kingdom codes": 1_800,
    "Kingdoms boards": 700,
    "table codes and keys": 1_000,
    "names": 1_350,
    "files of games": 500,
    "exports of BG Stats": 200,
    "games as CSV": 100,
    "games of Kingdoms": 300,
    "messages of components": 1_400,
    "command lines": 350,
}
AT_THE_END = "bombs at the end"
LONGEST, MOST_MB = 5.0, 700  # seconds, and MB of the process
HANGS = 120  # seconds of the clock after which the program is ended


class Answer(NamedTuple):
    """What became of an input, with the processor's seconds and the MB that it took."""

    outcome: str
    seconds: float
    most: int


@dataclass
class Tally:
    """What became of one kind of input."""

    inputs: int = 0
    refused: int = 0
    read: int = 0
    bugs: list[str] = field(default_factory=list)
    slowest: float = 0.0
    most: int = 0  # MB

    def add(self, answer: Answer, seed: int) -> None:
        """Count one input."""
        self.inputs += 1
        self.refused += answer.outcome == "refused"
        self.read += answer.outcome == "read"
        self.slowest, self.most = max(self.slowest, answer.seconds), max(self.most, answer.most)
        if answer.outcome not in ("refused", "read") or answer.seconds > LONGEST or answer.most > MOST_MB:
            self.bugs.append(f"{seed}: {answer.outcome}, {answer.seconds:.1f} s, {answer.most} MB")


def made(kind: str, seed: int) -> bytes:
    """The input of a kind that a seed makes."""
    if kind == AT_THE_END:
        return BOMBS[sorted(BOMBS)[seed]]()
    chance = random.Random(seed)
    return PHOTOS[kind](chance) if kind in PHOTOS else KINDS[kind].made(chance).encode("utf-8", "surrogatepass")


def tried(kind: str, arrived: bytes) -> Answer:
    """What becomes of an input."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")  # memory is counted anew
    faulthandler.dump_traceback_later(HANGS, exit=True)
    start = time.process_time()
    try:
        outcome = "read" if (KINDS[kind].trial if kind in KINDS else photo_in_the_app)(arrived) else "refused"
    except REFUSALS as sentence:
        outcome = "refused" if str(sentence).strip() else "refused without a word"
    except BaseException as bug:
        outcome = f"traceback {type(bug).__name__}: {bug}"[:300]
    seconds, most = time.process_time() - start, most_memory("self")
    faulthandler.cancel_dump_traceback_later()
    return Answer(outcome, seconds, most)


def planned(count: int, seed: int) -> Iterator[tuple[str, int]]:
    """Kinds in proportion and in a mixed order, each with the seed of one input; then every bomb, by its number."""
    total = sum(SHARES.values())
    kinds = [kind for kind, share in SHARES.items() for _ in range(max(1, round(share * count / total)))]
    random.Random(seed).shuffle(kinds)
    for number, kind in enumerate(kinds):
        yield kind, seed * 1_000_000 + number
    for number in range(len(BOMBS)):
        yield AT_THE_END, number


def show(tallies: dict[str, Tally]) -> None:
    """The table, and every bug."""
    print(f"{'kind':<24}{'inputs':>8}{'refused':>9}{'read':>7}{'bugs':>6}{'slowest s':>11}{'most MB':>9}")
    for kind, one in tallies.items():
        if one.inputs == 0:
            continue
        sums = f"{one.inputs:>8}{one.refused:>9}{one.read:>7}{len(one.bugs):>6}"
        print(f"{kind:<24}{sums}{one.slowest:>11.2f}{one.most:>9}")
    for kind in tallies:
        for bug in tallies[kind].bugs:
            print(f"BUG {kind}:{bug}")
    total = [sum(getattr(one, name) for one in tallies.values()) for name in ("inputs", "refused", "read")]
    bugs = sum(len(one.bugs) for one in tallies.values())
    print(f"{total[0]} inputs: {total[1]} refused with a sentence, {total[2]} read, {bugs} bugs", flush=True)


def main() -> int:
    """Try them all; 1 if one of them was a bug."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", metavar="KIND:SEED")
    options = parser.parse_args()
    plan = planned(options.count, options.seed)
    if options.only:
        kind, _, number = options.only.rpartition(":")
        plan = iter([(kind, int(number))])
    tallies = {kind: Tally() for kind in (*SHARES, AT_THE_END)}
    with tempfile.TemporaryDirectory() as folder, Path(os.devnull).open("w") as nowhere:
        os.environ["CROWNSIGHT_DATA"] = str(Path(folder) / "data")
        os.environ.pop("CROWNSIGHT_DATABASE", None)
        os.chdir(folder)
        with redirect_stdout(nowhere), suppress(KeyboardInterrupt):
            tried("damaged", KITCHEN.read_bytes())  # what is loaded once and for all is no input's doing
            for kind, seed in plan:
                print(f"\r{kind}:{seed:<20}", end="", file=sys.stderr, flush=True)
                tallies[kind].add(tried(kind, made(kind, seed)), seed)
    show(tallies)
    return int(any(one.bugs for one in tallies.values()))


if __name__ == "__main__":
    sys.exit(main())
