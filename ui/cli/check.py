"""``crownsight check``: could this kingdom have been built, and of which dominoes?"""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence

from scoring import Kingdom, PlacedDomino, build_order, nearest_legal, problems, usual_grid
from ui.cli.boards import described, drawing
from ui.cli.inputs import BadInput, kingdoms_named


def run(options: Namespace) -> int:
    """Print what the rules forbid in one kingdom, or dominoes in an order in which each could be placed."""
    kingdom = _only(options.kingdom)
    grid = options.grid or usual_grid(kingdom)
    wrong = [str(problem.text) for problem in problems(kingdom, grid)]
    dominoes = () if wrong else build_order(kingdom, grid) or ()
    if options.json:
        placed = [{"number": one.number, "squares": [list(position) for position in one.squares]} for one in dominoes]
        print(json.dumps({"legal": not wrong, "problems": wrong, "dominoes": placed}, indent=1))
    else:
        print(drawing(kingdom), *(_wrong(kingdom, grid, wrong) if wrong else _order(kingdom, dominoes)), sep="\n")
    return 0


def _only(argument: str) -> Kingdom:
    kingdoms = [one.kingdom for one in kingdoms_named(argument)]
    if len(kingdoms) > 1:
        codes = " and ".join(str(kingdom) for kingdom in kingdoms)
        raise BadInput(f"{argument} shows {len(kingdoms)} kingdoms; check the code of one at a time: {codes}")
    return kingdoms[0]


def _wrong(kingdom: Kingdom, grid: int, problems: Sequence[str]) -> list[str]:
    lines = ["This kingdom could not have been built:", *(f"  {problem}" for problem in problems)]
    changes = nearest_legal(kingdom, grid)
    return (
        [*lines, "The nearest kingdom that could:", *(f"  {change.words}" for change in changes)] if changes else lines
    )


def _order(kingdom: Kingdom, dominoes: Sequence[PlacedDomino]) -> list[str]:
    lines = ["This kingdom could have been built, for example in this order:"]
    for one in dominoes:
        places = " and ".join(
            f"{described(kingdom[row, column])} in row {row + 1}, column {column + 1}" for row, column in one.squares
        )
        lines.append(f"  domino {one.number:2}: {places}")
    return lines
