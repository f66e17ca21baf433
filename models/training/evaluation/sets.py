"""The sets of pictures that the reader is measured on, each with its measures.

A set yields what is printed of it, in this order: words, and rows of figures as soon as they are known.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial, reduce
from operator import add
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.training.art.table_tops import surface
from models.training.evaluation import (
    beside,
    castles,
    evening_figures,
    games,
    hard_light,
    new_kinds,
    photos,
    same,
    squares,
    table_castles,
    teaching,
    together,
    views,
    winners,
)
from models.training.evaluation.evenings import CASES, SEED, TABLES, Case, Evening, boxes_of, evenings, real_evenings
from models.training.evaluation.held_out import TRIAL, HeldOut, Trial, as_shipped, by_quarters, without_source
from models.training.evaluation.mistakes import confusions, worst_boards
from models.training.pictures.patches import Patch, load_patches
from models.training.pictures.textures import around_kingdoms
from models.training.train_squares import Recipe
from vision.networks import manifest, open_session, verified_bytes
from vision.photo.photo import Bgr, Photo
from vision.pipeline.find import Classify
from vision.squares.classify import classified_by, classify

SOURCES = ("boards", "photos")  # left out as a whole
WHOLE_PHOTOS = "photos/labels.json"
BARE_TABLES = 100  # drawn ones, beside the real ones


@dataclass(frozen=True)
class Request:
    """What is to be measured: the folder of pictures, where things are kept, and how much of what."""

    data: Path
    shipped: bool  # the product's own networks, none trained for this
    cache: Path  # networks trained for this
    evenings: Path  # composed photos
    worst: Path  # pictures of the worst boards
    samples: int | None  # of each training; None: as many as on the card
    each: int  # evenings of each case
    edition: str  # of the tiles on composed evenings
    only: str  # cases and terrains whose name holds these words
    squares: Path | None  # folder of another squares network, for the real photos in bad light
    against: Path | None  # what an earlier run found, to compare with

    def recipe(self, usual: Recipe) -> Recipe:
        """The usual recipe of a training, or one of as many samples as are asked for."""
        return usual if self.samples is None else usual.of(self.samples)

    def wanted(self, cases: Sequence[Case]) -> list[Case]:
        """The cases whose name holds the words asked for."""
        return [case for case in cases if self.only in case.name]

    def earlier(self, name: str) -> list[dict[str, Any]]:
        """The rows of a set that the earlier run wrote."""
        return [] if self.against is None else json.loads(self.against.read_text(encoding="utf-8")).get(name, [])


Measured = Callable[[Request], Iterator[object]]


@dataclass(frozen=True)
class PictureSet:
    """What a set shows, how its figures are printed, and the file of the data folder without which there are none."""

    shows: str
    measured: Measured
    needs: str = ""


@cache
def _patches(data: Path) -> list[Patch]:
    return load_patches(data)


@cache
def _quarters(asked: Request) -> list[Trial]:
    """Every labelled square, answered by a network that has not seen its kingdom, family or photo."""
    patches = _patches(asked.data)
    if asked.shipped:
        return [as_shipped([patch for patch in patches if patch.source in ("squares", *SOURCES)])]
    return by_quarters(patches, asked.data, asked.recipe(TRIAL), asked.cache)


@cache
def _unseen(asked: Request) -> Mapping[str, Trial]:
    """Each source answered by a network that has seen none of it; none with the product's networks."""
    if asked.shipped:
        return {}
    patches, recipe = _patches(asked.data), asked.recipe(TRIAL)
    return {source: without_source(source, patches, asked.data, recipe, asked.cache) for source in SOURCES}


def _everything(asked: Request) -> HeldOut:
    return reduce(add, [trial.held_out for trial in _quarters(asked)])


def _squares(asked: Request) -> Iterator[object]:
    trials, everything = _quarters(asked), _everything(asked)
    yield squares.HEADER
    yield from squares.table(trials, _unseen(asked))
    best = trials[0].temperature * squares.best_temperature(everything.logs, everything.truth)
    yield f"\ntemperature: {trials[0].temperature:.2f}, by these figures best {best:.2f}\n\nconfused most:"
    yield from confusions(everything)


