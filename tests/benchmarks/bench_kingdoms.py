"""How fast kingdoms are scored, proved legal, and decoded from what the network sees in their squares.

``python tests/benchmarks/bench_kingdoms.py``

Kingdoms are laid at random by the rules, from fixed seeds; the hard ones were found by climbing towards kingdoms that
take the search the most steps.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

sys.path.insert(0, str(Path(__file__).parents[2]))

import numpy as np
import scipy.optimize  # noqa: F401  which decoding imports when it is first needed
from numpy.typing import NDArray

from models.training.synthesis.legal_play import play
from scoring import CASTLE, EMPTY, Kingdom, build_order, problems, score
from scoring.boxes import BASE
from tests.benchmarks.figures import Figure, Spread, seconds, told
from vision.decode.decode import decode, decode_table
from vision.squares.classify import KINDS

KINGDOMS, TABLES = 500, 4
WRONG = 0.05  # of the squares
ANY_SQUARE = [*BASE.squares, CASTLE, EMPTY]
HARD = {
    5: (
        "fwwm3./gf1wwl/gwwlf1/ggwwf/.Cwww1",
        "gs2wwf/ggwff/f1ggff/wf1g2lf/Clll.",
    ),
    7: (
        "ggs2gwwl1/fgggg1ww/fw1wm1www1/fl1lwwsl/lwf1m2wg2l/f1wwm2swf/Cgs1ssl1f",
        "gff1www1g/f1wwgwwg1/Cg2ws1wf1l/f1wssswl1/wwm2sm2ww/wm2mw1wll/m3ww1ffl1f",
        "ff.sm2m./fff1ssw1w/gw1wCm2wg2/gf1wgwl1./s2wf1s1ww./wwwswff/lg1wwm1wf",
        ".sswm2ww/.swwwwl1/C.wf1fgg/gggww1gf1/ffwm3wg1./f1ww1wwll/gs2ss1l1wl",
    ),
}
Logs = NDArray[Any]  # (rows, columns, kinds): log-probabilities
Case = TypeVar("Case")


def misread(kingdom: Kingdom, chance: np.random.Generator) -> Kingdom:
    """The kingdom with one square changed to another."""
    positions = [position for position, _ in kingdom.squares()]
    row, column = positions[chance.integers(len(positions))]
    return kingdom.with_square(row, column, ANY_SQUARE[chance.integers(len(ANY_SQUARE))])


def looks(kingdom: Kingdom, chance: np.random.Generator) -> Logs:
    """Log-probabilities as the network gives them for a photo in hard light."""
    chances = chance.gamma(0.3, 0.02, (kingdom.height, kingdom.width, len(KINDS))) + 1e-4
    for position, square in kingdom.squares():
        chances[position][KINDS.index(square)] += chance.uniform(0.4, 1.0)
        if chance.random() < WRONG:
            chances[position][chance.integers(len(KINDS))] += 1.0
    return np.asarray(np.log(chances / chances.sum(axis=2, keepdims=True)))


def table(chance: np.random.Generator, grid: int) -> list[Logs]:
    """The kingdoms that players lay from one box, as the network sees them: four of 5x5 or two of 7x7."""
    seats: list[Logs] = []
    taken: set[int] = set()
    for _ in range(4 if grid == 5 else 2):
        laid = play(chance, grid=grid, taken=taken, turns=12 if grid == 5 else 24)
        taken |= {domino.number for domino in laid.laid}
        seats.append(looks(laid.kingdom, chance))
    return seats


def figures(kingdoms: int = KINGDOMS, tables: int = TABLES) -> Iterator[Figure]:
    """Median and worst of all, for kingdoms that were laid and those that take longest."""
    for grid in (5, 7):
        chance = np.random.default_rng(grid)
        legal = [play(chance, grid=grid, complete=at % 2 == 0).kingdom for at in range(kingdoms)]
        errors = [misread(kingdom, chance) for kingdom in legal]
        hard = [Kingdom.parse(code) for code in HARD[grid]]
        seen = [looks(kingdom, chance) for kingdom in legal]
        size = f"{grid}x{grid}"
        order, wrong = partial(build_order, grid=grid), partial(problems, grid=grid)
        bare = median(1e3 * seconds(partial(str, kingdom)) for kingdom in legal)
        yield from _on(f"score, {size}", score, legal, bare)
        yield from _on(f"building order, {size}", order, legal, bare)
        yield from _on(f"problems, one square misread, {size}", wrong, errors, bare)
        yield from _on(f"building order, hardest known {size}", order, hard, bare)
        yield from _on(f"problems, hardest known {size}", wrong, hard, bare)
        yield from _on(f"decode, {size}", decode, seen, bare)
        boxes = [table(chance, grid) for _ in range(tables)]
        yield from _on(f"decode_table, the kingdoms of a box, {size}", decode_table, boxes, bare)


def _on(what: str, work: Callable[[Case], object], cases: Sequence[Case], bare: float) -> Iterator[Figure]:
    """The spread and the worst, against the milliseconds of writing the code of a kingdom."""
    taken = [1e3 * seconds(partial(work, case)) for case in cases]
    for name, measured in ((what, taken), (f"  the worst of {len(cases)}", [max(taken)])):
        ratio = Spread.of([one / bare for one in measured])
        yield Figure(name, "ms", Spread.of(measured), ratio, "writing the code of a kingdom")


if __name__ == "__main__":
    told(figures())
