"""Better layings of a kingdom's dominoes: what would have been possible with them, found by a beam search.

The search lays the dominoes one by one, in any order, and keeps the most promising boards after each. It does not look
at every laying, so what it finds is possible, and need not be the best.
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

WIDTHS = {5: 20, 7: 8}  # boards kept after each domino, by the side of the grid: one or two seconds on one core
LOOKED_AT = 3  # times as many boards are looked at closely
GROWTH = 2  # squares that a territory is believed to gain over each free square beside it
REMEMBERED = 1 << 12  # answers that each cache keeps, six megabytes in all; more of them save no time

_TERRAINS = tuple(Terrain)
_Land = tuple[tuple[int, int], ...]  # the territories of one terrain: the squares of each in bits, and its crowns
_Rest = tuple[int, int]  # squares and crowns of one terrain on the dominoes still to lay


@dataclass(frozen=True)
class Arrangement:
    """A kingdom, written with its whole grid; its dominoes in an order in which each could be laid; its points."""

    kingdom: Kingdom
    dominoes: tuple[PlacedDomino, ...]
    points: int


def better_arrangement(
    kingdom: Kingdom, rules: Rules = DEFAULT_RULES, dominoes: Sequence[int] | None = None
) -> Arrangement | None:
    """A legal laying of the same dominoes that scores more; None where none is found, or the kingdom is not legal.

    ``dominoes`` are the numbers of those it is made of, if they are known; else they are those of ``build_order``.
    """
    order = build_order(kingdom, rules.grid, rules.box)
    if order is None:
        return None
    numbers = [placed.number for placed in order] if dominoes is None else dominoes
    best, points, most = None, score(kingdom, rules).total, _most(numbers, rules)
    for laying in _layings(numbers, rules):
        if laying.points > points and not find_problems(laying.kingdom, rules.grid, rules.box):
            best, points = laying, laying.points
        if points >= most and not rules.quests:
            break
    return best


def _layings(numbers: Sequence[int], rules: Rules) -> Iterator[Arrangement]:
    """The best laying found of these dominoes for each place that the castle can have, where there is one."""
    for castle in _castles(rules.grid, len(numbers)):
        search = _Search(_field(rules.grid), _hand(tuple(sorted(numbers))), castle, WIDTHS[rules.grid])
        found = [_laying(search, board, rules) for board in search.boards()]
        if found:
            yield max(found, key=lambda laying: laying.points)


def _most(numbers: Sequence[int], rules: Rules) -> int:
    """The points of these dominoes, without quests, if all of a terrain is one territory and no bonus is missed."""
    rest = _hand(tuple(sorted(numbers))).rests
    played = {Bonus.HARMONY: rules.harmony, Bonus.MIDDLE_KINGDOM: rules.middle_kingdom}
    return sum(squares * crowns for squares, crowns in rest) + sum(b.points for b, plays in played.items() if plays)


def _laying(search: _Search, board: _Board, rules: Rules) -> Arrangement:
    field, hand = search.field, search.hand
    used: Counter[int] = Counter()
    placed = []
    rows = [[Square()] * field.side for _ in range(field.side)]
    for bit, square in ((search.castle, CASTLE), *((bit, sq) for laid in board.laid for bit, sq in hand.halves(laid))):
        row, column = field.position(bit)
        rows[row][column] = square
    for first, second, face in board.laid:
        placed.append(PlacedDomino(hand.numbers[face][used[face]], (field.position(first), field.position(second))))
        used[face] += 1
    kingdom = Kingdom(tuple(map(tuple, rows)))
    return Arrangement(kingdom, tuple(placed), score(kingdom, rules).total)


class _Laid(NamedTuple):
    """A domino on the board: the bits of its two squares, as printed, and its face."""

    first: int
    second: int
    face: int


class _Hand(NamedTuple):
    """The dominoes to lay, by what they look like."""

    faces: tuple[tuple[Square, Square], ...]
    numbers: tuple[tuple[int, ...], ...]  # of the dominoes that look like each face
    kinds: tuple[tuple[int, int], ...]  # the different squares on them: terrain, as its index, and crowns
    halves_of: tuple[tuple[int, int], ...]  # the two kinds of each face
    rests: tuple[_Rest, ...]

    def halves(self, laid: _Laid) -> tuple[tuple[int, Square], tuple[int, Square]]:
        """The bits of a domino with their squares."""
        first, second = self.faces[laid.face]
        return (laid.first, first), (laid.second, second)


@cache
def _hand(numbers: tuple[int, ...]) -> _Hand:
    alike: dict[tuple[Square, Square], list[int]] = {}
    for number in numbers:
        alike.setdefault(FACES_BY_NUMBER[number], []).append(number)
    squares = list(dict.fromkeys(square for face in alike for square in face))
    every = [square for number in numbers for square in FACES_BY_NUMBER[number]]
    return _Hand(
        tuple(alike),
        tuple(map(tuple, alike.values())),
        tuple((_TERRAINS.index(square.terrain), square.crowns) for square in squares if square.terrain),
        tuple((squares.index(first), squares.index(second)) for first, second in alike),
        tuple(_counted([square for square in every if square.terrain is terrain]) for terrain in _TERRAINS),
    )


def _counted(squares: Sequence[Square]) -> _Rest:
    return len(squares), sum(square.crowns for square in squares)


@dataclass(frozen=True, eq=False)
class _Field:
    """The grid, each of its squares a bit."""

    side: int
    near: dict[int, int]  # the squares beside each
    pairs: tuple[tuple[int, int], ...]  # where a domino can lie, both ways round
    dark: int  # the dark squares if it were a chessboard

    @property
    def all(self) -> int:
        return (1 << self.side**2) - 1

    def position(self, bit: int) -> Position:
        """The position of a square."""
        return divmod(bit.bit_length() - 1, self.side)


@cache
def _field(side: int) -> _Field:
    ground = Kingdom.empty(side, side)
    bits = {(row, column): 1 << row * side + column for (row, column), _ in ground.squares()}
    near = {bits[at]: [bits[beside] for beside in ground.neighbours(at)] for at in bits}
    pairs = tuple((bit, other) for bit, others in near.items() for other in others)
    dark = sum(bit for (row, column), bit in bits.items() if (row + column) % 2)
    return _Field(side, {bit: sum(others) for bit, others in near.items()}, pairs, dark)


def _castles(side: int, dominoes: int) -> list[int]:
    """The places that differ for a castle, by their bits, from the centre outwards; without gaps it is a light one."""
    half, complete = side // 2, 2 * dominoes + 1 == side**2
    places = [(row, column) for row in range(half, -1, -1) for column in range(half, row - 1, -1)]
    return [1 << row * side + column for row, column in places if not (complete and (row + column) % 2)]


class _Board(NamedTuple):
    """A kingdom in the making."""

    taken: int
    copies: bytes  # dominoes left, by face
    lands: tuple[_Land, ...]  # by terrain
    rests: tuple[_Rest, ...]
    laid: tuple[_Laid, ...] = ()
    touching: int = 0  # edges along which its dominoes touch others, or the edge of the grid


class _Step(NamedTuple):
    """A domino that could be laid next, and what is promised then."""

    promise: int
    touching: int
    board: _Board
    laid: _Laid


@dataclass(frozen=True)
class _Search:
    """The beam search for one place of the castle."""

    field: _Field
    hand: _Hand
    castle: int
    width: int

    def boards(self) -> list[_Board]:
        """Boards with all dominoes, each laid by the rules; none if no way was found."""
        hand = self.hand
        beam = [_Board(self.castle, bytes(map(len, hand.numbers)), ((),) * len(_TERRAINS), hand.rests)]
        for _ in range(sum(beam[0].copies)):
            steps = [step for board in beam for step in self._steps(board)]
            steps.sort(key=lambda step: (-step.promise, -step.touching))
            beam = self._most_promising(steps)
        return beam

    def _steps(self, board: _Board) -> Iterator[_Step]:
        """Every legal way to lay each domino that is left."""
        gains, field = self._gains(board), self.field
        promise = sum(map(_promise, board.lands, board.rests))
        joining = [self.castle | sum(squares for squares, _ in land) for land in board.lands]
        for first, second in field.pairs:
            if (first | second) & board.taken or not (field.near[first] | field.near[second]) & board.taken:
                continue
            touching = board.touching + self._edges(first, board.taken) + self._edges(second, board.taken)
            for face, (one, other) in enumerate(self.hand.halves_of):
                land, next_land = self.hand.kinds[one][0], self.hand.kinds[other][0]
                if not board.copies[face] or (one == other and first > second):
                    continue
                if not (field.near[first] & joining[land] or field.near[second] & joining[next_land]):
                    continue
                laid = _Laid(first, second, face)
                gain = self._gain(board, laid) if land == next_land else gains[one, first] + gains[other, second]
                yield _Step(promise + gain, touching, board, laid)

    def _edges(self, bit: int, taken: int) -> int:
        near = self.field.near[bit]
        return (near & taken).bit_count() + 4 - near.bit_count()

    def _gains(self, board: _Board) -> dict[tuple[int, int], int]:
        """How each kind of square, laid on each free square, changes what its terrain promises."""
        gains = {}
        for kind, (terrain, crowns) in enumerate(self.hand.kinds):
            land, (squares, left) = board.lands[terrain], board.rests[terrain]
            before = _promise(land, (squares, left))
            for bit, near in self.field.near.items():
                if not bit & board.taken:
                    after = _promise(_joined(land, bit, near, crowns), (squares - 1, left - crowns))
                    gains[kind, bit] = after - before
        return gains

    def _gain(self, board: _Board, laid: _Laid) -> int:
        """The same for a domino with two squares of one terrain."""
        terrain = self.hand.kinds[self.hand.halves_of[laid.face][0]][0]
        lands, rests = self._lands(board, laid)
        return _promise(lands[terrain], rests[terrain]) - _promise(board.lands[terrain], board.rests[terrain])

    def _lands(self, board: _Board, laid: _Laid) -> tuple[tuple[_Land, ...], tuple[_Rest, ...]]:
        """The territories and the rest of the dominoes after one is laid."""
        lands, rests = list(board.lands), list(board.rests)
        for kind, bit in zip(self.hand.halves_of[laid.face], laid[:2], strict=True):
            terrain, crowns = self.hand.kinds[kind]
            lands[terrain] = _joined(lands[terrain], bit, self.field.near[bit], crowns)
            rests[terrain] = (rests[terrain][0] - 1, rests[terrain][1] - crowns)
        return tuple(lands), tuple(rests)

    def _most_promising(self, steps: Sequence[_Step]) -> list[_Board]:
        """The boards after these steps, best first, that leave room for all that is still to lay."""
        spare = self.field.side**2 - 1 - 2 * sum(map(len, self.hand.numbers))
        found: dict[tuple[bytes, tuple[_Land, ...]], _Board] = {}
        for step in steps:
            if _wasted(self.field, self.field.all & ~step.board.taken & ~sum(step.laid[:2])) <= spare:
                board = self._after(step)
                found.setdefault((board.copies, board.lands), board)
                if len(found) == LOOKED_AT * self.width:
                    break
        return sorted(found.values(), key=self._rank, reverse=True)[: self.width]

    def _after(self, step: _Step) -> _Board:
        board, laid = step.board, step.laid
        copies = bytearray(board.copies)
        copies[laid.face] -= 1
        lands, rests = self._lands(board, laid)
        taken = board.taken | laid.first | laid.second
        return _Board(taken, bytes(copies), lands, rests, (*board.laid, laid), step.touching)

    def _rank(self, board: _Board) -> tuple[int, int]:
        """The points that a board promises if its territories grow only where they have room."""
        free = self.field.all & ~board.taken
        grown = (self._grown(land, rest, free) for land, rest in zip(board.lands, board.rests, strict=True))
        return sum(grown), board.touching

    def _grown(self, land: _Land, rest: _Rest, free: int) -> int:
        squares, crowns = rest
        best, points = squares * crowns, 0
        for territory, its_crowns in land:
            size = territory.bit_count()
            room = (_around(self.field, territory) & free).bit_count()
            points += size * its_crowns
            if room:
                grown = (size + min(squares, GROWTH * room)) * (its_crowns + crowns)
                best = max(best, grown - size * its_crowns)
        return points + best


@lru_cache(REMEMBERED)
def _joined(land: _Land, bit: int, near: int, crowns: int) -> _Land:
    """The territories of a terrain with one square more."""
    apart = [territory for territory in land if not territory[0] & near]
    joined = [territory for territory in land if territory[0] & near]
    whole = bit + sum(squares for squares, _ in joined), crowns + sum(crowned for _, crowned in joined)
    return tuple(sorted([*apart, whole]))


@lru_cache(REMEMBERED)
def _promise(land: _Land, rest: _Rest) -> int:
    """The points of a terrain if all that is left of it goes to the territory that gains most, or to one of its own."""
    squares, crowns = rest
    gains = [squares * crowns]
    points = 0
    for territory, its_crowns in land:
        size = territory.bit_count()
        points += size * its_crowns
        gains.append((size + squares) * (its_crowns + crowns) - size * its_crowns)
    return points + max(gains)


@lru_cache(REMEMBERED)
def _around(field: _Field, squares: int) -> int:
    """The squares beside these, and maybe some of them."""
    around = 0
    while squares:
        bit = squares & -squares
        around |= field.near[bit]
        squares ^= bit
    return around


@lru_cache(REMEMBERED)
def _wasted(field: _Field, free: int) -> int:
    """Free squares that no dominoes can cover: in each part those of the colour that it has more of."""
    wasted = 0
    while free:
        part, grown = 0, free & -free
        while part != grown:
            part, grown = grown, grown | _around(field, grown) & free
        wasted += abs(2 * (part & field.dark).bit_count() - part.bit_count())
        free &= ~part
    return wasted
