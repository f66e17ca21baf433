"""Explanations for a score counted by hand that differs: one slip, and the territory it was made in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from scoring.kingdom import Position, place_name
from scoring.message import Message, message, plural
from scoring.scoresheet import ScoreSheet
from scoring.terrain import Terrain
from scoring.territories import Territory


@dataclass(frozen=True)
class Slip:
    """A slip of counting that explains a difference: a sentence, and the squares it is about."""

    text: Message
    positions: tuple[Position, ...]


def explain_total(sheet: ScoreSheet, total: int) -> tuple[Slip, ...]:
    """The slips that turn the score into this hand-counted total, most likely first; empty if it is right.

    Each is a single slip: a difference that takes two is reported as unexplained.
    """
    slips = (*_bonus_slips(sheet, total - sheet.total), *_slips(sheet.territories, total - sheet.total))
    return _explained(slips, message("The total"), sheet.total, total)


def explain_terrains(sheet: ScoreSheet, counts: Mapping[Terrain, int]) -> tuple[Slip, ...]:
    """The slips that explain a hand count of some terrains, without bonuses; empty if all are right."""
    found: list[Slip] = []
    for terrain, count in counts.items():
        here = [territory for territory in sheet.territories if territory.terrain is terrain]
        points = sum(territory.points for territory in here)
        found += _explained(_slips(here, count - points), terrain.words, points, count)
    return tuple(found)


def _explained(slips: Iterable[Slip], what: Message, right: int, counted_by_hand: int) -> tuple[Slip, ...]:
    if right == counted_by_hand:
        return ()
    return tuple(dict.fromkeys(slips)) or (Slip(_unexplained(what, right, counted_by_hand - right), ()),)


def _unexplained(what: Message, right: int, difference: int) -> Message:
    if difference > 0:
        return plural(
            difference,
            "{what} is {right}: {number} point too many, and no single mistake explains it",
            "{what} is {right}: {number} points too many, and no single mistake explains it",
            what=what,
            right=right,
        )
    return plural(
        -difference,
        "{what} is {right}: {number} point too few, and no single mistake explains it",
        "{what} is {right}: {number} points too few, and no single mistake explains it",
        what=what,
        right=right,
    )


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
            yield -t.points, _slip(message("The {territory} was left out: {sum}", **_parts(t)), t)
            yield t.points, _slip(message("The {territory} was counted twice: {sum}", **_parts(t)), t)
        else:
            yield t.size, _slip(message("The {territory} has no crown and earns nothing: {sum}", **_parts(t)), t)


def _crown_slips(territories: Iterable[Territory]) -> Iterator[Change]:
    for t in territories:
        yield t.size, _slip(message("A crown too many was counted in the {territory}: {sum}", **_parts(t)), t)
        if t.crowns:
            yield -t.size, _slip(message("A crown was overlooked in the {territory}: {sum}", **_parts(t)), t)


def _square_slips(territories: Iterable[Territory]) -> Iterator[Change]:
    for t in territories:
        if t.crowns:
            yield -t.crowns, _slip(message("A square was overlooked in the {territory}: {sum}", **_parts(t)), t)
            yield t.crowns, _slip(message("A square too many was counted in the {territory}: {sum}", **_parts(t)), t)


def _merging_slips(territories: Iterable[Territory]) -> Iterator[Change]:
    for a, b in combinations(territories, 2):
        if a.terrain is b.terrain:
            merged = (a.size + b.size) * (a.crowns + b.crowns)
            text = message(
                "Two separate {terrain} territories were counted as one: {first}, and {second}",
                terrain=a.terrain.words,
                first=a.line,
                second=b.line,
            )
            yield merged - a.points - b.points, Slip(text, tuple(sorted(a.squares + b.squares)))


def _bonus_slips(sheet: ScoreSheet, difference: int) -> Iterator[Slip]:
    for bonus in sheet.bonuses:
        if difference and bonus.points == -difference:
            yield Slip(message("A bonus was left out: {bonus}", bonus=bonus.line), ())
        if difference == bonus.bonus.points and not bonus.earned:
            yield Slip(message("A bonus was counted that was not earned: {bonus}", bonus=bonus.line), ())


def _slip(text: Message, territory: Territory) -> Slip:
    return Slip(text, territory.squares)


def _parts(territory: Territory) -> dict[str, Message]:
    place = place_name(territory.squares[0])
    named = message("{terrain} territory from {place} on", terrain=territory.terrain.words, place=place)
    return {"territory": named, "sum": territory.line}
