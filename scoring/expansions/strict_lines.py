"""The most lines of three crowned squares of which each shares at most one of its squares with other lines.

So every line has two squares to itself, and a third, here called its hub, that several lines may share. An exact
search: dynamic programming over the squares in reading order, where what is left to decide is only which later squares
are taken already. It leaves a branch that cannot have more lines than are known, by a Lagrangian bound (Fisher, 1981):
every square has a price, a line is worth one less the prices of its own two squares, and no choice earns more than all
prices together and what the hubs earn beyond theirs. The prices are found by subgradient descent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.expansions.crown_lines import DIRECTIONS, CrownLine, lines_from
from scoring.kingdom import Position

FIRST_WIDTH = 100  # states kept at each square by a quick search for a good answer
WIDTHS = (200, 800, 3200, None)  # of the searches after it, the last of which is exact, until the bound is reached
DESCENT_STEPS = 200
PATIENCE = 8  # steps without a lower bound before they become shorter
EPSILON = 1e-6  # of sums of prices


class _Spoke(NamedTuple):
    """A line seen from its hub: where it begins, and the two squares that it has to itself; indices of squares."""

    start: int
    own: tuple[int, int]


class _Axis(NamedTuple):
    """A direction through a hub: lines on both sides of it, or one with the hub in the middle, which excludes them."""

    apart: tuple[_Spoke, ...]
    middle: _Spoke | None


@dataclass(frozen=True)
class _Ground:
    """Crowned squares in reading order, the lines that start at each, and the axes through each."""

    squares: tuple[Position, ...]
    starts: tuple[tuple[tuple[int, int], ...], ...]  # the second and third square of each line
    axes: tuple[tuple[_Axis, ...], ...]


class _State(NamedTuple):
    """What matters of a choice of lines for the squares to come: bits of those taken for one line, and of hubs."""

    own: int
    hubs: int


class _Chosen(NamedTuple):
    """How many lines were chosen, and which: the last, as indices of its squares, and those before it."""

    number: int
    line: tuple[int, int, int] | None = None
    before: _Chosen | None = None


_States = dict[_State, _Chosen]
NOTHING = _Chosen(0)


def strict_lines(crowned: Collection[Position]) -> tuple[CrownLine, ...]:
    """As many lines as there can be with each sharing at most one of its squares with others; in reading order."""
    ground = _ground(crowned)
    equal = [0.5] * len(ground.squares)
    best = _searched(ground, equal, NOTHING, FIRST_WIDTH)
    bound, prices = _descended(ground, best.number)
    for width in WIDTHS:
        if bound >= best.number + 1:
            best = _searched(ground, prices, best, width)
    return tuple(sorted(_lines(ground, best)))


def _ground(crowned: Collection[Position]) -> _Ground:
    squares = tuple(sorted(crowned))
    index = {position: at for at, position in enumerate(squares)}
    starts = tuple(tuple((index[b], index[c]) for _, b, c in lines_from(start, crowned)) for start in squares)
    return _Ground(squares, starts, tuple(tuple(_axes(position, index)) for position in squares))


def _axes(hub: Position, index: Mapping[Position, int]) -> Iterator[_Axis]:
    for down, right in DIRECTIONS:
        far, near, here, after, beyond = (index.get((hub[0] + k * down, hub[1] + k * right)) for k in range(-2, 3))
        apart = []
        if here is not None and after is not None and beyond is not None:
            apart.append(_Spoke(here, (after, beyond)))
        if far is not None and near is not None:
            apart.append(_Spoke(far, (far, near)))
        middle = None if near is None or after is None else _Spoke(near, (near, after))
        if apart or middle:
            yield _Axis(tuple(apart), middle)


def _earned(axes: Sequence[_Axis], prices: Sequence[float], first: int = 0) -> tuple[float, list[_Spoke]]:
    """The most that a hub's lines which start at square ``first`` or later earn beyond prices, and these lines."""

    def worth(spoke: _Spoke | None) -> float:
        return 1 - prices[spoke.own[0]] - prices[spoke.own[1]] if spoke and spoke.start >= first else 0.0

    total, spokes = 0.0, []
    for axis in axes:
        apart = [spoke for spoke in axis.apart if worth(spoke) > 0]
        beside, through = sum([worth(spoke) for spoke in apart]), worth(axis.middle)
        if axis.middle and through > beside:
            apart, beside = [axis.middle], through
        total += beside
        spokes += apart
    return total, spokes


def _descended(ground: _Ground, known: int) -> tuple[float, list[float]]:
    """The lowest bound on the number of lines that some steps of descent find, and the prices that prove it."""
    best, best_prices = float(len(ground.squares)), [0.5] * len(ground.squares)
    prices, stride, waited = best_prices, 1.0, 0
    for _ in range(DESCENT_STEPS):
        bound, excess = _bound(ground, prices)
        waited += 1
        if bound < best - EPSILON:
            best, best_prices, waited = bound, prices, 0
        length = sum([square * square for square in excess])
        if best < known + 1 or not length:
            break
        if waited == PATIENCE:
            prices, stride, waited = best_prices, stride * 0.7, 0
        step = stride * (bound - known) / length
        prices = [min(1.0, max(0.0, price - step * less)) for price, less in zip(prices, excess, strict=True)]
    return best, best_prices


