"""Supply conflicts of a table: the kingdoms of one game share one box, so no domino is in two of them.

Where one box cannot supply them all, a square is misread, or the kingdoms come from several boxes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Generic, TypeVar

from scoring.boxes import BASE, FACES_BY_NUMBER, Box
from scoring.dominoes.cover_problem import CoverProblem, Placement, build_cover_problem, build_supply
from scoring.dominoes.legality import build_order
from scoring.dominoes.tilings import find_tiling
from scoring.kingdom import Kingdom, Position
from scoring.message import Described, Message
from scoring.terrain import Square

MAX_MISREAD_CONFLICTS = 3  # a few misread squares explain so many conflicts; more need another box
MAX_SHOWN = 2  # conflicts, so that with their summary they are three lines

Name = TypeVar("Name", str, int, Message)
"""How kingdoms are called: by the names of their players, by their numbers in a photo, or by messages."""


class ConflictKind(StrEnum):
    """What a box has too few of."""

    DOMINO = "domino"
    SQUARE = "square"  # of one terrain and number of crowns
    GROUP = "group"  # dominoes for all of these kingdoms, though no single domino is certain to be missing


@dataclass(frozen=True)
class Claim(Generic[Name]):
    """The squares of one player's kingdom that need something the box has too few of."""

    player: Name
    squares: tuple[Position, ...]


@dataclass(frozen=True)
class Conflict(Described, Generic[Name]):
    """Something of which the kingdoms of one game need more than the box has; ``str(conflict)`` is the sentence.

    Attributes:
        kind: What it is.
        numbers: The dominoes in question: those with one face, or those of which one more would be enough.
        squares: The two squares of the domino, or the kind of square; empty for a group.
        claims: Who needs it, and where.
        needed: How many are needed; 0 for a group.
        copies: How many the box has; 0 for a group.
    """

    kind: ConflictKind
    numbers: tuple[int, ...]
    squares: tuple[Square, ...]
    claims: tuple[Claim[Name], ...]
    needed: int = 0
    copies: int = 0


def find_conflicts(kingdoms: Mapping[Name, Kingdom], box: Box = BASE) -> tuple[Conflict[Name], ...]:
    """Return the dominoes that several kingdoms of one game claim; empty if one box can supply them all.

    First the dominoes that the kingdoms need more often than they exist, however each is cut into dominoes; then
    kinds of squares of which there are too many; if neither is found, the smallest groups of kingdoms that one box
    cannot supply. Of illegal kingdoms only the squares are counted.

    Args:
        kingdoms: The kingdoms by player.
        box: The boxes in play.

    Example:
        >>> both = Kingdom.parse("wm3C")
        >>> [one.numbers for one in find_conflicts({"Ana": both, "Ben": both})]
        [(48,)]
    """
    legal = {player: kingdom for player, kingdom in kingdoms.items() if build_order(kingdom, box=box) is not None}
    if len(legal) == len(kingdoms) and _find_joint_tiling(legal, box) is not None:
        return ()
    found = _find_contested_dominoes(legal, box)
    known = {number for conflict in found for number in conflict.numbers}
    found += [one for one in _find_contested_squares(kingdoms, box) if known.isdisjoint(one.numbers)]
    return tuple(found or _find_clashing_groups(legal, box))


def _find_joint_tiling(kingdoms: Mapping[Name, Kingdom], box: Box) -> tuple[Placement, ...] | None:
    """Return a tiling of all these kingdoms together with the dominoes of one box, if there is one."""
    return find_tiling(build_cover_problem(list(kingdoms.values()), box=box))


