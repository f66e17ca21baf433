"""Dominoes of a whole table: the kingdoms of one game share one box, so no domino is in two of them.

Where one box cannot hold them all, a square is misread, or these are kingdoms of several boxes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Generic, TypeVar

from scoring.boxes import BASE, FACES_BY_NUMBER, Box, domino_label
from scoring.dominoes.cover_problem import CoverProblem, Placement, cover_problem, supply_of
from scoring.dominoes.legality import build_order
from scoring.dominoes.tilings import find_tiling
from scoring.kingdom import Kingdom, Position, position_label
from scoring.message import Message, join_and, join_or, join_semicolon, message, plural

MOST_BY_MISREADING = 3  # conflicts that a few misread squares explain; more need another box
MOST_NAMED = 2  # conflicts, so that with their meaning they are three lines

Name = TypeVar("Name", str, Message)
"""How the kingdoms are called: by the names of their players, or by messages."""


@dataclass(frozen=True)
class Claim(Generic[Name]):
    """What one player's kingdom holds of something the box has too few of."""

    player: Name
    squares: tuple[Position, ...]


@dataclass(frozen=True)
class Conflict(Generic[Name]):
    """Something the kingdoms of one game need more of than the box has.

    ``numbers`` are the dominoes in question; they look alike, or one more of any of them would do. ``short`` names
    them and the players in a line, ``text`` with every square.
    """

    text: Message
    short: Message
    numbers: tuple[int, ...]
    claims: tuple[Claim[Name], ...]


def find_conflicts(kingdoms: Mapping[Name, Kingdom], box: Box = BASE) -> tuple[Conflict[Name], ...]:
    """The dominoes that several kingdoms of one game, by player, claim; empty if one box can lay them all.

    First the dominoes that the kingdoms need more often than they exist, however each is cut into dominoes; then
    kinds of squares of which there are too many; if neither is found, the smallest groups of kingdoms that cannot
    be laid from one box. Of kingdoms that could not be built themselves, only the squares are counted.
    """
    sound = {player: kingdom for player, kingdom in kingdoms.items() if build_order(kingdom, box=box) is not None}
    if len(sound) == len(kingdoms) and _one_box(sound, box) is not None:
        return ()
    found = _contested_dominoes(sound, box)
    named = {number for conflict in found for number in conflict.numbers}
    found += [c for c in _contested_squares(kingdoms, box) if named.isdisjoint(c.numbers)]
    return tuple(found or _clashing_groups(sound, box))


def _one_box(kingdoms: Mapping[Name, Kingdom], box: Box) -> tuple[Placement, ...] | None:
    """A tiling of all these kingdoms together with the dominoes of one box, if there is one."""
    return find_tiling(cover_problem(list(kingdoms.values()), box=box))


