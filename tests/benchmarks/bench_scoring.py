"""How fast kingdoms are scored and proved legal: ``python tests/benchmarks/bench_scoring.py``.

Kingdoms are laid at random by the rules, from fixed seeds; the hard ones were found by
climbing towards kingdoms that take the search the most steps.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[2]))

import numpy as np

from models.training.synthesis.legal_play import play
from scoring import CASTLE, EMPTY, Kingdom, build_order, problems, score
from scoring.boxes import BASE
from tests.benchmarks.figures import Figure, Spread, seconds, told

KINGDOMS = 1000
WRITTEN = "writing the code of the same kingdom"
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


def misread(kingdom: Kingdom, chance: np.random.Generator) -> Kingdom:
    """The kingdom with one square changed to another."""
    positions = [position for position, _ in kingdom.squares()]
    row, column = positions[chance.integers(len(positions))]
    return kingdom.with_square(row, column, ANY_SQUARE[chance.integers(len(ANY_SQUARE))])


def figures(kingdoms: int = KINGDOMS) -> Iterator[Figure]:
    """Scoring, the building order and what is wrong, for kingdoms that were laid and those that take longest."""
    for grid in (5, 7):
        chance = np.random.default_rng(grid)
        legal = [play(chance, grid=grid, complete=at % 2 == 0).kingdom for at in range(kingdoms)]
        errors = [misread(kingdom, chance) for kingdom in legal]
        hard = [Kingdom.parse(code) for code in HARD[grid]]
        size = f"{grid}x{grid}"
        order, wrong = partial(build_order, grid=grid), partial(problems, grid=grid)
        yield from _median_and_worst(f"score, {size}", score, legal)
        yield from _median_and_worst(f"building order, {size}", order, legal)
        yield from _median_and_worst(f"problems, one square misread, {size}", wrong, errors)
        yield from _median_and_worst(f"building order, hardest known {size}", order, hard)
        yield from _median_and_worst(f"problems, hardest known {size}", wrong, hard)


def _median_and_worst(what: str, work: Callable[[Kingdom], object], kingdoms: Sequence[Kingdom]) -> Iterator[Figure]:
    """Against writing the code of the same kingdom."""
    taken = [1e3 * seconds(partial(work, kingdom)) for kingdom in kingdoms]
    bare = median(1e3 * seconds(partial(str, kingdom)) for kingdom in kingdoms)
    yield Figure(what, "ms", Spread.of(taken), Spread.of([one / bare for one in taken]), WRITTEN)
    yield Figure(
        f"  the worst of {len(kingdoms)}", "ms", Spread.of([max(taken)]), Spread.of([max(taken) / bare]), WRITTEN
    )


if __name__ == "__main__":
    told(figures())