def _boards(asked: Request) -> Iterator[object]:
    yield "worst boards:"
    yield from worst_boards(_everything(asked), asked.worst)


def _hard_light(asked: Request) -> Iterator[object]:
    yield hard_light.HEADER
    yield from hard_light.hard_light(_quarters(asked))


def _games(asked: Request) -> Iterator[object]:
    yield games.HEADER
    yield from games.games(_quarters(asked), _unseen(asked).get("boards"))


def _by_trial(asked: Request) -> Classify:
    """The squares network that has seen no whole photo."""
    trial = _unseen(asked).get("photos") or _quarters(asked)[0]
    return partial(classified_by, trial.network, temperature=trial.temperature)


def _photos(asked: Request) -> Iterator[object]:
    yield photos.HEADER
    as_taken = []
    for figures in photos.read_photos(asked.data, _by_trial(asked)):
        as_taken.append(figures)
        yield figures
    yield photos.summary(as_taken)


def _lights(asked: Request) -> Iterator[object]:
    for name, light in photos.LIGHTS.items():
        yield f"{name}: {photos.summary(list(photos.read_photos(asked.data, _by_trial(asked), light)))}"


def _nothing_there(asked: Request) -> Iterator[object]:
    seen = photos.kingdoms_seen_in(bare_tables(asked.data), _by_trial(asked))
    yield f"photos without a kingdom: {len(seen)}, kingdoms found in them: {sum(seen)}"


def bare_tables(data: Path) -> Iterator[Photo]:
    """Pictures without a kingdom: what lies beside them in the real photos, rooms and gardens, drawn surfaces."""
    for piece in around_kingdoms(data):
        yield _enlarged(piece)
    crops = sorted((data / "background").glob("*.jpg"))[::9]
    for start in range(0, len(crops) - 12, 12):  # too small alone: twelve to a picture
        row = [cv2.resize(cv2.imread(str(path)), (256, 256)) for path in crops[start : start + 12]]
        yield Photo(np.vstack([np.hstack(row[i : i + 4]) for i in (0, 4, 8)]), 1.0)
    rng = np.random.default_rng(2026)
    for _ in range(BARE_TABLES):
        yield _enlarged(surface(rng, 768))


def _enlarged(picture: Bgr) -> Photo:
    return Photo(np.asarray(cv2.resize(picture, (1024, 1024), interpolation=cv2.INTER_CUBIC)), 1.0)


def _composed(asked: Request, case: Case) -> Iterator[Evening]:
    return evenings(case, asked.each, SEED, boxes_of(asked.edition, asked.data))


def _evenings(asked: Request) -> Iterator[object]:
    yield evening_figures.HEADER
    composed = (evening for case in asked.wanted(CASES) for evening in _composed(asked, case))
    yield from evening_figures.rows(evening_figures.judged(evening, classify) for evening in composed)


def _beside(asked: Request) -> Iterator[object]:
    yield beside.HEADER
    yield from beside.rows([(case, _composed(asked, case)) for case in asked.wanted(beside.CASES)])


def _winners(asked: Request) -> Iterator[object]:
    composed = (evening for case in asked.wanted(CASES) for evening in _composed(asked, case))
    yield from winners.figures(composed)


def _tables(asked: Request) -> Iterator[object]:
    yield evening_figures.TABLES_HEADER
    cases = {case: _composed(asked, case) for case in asked.wanted(TABLES)}
    yield from evening_figures.rows_of_tables(cases, classify)


def _together(asked: Request) -> Iterator[object]:
    yield together.HEADER
    yield from together.figures(asked.wanted(together.CASES), asked.each, boxes_of(asked.edition, asked.data))


