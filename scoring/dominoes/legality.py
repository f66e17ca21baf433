"""Legality of a kingdom: the dominoes that build it and their order, or the rules it breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from scoring.boxes import BASE, FACES_BY_NUMBER, Box
from scoring.dominoes.cover_problem import CoverProblem, Placement, cover_problem
from scoring.dominoes.tilings import find_tiling, is_refuted, iterate_tilings, order_placements
from scoring.kingdom import Kingdom, Position, Problem, position_label, position_labels
from scoring.message import message, plural
from scoring.rules import smallest_grid
from scoring.terrain import MAX_CROWNS, Square

REFUTING_STEPS = 60  # of each search for the squares to blame; a longer one would keep a player waiting
EXAMPLES = 50  # tilings looked at to find one that strands few squares
OVERSIZE_STEPS = 500  # of the search on kingdoms larger than the grid, which are wrong anyway


class Rule(StrEnum):
    """What a kingdom that could not have been built breaks."""

    CASTLE = "castle"  # there is exactly one
    GRID = "grid"  # no square lies outside
    CROWNS = "crowns"  # no domino has so many on that terrain
    BOX = "box"  # the dominoes have only so many squares of a kind
    CUT_OFF = "cut off"  # every square is joined to the castle
    COVER = "cover"  # distinct dominoes cover the squares
    ORDER = "order"  # and can be laid one after the other


@dataclass(frozen=True)
class PlacedDomino:
    """A domino where it lies: the positions of its first and its second square, as printed."""

    number: int
    squares: tuple[Position, Position]


def default_grid(kingdom: Kingdom) -> int:
    """The side of the grid if nobody says: the smallest that the kingdom fits in."""
    kingdom = kingdom.crop()
    return smallest_grid(max(kingdom.height, kingdom.width))


def written_grid(kingdom: Kingdom) -> int:
    """The side of the grid of a kingdom that is written with its gaps."""
    return smallest_grid(max(kingdom.height, kingdom.width))


def find_problems(kingdom: Kingdom, grid: int | None = None, box: Box = BASE) -> tuple[Problem, ...]:
    """Everything the rules forbid here; empty exactly for a legal kingdom.

    A finished kingdom is legal if it has one castle, lies within the grid, and its other squares can be cut into
    distinct dominoes of the box that can be laid in some order, each step legal (rulebook, connection rules).
    Without ``grid`` it is that of ``default_grid``.
    """
    grid = grid or default_grid(kingdom)
    if build_order(kingdom, grid, box) is not None:
        return ()
    simple = (
        *_shape_problems(kingdom, grid),
        *_square_problems(kingdom, box),
        *_cut_off_problems(kingdom),
    )
    known = {problem.rule for problem in simple}
    if known & {Rule.CROWNS, Rule.BOX}:
        return simple  # no dominoes cover such squares, and that is said already
    return simple + tuple(_domino_problems(kingdom, known, box))


def build_order(kingdom: Kingdom, grid: int | None = None, box: Box = BASE) -> tuple[PlacedDomino, ...] | None:
    """The dominoes of a legal kingdom in an order in which each placement was legal; None if it is not legal.

    Each step follows the connection rules of the rulebook. There may be other dominoes and orders that build it.
    Where several dominoes look the same, the lowest number is laid first.
    """
    if len(kingdom.castles) != 1 or _outside(kingdom, grid or default_grid(kingdom)):
        return None
    ground = cover_problem([kingdom], box=box)
    tiling = find_tiling(ground)
    return None if tiling is None else number_dominoes(ground, order_placements(ground, tiling))


def number_dominoes(ground: CoverProblem, tiling: Iterable[Placement]) -> tuple[PlacedDomino, ...]:
    """The dominoes of a tiling by number, in the same order."""
    used: Counter[int] = Counter()
    dominoes = []
    for place in tiling:
        number = ground.stock.numbers[place.face][used[place.face]]
        used[place.face] += 1
        (_, first), (_, second) = ground.halves(place)
        turned = ground.stock.kinds[place.kinds[0]] != FACES_BY_NUMBER[number][0]
        dominoes.append(PlacedDomino(number, (second, first) if turned else (first, second)))
    return tuple(dominoes)


def _shape_problems(kingdom: Kingdom, grid: int) -> Iterator[Problem]:
    """No castle or several, and what lies outside the grid."""
    castles, outside = kingdom.castles, _outside(kingdom, grid)
    if not castles:
        yield Problem(message("There is no castle"), (), Rule.CASTLE)
    if len(castles) > 1:
        text = message("There are {castles} castles: {places}", castles=len(castles), places=position_labels(castles))
        yield Problem(text, castles, Rule.CASTLE)
    if outside:
        shape = kingdom.crop()
        text = plural(
            len(outside),
            "The kingdom is {size}, larger than the {grid} grid: {number} square too far out",
            "The kingdom is {size}, larger than the {grid} grid: {number} squares too far out",
            size=f"{shape.height}x{shape.width}",
            grid=f"{grid}x{grid}",
        )
        yield Problem(text, outside, Rule.GRID)


def _outside(kingdom: Kingdom, grid: int) -> tuple[Position, ...]:
    """The positions that lie too far out: the fewest that can be, however the grid is laid over the kingdom."""
    tiles = kingdom.tiles
    corners = ((top, left) for top in range(kingdom.height) for left in range(kingdom.width))
    found = (
        tuple((r, c) for r, c in tiles if not (top <= r < top + grid and left <= c < left + grid))
        for top, left in corners
        if top == 0 or top + grid <= kingdom.height
        if left == 0 or left + grid <= kingdom.width
    )
    return min(found, key=len)


def _square_problems(kingdom: Kingdom, box: Box) -> Iterator[Problem]:
    """Squares that no domino has (rulebook, list of dominoes), and more of a kind than all dominoes have together."""
    for position, square in kingdom.squares():
        if square.terrain is not None and square not in box.squares:
            text = message(
                "{crowns} crowns on a {terrain} square do not exist: {place}"
                if square.terrain in box.terrains
                else "No box on this table has {terrain} squares: {place}",
                crowns=square.crowns,
                terrain=square.terrain.label,
                place=position_label(position),
            )
            yield Problem(text, (position,), Rule.CROWNS)
    lying = [(position, square) for position, square in kingdom.squares() if square in box.squares]
    for terrain in box.terrains:
        here = tuple(position for position, square in lying if square.terrain is terrain)
        there = sum(box.squares.get(Square(terrain, crowns), 0) for crowns in range(MAX_CROWNS + 1))
        if len(here) > there:
            text = message(
                "{here} {terrain} squares are too many: the box has {there}",
                here=len(here),
                terrain=terrain.label,
                there=there,
            )
            yield Problem(text, here, Rule.BOX)
    for kind, there in box.squares.items():
        here = tuple(position for position, square in lying if square == kind)
        if len(here) > there:
            text = message(
                "{here} squares of {square} are too many: the box has {there}"
                if kind.crowns
                else "{here} squares of {square} without a crown are too many: the box has {there}",
                here=len(here),
                square=kind.label,
                there=there,
            )
            yield Problem(text, here, Rule.BOX)


def _cut_off_problems(kingdom: Kingdom) -> Iterator[Problem]:
    """Squares that no chain of squares side by side joins to the castle; without one, to the largest part."""
    parts = _parts(kingdom)
    if len(parts) < 2:
        return
    main = max(parts, key=lambda part: (any(kingdom[position].is_castle for position in part), len(part)))
    for part in parts:
        if part is not main:
            positions = tuple(sorted(part))
            text = message("Cut off from the rest of the kingdom: {places}", places=position_labels(positions))
            yield Problem(text, positions, Rule.CUT_OFF)


def _parts(kingdom: Kingdom) -> list[list[Position]]:
    unseen = set(kingdom.tiles)
    parts = []
    for start, _ in kingdom.squares():
        if start in unseen:
            unseen.discard(start)
            part = [start]
            for position in part:  # grows while we walk it
                near = [n for n in kingdom.neighbours(position) if n in unseen]
                unseen.difference_update(near)
                part += near
            parts.append(part)
    return parts


def _domino_problems(kingdom: Kingdom, known: set[StrEnum], box: Box) -> Iterator[Problem]:
    """Why no dominoes cover the squares, or why those that do can be laid in no order."""
    ground = cover_problem([kingdom], box=box)
    number = ground.squares.bit_count()
    if number % 2 and ground.castle:
        odd = message("{number} squares besides the castle are an odd number, and a domino covers two", number=number)
        yield Problem(odd, (), Rule.COVER)
    unmatched = ground.squares & ~ground.coverable
    for position in ground.positions(unmatched):
        text = message(
            "No domino joins {square} to a square beside it: {place}",
            square=kingdom[position].label,
            place=position_label(position),
        )
        yield Problem(text, (position,), Rule.COVER)
    if number % 2 or unmatched:
        return
    blamed = find_uncoverable(ground.in_any_order(), exactly=Rule.GRID not in known)
    for squares in blamed:
        positions = ground.positions(squares)
        text = message(
            "No distinct dominoes cover these {number} squares together: {places}",
            number=len(positions),
            places=position_labels(positions),
        )
        yield Problem(text, positions, Rule.COVER)
    if not blamed and not known:
        yield _order_problem(ground)


def find_uncoverable(ground: CoverProblem, *, exactly: bool = True) -> list[int]:
    """Sets of squares, none larger than need be, that no distinct dominoes cover together."""
    blamed: list[int] = []
    left = ground
    while find_tiling(left) is None if exactly else is_refuted(left, OVERSIZE_STEPS):
        core = left.squares
        for bit in range(len(ground.cells)):
            fewer = core & ~(1 << bit)
            if fewer != core and is_refuted(ground.wanting(fewer), REFUTING_STEPS):
                core = fewer
        blamed.append(core)
        left = ground.wanting(left.squares & ~core)
    return blamed


def _order_problem(ground: CoverProblem) -> Problem:
    """The squares left over however the kingdom is cut into dominoes: the fewest of some tilings looked at."""
    some = islice(iterate_tilings(ground.in_any_order()), EXAMPLES)
    orders = (order_placements(ground, ground.joined(tiling)) for tiling in some)
    left = (ground.squares & ~sum(place.squares for place in order) for order in orders)
    positions = ground.positions(min(left, key=int.bit_count))
    text = message(
        "No order of legal placements lays all dominoes; left over: {places}", places=position_labels(positions)
    )
    return Problem(text, positions, Rule.ORDER)
