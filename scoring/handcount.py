"""Somebody counted by hand and got something else: which territory explains it?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from scoring.kingdom import Position, place_name
from scoring.scoresheet import BONUS_POINTS, ScoreSheet
from scoring.terrain import Terrain
from scoring.territories import Territory, counted


@dataclass(frozen=True)
class Slip:
    """A slip of counting that explains a difference: a sentence, and the squares it is about."""

    text: str
    positions: tuple[Position, ...]


def explain_total(sheet: ScoreSheet, total: int) -> tuple[Slip, ...]:
    """The slips that turn the score into this hand-counted total, most likely first; empty if it is right.

    One slip each: a difference that takes two is said to be unexplained.
    """
    slips = (*_bonus_slips(sheet, total - sheet.total), *_slips(sheet.territories, total - sheet.total))
    return _explained(slips, "The total", sheet.total, total)


def explain_terrains(sheet: ScoreSheet, counts: Mapping[Terrain, int]) -> tuple[Slip, ...]:
    """The slips that explain a hand count of some terrains, without bonuses; empty if all are right."""
    found: list[Slip] = []
    for terrain, count in counts.items():
        here = [territory for territory in sheet.territories if territory.terrain is terrain]
        points = sum(territory.points for territory in here)
        found += _explained(_slips(here, count - points), terrain.value.capitalize(), points, count)
    return tuple(found)


def _explained(slips: Iterable[Slip], what: str, right: int, counted_by_hand: int) -> tuple[Slip, ...]:
    if right == counted_by_hand:
        return ()
    difference = counted(abs(counted_by_hand - right), "point")
    direction = "too many" if counted_by_hand > right else "too few"
    unexplained = Slip(f"{what} is {right}: {difference} {direction}, and no single slip explains it", ())
    return tuple(dict.fromkeys(slips)) or (unexplained,)


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
            yield -t.points, _slip(f"{_the(t)} was left out: {t.line}", t)
            yield t.points, _slip(f"{_the(t)} was counted twice: {t.line}", t)
        else:
            yield t.size, _slip(f"{_the(t)} has no crown and earns nothing: {t.line}", t)


def _crown_slips(territories: Iterable[Territory]) -> Iterator[Change]:
    for t in territories:
        yield t.size, _slip(f"A crown too many was counted in {_the(t, 'the')}: {t.line}", t)
        if t.crowns:
            yield -t.size, _slip(f"A crown was overlooked in {_the(t, 'the')}: {t.line}", t)


def _square_slips(territories: Iterable[Territory]) -> Iterator[Change]:
    for t in territories:
        if t.crowns:
            yield -t.crowns, _slip(f"A square was overlooked in {_the(t, 'the')}: {t.line}", t)
            yield t.crowns, _slip(f"A square too many was counted in {_the(t, 'the')}: {t.line}", t)


def _merging_slips(territories: Iterable[Territory]) -> Iterator[Change]:
    for a, b in combinations(territories, 2):
        if a.terrain is b.terrain:
            merged = (a.size + b.size) * (a.crowns + b.crowns)
            text = f"Two separate {a.terrain.value} territories were counted as one: {a.line}, and {b.line}"
            yield merged - a.points - b.points, Slip(text, tuple(sorted(a.squares + b.squares)))


def _bonus_slips(sheet: ScoreSheet, difference: int) -> Iterator[Slip]:
    for bonus in sheet.bonuses:
        if difference and bonus.points == -difference:
            yield Slip(f"A bonus was left out: {bonus.line}", ())
        if difference == BONUS_POINTS[bonus.name] and not bonus.earned:
            yield Slip(f"A bonus was counted that was missed: {bonus.line}", ())


def _slip(text: str, territory: Territory) -> Slip:
    return Slip(text, territory.squares)


def _the(territory: Territory, article: str = "The") -> str:
    return f"{article} {territory.terrain.value} territory from {place_name(territory.squares[0])} on"
