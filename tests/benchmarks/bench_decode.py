"""How long decoding takes: ``python tests/benchmarks/bench_decode.py``.

Milliseconds depend on the machine, so the last column sets each row against the dynamic program on the same boards in
the same run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.kingdom import Kingdom
from vision.decode.decode import BELIEFS, decode, decode_table
from vision.decode.forward_backward import SUM, marginals, sweep
from vision.decode.one_box import REACHES, relax, search
from vision.decode.potentials import potentials
from vision.squares.classify import KINDS
from vision.training.synthesis.legal_play import play

TABLES = 4
WRONG = 0.05  # of the squares
WITHOUT_BOUND = (60.0,)  # nats: nearly every domino in every place

Logs = NDArray[np.float64]  # (rows, columns, 18)


def table(rng: np.random.Generator, grid: int) -> list[Logs]:
    """The kingdoms that players lay from one box, as the network sees them: four of 5x5 or two of 7x7."""
    seats: list[Logs] = []
    taken: set[int] = set()
    for _ in range(4 if grid == 5 else 2):
        laid = play(rng, grid=grid, taken=taken, turns=12 if grid == 5 else 24)
        taken |= {domino.number for domino in laid.laid}
        seats.append(looks(laid.kingdom, rng))
    return seats


def looks(kingdom: Kingdom, rng: np.random.Generator) -> Logs:
    """Log-probabilities as for a photo in hard light."""
    chances = rng.gamma(0.3, 0.02, (kingdom.height, kingdom.width, len(KINDS))) + 1e-4
    for position, square in kingdom.squares():
        chances[position][KINDS.index(square)] += rng.uniform(0.4, 1.0)
        if rng.random() < WRONG:
            chances[position][rng.integers(len(KINDS))] += 1.0
    return np.asarray(np.log(chances / chances.sum(axis=2, keepdims=True)))


def milliseconds(call: Callable[[Any], object], cases: Sequence[Any]) -> float:
    """Of processor time for one call, on average over the cases."""
    start = time.process_time()
    for case in cases:
        call(case)
    return (time.process_time() - start) / len(cases) * 1e3


def dynamic_program(logs: Logs) -> None:
    """Best tiling and what every piece would cost; the probability of every piece."""
    weights = potentials(np.exp(logs), BELIEFS.empty, BELIEFS.stray, BELIEFS.bare)
    relax(weights)
    marginals(sweep(weights.weights(SUM), SUM), SUM)


def integer_program(reaches: Sequence[float]) -> Callable[[Logs], object]:
    """The integer program on every board, also where it is not needed."""
    return lambda logs: search([relax(potentials(np.exp(logs), BELIEFS.empty, BELIEFS.stray, BELIEFS.bare))], reaches)


def main() -> None:
    """Print a table."""
    print(f"{'':34}{'ms':>8}{'ratio':>8}")
    for grid in (5, 7):
        rng = np.random.default_rng(grid)
        tables = [table(rng, grid) for _ in range(TABLES)]
        cases = [case for seats in tables for case in seats]
        rows = {
            "dynamic program, sum and max": milliseconds(dynamic_program, cases),
            "decode": milliseconds(decode, cases),
            "integer program with bounds": milliseconds(integer_program(REACHES), cases),
            "integer program without": milliseconds(integer_program(WITHOUT_BOUND), cases),
            "decode_table, kingdoms of a box": milliseconds(decode_table, tables),
        }
        base = next(iter(rows.values()))
        for name, taken in rows.items():
            print(f"{f'{grid}x{grid}':5}{name:29}{taken:8.1f}{taken / base:8.1f}")


if __name__ == "__main__":
    main()
