"""Explanations for a score counted by hand that differs: one slip, and the territory it was made in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from scoring.kingdom import Position, place_name
from scoring.scoresheet import ScoreSheet
from scoring.sentence import said, said_of
from scoring.terrain import Terrain
from scoring.territories import Territory


@dataclass(frozen=True)
class Slip:
    """A slip of counting that explains a difference: a sentence, and the squares it is about."""

    text: str
    positions: tuple[Position, ...]


def explain_total(sheet: ScoreSheet, total: int) -> tuple[Slip, ...]:
    """The slips that turn the score into this hand-counted total, most likely first; empty if it is right.

    Each is a single slip: a difference that takes two is reported as unexplained.
    """
    slips = (*_bonus_slips(sheet, total - sheet.total), *_slips(sheet.territories, total - sheet.total))
    return _explained(slips, said("The total"), sheet.total, total)


def explain_terrains(sheet: ScoreSheet, counts: Mapping[Terrain, int]) -> tuple[Slip, ...]:
    """The slips that explain a hand count of some terrains, without bonuses; empty if all are right."""
    found: list[Slip] = []
    for terrain, count in counts.items():
        here = [territory for territory in sheet.territories if territory.terrain is terrain]
        points = sum(territory.points for territory in here)
        found += _explained(_slips(here, count - points), terrain.words, points, count)
    return tuple(found)


def _explained(slips: Iterable[Slip], what: str, right: int, counted_by_hand: int) -> tuple[Slip, ...]:
    if right == counted_by_hand:
        return ()
    return tuple(dict.fromkeys(slips)) or (Slip(_unexplained(what, right, counted_by_hand - right), ()),)


def _unexplained(what: str, right: int, difference: int) -> str:
    if difference > 0:
        one = "{what} is {right}: {number} point too many, and no single slip explains it"
        many = "{what} is {right}: {number} points too many, and no single slip explains it"
        return said_of(difference, one, many, what=what, right=right)
    one = "{what} is {right}: {number} point too few, and no single slip explains it"
    many = "{what} is {right}: {number} points too few, and no single slip explains it"
    return said_of(-difference, one, many, what=what, right=right)


def _slips(territories: Iterable[Territory], difference: int) -> Iterator[Slip]:
    """The slips in order of likelihood that change the points of these territories by a difference."""
    territories = tuple(territories)
    for slips in (_whole_slips, _crown_slips, _square_slips, _merging_slips):
        for territory_points, slip in slips(territories):
            if difference and territory_points == difference:
                yield slip


Change = tuple[int, Slip]  # what the slip adds to the points


def _whole_slips(territories: Iterable[Territory]) -> Iterator[Change]:
    for t in territories:
        if t.crowns:
            yield -t.points, _slip(said("The {territory} was left out: {sum}", **_parts(t)), t)
            yield t.points, _slip(said("The {territory} was counted twice: {sum}", **_parts(t)), t)
        else:
            yield t.size, _slip(said("The {territory} has no crown and earns nothing: {sum}", **_parts(t)), t)


def _crown_slips(territories: Iterable[Territory]) -> Iterator[Change]:
    for t in territories:
        yield t.size, _slip(said("A crown too many was counted in the {territory}: {sum}", **_parts(t)), t)
        if t.crowns:
            yield -t.size, _slip(said("A crown was overlooked in the {territory}: {sum}", **_parts(t)), t)


def _square_slips(territories: Iterable[Territory]) -> Iterator[Change]:
    for t in territories:
        if t.crowns:
            yield -t.crowns, _slip(said("A square was overlooked in the {territory}: {sum}", **_parts(t)), t)
            yield t.crowns, _slip(said("A square too many was counted in the {territory}: {sum}", **_parts(t)), t)


def _merging_slips(territories: Iterable[Territory]) -> Iterator[Change]:
    for a, b in combinations(territories, 2):
        if a.terrain is b.terrain:
            merged = (a.size + b.size) * (a.crowns + b.crowns)
            pattern = "Two separate {terrain} territories were counted as one: {first}, and {second}"
            text = said(pattern, terrain=a.terrain.words, first=a.line, second=b.line)
            yield merged - a.points - b.points, Slip(text, tuple(sorted(a.squares + b.squares)))


def _bonus_slips(sheet: ScoreSheet, difference: int) -> Iterator[Slip]:
    for bonus in sheet.bonuses:
        if difference and bonus.points == -difference:
            yield Slip(said("A bonus was left out: {bonus}", bonus=bonus.line), ())
        if difference == bonus.bonus.points and not bonus.earned:
            yield Slip(said("A bonus was counted that was missed: {bonus}", bonus=bonus.line), ())


def _slip(text: str, territory: Territory) -> Slip:
    return Slip(text, territory.squares)


def _parts(territory: Territory) -> dict[str, str]:
    place = place_name(territory.squares[0])
    named = said("{terrain} territory from {place} on", terrain=territory.terrain.words, place=place)
    return {"territory": named, "sum": territory.line}