def _bound(ground: _Ground, prices: Sequence[float]) -> tuple[float, list[int]]:
    """No choice has more lines; and how often each square is left over (1), used (0) or wanted too often (below)."""
    bound, excess = sum(prices), [1] * len(prices)
    for hub, axes in enumerate(ground.axes):
        earned, spokes = _earned(axes, prices)
        if earned > prices[hub]:
            bound += earned - prices[hub]
            for square in (hub, *(square for spoke in spokes for square in spoke.own)):
                excess[square] -= 1
    return bound, excess


def _searched(ground: _Ground, prices: Sequence[float], known: _Chosen, width: int | None) -> _Chosen:
    """A choice with more lines than ``known``, or that; the best of all unless only ``width`` states are kept."""
    states: _States = {_State(0, 0): NOTHING}
    live = _live(ground)
    for at in range(len(ground.squares)):
        after = _after(states, at, ground.starts[at], live[at + 1])
        bounds = _UpperBounds(ground, prices, at + 1, live[at + 1])
        bounded = [(bounds.of(state, chosen.number), state) for state, chosen in after.items()]
        kept = [one for one in bounded if one[0] >= known.number + 1 - EPSILON]
        if width is not None and len(kept) > width:
            kept = sorted(kept, reverse=True)[:width]
        states = {state: after[state] for _, state in kept}
    return max(states.values(), key=lambda chosen: chosen.number, default=known)


def _live(ground: _Ground) -> list[int]:
    """For each square, the squares of all lines that start there or later."""
    live = [0] * (len(ground.squares) + 1)
    for at in reversed(range(len(ground.squares))):
        live[at] = live[at + 1]
        for second, third in ground.starts[at]:
            live[at] |= 1 << at | 1 << second | 1 << third
    return live


def _after(states: _States, at: int, starts: Sequence[tuple[int, int]], live: int) -> _States:
    """The states once it is settled which lines start at a square; of equal ones the one with most lines."""
    after: _States = {}
    for state, chosen in states.items():
        for own, hubs, better in _choices(state, chosen, at, starts):
            key = _State(own & live, hubs & live)
            if key not in after or after[key].number < better.number:
                after[key] = better
    return after


def _choices(
    state: _State, chosen: _Chosen, at: int, starts: Sequence[tuple[int, int]]
) -> list[tuple[int, int, _Chosen]]:
    """Every choice of lines that start at a square: taken already; a hub of any of them; or one line's own."""
    bit, own, others = 1 << at, state.own, state.hubs & ~(1 << at)
    if own & bit:
        return [(own & ~bit, state.hubs, chosen)]
    used = own | state.hubs
    choices = [(own, others, chosen)]
    for second, third in starts:
        both = 1 << second | 1 << third
        if not both & used:
            choices += [(mine | both, hubs, _with(more, at, second, third)) for mine, hubs, more in choices]
    if state.hubs & bit:
        return choices
    for second, third in starts:
        for mine, hub in ((1 << second, 1 << third), (1 << third, 1 << second)):
            if not mine & used and not hub & own:
                choices.append((own | mine, others | hub, _with(chosen, at, second, third)))
    return choices


def _with(chosen: _Chosen, start: int, second: int, third: int) -> _Chosen:
    return _Chosen(chosen.number + 1, (start, second, third), chosen)


class _UpperBounds:
    """Upper bounds on the lines of a choice, once all squares before one are settled."""

    def __init__(self, ground: _Ground, prices: Sequence[float], first: int, live: int) -> None:
        self.as_hub = [_earned(axes, prices, first)[0] for axes in ground.axes]
        pairs = enumerate(zip(prices, self.as_hub, strict=True))
        self.free = [max(pair) if live >> square & 1 else 0.0 for square, pair in pairs]
        self.all = sum(self.free[first:])
        self.lost: dict[int, float] = {}  # by the squares taken for one line
        self.changed: dict[int, float] = {}  # by the hubs

    def of(self, state: _State, number: int) -> float:
        """The most lines there can be in the end."""
        if state.own not in self.lost:
            self.lost[state.own] = sum([self.free[square] for square in _bits(state.own)])
        if state.hubs not in self.changed:
            self.changed[state.hubs] = sum([self.free[hub] - self.as_hub[hub] for hub in _bits(state.hubs)])
        return number + self.all - self.lost[state.own] - self.changed[state.hubs]


def _bits(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def _lines(ground: _Ground, chosen: _Chosen | None) -> Iterator[CrownLine]:
    while chosen and chosen.line:
        start, second, third = chosen.line
        yield ground.squares[start], ground.squares[second], ground.squares[third]
        chosen = chosen.before
