"""``crownsight check`` and ``better``: legality of kingdoms, their dominoes, and better arrangements."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass

from scoring import (
    Arrangement,
    Board,
    Box,
    Kingdom,
    PlacedDomino,
    Rules,
    better_arrangement,
    build_order,
    default_grid,
    find_conflicts,
    find_nearest_legal,
    find_problems,
    score,
    summarize_conflicts,
)
from scoring.board_code import format_board
from scoring.limits import find_piece_problems, find_supply_problems
from scoring.pieces import NO_PIECES
from scoring.wording import points_label
from ui.cli.inputs import BadInput, box_named, box_of, kingdoms_of_game, quote
from ui.cli.sheets import Json, domino_json, drawing, placements
from ui.table.player_kingdom import PlayerKingdom


@dataclass(frozen=True)
class Checked:
    """What is wrong with one kingdom, or dominoes in an order in which each could be placed."""

    given: PlayerKingdom
    grid: int
    problems: tuple[str, ...]
    dominoes: tuple[PlacedDomino, ...]


def check(options: Namespace) -> int:
    """Print what the rules forbid in each kingdom, or its dominoes, and what they have too many of together."""
    found = [one for of_one in kingdoms_of_game(options.kingdoms, box_named(options.box)) for one in of_one]
    box = box_of(options.box, found)
    checked = [_check(one, options.grid or default_grid(one.kingdom), box) for one in found]
    if len(checked) == 1:
        print(json.dumps(_object(checked[0]), indent=1) if options.json else _text(checked[0], box))
        return 1 if checked[0].problems else 0
    together = _together(found, box)
    is_legal = not together and not any(one.problems for one in checked)
    if not options.json:
        print(_table_text(checked, together, box))
        return 0 if is_legal else 1
    told: Json = {
        "legal": is_legal,
        "problems": together,
        "kingdoms": [{"code": format_board(one.given.kingdom, one.given.pieces)} | _object(one) for one in checked],
    }
    print(json.dumps(told, indent=1))
    return 0 if is_legal else 1


def _check(given: PlayerKingdom, grid: int, box: Box) -> Checked:
    kingdom = given.kingdom
    wrong = (*find_problems(kingdom, grid, box), *find_piece_problems(kingdom, given.pieces, box))
    dominoes = () if wrong else build_order(kingdom, grid, box) or ()
    return Checked(given, grid, tuple(str(problem) for problem in wrong), tuple(dominoes))


def _together(found: Sequence[PlayerKingdom], box: Box) -> list[str]:
    """List the dominoes that these kingdoms together have too many of for one box."""
    claimed = find_conflicts({_name(number): one.kingdom for number, one in enumerate(found, start=1)}, box)
    many = find_supply_problems([Board(one.kingdom, one.pieces) for one in found])
    meaning = summarize_conflicts(claimed)
    return [
        *([str(meaning)] if meaning else []),
        *(str(conflict) for conflict in (meaning.shown if meaning else ())),
        *(str(problem) for problem in many),
    ]


def _name(number: int) -> str:
    return f"Player {number}"


def _object(one: Checked) -> Json:
    dominoes = [domino_json(laid) for laid in one.dominoes]
    return {"legal": not one.problems, "problems": list(one.problems), "dominoes": dominoes}


def _text(one: Checked, box: Box) -> str:
    kingdom = one.given.kingdom
    if one.problems:
        lines = ["This kingdom could not have been built:", *(f"  {problem}" for problem in one.problems)]
        changes = [f"  {change}" for change in find_nearest_legal(kingdom, one.grid, box=box) or ()]
        lines += ["The nearest kingdom that could:", *changes] if changes else []
    else:
        order = placements(kingdom, one.dominoes)
        lines = ["This kingdom could have been built, for example in this order:", *order]
    return "\n".join([drawing(kingdom), *lines])


def _table_text(checked: Sequence[Checked], together: Sequence[str], box: Box) -> str:
    parts = [f"{_name(number)}:\n{_text(one, box)}" for number, one in enumerate(checked, start=1)]
    told = ["Together:", *(f"  {problem}" for problem in together)] if together else ["One box holds all of them."]
    return "\n\n".join([*parts, "\n".join(told)])


def better(options: Namespace) -> int:
    """Print a legal laying of each kingdom's dominoes that scores more, and an order for them. Raises BadInput."""
    given = kingdoms_of_game(options.kingdoms, box_named(options.box), yes=options.yes)
    found = [one for of_one in given for one in of_one]
    with_pieces = [str(one.kingdom) for one in found if one.pieces is not NO_PIECES]
    if with_pieces:
        raise BadInput(f"only dominoes are laid anew; leave the pieces on {quote(with_pieces[0])} out")
    compared = [_compare(one, options) for one in found]
    if options.json:
        print(json.dumps([_better_object(*one) for one in compared], indent=1))
    else:
        print("\n\n".join(_better_text(*one) for one in compared))
    return 1 if any(problems for _, _, problems, _ in compared) else 0


def _compare(given: PlayerKingdom, options: Namespace) -> tuple[Kingdom, int, list[str], Arrangement | None]:
    """Return a kingdom, its points, its problems, and if it has none a better arrangement."""
    kingdom = given.kingdom
    rules = Rules(
        grid=options.grid or default_grid(kingdom),
        harmony=options.harmony,
        middle_kingdom=options.middle_kingdom,
        box=box_of(options.box, [given]),
    )
    problems = [str(problem) for problem in find_problems(kingdom, rules.grid, rules.box)]
    return kingdom, score(kingdom, rules).total, problems, None if problems else better_arrangement(kingdom, rules)


def _better_object(kingdom: Kingdom, points: int, problems: list[str], found: Arrangement | None) -> Json:
    better = found and {
        "code": str(found.kingdom),
        "points": found.points,
        "dominoes": [domino_json(laid) for laid in found.dominoes],
    }
    return {"code": str(kingdom), "points": points, "problems": problems, "better": better}


def _better_text(kingdom: Kingdom, points: int, problems: list[str], found: Arrangement | None) -> str:
    own = f"This kingdom scores {points_label(points)}"
    if problems:
        lines = [f"{own} and could not have been built:", *(f"  {problem}" for problem in problems)]
    elif found is None:
        lines = [f"{own}. No better arrangement of its dominoes was found."]
    else:
        lines = [
            f"{own}. With the same dominoes at least {found.points} were possible:",
            drawing(found.kingdom),
            "For example in this order:",
            *placements(found.kingdom, found.dominoes),
        ]
    return "\n".join([drawing(kingdom), *lines])
