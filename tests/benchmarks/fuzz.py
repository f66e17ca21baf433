"""Coverage-guided fuzzing of what parses what strangers send: ``python tests/benchmarks/fuzz.py KIND --seconds 600``.

A kind is one of ``bench_hostile.py``, whose inputs are the first seeds; each is read or refused with a sentence, or the
run ends with the input that was neither, kept as ``crash-…`` in ``build/fuzz``. Atheris (``pip install atheris``)
is no part of the environment of the tests: it is asked for here alone.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import atheris

PARSERS = ["scoring", "vision.photo", "ui.table", "ui.components", "ui.photos", "ui.cli"]  # whose branches guide
with atheris.instrument_imports(include=PARSERS):
    from tests.benchmarks.bench_hostile import SHARES, made
    from tests.given import ROOT
    from tests.ui.hostile.trials import REFUSALS, TRIALS

SEEDS = 200  # inputs to begin with
LONGEST = 20_000  # bytes of an input
KEPT = ROOT / "build" / "fuzz"


def main() -> None:
    """Fuzz as asked on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=sorted(SHARES))
    parser.add_argument("--seconds", type=int, default=600)
    options = parser.parse_args()
    corpus = KEPT / options.kind.replace(" ", "-")
    corpus.mkdir(parents=True, exist_ok=True)
    for seed in range(SEEDS):
        arrived = made(options.kind, seed)
        if len(arrived) <= LONGEST:
            (corpus / f"seed-{seed}").write_bytes(arrived)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CROWNSIGHT_DATA"] = folder
        os.environ.pop("CROWNSIGHT_DATABASE", None)

        def tried(arrived: bytes) -> None:
            for trial in TRIALS[options.kind]:
                with suppress(*REFUSALS, UnicodeDecodeError):  # text is decoded before it arrives
                    trial(arrived)

        limits = [f"-max_total_time={options.seconds}", f"-max_len={LONGEST}", "-timeout=60", "-rss_limit_mb=2000"]
        prefix = f"-artifact_prefix={KEPT}/{options.kind.replace(' ', '-')}-"
        atheris.Setup([sys.argv[0], *limits, prefix, str(corpus)], tried)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
