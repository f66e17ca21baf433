"""Whether anything that arrives brings the program down: ``python tests/benchmarks/bench_hostile.py --count 10000``.

``--kinds "damaged,bombs"`` tries inputs of some kinds alone. All bombs come again at the end, whole, when the process
has seen everything else.

Inputs of every kind, made from a seed, are handed to a process of their own that does with them what the app and the
command line do. Each is read or refused with a sentence; anything else is a bug, told with the seed that makes it again
(``--only "names:123"``). Seconds are of processor time, which other programs on the machine do not stretch; memory is
the most the process held while it was at one input (Linux).
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

sys.path.insert(0, str(Path(__file__).parents[2]))

SHARES = {  # of 10,000
    "damaged": 1_800,
    "bombs": 100,
    "polyglots": 400,
    "kingdom codes": 1_800,
    "Kingdoms boards": 700,
    "table codes and keys": 1_000,
    "names": 1_000,
    "files of games": 500,
    "exports of BG Stats": 200,
    "games as CSV": 100,
    "games of Kingdoms": 300,
    "backups": 200,
    "messages of components": 1_400,
    "database addresses": 150,
    "command lines": 350,
}
AT_THE_END = "bombs at the end"
LONGEST, MOST_MB = 5.0, 700  # seconds, and MB of the process
HANGS = 120  # seconds of the clock after which the process is ended
Answer = dict[str, Any]


@dataclass
class Tally:
    """What became of one kind of input."""

    inputs: int = 0
    refused: int = 0
    read: int = 0
    bugs: list[str] = field(default_factory=list)
    slowest: float = 0.0
    most: int = 0  # MB

    def add(self, answer: Answer, seed: str) -> None:
        self.inputs += 1
        self.refused += answer["outcome"] == "refused"
        self.read += answer["outcome"] == "read"
        self.slowest, self.most = max(self.slowest, answer["seconds"]), max(self.most, answer["most"])
        wrong = answer["outcome"] not in ("refused", "read") or answer["seconds"] > LONGEST or answer["most"] > MOST_MB
        if wrong:
            self.bugs.append(f"{seed}: {answer['outcome']}, {answer['seconds']:.1f} s, {answer['most']} MB")


def made(kind: str, seed: int) -> bytes:
    """The input of a kind that a seed makes."""
    from tests.ui.hostile.backups import backup
    from tests.ui.hostile.texts import TEXTS
    from tests.vision.photo.hostile_photos import BOMBS, PHOTOS

    if kind == AT_THE_END:
        return BOMBS[sorted(BOMBS)[seed]]()
    chance, files = random.Random(seed), {**PHOTOS, "backups": backup}
    return files[kind](chance) if kind in files else TEXTS[kind](chance).encode("utf-8", "surrogatepass")


# --- The process that tries


def try_what_comes(arriving: BinaryIO, answers: BinaryIO) -> None:
    """One answer in JSON for every input: a line with its kind and length, then its bytes."""
    from tests.given import SAMPLES
    from tests.ui.hostile.trials import TRIALS

    for trial in TRIALS["damaged"]:
        trial((SAMPLES / "kitchen-table.jpg").read_bytes())  # what is loaded once and for all is no input's doing
    while head := arriving.readline():
        kind, length = head.decode().rsplit(" ", 1)
        answers.write(json.dumps(_tried(kind, arriving.read(int(length)))).encode() + b"\n")
        answers.flush()


def _tried(kind: str, arrived: bytes) -> Answer:
    from tests.ui.hostile.trials import REFUSALS, TRIALS

    outcome, slowest, most = "refused", 0.0, 0
    for trial in TRIALS["bombs" if kind == AT_THE_END else kind]:
        _count_memory_anew()
        faulthandler.dump_traceback_later(HANGS, exit=True)
        start = time.process_time()
        try:
            outcome = "read" if trial(arrived) else "refused"
        except REFUSALS as sentence:
            outcome = "refused" if str(sentence).strip() else "refused without a word"
        except BaseException as bug:
            outcome = f"traceback {type(bug).__name__}: {bug}"[:300]
        slowest, most = max(slowest, time.process_time() - start), max(most, _most_memory())
        faulthandler.cancel_dump_traceback_later()
        if outcome not in ("read", "refused"):
            break
    return {"outcome": outcome, "seconds": slowest, "most": most}


def _count_memory_anew() -> None:
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def _most_memory() -> int:
    """MB since it was counted anew; 0 where the system does not tell."""
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) // 1_000
    return 0


# --- The process that makes inputs and counts


class Trying:
    """The other process; begun again when an input has ended it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def answer(self, kind: str, arriving: bytes) -> Answer:
        """What became of an input."""
        process = self._process or self._begun()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{kind} {len(arriving)}\n".encode() + arriving)
        process.stdin.flush()
        answer = process.stdout.readline()
        if not answer:
            self._process = None
            return {"outcome": f"ended the process: {process.wait()}", "seconds": 0.0, "most": 0}
        held: Answer = json.loads(answer)
        return held

    def _begun(self) -> subprocess.Popen[bytes]:
        environment = os.environ | {"CROWNSIGHT_DATA": str(self._folder / "data"), "OMP_NUM_THREADS": "1"}
        environment.pop("CROWNSIGHT_DATABASE", None)
        command = [sys.executable, str(Path(__file__).resolve()), "--try"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=self._folder, env=environment
        )
        return self._process


def planned(count: int, seed: int, shares: dict[str, int]) -> Iterator[tuple[str, int]]:
    """Kinds in proportion and in a mixed order, each with the seed of one input; then every bomb, by its number."""
    from tests.vision.photo.hostile_photos import BOMBS

    total = sum(shares.values())
    kinds = [kind for kind, share in shares.items() for _ in range(max(1, round(share * count / total)))]
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
    parser.add_argument("--kinds", metavar="KIND,KIND")
    parser.add_argument("--only", metavar="KIND:SEED")
    parser.add_argument("--try", action="store_true", dest="tries")
    options = parser.parse_args()
    if options.tries:
        answers = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # what else is printed is no answer
        try_what_comes(sys.stdin.buffer, answers)
        return 0
    wanted = options.kinds.split(",") if options.kinds else SHARES
    plan = planned(options.count, options.seed, {kind: SHARES[kind] for kind in wanted})
    if options.only:
        kind, _, number = options.only.rpartition(":")
        plan = iter([(kind, int(number))])
    tallies = {kind: Tally() for kind in (*SHARES, AT_THE_END)}
    with tempfile.TemporaryDirectory() as folder:
        trying = Trying(Path(folder))
        with suppress(KeyboardInterrupt):
            for kind, seed in plan:
                tallies[kind].add(trying.answer(kind, made(kind, seed)), str(seed))
    show(tallies)
    return int(any(one.bugs for one in tallies.values()))


if __name__ == "__main__":
    sys.exit(main())
