"""How fast kingdoms are scored and proved legal: ``python tests/benchmarks/bench_scoring.py``.

Prints a table in Markdown. Kingdoms are laid at random by the rules, from fixed seeds; the hard ones were found by
climbing towards kingdoms that take the search the most steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from time import process_time

import numpy as np

from scoring import CASTLE, EMPTY, Kingdom, build_order, problems, score
from scoring.boxes import BASE
from vision.training.synthesis.legal_play import play

KINGDOMS = 1000
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


def seconds_each(work: Callable[[Kingdom], object], kingdoms: Sequence[Kingdom]) -> list[float]:
    times = []
    for kingdom in kingdoms:
        start = process_time()
        work(kingdom)
        times.append(process_time() - start)
    return times


def misread(kingdom: Kingdom, chance: np.random.Generator) -> Kingdom:
    """The kingdom with one square changed to another."""
    positions = [position for position, _ in kingdom.squares()]
    row, column = positions[chance.integers(len(positions))]
    return kingdom.with_square(row, column, ANY_SQUARE[chance.integers(len(ANY_SQUARE))])


def line(what: str, work: Callable[[Kingdom], object], kingdoms: Sequence[Kingdom]) -> str:
    times = seconds_each(work, kingdoms)
    middle = median(times)
    return f"| {what} | {len(times)} | {1 / middle:,.0f} | {middle * 1e3:.3f} | {max(times) * 1e3:.2f} |"


def report(grid: int) -> None:
    def total(kingdom: Kingdom) -> int:
        return score(kingdom).total

    def order(kingdom: Kingdom) -> object:
        return build_order(kingdom, grid)

    def wrong(kingdom: Kingdom) -> object:
        return problems(kingdom, grid)

    chance = np.random.default_rng(grid)
    legal = [play(chance, grid=grid, complete=at % 2 == 0).kingdom for at in range(KINGDOMS)]
    errors = [misread(kingdom, chance) for kingdom in legal]
    hard = [Kingdom.parse(code) for code in HARD[grid]]
    print(line(f"score, {grid}x{grid}", total, legal))
    print(line(f"building order, legal {grid}x{grid}", order, legal))
    print(line(f"problems, one square misread, {grid}x{grid}", wrong, errors))
    print(line(f"building order, hardest {grid}x{grid} known", order, hard))
    print(line(f"problems, hardest {grid}x{grid} known", wrong, hard))


def main() -> None:
    print("| what | kingdoms | a second (median) | median ms | worst ms |")
    print("|---|---:|---:|---:|---:|")
    for grid in (5, 7):
        report(grid)


if __name__ == "__main__":
    main()
