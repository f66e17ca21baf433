"""Terrains that no network was taught.

For each of some terrains a network is trained without it and without a quarter of the pictures. How many of its squares
are unknown, how many are right once three of them were named, and what does that cost squares of other terrains? Beside
that, simulated: does a giant printed on a square spoil its terrain? Giants are drawn over real squares for this, since
no picture of such dominoes is at hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.art.canvas import Canvas
from models.training.art.expansions import giant
from models.training.evaluation.held_out import Trial, crops_of, trial_without
from models.training.evaluation.promises import wilson
from models.training.evaluation.squares import TERRAINS
from models.training.pictures.patches import FOLDS, Patch
from models.training.synthesis.supply import ALL_KINDS, light_of
from models.training.train_known import Recipe as KnownRecipe
from models.training.train_known import chosen
from models.training.train_squares import Recipe
from scoring.boxes import BASE
from scoring.terrain import Square, Terrain
from vision.photo.photo import Bgr
from vision.squares.classify import CROP_PX, KINDS, forward, predict
from vision.squares.known import novelty
from vision.squares.named import Looks, Named, chances, named

LEFT_OUT = (Terrain.LAKE, Terrain.SWAMP, Terrain.MINE)
TRIAL = Recipe().of(50_000)  # of each training
DRAWN = KnownRecipe(drawn=6_000)
NAMED = 3  # squares that somebody names
FEWEST = 8  # squares of the terrain at a table where some are named
ROUNDS = 2  # what was named by its likeness is an answer, too
HALF = 0.5
SEED = 7


class Share(NamedTuple):
    """So many of so many, with the 95 % interval of the share after Wilson."""

    hits: int
    of: int

    def __str__(self) -> str:
        low, high = wilson(self.hits, self.of)
        return f"{self.hits}/{self.of} {low:.1%}-{high:.1%}"


@dataclass(frozen=True)
class Learnt:
    """A terrain that nothing was named of, and with three squares named at each table.

    ``unknown`` are its squares that are asked about before anything is named; ``right`` the others at the same table
    that have its name then, ``asked`` those still unknown; ``elsewhere`` are right at other tables. ``spoilt`` are
    squares of other terrains, of pictures not seen, that get the name, ``vexing`` those that are asked about at once.
    """

    terrain: Terrain
    tables: int
    unknown: Share
    right: Share
    asked: Share
    elsewhere: Share
    spoilt: Share
    vexing: Share

    def __str__(self) -> str:
        shares = (self.unknown, self.right, self.asked, self.elsewhere, self.spoilt, self.vexing)
        return f"{self.terrain.value:<11}{self.tables:>6}" + "".join(f"{share!s:>25}" for share in shares)


HEADER = f"{'terrain':<11}{'tables':>6}" + "".join(
    f"{name:>25}"
    for name in ("unknown", "three named: right", "still asked", "other tables: right", "spoilt", "vexing")
)


@dataclass(frozen=True)
class Printed:
    """Squares of other terrains, as they are and with a giant drawn over them: terrain right, asked about."""

    terrain: Terrain
    right: Share
    asked: Share
    right_with: Share
    asked_with: Share

    def __str__(self) -> str:
        shares = (self.right, self.asked, self.right_with, self.asked_with)
        return f"all but {self.terrain.value:<11}" + "".join(f"{share!s:>27}" for share in shares)


PRINTED_HEADER = f"{'squares of':<19}" + "".join(
    f"{name:>27}" for name in ("terrain right", "asked", "with a giant: right", "asked")
)


def without_terrain(terrain: Terrain, patches: Sequence[Patch], data: Path, recipe: Recipe, cache: Path) -> Trial:
    """A terrain and a quarter of the pictures, answered by a network that has seen neither."""
    name = f"without-{terrain.value}"
    kinds = kinds_but(terrain)
    return trial_without(name, lambda patch: _is_held_back(patch, terrain), patches, data, recipe, cache, kinds)


def kinds_but(terrain: Terrain) -> list[int]:
    """The kinds of all other terrains, the castle and the empty square."""
    return [kind for kind in ALL_KINDS if KINDS[kind].terrain is not terrain]


def _is_held_back(patch: Patch, terrain: Terrain) -> bool:
    return patch.fold == BASE.terrains.index(terrain) % FOLDS or KINDS[patch.kind].terrain is terrain


def learnt(terrain: Terrain, trial: Trial, examples: NDArray[np.float32]) -> Learnt:
    """The figures of a terrain, of what its trial holds back."""
    patches = trial.held_out.patches
    crops = crops_of(patches)
    embeddings = forward(trial.network, crops)[1]
    looks = Looks(embeddings, novelty(embeddings, examples))
    terrains = [KINDS[patch.kind].terrain for patch in patches]
    new = np.array([each is terrain for each in terrains])
    own = np.array([each not in (terrain, None) for each in terrains])
    lights = np.array([light_of(patch) for patch in patches])
    strange = chances(looks, Named.nothing(), (Square(terrain),))[:, 0] >= HALF
    tables = [np.flatnonzero(new & (lights == light)) for light in np.unique(lights)]
    counted = np.zeros((4, 2), int)
    rng = np.random.default_rng(SEED)
    played = [squares for squares in tables if len(squares) >= FEWEST]
    for squares in played:
        three = rng.choice(squares, NAMED, replace=False)
        called, open_still = _told(trial, crops, looks, three, squares, terrain)
        others, away = np.setdiff1d(squares, three), np.setdiff1d(np.flatnonzero(new), squares)
        counted[0] += called[others].sum(), len(others)
        counted[1] += open_still[others].sum(), len(others)
        counted[2] += called[away].sum(), len(away)
        counted[3] += called[own].sum(), own.sum()
    right, asked, elsewhere, spoilt = (Share(int(hits), int(of)) for hits, of in counted)
    return Learnt(
        terrain,
        len(played),
        Share(int(strange[new].sum()), int(new.sum())),
        right,
        asked,
        elsewhere,
        spoilt,
        Share(int(strange[own].sum()), int(own.sum())),
    )


def _told(
    trial: Trial,
    crops: NDArray[np.uint8],
    looks: Looks,
    three: NDArray[np.int64],
    table: NDArray[np.int64],
    terrain: Terrain,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which squares have the name of the terrain, and which are still unknown, once three at a table were named."""
    square = Square(terrain)
    taught = named(trial.network, crops[three], [square] * len(three))
    for _ in range(ROUNDS):
        found = chances(looks, taught, (square,))
        alike = [at for at in table if at not in three and found[at, 1] >= HALF]
        taught = named(trial.network, crops[alike], [square] * len(alike)) + taught if alike else taught
    found = chances(looks, taught, (square,))
    return found[:, 1] >= HALF, found[:, 0] >= HALF


