"""Better arrangements of a kingdom's dominoes, found by beam search.

Beam search (Lowerre 1976, The Harpy Speech Recognition System) is breadth-first search that keeps only the best
states of each depth. Here a state is a partial kingdom and a move places one domino legally:

1. ``_Beam.run`` starts with the castle alone, once for each castle square that is not a mirror image of another.
2. ``_Beam._list_moves`` lists every legal move of every state, with an optimistic estimate of the final score:
   ``_estimate`` assumes that all remaining squares of a terrain join the territory that gains most from them.
3. ``_Beam._select`` takes moves by estimate, drops those that leave pockets too small for dominoes (``_count_wasted``)
   and those that lead to the same territories, and keeps ``BEAM_WIDTHS`` states by ``_Beam._rank``: the estimate again,
   but with territories that grow only as far as they have free neighbours.
4. The full arrangement with most points wins.

The search is incomplete: what it finds is possible and legal, and need not be the best. A set of squares is a bit set,
``1 << row * side + column``, as in ``scoring.dominoes.cover_problem``, and faces and kinds are numbered alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from scoring.bonuses import Bonus
from scoring.boxes import FACES_BY_NUMBER
from scoring.dominoes.legality import PlacedDomino, build_order, find_problems
from scoring.kingdom import Kingdom, Position
from scoring.rules import DEFAULT_RULES, Rules
from scoring.scoresheet import score
from scoring.terrain import CASTLE, Square, Terrain

BEAM_WIDTHS = {5: 20, 7: 8}  # states kept at each depth, by side of the grid: one or two seconds on one core
RANKED_PER_KEPT = 3  # times as many states are ranked as are kept
GROWTH_PER_FREE_NEIGHBOUR = 2  # squares that a territory is expected to gain over each free square beside it
CACHE_SIZE = 1 << 12  # answers of each cache, six megabytes in all; more of them save no time

_TERRAINS = tuple(Terrain)
_Territories = tuple[tuple[int, int], ...]  # of one terrain: the squares of each as bits, and its crowns
_Left = tuple[int, int]  # squares and crowns of one terrain on the remaining dominoes


@dataclass(frozen=True)
class Arrangement:
    """An arrangement of dominoes.

    Attributes:
        kingdom: The kingdom, written with its whole grid.
        dominoes: Its dominoes in an order in which each could be placed.
        points: Its points.
    """

    kingdom: Kingdom
    dominoes: tuple[PlacedDomino, ...]
    points: int


def better_arrangement(
    kingdom: Kingdom, rules: Rules = DEFAULT_RULES, dominoes: Sequence[int] | None = None
) -> Arrangement | None:
    """Search for a legal arrangement of the same dominoes that scores more.

    Args:
        kingdom: The kingdom.
        rules: The rules of the table.
        dominoes: The numbers of its dominoes; by default those of ``build_order``.

    Returns:
        The arrangement; None if none is found, or the kingdom is not legal.

    Example:
        >>> better_arrangement(Kingdom.parse("w1fCww")).points
        3
    """
    order = build_order(kingdom, rules.grid, rules.box)
    if order is None:
        return None
    numbers = [placed.number for placed in order] if dominoes is None else dominoes
    best, points, bound = None, score(kingdom, rules).total, _compute_upper_bound(numbers, rules)
    for arrangement in _search_every_castle(numbers, rules):
        if arrangement.points > points and not find_problems(arrangement.kingdom, rules.grid, rules.box):
            best, points = arrangement, arrangement.points
        if points >= bound and not rules.quests:
            break
    return best


def _search_every_castle(numbers: Sequence[int], rules: Rules) -> Iterator[Arrangement]:
    """Search from each castle square; yield the best arrangement of each search that finds any."""
    for castle in _list_castle_squares(rules.grid, len(numbers)):
        beam = _Beam(_build_grid(rules.grid), _build_hand(tuple(sorted(numbers))), castle, BEAM_WIDTHS[rules.grid])
        found = [_build_arrangement(beam, state, rules) for state in beam.run()]
        if found:
            yield max(found, key=lambda arrangement: arrangement.points)


def _compute_upper_bound(numbers: Sequence[int], rules: Rules) -> int:
    """Return the points, without quests, if all squares of a terrain were one territory and every bonus was earned."""
    left = _build_hand(tuple(sorted(numbers))).left
    played = {Bonus.HARMONY: rules.harmony, Bonus.MIDDLE_KINGDOM: rules.middle_kingdom}
    bonuses = sum(bonus.points for bonus, is_played in played.items() if is_played)
    return sum(squares * crowns for squares, crowns in left) + bonuses


def _build_arrangement(beam: _Beam, state: _State, rules: Rules) -> Arrangement:
    grid, hand = beam.grid, beam.hand
    used: Counter[int] = Counter()
    placed = []
    rows = [[Square()] * grid.side for _ in range(grid.side)]
    squares = [(beam.castle, CASTLE), *(half for one in state.placed for half in hand.halves(one))]
    for bit, square in squares:
        row, column = grid.position(bit)
        rows[row][column] = square
    for first, second, face in state.placed:
        placed.append(PlacedDomino(hand.numbers[face][used[face]], (grid.position(first), grid.position(second))))
        used[face] += 1
    kingdom = Kingdom(tuple(map(tuple, rows)))
    return Arrangement(kingdom, tuple(placed), score(kingdom, rules).total)


# --- The dominoes and the grid


class _Placed(NamedTuple):
    """A domino in the grid: the bits of its two squares in printed order, and the index of its face."""

    first: int
    second: int
    face: int


class _Hand(NamedTuple):
    """The dominoes to place, grouped by face.

    Attributes:
        faces: The different faces, as printed.
        numbers: The numbers of the dominoes with each face.
        kinds: The different squares: index of the terrain, and crowns.
        kinds_of: The indices of the two kinds of each face.
        left: The squares and crowns of each terrain on all dominoes.
    """

    faces: tuple[tuple[Square, Square], ...]
    numbers: tuple[tuple[int, ...], ...]
    kinds: tuple[tuple[int, int], ...]
    kinds_of: tuple[tuple[int, int], ...]
    left: tuple[_Left, ...]

    def halves(self, placed: _Placed) -> tuple[tuple[int, Square], tuple[int, Square]]:
        """Return the two bits of a placed domino, each with what is printed there."""
        first, second = self.faces[placed.face]
        return (placed.first, first), (placed.second, second)


@cache
def _build_hand(numbers: tuple[int, ...]) -> _Hand:
    numbers_of: dict[tuple[Square, Square], list[int]] = {}
    for number in numbers:
        numbers_of.setdefault(FACES_BY_NUMBER[number], []).append(number)
    kinds = list(dict.fromkeys(square for face in numbers_of for square in face))
    squares = [square for number in numbers for square in FACES_BY_NUMBER[number]]
    crowns = [[square.crowns for square in squares if square.terrain is terrain] for terrain in _TERRAINS]
    return _Hand(
        tuple(numbers_of),
        tuple(map(tuple, numbers_of.values())),
        tuple((_TERRAINS.index(kind.terrain), kind.crowns) for kind in kinds if kind.terrain),
        tuple((kinds.index(first), kinds.index(second)) for first, second in numbers_of),
        tuple((len(of_terrain), sum(of_terrain)) for of_terrain in crowns),
    )


@dataclass(frozen=True, eq=False)
class _Grid:
    """The grid as bits.

    Attributes:
        side: Its side in squares.
        neighbours: The squares beside each square.
        pairs: The adjacent squares on which a domino can lie, both ways round.
        dark: The dark squares if it were a chessboard.
    """

    side: int
    neighbours: dict[int, int]
    pairs: tuple[tuple[int, int], ...]
    dark: int

    @property
    def all(self) -> int:
        """All squares."""
        return (1 << self.side**2) - 1

    def position(self, bit: int) -> Position:
        """Return the position of a square."""
        return divmod(bit.bit_length() - 1, self.side)


@cache
def _build_grid(side: int) -> _Grid:
    empty = Kingdom.empty(side, side)
    bits = {(row, column): 1 << row * side + column for (row, column), _ in empty.squares()}
    near = {bits[position]: [bits[other] for other in empty.neighbours(position)] for position in bits}
    pairs = tuple((bit, other) for bit, others in near.items() for other in others)
    dark = sum(bit for (row, column), bit in bits.items() if (row + column) % 2)
    return _Grid(side, {bit: sum(others) for bit, others in near.items()}, pairs, dark)


def _list_castle_squares(side: int, domino_count: int) -> list[int]:
    """List one castle square of each symmetry class, from the centre outwards.

    If the dominoes fill the grid, the castle has to be on a light square, of which there is one more than of dark ones.
    """
    half, is_complete = side // 2, 2 * domino_count + 1 == side**2
    squares = [(row, column) for row in range(half, -1, -1) for column in range(half, row - 1, -1)]
    return [1 << row * side + column for row, column in squares if not (is_complete and (row + column) % 2)]


# --- The beam


class _State(NamedTuple):
    """A partial kingdom.

    Attributes:
        taken: The squares that are covered.
        copies: How many dominoes of each face remain.
        territories: The territories of each terrain.
        left: The squares and crowns of each terrain on the remaining dominoes.
        placed: The dominoes placed, in order.
        contacts: Edges along which dominoes touch others or the edge of the grid.
    """

    taken: int
    copies: bytes
    territories: tuple[_Territories, ...]
    left: tuple[_Left, ...]
    placed: tuple[_Placed, ...] = ()
    contacts: int = 0


class _Move(NamedTuple):
    """A domino that can be placed next: the estimate and the contacts after it, and the state before it."""

    estimate: int
    contacts: int
    state: _State
    placed: _Placed


@dataclass(frozen=True)
class _Beam:
    """The beam search for one castle square."""

    grid: _Grid
    hand: _Hand
    castle: int
    width: int

    def run(self) -> list[_State]:
        """Return states with all dominoes placed; none if the search found no room for them."""
        hand = self.hand
        states = [_State(self.castle, bytes(map(len, hand.numbers)), ((),) * len(_TERRAINS), hand.left)]
        for _ in range(sum(states[0].copies)):
            moves = [move for state in states for move in self._list_moves(state)]
            moves.sort(key=lambda move: (-move.estimate, -move.contacts))
            states = self._select(moves)
        return states

    def _list_moves(self, state: _State) -> Iterator[_Move]:
        """List every legal placement of each remaining domino (rulebook, connection rules)."""
        gains, neighbours = self._compute_gains(state), self.grid.neighbours
        estimate = sum(map(_estimate, state.territories, state.left))
        # By terrain: the squares to which one of it can connect.
        connecting = [self.castle | sum(squares for squares, _ in of_terrain) for of_terrain in state.territories]
        for first, second in self.grid.pairs:
            if (first | second) & state.taken or not (neighbours[first] | neighbours[second]) & state.taken:
                continue
            contacts = state.contacts + sum(self._count_contacts(bit, state.taken) for bit in (first, second))
            for face, (one, other) in enumerate(self.hand.kinds_of):
                if not state.copies[face] or (one == other and first > second):  # two equal squares lie one way only
                    continue
                terrain, other_terrain = self.hand.kinds[one][0], self.hand.kinds[other][0]
                if not (neighbours[first] & connecting[terrain] or neighbours[second] & connecting[other_terrain]):
                    continue
                placed = _Placed(first, second, face)
                is_double = terrain == other_terrain
                gain = self._compute_gain(state, placed) if is_double else gains[one, first] + gains[other, second]
                yield _Move(estimate + gain, contacts, state, placed)

    def _count_contacts(self, bit: int, taken: int) -> int:
        """Count the edges of a square that touch covered squares or the edge of the grid."""
        near = self.grid.neighbours[bit]
        return (near & taken).bit_count() + 4 - near.bit_count()

    def _compute_gains(self, state: _State) -> dict[tuple[int, int], int]:
        """Return how each kind of square on each free square changes the estimate of its terrain."""
        gains = {}
        for kind, (terrain, crowns) in enumerate(self.hand.kinds):
            territories, (squares, crowns_left) = state.territories[terrain], state.left[terrain]
            before = _estimate(territories, (squares, crowns_left))
            for bit, near in self.grid.neighbours.items():
                if not bit & state.taken:
                    after = _estimate(_add_square(territories, bit, near, crowns), (squares - 1, crowns_left - crowns))
                    gains[kind, bit] = after - before
        return gains

    def _compute_gain(self, state: _State, placed: _Placed) -> int:
        """Return how a domino with two squares of one terrain changes its estimate."""
        terrain = self.hand.kinds[self.hand.kinds_of[placed.face][0]][0]
        territories, left = self._add_domino(state, placed)
        return _estimate(territories[terrain], left[terrain]) - _estimate(
            state.territories[terrain], state.left[terrain]
        )

    def _add_domino(self, state: _State, placed: _Placed) -> tuple[tuple[_Territories, ...], tuple[_Left, ...]]:
        """Return the territories, and what remains of each terrain, with one more domino."""
        territories, left = list(state.territories), list(state.left)
        for kind, bit in zip(self.hand.kinds_of[placed.face], placed[:2], strict=True):
            terrain, crowns = self.hand.kinds[kind]
            territories[terrain] = _add_square(territories[terrain], bit, self.grid.neighbours[bit], crowns)
            left[terrain] = (left[terrain][0] - 1, left[terrain][1] - crowns)
        return tuple(territories), tuple(left)

    def _select(self, moves: Sequence[_Move]) -> list[_State]:
        """Return the states kept at the next depth, best first.

        Args:
            moves: The moves, best estimate first.
        """
        spare = self.grid.side**2 - 1 - 2 * sum(map(len, self.hand.numbers))
        found: dict[tuple[bytes, tuple[_Territories, ...]], _State] = {}
        for move in moves:
            free = self.grid.all & ~move.state.taken & ~sum(move.placed[:2])
            if _count_wasted(self.grid, free) <= spare:
                state = self._apply(move)
                found.setdefault((state.copies, state.territories), state)
                if len(found) == RANKED_PER_KEPT * self.width:
                    break
        return sorted(found.values(), key=self._rank, reverse=True)[: self.width]

    def _apply(self, move: _Move) -> _State:
        state, placed = move.state, move.placed
        copies = bytearray(state.copies)
        copies[placed.face] -= 1
        territories, left = self._add_domino(state, placed)
        taken = state.taken | placed.first | placed.second
        return _State(taken, bytes(copies), territories, left, (*state.placed, placed), move.contacts)

    def _rank(self, state: _State) -> tuple[int, int]:
        """Return the estimate with territories that grow only where they have room, then the contacts."""
        free = self.grid.all & ~state.taken
        estimates = (
            self._estimate_with_room(territories, left, free)
            for territories, left in zip(state.territories, state.left, strict=True)
        )
        return sum(estimates), state.contacts

    def _estimate_with_room(self, territories: _Territories, left: _Left, free: int) -> int:
        """Estimate the points of a terrain like ``_estimate``, but let territories grow only beside free squares."""
        squares, crowns = left
        best, points = squares * crowns, 0
        for territory, own_crowns in territories:
            size = territory.bit_count()
            room = (_find_neighbours(self.grid, territory) & free).bit_count()
            points += size * own_crowns
            if room:
                grown = (size + min(squares, GROWTH_PER_FREE_NEIGHBOUR * room)) * (own_crowns + crowns)
                best = max(best, grown - size * own_crowns)
        return points + best


@lru_cache(CACHE_SIZE)
def _add_square(territories: _Territories, bit: int, near: int, crowns: int) -> _Territories:
    """Return the territories of a terrain with one more square, which may join several."""
    apart = [territory for territory in territories if not territory[0] & near]
    joined = [territory for territory in territories if territory[0] & near]
    whole = bit + sum(squares for squares, _ in joined), crowns + sum(own_crowns for _, own_crowns in joined)
    return tuple(sorted([*apart, whole]))


@lru_cache(CACHE_SIZE)
def _estimate(territories: _Territories, left: _Left) -> int:
    """Estimate the points of a terrain: all that remains joins the territory that gains most, or forms a new one."""
    squares, crowns = left
    gains = [squares * crowns]
    points = 0
    for territory, own_crowns in territories:
        size = territory.bit_count()
        points += size * own_crowns
        gains.append((size + squares) * (own_crowns + crowns) - size * own_crowns)
    return points + max(gains)


@lru_cache(CACHE_SIZE)
def _find_neighbours(grid: _Grid, squares: int) -> int:
    """Return the squares beside these, which may include some of them."""
    around = 0
    while squares:
        bit = squares & -squares
        around |= grid.neighbours[bit]
        squares ^= bit
    return around


@lru_cache(CACHE_SIZE)
def _count_wasted(grid: _Grid, free: int) -> int:
    """Count free squares that no dominoes can cover: in each part the surplus of one chessboard colour."""
    wasted = 0
    while free:
        part, grown = 0, free & -free
        while part != grown:
            part, grown = grown, grown | _find_neighbours(grid, grown) & free
        wasted += abs(2 * (part & grid.dark).bit_count() - part.bit_count())
        free &= ~part
    return wasted
