"""Kingdoms of one game, each in its own photo: read alone, and decoded together as the app does when a photo comes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from models.training.evaluation.evening_figures import Outcome, outcome
from models.training.evaluation.evenings import Case, DrawBox, Evening, Lying, photos_of_a_game
from models.training.evaluation.matching import matched
from scoring.boxes import BASE
from vision.errors import NoKingdomFound, PhotoError
from vision.photo.photo import Photo
from vision.pipeline.evidence import Evidence, Told, told_together
from vision.pipeline.read import read
from vision.pipeline.reading import Reading

CASES = tuple(
    Case(f"a game, {light}", light, kingdoms=4)
    for light in ("even", "blinds", "window behind", "veil", "glare", "blown", "candle")
)
HEADER = (
    f"{'each kingdom in its own photo':<32}{'kingdoms':>9}{'exact alone':>13}{'together':>10}{'lost':>6}"
    f"{'asked alone':>13}{'together':>10}{'wrong, not asked alone':>24}{'together':>10}"
)


@dataclass(frozen=True)
class Figures:
    """Kingdoms that were found, alone and together: the exact ones, the squares asked about, the wrong ones that are
    not; ``lost`` are kingdoms that only alone are exact."""

    name: str
    alone: tuple[Outcome, ...]
    together: tuple[Outcome, ...]

    @property
    def lost(self) -> int:
        """How many kingdoms are worse for having been decoded together."""
        return sum(one.exact and not other.exact for one, other in zip(self.alone, self.together, strict=True))

    def __str__(self) -> str:
        exact, asked, silent = (
            [sum(map(count, each)) for each in (self.alone, self.together)] for count in (_exact, _asked, _not_asked)
        )
        return (
            f"{self.name:<32}{len(self.alone):>9}{exact[0]:>13}{exact[1]:>10}{self.lost:>6}"
            f"{asked[0]:>13}{asked[1]:>10}{silent[0]:>24}{silent[1]:>10}"
        )


def figures(cases: Iterable[Case], each: int, draw_box: DrawBox) -> Iterator[Figures]:
    """The figures of so many games of each case, and of all."""
    rows = []
    for case in cases:
        games = [judged(photos_of_a_game(case, number, draw_box=draw_box)) for number in range(each)]
        rows.append(Figures(case.name, *_side_by_side(pair for game in games for pair in game)))
        yield rows[-1]
    yield Figures("all", *_side_by_side(pair for row in rows for pair in zip(row.alone, row.together, strict=True)))


def judged(photos: Iterable[Evening]) -> list[tuple[Outcome, Outcome]]:
    """Every kingdom of a game that was found, as read alone and as decoded together."""
    found = [pair for photo in photos for pair in _read(photo)]
    told = told_together([(_as_kept(reading), {}) for reading, _ in found], (), BASE)
    return [
        (outcome(reading, lying), outcome(_as_told(reading, each), lying))
        for (reading, lying), each in zip(found, told, strict=True)
    ]


def _read(photo: Evening) -> list[tuple[Reading, Lying]]:
    try:
        pairs, _ = matched(read(Photo(photo.image, 1.0)), photo.lying)
    except (NoKingdomFound, PhotoError):
        return []
    return [(reading, lying) for reading, lying in pairs if reading is not None]


def _as_kept(reading: Reading) -> Evidence:
    """What was seen, as exactly as tables keep it."""
    seen = reading.evidence
    assert seen is not None
    said = {"against": seen.against, "light": seen.light, "advice": seen.advice}
    height, width = reading.kingdom.height, reading.kingdom.width
    return Evidence.unpacked(seen.packed(), height, width, pale=seen.pale, taught=seen.taught, **said)


def _as_told(reading: Reading, told: Told) -> Reading:
    if told.kingdom == reading.kingdom:
        return reading
    return replace(
        reading,
        kingdom=told.kingdom,
        squares=told.squares,
        legal=told.legal,
        sure=told.sure,
        warnings=told.warnings,
        hidden=told.hidden,
        unknown=told.unknown,
    )


def _side_by_side(pairs: Iterable[tuple[Outcome, Outcome]]) -> tuple[tuple[Outcome, ...], tuple[Outcome, ...]]:
    alone, together = zip(*pairs, strict=True)
    return alone, together


def _exact(found: Outcome) -> int:
    return int(found.exact)


def _asked(found: Outcome) -> int:
    return found.marked + found.also


def _not_asked(found: Outcome) -> int:
    return found.wrong - found.marked
