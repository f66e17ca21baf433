"""How long decoding takes: ``python tests/benchmarks/bench_decode.py``.

Kingdoms are laid at random by the rules, and looked at as by the squares network.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

import numpy as np
from numpy.typing import NDArray

from models.training.synthesis.legal_play import play
from scoring.kingdom import Kingdom
from tests.benchmarks.figures import Figure, Spread, seconds, told
from vision.decode.deck import BASE_DECK
from vision.decode.decode import BELIEFS, decode, decode_table
from vision.decode.forward_backward import SUM, marginals, sweep
from vision.decode.one_box import REACHES, relax, search
from vision.decode.potentials import potentials
from vision.squares.classify import KINDS

KINGDOMS, TABLES = 1000, 4
SWEEPS = "its dynamic program alone"
WRONG = 0.05  # of the squares
WITHOUT_BOUND = (60.0,)  # nats: nearly every domino in every place

Logs = NDArray[Any]  # (rows, columns, 18)


def table(rng: np.random.Generator, grid: int) -> list[Logs]:
    """The kingdoms that players lay from one box, as the network sees them: four of 5x5 or two of 7x7."""
    seats: list[Logs] = []
    taken: set[int] = set()
    for _ in range(4 if grid == 5 else 2):
        laid = play(rng, grid=grid, taken=taken, turns=12 if grid == 5 else 24)
        taken |= {domino.number for domino in laid.laid}
        seats.append(looks(laid.kingdom, rng))
    return seats


def looks(kingdom: Kingdom, rng: np.random.Generator, *, noisy: bool = True) -> Logs:
    """Log-probabilities as for a photo in hard light, or for one in which nothing is in doubt."""
    chances = rng.gamma(0.3, 0.02 if noisy else 1e-4, (kingdom.height, kingdom.width, len(KINDS))) + 1e-4
    for position, square in kingdom.squares():
        chances[position][KINDS.index(square)] += rng.uniform(0.4, 1.0)
        if noisy and rng.random() < WRONG:
            chances[position][rng.integers(len(KINDS))] += 1.0
    return np.asarray(np.log(chances / chances.sum(axis=2, keepdims=True)))


def dynamic_program(logs: Logs) -> None:
    """Best tiling and what every piece would cost; the probability of every piece."""
    weights = potentials(BASE_DECK, np.exp(logs), BELIEFS.empty, BELIEFS.stray, BELIEFS.bare)
    relax(weights)
    marginals(sweep(weights.weights(SUM), SUM), SUM)


def integer_program(logs: Logs, reaches: Sequence[float]) -> object:
    """The integer program, also where it is not needed."""
    return search([relax(potentials(BASE_DECK, np.exp(logs), BELIEFS.empty, BELIEFS.stray, BELIEFS.bare))], reaches)


def figures(kingdoms: int = KINGDOMS, tables: int = TABLES) -> Iterator[Figure]:
    """Decoding of sharp and noisy kingdoms, the worst among them, the integer program, and whole tables."""
    integer_program(looks(play(np.random.default_rng(0)).kingdom, np.random.default_rng(0)), REACHES)  # imports SciPy
    for grid in (5, 7):
        size, rng = f"{grid}x{grid}", np.random.default_rng(grid)
        for noisy in (False, True):
            cases = [looks(play(rng, grid=grid).kingdom, rng, noisy=noisy) for _ in range(kingdoms)]
            yield from _on(f"decode, {'noisy' if noisy else 'sharp'}, {size}", decode, cases)
        seats = [table(rng, grid) for _ in range(tables)]
        every = [case for one in seats for case in one]
        yield from _on(f"integer program, bounded, {size}", partial(integer_program, reaches=REACHES), every)
        yield from _on(f"integer program, unbounded, {size}", partial(integer_program, reaches=WITHOUT_BOUND), every)
        taken = [1e3 * seconds(partial(decode_table, one)) for one in seats]
        yield Figure(f"decode_table, the kingdoms of a box, {size}", "ms", Spread.of(taken))


def _on(what: str, work: Callable[[Logs], object], cases: Sequence[Logs]) -> Iterator[Figure]:
    """The median and the worst of all cases, each against the dynamic program on the same one."""
    pairs = [(1e3 * seconds(partial(work, case)), 1e3 * seconds(partial(dynamic_program, case))) for case in cases]
    taken, ratios = [one for one, _ in pairs], [one / bare for one, bare in pairs]
    yield Figure(what, "ms", Spread.of(taken), Spread.of(ratios), SWEEPS)
    yield Figure(f"  the worst of {len(cases)}", "ms", Spread.of([max(taken)]), Spread.of([max(ratios)]), SWEEPS)


if __name__ == "__main__":
    told(figures())
