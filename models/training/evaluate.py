"""Measure the reader: ``python -m models.training.evaluate [DATA] [--sets NAME...]``.

Without DATA the sample photos of the repository are read; ``--sets`` without names lists the sets.

- Real pictures are measured by networks trained without their kingdom, family or photo. The squares network is trained
  again for this and kept in ``build/folds`` (a quarter of an hour, needs PyTorch). The shipped corner network was
  trained on no whole photo.
- ``--shipped`` measures the shipped networks instead and needs no PyTorch.
- Composed sets are always read by the shipped networks. These were trained on tiles drawn by the same code, but on
  other scenes and lights.
- ``CROWNSIGHT_MODELS=FOLDER`` measures the networks of a folder.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import add
from pathlib import Path

import cv2

from models.training.evaluation import (
    castles,
    cover,
    grids,
    invariance,
    lessons,
    outcomes,
    photos,
    squares,
    strays,
    teaching,
    times,
    touching,
)
from models.training.evaluation.evenings import CASES, EDITIONS, TABLES, Case, DrawBox, Evening, boxes_of, evenings
from models.training.evaluation.held_out import Trial, as_shipped, by_quarters, without_source
from models.training.pictures.labels import other_games
from models.training.pictures.patches import load_patches
from vision.photo.photo import Photo, load
from vision.squares.classify import SquareClassifier

SAMPLE_IMAGES = Path(__file__).parents[2] / "sample_images"
SOURCES = ("boards", "photos")  # held out as a whole
WHOLE_PHOTOS = "photos/labels.json"
CACHE = Path("build/folds")  # networks trained for the measurements
NEEDS_TORCH = (
    "Held-out figures train networks, which needs PyTorch: .venv/bin/python -m pip install --group train. "
    "With --shipped the product's own networks are measured without it."
)


@dataclass(frozen=True)
class Request:
    """What to measure: the folder of pictures, the networks, and how much."""

    data: Path
    shipped: bool  # measure the shipped networks
    each: int  # evenings of each case
    edition: str  # tile set of composed evenings
    only: str  # compose only cases whose name contains this

    @property
    def box(self) -> DrawBox:
        """The generator of boxes whose tiles lie on composed evenings."""
        return boxes_of(self.edition, self.data)

    def choose(self, cases: Sequence[Case]) -> list[Case]:
        """Return the cases whose name contains the requested words."""
        return [case for case in cases if self.only in case.name]

    def compose(self, cases: Sequence[Case]) -> Iterator[Evening]:
        """Compose the evenings of the chosen cases."""
        return (photo for case in self.choose(cases) for photo in evenings(case, self.each, draw_box=self.box))


@dataclass(frozen=True)
class PictureSet:
    """A set of measurements: what it shows, its lines in order, and the file of the data folder that it needs."""

    shows: str
    measure: Callable[[Request], Iterator[object]]
    needs: str = ""


@cache
def _quarters(asked: Request) -> list[Trial]:
    """Predict every labelled square by a network trained without its kingdom, family or photo."""
    patches = load_patches(asked.data)
    if asked.shipped:
        return [as_shipped([patch for patch in patches if patch.source in ("squares", *SOURCES)])]
    return by_quarters(patches, asked.data, CACHE)


@cache
def _unseen(asked: Request, source: str) -> Trial:
    """Predict a source by a network trained without it."""
    return without_source(source, load_patches(asked.data), asked.data, CACHE)


def _by_trial(asked: Request) -> SquareClassifier:
    """Return the squares network that was trained without whole photos."""
    trial = _quarters(asked)[0] if asked.shipped else _unseen(asked, "photos")
    return SquareClassifier(trial.network, trial.temperature)


def _squares(asked: Request) -> Iterator[object]:
    trials = _quarters(asked)
    everything = reduce(add, [trial.held_out for trial in trials])
    yield squares.HEADER
    unseen = {} if asked.shipped else {source: _unseen(asked, source) for source in SOURCES}
    yield from squares.table(trials, unseen)
    best = trials[0].temperature * squares.best_temperature(everything.logs, everything.truth)
    yield f"\ntemperature: {trials[0].temperature:.2f}, by these figures best {best:.2f}\n\nconfused most:"
    yield from squares.confusions(everything)


def _photos(asked: Request) -> Iterator[object]:
    yield photos.HEADER
    as_taken = []
    for figures in photos.read_photos(asked.data, _by_trial(asked)):
        as_taken.append(figures)
        yield figures
    yield photos.summary(as_taken)


def _no_kingdom(asked: Request) -> Iterator[object]:
    yield photos.count_false_positives("photos without a kingdom", photos.bare_tables(asked.data), _by_trial(asked))
    yield photos.count_false_positives("other games", map(load, other_games(asked.data)), _by_trial(asked))


def _measure_times(asked: Request) -> Iterator[times.Timed]:
    """Time every photo of the data folder, at its own size and at a phone's, bare tables and composed photos."""
    for kind, folder in {"kingdoms": "photos", "other games": "other-games", "odd": "odd"}.items():
        for path in sorted((asked.data / folder).glob("*.jpg")):
            yield times.time_reading(kind, path.stem, path.read_bytes())
            yield times.time_reading(f"{kind}, 12 MP", path.stem, times.as_from_a_phone(path))
    for number, bare in enumerate(photos.bare_tables(asked.data)):
        yield times.time_reading("no kingdom", str(number), bare)
    for kind, cases in {"whole tables": TABLES, "hard evenings": CASES}.items():
        for number, evening in enumerate(asked.compose(cases)):
            name = f"{evening.case} {number % asked.each}"
            yield times.time_reading(kind, name, Photo(evening.image, 1.0))


