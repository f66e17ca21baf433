"""What correcting one photo does for the other photos of its family, and for everything else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.training.evaluation.held_out import HeldOut, Trial, crops_of
from models.training.evaluation.read_boards import read_boards
from models.training.synthesis.supply import light_of
from vision.squares.classify import forward
from vision.squares.lessons import Floats, Lessons, corrected, features_of, lessons_of

FEWEST = 2  # photos of a family
HEADER = (
    f"{'corrected':<28}{'photos':>8}{'same light':>12}{'after':>7}{'fewer':>8}{'elsewhere':>12}{'after':>7}{'more':>6}"
    f"{'boards':>9}{'after':>7}"
)


@dataclass(frozen=True)
class Taught:
    """Squares read wrong before and after lessons from one photo, added up over all photos with a mistake in a light.

    ``elsewhere`` are squares in other lights, ``more`` the lessons after which more of these are wrong; ``boards`` and
    ``boards_after`` whole boards elsewhere that are not exact after decoding.
    """

    light: str
    lessons: int
    same: int
    same_after: int
    elsewhere: int
    elsewhere_after: int
    more: int
    boards: int
    boards_after: int

    def __str__(self) -> str:
        fewer = 1 - self.same_after / self.same if self.same else 0.0
        return (
            f"{self.light:<28}{self.lessons:>8}{self.same:>12}{self.same_after:>7}{fewer:8.0%}"
            f"{self.elsewhere:>12}{self.elsewhere_after:>7}{self.more:>6}{self.boards:>9}{self.boards_after:>7}"
        )


def lessons_taught(trial: Trial) -> Iterator[Taught]:
    """The figures of every light among what the network has not seen."""
    patches = trial.held_out.patches
    crops = crops_of(patches)
    features = features_of(forward(trial.network, crops)[1], crops)
    lights = np.array([light_of(patch) for patch in patches])
    sheets = np.array([patch.sheet for patch in patches])
    for light in np.unique(lights):
        here = lights == light
        names = [sheet for sheet in np.unique(sheets[here]) if not sheet.endswith(" table")]  # nobody corrects a table
        photos = [here & (sheets == name) for name in names]
        erring = [photo for photo in photos if trial.held_out.wrong[photo].any()]
        if len(photos) >= FEWEST and erring:
            learnt = [
                lessons_of(trial.network, crops[p], trial.held_out.truth[p].tolist(), trial.temperature, light)
                for p in erring
            ]
            yield _taught(str(light), trial.held_out, features, here, erring, learnt)


def _taught(
    light: str,
    held_out: HeldOut,
    features: Floats,
    here: NDArray[np.bool_],
    photos: list[NDArray[np.bool_]],
    learnt: list[Lessons],
) -> Taught:
    before = held_out.wrong
    after = [HeldOut(held_out.patches, corrected(lessons, held_out.logs, features)) for lessons in learnt]
    away = np.flatnonzero(~here).tolist()
    return Taught(
        light,
        len(photos),
        sum(int(before[here & ~photo].sum()) for photo in photos),
        sum(int(new.wrong[here & ~photo].sum()) for new, photo in zip(after, photos, strict=True)),
        len(photos) * int(before[~here].sum()),
        sum(int(new.wrong[~here].sum()) for new in after),
        sum(int(new.wrong[~here].sum()) > int(before[~here].sum()) for new in after),
        len(photos) * _not_exact(held_out.at(away)),
        sum(_not_exact(new.at(away)) for new in after),
    )


def _not_exact(held_out: HeldOut) -> int:
    return sum(not board.exact for board in read_boards(held_out))
