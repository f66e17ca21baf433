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
from statistics import mean

sys.path.insert(0, str(Path(__file__).parents[2]))

from scoring import GRIDS, Kingdom, Rules, better_laying, problems, score
from tests.benchmarks.figures import seconds
from tests.scoring.legal_play import most_by_terrain, play, replay


def laid_better(kingdom: Kingdom, numbers: Sequence[int], rules: Rules) -> int:
    """What the same dominoes are worth when they are laid better, or as they lie; the answer is checked."""
    own, better = score(kingdom, rules).total, better_laying(kingdom, rules, numbers)
    if better is None:
        return own
    assert replay(better.kingdom, better.dominoes, rules.grid) == better.kingdom
    assert problems(better.kingdom, rules.grid) == ()
    assert sorted(placed.number for placed in better.dominoes) == sorted(numbers)
    assert better.points == score(better.kingdom, rules).total > own
    return better.points


def main() -> None:
    """Try as many kingdoms as are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kingdoms", nargs="?", type=int, default=1000)
    parser.add_argument("--grid", type=int, choices=GRIDS, default=5)
    parser.add_argument("--dominoes", type=int, help="drawn by each player; default: as many as fill the grid")
    options = parser.parse_args()
    rules, drawn = Rules(grid=options.grid), options.dominoes or options.grid**2 // 2
    games = [play(seed, options.grid, drawn, tidy=bool(seed % 2)) for seed in range(options.kingdoms)]
    own = [score(kingdom, rules).total for kingdom, _ in games]
    better = list[int]()
    taken = seconds(lambda: better.extend(laid_better(*game, rules) for game in games))
    gains = [one - other for one, other in zip(better, own, strict=True)]
    short = [most_by_terrain(numbers) - points for (_, numbers), points in zip(games, better, strict=True)]

    print(f"{len(games)} kingdoms of {mean(own):.1f} points on average; all answers legal")
    print(f"better: {sum(gain > 0 for gain in gains)}; by {mean(gains):.1f} points on average, {max(gains)} at most")
    print(f"proved to be the most: {short.count(0)}; points short of the bound: {mean(short):.2f}")
    print(f"processor seconds: {taken / len(games):.2f}")


if __name__ == "__main__":
    main()
