"""``crownsight better``: the same dominoes laid better."""

from __future__ import annotations

import json
from argparse import Namespace
from dataclasses import dataclass

from scoring import Laying, Rules, better_laying, problems, score, usual_grid
from scoring.pieces import NO_PIECES
from scoring.territories import counted_points
from ui.cli.inputs import BadInput, Given, box_named, box_of, kingdoms_of_game, quoted
from ui.cli.sheets import Json, domino_json, drawing, placements


@dataclass(frozen=True)
class _Compared:
    """What was scored with the dominoes of a kingdom, and what was possible; an illegal one has problems instead."""

    given: Given
    rules: Rules
    problems: tuple[str, ...]
    better: Laying | None

    @property
    def points(self) -> int:
        return score(self.given.kingdom, self.rules).total


def run(options: Namespace) -> int:
    """Print a legal laying of each kingdom's dominoes that scores more, and an order for them. Raises BadInput."""
    found = [one for of_one in kingdoms_of_game(options.kingdoms, box_named(options.box)) for one in of_one]
    with_pieces = [str(one.kingdom) for one in found if one.pieces is not NO_PIECES]
    if with_pieces:
        raise BadInput(f"only dominoes are laid anew; leave the pieces on {quoted(with_pieces[0])} out")
    compared = [_compared(one, options) for one in found]
    if options.json:
        print(json.dumps([_object(one) for one in compared], indent=1))
    else:
        print("\n\n".join(_text(one) for one in compared))
    return 0


def _compared(given: Given, options: Namespace) -> _Compared:
    rules = Rules(
        grid=options.grid or usual_grid(given.kingdom),
        harmony=options.harmony,
        middle_kingdom=options.middle_kingdom,
        box=box_of(options.box, [given]),
    )
    wrong = tuple(str(problem.text) for problem in problems(given.kingdom, rules.grid, rules.box))
    return _Compared(given, rules, wrong, None if wrong else better_laying(given.kingdom, rules))


def _object(one: _Compared) -> Json:
    told: Json = {
        "code": str(one.given.kingdom),
        "points": one.points,
        "problems": list(one.problems),
        "better": None,
    }
    if one.better:
        told["better"] = {
            "code": str(one.better.kingdom),
            "points": one.better.points,
            "dominoes": [domino_json(laid) for laid in one.better.dominoes],
        }
    return told


def _text(one: _Compared) -> str:
    own = f"This kingdom scores {counted_points(one.points)}"
    if one.problems:
        lines = [f"{own} and could not have been built:", *(f"  {problem}" for problem in one.problems)]
    elif one.better is None:
        lines = [f"{own}. No better laying of its dominoes was found."]
    else:
        lines = [
            f"{own}. With the same dominoes at least {one.better.points} were possible:",
            drawing(one.better.kingdom),
            "For example in this order:",
            *placements(one.better.kingdom, one.better.dominoes),
        ]
    return "\n".join([drawing(one.given.kingdom), *lines])