def _teaching(asked: Request) -> Iterator[object]:
    yield from teaching.figures(asked.box, asked.choose(teaching.READ), asked.each)
    yield "\nthe same in ordinary light:"
    yield from teaching.figures(asked.box, teaching.ORDINARY, asked.each)


SETS: Mapping[str, PictureSet] = {
    "samples": PictureSet(
        "sample photos of the repository, by the shipped networks", lambda _: photos.sample_figures(SAMPLE_IMAGES)
    ),
    "squares": PictureSet("squares and boards, by what the networks had not seen", _squares),
    "photos": PictureSet("whole photos", _photos, WHOLE_PHOTOS),
    "no-kingdom": PictureSet("photos without a kingdom", _no_kingdom, WHOLE_PHOTOS),
    "time": PictureSet(
        "seconds of the processor, by what was answered", lambda asked: times.figures(_measure_times(asked))
    ),
    "same": PictureSet(
        "whole photos under harmless changes",
        lambda asked: invariance.figures(invariance.real_photos(asked.data)),
        WHOLE_PHOTOS,
    ),
    "evenings": PictureSet(
        "hard evenings, composed", lambda asked: outcomes.figures(map(outcomes.read_evening, asked.compose(CASES)))
    ),
    "covered": PictureSet(
        "whole photos with something on one square", lambda asked: cover.figures(asked.data, asked.each), WHOLE_PHOTOS
    ),
    "tables": PictureSet(
        "whole tables in one photo, composed",
        lambda asked: outcomes.figures_of_tables(map(outcomes.read_evening, asked.compose(TABLES))),
    ),
    "strays": PictureSet(
        "a kingdom with stray dominoes beside it, composed", lambda asked: strays.figures(asked.box, asked.each)
    ),
    "touching": PictureSet(
        "two kingdoms that touch, composed of real boards",
        lambda asked: touching.figures(asked.data, asked.each),
        "boards/labels.csv",
    ),
    "grids": PictureSet(
        "grids in painted styles that no network was taught, composed",
        lambda asked: grids.figures(asked.data, asked.each),
        "styles/boxes",
    ),
    "lessons": PictureSet(
        "photos of twelve dominoes in strange styles, composed",
        lambda asked: lessons.figures(asked.data, asked.each),
        "styles/boxes",
    ),
    "castles": PictureSet("castles' colours, in several lights", lambda asked: castles.figures(asked.data)),
    "table-castles": PictureSet(
        "castles' colours on whole tables of one box, composed",
        lambda asked: castles.figures_of_tables(asked.compose(castles.TABLE_CASES)),
    ),
    "teaching": PictureSet("an edition before and after it was taught, composed", _teaching),
}


def main() -> None:
    arguments = vars(parser().parse_args())
    sets = arguments.pop("sets")
    if sets is None:
        sets = ["samples"] if arguments["data"] is None else list(SETS)
    arguments["data"] = arguments["data"] or SAMPLE_IMAGES
    if not sets:
        print(*(f"{name:<15}{each.shows}" for name, each in SETS.items()), sep="\n")
        return
    cv2.setNumThreads(1)
    try:
        print_figures(sets, Request(**arguments))
    except ModuleNotFoundError as missing:
        if missing.name != "torch":
            raise
        raise SystemExit(NEEDS_TORCH) from missing


def parser() -> argparse.ArgumentParser:
    """Build the parser of the command line."""
    asked = argparse.ArgumentParser(description="Measure the reader on pictures it has not seen.")
    asked.add_argument("data", type=Path, nargs="?", metavar="DATA", help="labelled pictures; default: sample photos")
    asked.add_argument(
        "--sets", nargs="*", choices=SETS, metavar="NAME", help="default: all, or samples without DATA; no name: list"
    )
    asked.add_argument("--shipped", action="store_true", help="measure the product's networks; train none")
    asked.add_argument("--each", type=int, default=outcomes.EACH, help="evenings of each case")
    asked.add_argument("--edition", default="own", choices=EDITIONS, help="whose tiles lie on composed evenings")
    asked.add_argument("--only", default="", help="compose only evenings whose name contains these words")
    return asked


def print_figures(names: Iterable[str], asked: Request) -> None:
    """Print the figures of these sets."""
    for name in names:
        each = SETS[name]
        print(f"\n{each.shows}:")
        if not (asked.data / each.needs).exists():
            print(f"there is no {each.needs} in {asked.data}")
            continue
        for line in each.measure(asked):
            print(line, flush=True)


if __name__ == "__main__":
    main()