def printed(terrain: Terrain, trial: Trial, examples: NDArray[np.float32]) -> Printed:
    """What drawn giants do to the squares of other terrains among what a trial holds back."""
    own = [p for p in trial.held_out.patches if KINDS[p.kind].terrain not in (terrain, None)]
    crops, truth = crops_of(own), TERRAINS[[patch.kind for patch in own]]
    rng = np.random.default_rng(SEED)
    marked = np.stack([with_giant(crop, rng) for crop in crops])
    return Printed(terrain, *_read(trial, crops, truth, examples), *_read(trial, marked, truth, examples))


def with_giant(crop: Bgr, rng: np.random.Generator) -> Bgr:
    """A square (64, 64, 3) with a giant drawn where dominoes A to F have one, any side up."""
    large = np.asarray(cv2.resize(np.rot90(crop, int(rng.integers(4))), (4 * CROP_PX, 4 * CROP_PX)), np.uint8)
    giant(Canvas.of(large).placed((0.74, 0.7), float(rng.uniform(0.75, 0.85))), rng)
    return np.asarray(cv2.resize(large, (CROP_PX, CROP_PX), interpolation=cv2.INTER_AREA), np.uint8)


def _read(
    trial: Trial, crops: NDArray[np.uint8], truth: NDArray[np.int64], examples: NDArray[np.float32]
) -> Iterator[Share]:
    """How many have their terrain, and how many are asked about."""
    right = TERRAINS[predict(trial.network, crops, trial.temperature).argmax(1)] == truth
    embeddings = forward(trial.network, crops)[1]
    looks = Looks(embeddings, novelty(embeddings, examples))
    asked = chances(looks, Named.nothing(), ())[:, 0] >= HALF
    yield Share(int(right.sum()), len(right))
    yield Share(int(asked.sum()), len(asked))


def figures(
    terrains: Sequence[Terrain], patches: Sequence[Patch], data: Path, recipe: Recipe, cache: Path
) -> Iterator[object]:
    """The rows of these terrains with their headers, then those of giants over squares of other terrains."""
    yield HEADER
    giants = []
    for terrain in terrains:
        trial = without_terrain(terrain, patches, data, recipe, cache)
        seen = [patch for patch in patches if not _is_held_back(patch, terrain)]
        examples = chosen(trial.network, seen, data, DRAWN, kinds_but(terrain))
        yield learnt(terrain, trial, examples)
        giants.append(printed(terrain, trial, examples))
    yield f"\na giant drawn over real squares (simulated):\n{PRINTED_HEADER}"
    yield from giants
