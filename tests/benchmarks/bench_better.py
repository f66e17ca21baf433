"""How often and by how much random legal kingdoms can be laid better.

``python tests/benchmarks/bench_better.py [1000] [--grid 7] [--dominoes 6]``

Half of the kingdoms are those of tidy players, who leave few gaps. Every answer is checked: legal step by step, the
same dominoes, worth more. No laying scores more than all squares of each terrain in one territory, so where that is
reached the answer is proved to be the most.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from scoring import GRIDS, Kingdom, Rules, better_laying, problems, score
from tests.scoring.legal_play import most_by_terrain, play, replay


class Tried(NamedTuple):
    """One kingdom: what it scores, what was found, what no laying exceeds, and the processor's seconds."""

    own: int
    better: int
    most: int
    seconds: float


def tried(kingdom: Kingdom, numbers: Sequence[int], grid: int) -> Tried:
    """One search, and its answer checked."""
    rules = Rules(grid=grid)
    own, start = score(kingdom, rules).total, process_time()
    better = better_laying(kingdom, rules, numbers)
    taken = process_time() - start
    if better is not None:
        assert replay(better.kingdom, better.dominoes, grid) == better.kingdom
        assert problems(better.kingdom, grid) == ()
        assert sorted(placed.number for placed in better.dominoes) == sorted(numbers)
        assert better.points == score(better.kingdom, rules).total > own
    return Tried(own, own if better is None else better.points, most_by_terrain(numbers), taken)


def told(found: Sequence[Tried]) -> str:
    """The figures in four lines."""
    gains = [one.better - one.own for one in found]
    proved = sum(one.better == one.most for one in found)
    return "\n".join(
        [
            f"{len(found)} kingdoms of {mean(one.own for one in found):.1f} points on average; all answers legal",
            f"better: {sum(gain > 0 for gain in gains)}; by {mean(gains):.1f} points on average, "
            f"{median(gains):.0f} in the middle, {max(gains)} at most",
            f"proved to be the most: {proved}; points short of the bound: {mean(o.most - o.better for o in found):.2f}",
            f"processor seconds: {mean(one.seconds for one in found):.2f}, {max(o.seconds for o in found):.2f} at most",
        ]
    )


def main() -> None:
    """Try as many kingdoms as are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kingdoms", nargs="?", type=int, default=1000)
    parser.add_argument("--grid", type=int, choices=GRIDS, default=5)
    parser.add_argument("--dominoes", type=int, help="drawn by each player; default: as many as fill the grid")
    options = parser.parse_args()
    drawn = options.dominoes or options.grid**2 // 2
    games = [play(seed, options.grid, drawn, tidy=bool(seed % 2)) for seed in range(options.kingdoms)]
    print(told([tried(kingdom, numbers, options.grid) for kingdom, numbers in games]))


if __name__ == "__main__":
    main()
