"""Coverage-guided fuzzing of what parses what strangers send: ``python tests/benchmarks/fuzz.py TARGET --seconds 600``.

Every input is read or refused with a sentence, or the run ends with the input that was neither, kept as ``crash-…`` in
``build/fuzz``; what was tried stays there too, so that the next run goes on from it. Seconds are of processor time.
Atheris (``pip install atheris``) is no part of the environment of the tests: it is asked for here alone.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

import atheris
from PIL import Image

PARSERS = ["scoring", "vision.photo", "ui.table", "ui.components", "ui.photos", "ui.cli", "ui.store"]  # these guide
with atheris.instrument_imports(include=PARSERS):
    from tests.given import ROOT
    from tests.ui.hostile.backups import TABLE, whole
    from tests.ui.hostile.texts import TEXTS, twisted
    from tests.ui.hostile.trials import REFUSALS, TRIALS
    from tests.vision.photo.heic_files import grid, misjudged, pictures_in_pictures, pile, within_itself
    from tests.vision.photo.stored_pictures import FORMATS, corners_in_four_colours, exif, stored
    from ui.table.forms import table_in, table_text
    from vision.photo.photo import load

SEEDS = 200  # texts to begin with
KEPT = ROOT / "build" / "fuzz"
OF_VALUES = 0.7  # share of the changes to JSON
SQLITE, SMALL_PAGES = b"SQLite format 3", 512  # how a database begins; bytes
Trial = Callable[[bytes], object]


@dataclass(frozen=True)
class Target:
    """What strangers send: inputs to begin with, what is done with each, and the bytes of the longest one tried.

    Of JSON most changes are made to its values, so that it stays JSON.
    """

    seeds: Callable[[], Iterator[bytes]]
    trials: Sequence[Trial]
    longest: int = 20_000
    is_json: bool = False


def photos() -> Iterator[bytes]:
    """Small pictures of every kind, and HEIC files made of parts; headers are most of them."""
    picture = corners_in_four_colours(96, 64)
    for kind in FORMATS:
        yield stored(picture, kind)
        yield stored(picture.convert("L"), kind, exif=exif(6))
    yield stored(picture, "JPEG", progressive=True)
    yield stored(picture.convert("CMYK"), "JPEG")
    yield stored(picture.convert("RGBA"), "PNG")
    yield stored(picture.convert("P"), "PNG")
    yield stored(Image.new("I;16", (96, 64)), "PNG")
    yield grid(2, 2, (128, 128), (64, 64))
    yield pile(3, (96, 96), (64, 64))
    yield pictures_in_pictures(2, 2, 64)
    yield within_itself()
    yield misjudged((64, 64), (128, 96))


def texts(*kinds: str) -> Callable[[], Iterator[bytes]]:
    """Texts of some kinds of ``tests/ui/hostile``."""

    def made() -> Iterator[bytes]:
        for kind in kinds:
            for seed in range(SEEDS):
                yield TEXTS[kind](Random(seed)).encode("utf-8", "surrogatepass")

    return made


def backups() -> Iterator[bytes]:
    """A backup in small pages, and the text of a table in one."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables"
        file.write_bytes(whole())
        with closing(sqlite3.connect(file, isolation_level=None)) as database:
            database.execute("PRAGMA journal_mode = DELETE")
            database.execute(f"PRAGMA page_size = {SMALL_PAGES}")
            database.execute("VACUUM")
        yield file.read_bytes()
    yield table_text(TABLE).encode()


def from_backup(arrived: bytes) -> None:
    """A backup brought back, or the text of one of its tables read and written again."""
    if arrived.startswith(SQLITE):
        for trial in TRIALS["backups"]:
            trial(arrived)
    else:
        table = table_in(arrived.decode())
        assert table_in(table_text(table)) == table


TARGETS: Mapping[str, Target] = {
    "photos": Target(photos, (load,)),
    "kingdom-codes": Target(texts("kingdom codes"), TRIALS["kingdom codes"], 2_000),
    "games": Target(texts("files of games"), TRIALS["files of games"], is_json=True),
    "messages": Target(texts("messages of components"), TRIALS["messages of components"], 5_000, is_json=True),
    "backups": Target(backups, (from_backup,), 60_000, is_json=True),
}


def main() -> None:
    """Fuzz as asked on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("target", choices=sorted(TARGETS))
    parser.add_argument("--seconds", type=int, default=600)
    options = parser.parse_args()
    target, corpus = TARGETS[options.target], KEPT / options.target
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target.seeds()):
        if len(seed) <= target.longest:
            (corpus / f"seed-{number}").write_bytes(seed)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CROWNSIGHT_DATA"] = folder
        os.environ.pop("CROWNSIGHT_DATABASE", None)
        limits = [f"-max_len={target.longest}", "-timeout=600", "-rss_limit_mb=900", "-len_control=0"]
        kept = f"-artifact_prefix={KEPT}/{options.target}-"
        tried = counted(target.trials, options.seconds)
        atheris.Setup(
            [sys.argv[0], *limits, kept, str(corpus)], tried, custom_mutator=twisted_json if target.is_json else None
        )
        os.chdir(folder)
        atheris.Fuzz()


def twisted_json(arrived: bytes, longest: int, seed: int) -> bytes:
    """Another input made of one: mostly the same JSON with another value in it."""
    chance = Random(seed)
    with suppress(ValueError, RecursionError):
        if chance.random() < OF_VALUES:
            return json.dumps(twisted(chance, json.loads(arrived))).encode()[:longest]
    return bytes(atheris.Mutate(arrived, longest))


def counted(trials: Sequence[Trial], seconds: int) -> Trial:
    """What tries each input, and ends the process after so many seconds of processor time."""
    inputs = 0

    def tried(arrived: bytes) -> None:
        nonlocal inputs
        inputs += 1
        if time.process_time() > seconds:
            print(f"{inputs} inputs in {time.process_time():.0f} s of processor time, nothing found", flush=True)
            os._exit(0)
        for trial in trials:
            with suppress(*REFUSALS, UnicodeDecodeError):  # text is decoded before it arrives
                trial(arrived)

    return tried


if __name__ == "__main__":
    main()
