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
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout, suppress
from itertools import chain
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.figures import most_memory
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
    """What became of the input that a seed makes, with the processor's seconds and the MB that it took."""

    seed: int
    outcome: str
    seconds: float
    most: int

    def is_bug(self) -> bool:
        """Whether it was neither read nor refused with a sentence, or took too much."""
        return self.outcome not in ("read", "refused") or self.seconds > LONGEST or self.most > MOST_MB


def made(kind: str, seed: int) -> bytes:
    """The input of a kind that a seed makes."""
    if kind == AT_THE_END:
        return BOMBS[sorted(BOMBS)[seed]]()
    chance = random.Random(seed)
    return PHOTOS[kind](chance) if kind in PHOTOS else KINDS[kind].made(chance).encode("utf-8", "surrogatepass")


def tried(kind: str, seed: int) -> Answer:
    """What becomes of an input."""
    arrived = made(kind, seed)
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
    return Answer(seed, outcome, seconds, most)


def planned(count: int, seed: int) -> Iterator[tuple[str, int]]:
    """Kinds in proportion and in a mixed order, each with the seed of one input; then every bomb, by its number."""
    total = sum(SHARES.values())
    kinds = [kind for kind, share in SHARES.items() for _ in range(max(1, round(share * count / total)))]
    random.Random(seed).shuffle(kinds)
    yield from ((kind, seed * 1_000_000 + number) for number, kind in enumerate(kinds))
    yield from ((AT_THE_END, number) for number in range(len(BOMBS)))


def show(found: Mapping[str, list[Answer]]) -> int:
    """Print the table, and every bug; how many there are."""
    print(f"{'kind':<24}{'inputs':>8}{'refused':>9}{'read':>7}{'bugs':>6}{'slowest s':>11}{'most MB':>9}")
    bugs = [(kind, one) for kind, answers in found.items() for one in answers if one.is_bug()]
    for kind, answers in {**found, "all": [*chain.from_iterable(found.values())]}.items():
        refused, read = (sum(one.outcome == outcome for one in answers) for outcome in ("refused", "read"))
        wrong = sum(one.is_bug() for one in answers)
        slowest, most = max(one.seconds for one in answers), max(one.most for one in answers)
        print(f"{kind:<24}{len(answers):>8}{refused:>9}{read:>7}{wrong:>6}{slowest:>11.2f}{most:>9}")
    for kind, one in bugs:
        print(f"BUG {kind}:{one.seed}: {one.outcome}, {one.seconds:.1f} s, {one.most} MB")
    return len(bugs)


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
    found = defaultdict[str, list[Answer]](list)
    with tempfile.TemporaryDirectory() as folder, Path(os.devnull).open("w") as nowhere:
        os.environ["CROWNSIGHT_DATA"] = str(Path(folder) / "data")
        os.environ.pop("CROWNSIGHT_DATABASE", None)
        os.chdir(folder)
        with redirect_stdout(nowhere), suppress(KeyboardInterrupt):
            photo_in_the_app(KITCHEN.read_bytes())  # what is loaded once and for all is no input's doing
            for kind, seed in plan:
                print(f"\r{kind}:{seed:<20}", end="", file=sys.stderr, flush=True)
                found[kind].append(tried(kind, seed))
    return int(show(found) > 0)


if __name__ == "__main__":
    sys.exit(main())