def _contested_dominoes(kingdoms: Mapping[Name, Kingdom], box: Box) -> list[Conflict[Name]]:
    stock = supply_of(box)
    needs = {player: _needs(kingdom, box) for player, kingdom in kingdoms.items()}
    found = []
    for face, copies in enumerate(stock.copies):
        claims = tuple(Claim(player, need[face]) for player, need in needs.items() if face in need)
        needed = sum(len(claim.squares) // 2 for claim in claims)
        if needed > copies:
            numbers = stock.numbers[face]
            first, second = (square.label for square in FACES_BY_NUMBER[numbers[0]])
            domino = message(
                "Domino {numbers} ({first}, {second})"
                if len(numbers) == 1
                else "Dominoes {numbers} ({first}, {second})",
                numbers=join_and([domino_label(number) for number in numbers]),
                first=first,
                second=second,
            )
            found.append(_conflict(domino, claims, needed, copies, numbers))
    return found


def _needs(kingdom: Kingdom, box: Box) -> dict[int, tuple[Position, ...]]:
    """The faces without which a kingdom cannot be built, and the squares of as few as possible of each."""
    ground = cover_problem([kingdom], box=box)
    tiling = find_tiling(ground) or ()
    needs = {}
    for face in {place.face for place in tiling}:
        fewest = _with_fewest(ground, tiling, face)
        squares = sum(place.squares for place in fewest if place.face == face)
        if squares:
            needs[face] = ground.positions(squares)
    return needs


def _with_fewest(ground: CoverProblem, tiling: tuple[Placement, ...], face: int) -> tuple[Placement, ...]:
    """A tiling with as few dominoes of a face as possible, tried from one that is known."""
    while True:
        copies = bytearray(ground.stock.copies)
        copies[face] = sum(place.face == face for place in tiling) - 1
        fewer = find_tiling(ground, bytes(copies))
        if fewer is None:
            return tiling
        if not copies[face]:
            return fewer
        tiling = fewer


def _contested_squares(kingdoms: Mapping[Name, Kingdom], box: Box) -> list[Conflict[Name]]:
    found = []
    for kind, copies in box.squares.items():
        here = {player: [p for p, square in k.squares() if square == kind] for player, k in kingdoms.items()}
        claims = tuple(Claim(player, tuple(squares)) for player, squares in here.items() if squares)
        needed = sum(len(claim.squares) for claim in claims)
        if needed > copies and len(claims) > 1:
            numbers = tuple(domino.number for domino in box.dominoes if kind in domino.squares)
            named = message("A square of {square}", square=kind.label)
            found.append(_conflict(named, claims, needed, copies, numbers))
    return found


def _clashing_groups(kingdoms: Mapping[Name, Kingdom], box: Box) -> list[Conflict[Name]]:
    """The smallest groups of kingdoms that share too few dominoes, though no domino can be named for sure."""
    for size in range(2, len(kingdoms) + 1):
        groups = [{player: kingdoms[player] for player in group} for group in combinations(kingdoms, size)]
        clashing = [group for group in groups if _one_box(group, box) is None]
        if clashing:
            return [_clash(group, box) for group in clashing]
    return []


def _clash(kingdoms: Mapping[Name, Kingdom], box: Box) -> Conflict[Name]:
    ground = cover_problem(list(kingdoms.values()), box=box)
    numbers: list[int] = []
    for face, copies in enumerate(ground.stock.copies):
        one_more = bytearray(ground.stock.copies)
        one_more[face] = copies + 1
        if find_tiling(ground, bytes(one_more)):
            numbers += ground.stock.numbers[face]
    players = join_and(list(kingdoms))
    text = message("The kingdoms of {players} cannot be laid from one box, though each of them could", players=players)
    if numbers:
        wanted = join_or([domino_label(number) for number in numbers])
        text = message("{clash}; one more of {dominoes} would be enough", clash=text, dominoes=wanted)
    short = message("{players} together", players=players)
    return Conflict(text, short, tuple(numbers), tuple(Claim(player, ()) for player in kingdoms))


def _conflict(
    thing: Message, claims: tuple[Claim[Name], ...], needed: int, copies: int, numbers: tuple[int, ...]
) -> Conflict[Name]:
    players = join_and([claim.player for claim in claims])
    short = message("{thing}: {players}", thing=thing, players=players)
    return Conflict(_is_in(thing, claims, needed, copies), short, numbers, claims)


def _is_in(thing: Message, claims: Sequence[Claim[Name]], needed: int, copies: int) -> Message:
    """The owners of the thing, and the places: ``... is in both Ana's and Ben's kingdom: Ana's row 1 ...``."""
    players = join_and([message("{player}'s", player=claim.player) for claim in claims])
    squares = [join_and([position_label(square) for square in claim.squares]) for claim in claims]
    held = zip(claims, squares, strict=True)
    places = join_semicolon([message("{player}'s {squares}", player=one.player, squares=where) for one, where in held])
    if copies == 1 and len(claims) == needed == 2:
        return message("{thing} is in both {players} kingdom: {places}", thing=thing, players=players, places=places)
    return message(
        "{thing}: {needed} in {players} kingdom, but {copies} in the box: {places}"
        if len(claims) == 1
        else "{thing}: {needed} in {players} kingdoms, but {copies} in the box: {places}",
        thing=thing,
        needed=needed,
        players=players,
        copies=copies,
        places=places,
    )


@dataclass(frozen=True)
class ConflictSummary(Generic[Name]):
    """What conflicts mean, and those worth a look; none where the kingdoms are not of one box."""

    summary: Message
    named: tuple[Conflict[Name], ...]


def summarize_conflicts(found: Sequence[Conflict[Name]]) -> ConflictSummary[Name] | None:
    """The meaning of the conflicts of a table's kingdoms; None without any."""
    if not found:
        return None
    if len(found) > MOST_BY_MISREADING:
        meaning = message(
            "These kingdoms do not come from one box: {number} of its dominoes would be needed more often than it has "
            "them. In one game that means that several squares are misread.",
            number=len(found),
        )
        return ConflictSummary(meaning, ())
    meaning = plural(
        len(found),
        "One domino is in more kingdoms than the box has of it: a square is probably misread.",
        "{number} dominoes are in more kingdoms than the box has of them: a square is probably misread.",
    )
    return ConflictSummary(meaning, tuple(found[:MOST_NAMED]))