def _real_evenings(asked: Request) -> Iterator[object]:
    yield evening_figures.HEADER
    real, seen = sorted(real_evenings(asked.data), key=lambda evening: evening.case), _network(asked.squares)
    yield from evening_figures.rows(evening_figures.judged(evening, seen) for evening in real)


def _network(folder: Path | None) -> Classify:
    if folder is None:
        return classify
    temperature = float(manifest("squares", folder)["temperature"])
    return partial(classified_by, open_session(verified_bytes("squares", folder)), temperature=temperature)


def _castles(asked: Request) -> Iterator[object]:
    yield from castles.figures_of_newer(asked.data) if asked.edition == "newer" else castles.figures(asked.data)


def _table_castles(asked: Request) -> Iterator[object]:
    composed = (evening for case in asked.wanted(table_castles.CASES) for evening in _composed(asked, case))
    yield from table_castles.figures(composed)


def _two_looks(asked: Request) -> Iterator[object]:
    yield "hard evenings:"
    yield from views.told(list(views.composed_pairs(asked.evenings)))
    yield "\nreal boards on drawn tables:"
    yield from views.told(list(views.pairs(asked.data)))


def _new_kinds(asked: Request) -> Iterator[object]:
    terrains = [terrain for terrain in new_kinds.LEFT_OUT if asked.only in terrain.value]
    patches, recipe = _patches(asked.data), asked.recipe(new_kinds.TRIAL)
    yield from new_kinds.figures(terrains, patches, asked.data, recipe, asked.cache)


def _same(asked: Request) -> Iterator[object]:
    yield from same.figures(same.real_photos(asked.data), same.kept(asked.earlier("same")))


def _same_evenings(asked: Request) -> Iterator[object]:
    photos = same.composed_photos(asked.wanted(CASES), asked.each, boxes_of(asked.edition, asked.data))
    yield from same.figures(photos, same.kept(asked.earlier("same-evenings")))


def _teaching(cases: Sequence[Case], asked: Request) -> Iterator[object]:
    yield teaching.HEADER
    yield from teaching.figures(boxes_of(asked.edition, asked.data), asked.wanted(cases), asked.each)


SETS: Mapping[str, PictureSet] = {
    "squares": PictureSet("squares and boards, by what the networks had not seen", _squares),
    "boards": PictureSet("the boards read worst, with their pictures", _boards),
    "hard-light": PictureSet("layouts of boards, filled with squares in hard light", _hard_light),
    "games": PictureSet("kingdoms read together, as those of one game", _games),
    "photos": PictureSet("whole photos", _photos, WHOLE_PHOTOS),
    "lights": PictureSet("the same photos in another light, computed", _lights, WHOLE_PHOTOS),
    "nothing-there": PictureSet("photos without a kingdom", _nothing_there, WHOLE_PHOTOS),
    "evenings": PictureSet("hard evenings, composed", _evenings),
    "beside": PictureSet("kingdoms with a domino laid beside them, composed", _beside),
    "winners": PictureSet("who wins at tables drawn from hard evenings, before and after the answers", _winners),
    "tables": PictureSet("whole tables in one photo, composed", _tables),
    "together": PictureSet("kingdoms of one game, each in its own photo, composed", _together),
    "real-evenings": PictureSet("whole photos in the light of hard evenings", _real_evenings, WHOLE_PHOTOS),
    "same": PictureSet("whole photos under harmless changes", _same, WHOLE_PHOTOS),
    "same-evenings": PictureSet("hard evenings under harmless changes", _same_evenings),
    "castles": PictureSet("castles' colours, in several lights", _castles),
    "table-castles": PictureSet("castles' colours on whole tables of one box, composed", _table_castles),
    "two-looks": PictureSet("kingdoms photographed twice, read as one", _two_looks, "boards/labels.csv"),
    "teaching": PictureSet("an edition before and after it was taught, composed", partial(_teaching, teaching.READ)),
    "teaching-easy": PictureSet("the same in ordinary light", partial(_teaching, teaching.ORDINARY)),
    "new-kinds": PictureSet("terrains that no network was taught", _new_kinds),
}
