"""``crownsight check``: could this kingdom have been built, and of which dominoes?"""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence

from scoring import Box, Kingdom, PlacedDomino, build_order, nearest_legal, problems, usual_grid
from scoring.dominoes import printed_name
from scoring.expansions.limits import piece_problems
from ui.cli.boards import described, drawing
from ui.cli.inputs import BadInput, Given, box_named, box_of, kingdoms_named


def run(options: Namespace) -> int:
    """Print what the rules forbid in one kingdom, or dominoes in an order in which each could be placed."""
    given = _only(options.kingdom, box_named(options.box))
    kingdom, box = given.kingdom, box_of(options.box, [given])
    grid = options.grid or usual_grid(kingdom)
    misplaced = [str(problem.text) for problem in piece_problems(kingdom, given.pieces, box)]
    wrong = [*(str(problem.text) for problem in problems(kingdom, grid, box)), *misplaced]
    dominoes = () if wrong else build_order(kingdom, grid, box) or ()
    if options.json:
        placed = [{"number": _number(one), "squares": [list(position) for position in one.squares]} for one in dominoes]
        print(json.dumps({"legal": not wrong, "problems": wrong, "dominoes": placed}, indent=1))
    else:
        print(drawing(kingdom), *(_wrong(kingdom, grid, box, wrong) if wrong else _order(kingdom, dominoes)), sep="\n")
    return 0


def _only(argument: str, box: Box) -> Given:
    kingdoms = kingdoms_named(argument, box)
    if len(kingdoms) > 1:
        codes = " and ".join(str(one.kingdom) for one in kingdoms)
        raise BadInput(f"{argument} shows {len(kingdoms)} kingdoms; check the code of one at a time: {codes}")
    return kingdoms[0]


def _number(placed: PlacedDomino) -> int | str:
    """The number of a domino; what is printed on its back where that is no number of its own."""
    name = printed_name(placed.number)
    return int(name) if name.isdecimal() else name


def _wrong(kingdom: Kingdom, grid: int, box: Box, problems: Sequence[str]) -> list[str]:
    lines = ["This kingdom could not have been built:", *(f"  {problem}" for problem in problems)]
    changes = nearest_legal(kingdom, grid, box=box)
    return (
        [*lines, "The nearest kingdom that could:", *(f"  {change.words}" for change in changes)] if changes else lines
    )


def _order(kingdom: Kingdom, dominoes: Sequence[PlacedDomino]) -> list[str]:
    lines = ["This kingdom could have been built, for example in this order:"]
    for one in dominoes:
        places = " and ".join(
            f"{described(kingdom[row, column])} in row {row + 1}, column {column + 1}" for row, column in one.squares
        )
        lines.append(f"  domino {printed_name(one.number):>2}: {places}")
    return lines