def _find_contested_dominoes(kingdoms: Mapping[Name, Kingdom], box: Box) -> list[Conflict[Name]]:
    supply = build_supply(box)
    needs = {player: _find_needed_faces(kingdom, box) for player, kingdom in kingdoms.items()}
    found = []
    for face, copies in enumerate(supply.copies):
        claims = tuple(Claim(player, need[face]) for player, need in needs.items() if face in need)
        needed = sum(len(claim.squares) // 2 for claim in claims)
        if needed > copies:
            numbers = supply.numbers[face]
            squares = FACES_BY_NUMBER[numbers[0]]
            found.append(Conflict(ConflictKind.DOMINO, numbers, squares, claims, needed, copies))
    return found


def _find_needed_faces(kingdom: Kingdom, box: Box) -> dict[int, tuple[Position, ...]]:
    """Return the faces without which a kingdom cannot be built, with the squares of as few of each as possible."""
    problem = build_cover_problem([kingdom], box=box)
    tiling = find_tiling(problem) or ()
    needs = {}
    for face in {placement.face for placement in tiling}:
        fewest = _minimize_face(problem, tiling, face)
        squares = sum(placement.squares for placement in fewest if placement.face == face)
        if squares:
            needs[face] = problem.positions(squares)
    return needs


def _minimize_face(problem: CoverProblem, tiling: tuple[Placement, ...], face: int) -> tuple[Placement, ...]:
    """Return a tiling with as few dominoes of a face as possible, starting from a known tiling."""
    while True:
        copies = bytearray(problem.supply.copies)
        copies[face] = sum(placement.face == face for placement in tiling) - 1
        fewer = find_tiling(problem, bytes(copies))
        if fewer is None:
            return tiling
        if not copies[face]:
            return fewer
        tiling = fewer


def _find_contested_squares(kingdoms: Mapping[Name, Kingdom], box: Box) -> list[Conflict[Name]]:
    found = []
    for kind, copies in box.squares.items():
        here = {player: [p for p, square in k.squares() if square == kind] for player, k in kingdoms.items()}
        claims = tuple(Claim(player, tuple(squares)) for player, squares in here.items() if squares)
        needed = sum(len(claim.squares) for claim in claims)
        if needed > copies and len(claims) > 1:
            numbers = tuple(domino.number for domino in box.dominoes if kind in domino.squares)
            found.append(Conflict(ConflictKind.SQUARE, numbers, (kind,), claims, needed, copies))
    return found


def _find_clashing_groups(kingdoms: Mapping[Name, Kingdom], box: Box) -> list[Conflict[Name]]:
    """Return the smallest groups of kingdoms that one box cannot supply."""
    for size in range(2, len(kingdoms) + 1):
        groups = [{player: kingdoms[player] for player in group} for group in combinations(kingdoms, size)]
        clashing = [group for group in groups if _find_joint_tiling(group, box) is None]
        if clashing:
            return [_describe_group(group, box) for group in clashing]
    return []


def _describe_group(kingdoms: Mapping[Name, Kingdom], box: Box) -> Conflict[Name]:
    """Return the conflict of a group, with the dominoes of which one more would be enough."""
    problem = build_cover_problem(list(kingdoms.values()), box=box)
    numbers: list[int] = []
    for face, copies in enumerate(problem.supply.copies):
        one_more = bytearray(problem.supply.copies)
        one_more[face] = copies + 1
        if find_tiling(problem, bytes(one_more)):
            numbers += problem.supply.numbers[face]
    return Conflict(ConflictKind.GROUP, tuple(numbers), (), tuple(Claim(player, ()) for player in kingdoms))


@dataclass(frozen=True)
class ConflictSummary(Described, Generic[Name]):
    """What the conflicts of a table mean; ``str(summary)`` is the sentence.

    Attributes:
        number: How many conflicts there are.
        from_several_boxes: Whether they are too many to be misread squares.
        shown: The conflicts to show; empty if the kingdoms come from several boxes.
    """

    number: int
    from_several_boxes: bool
    shown: tuple[Conflict[Name], ...]


def summarize_conflicts(conflicts: Sequence[Conflict[Name]]) -> ConflictSummary[Name] | None:
    """Summarize the conflicts of a table; None if there are none.

    Example:
        >>> both = Kingdom.parse("wm3C")
        >>> print(summarize_conflicts(find_conflicts({"Ana": both, "Ben": both})))
        One domino is in more kingdoms than the box has of it: a square is probably misread.
    """
    if not conflicts:
        return None
    if len(conflicts) > MAX_MISREAD_CONFLICTS:
        return ConflictSummary(len(conflicts), True, ())
    return ConflictSummary(len(conflicts), False, tuple(conflicts[:MAX_SHOWN]))
