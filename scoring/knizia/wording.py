"""English sentences of the typed results of Knizia's Kingdoms, as messages that can be translated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.kingdom import position_labels
from scoring.knizia.game import Lead, Purse
from scoring.knizia.lines import Axis, Gain, Line, Part
from scoring.knizia.pieces import Colour, Kind
from scoring.knizia.rules import Rule
from scoring.message import Message, Text, describe, join_and, join_comma, message, plural
from scoring.problem import Problem

KINDS: dict[Kind, Message] = {
    Kind.RESOURCE: plural(0, "{number} resource", "{number} resources"),
    Kind.HAZARD: plural(0, "{number} hazard", "{number} hazards"),
    Kind.MOUNTAIN: plural(0, "{number} mountain", "{number} mountains"),
    Kind.DRAGON: plural(0, "{number} dragon", "{number} dragons"),
    Kind.GOLD_MINE: plural(0, "{number} gold mine", "{number} gold mines"),
    Kind.WIZARD: plural(0, "{number} wizard", "{number} wizards"),
}
"""Templates for a number of tiles; the 0 is a placeholder until `Message.fill` sets the number."""
OWNERS: dict[Colour, Message] = {
    Colour.RED: message("Red"),
    Colour.BLUE: message("Blue"),
    Colour.YELLOW: message("Yellow"),
    Colour.GREEN: message("Green"),
}
"""The colours at the start of a sentence."""


PROBLEMS: dict[Rule, Message] = {
    Rule.BOX: message("There are {number}, but {copies} in the box: {places}"),
    Rule.PLAYERS: message("There are castles of {here} colours, but {players} players"),
    Rule.OWNED: plural(
        0,
        "{whose} has {number} castle of rank {rank} on the board, but owns {owned} with {players} players: {places}",
        "{whose} has {number} castles of rank {rank} on the board, but owns {owned} with {players} players: {places}",
    ),
    Rule.SPENT: plural(
        0,
        "{whose} has {number} castle of rank {rank} on the board, but {left} left after epoch {epochs}: {places}",
        "{whose} has {number} castles of rank {rank} on the board, but {left} left after epoch {epochs}: {places}",
    ),
    Rule.FREE: plural(
        0,
        "{number} space is free, so the epoch is not over: {places}",
        "{number} spaces are free, so the epoch is not over: {places}",
    ),
}
"""The sentence of every rule."""


def describe_problem(problem: Problem) -> Message:
    """Return the sentence of a problem of a board."""
    parts: dict[str, Any] = dict(problem.params)
    if problem.squares:
        parts["places"] = position_labels(problem.squares)
    if "kind" in parts:
        parts["number"] = KINDS[parts.pop("kind")].fill(number=parts["number"])
    if "colour" in parts:
        parts["whose"] = OWNERS[parts.pop("colour")]
    if "epochs" in parts:
        parts["epochs"] = join_and([str(epoch) for epoch in parts["epochs"]])
        parts["left"] = parts["left"] or message("none")
    return PROBLEMS[Rule(problem.rule)].fill(**parts)


BESIDE_MOUNTAINS: dict[tuple[Axis, bool, bool], Message] = {
    (Axis.ROW, False, True): message("{line}, left of the mountain"),
    (Axis.ROW, False, False): message("{line}, left of the mountains"),
    (Axis.ROW, True, True): message("{line}, right of the mountain"),
    (Axis.ROW, True, False): message("{line}, right of the mountains"),
    (Axis.COLUMN, False, True): message("{line}, above the mountain"),
    (Axis.COLUMN, False, False): message("{line}, above the mountains"),
    (Axis.COLUMN, True, True): message("{line}, below the mountain"),
    (Axis.COLUMN, True, False): message("{line}, below the mountains"),
}
"""The name of an outer part by its axis, whether the mountains come before it, and whether there is just one."""


def label_line(line: Line | Part) -> Message:
    """Return the name of a line, ``row 1``, or of a part of one, ``row 4, left of the mountain``."""
    number = line.number
    name = (
        message("row {number}", number=number) if line.axis is Axis.ROW else message("column {number}", number=number)
    )
    if isinstance(line, Line) or not (line.mountains_before or line.mountains_after):
        return name
    if line.mountains_before and line.mountains_after:
        return message("{line}, between the mountains", line=name)
    is_one = line.mountains_before + line.mountains_after == 1
    return BESIDE_MOUNTAINS[line.axis, bool(line.mountains_before), is_one].fill(line=name)


@describe.register(Part)
def describe_part(part: Part) -> Message:
    """Return the sum of a part: ``row 4, left of the mountain: dragon cancels +3, base 0``."""
    steps: list[Text] = []
    if part.cancelled:
        steps.append(message("dragon cancels {values}", values=_format_values(part.cancelled)))
    if part.values:
        steps.append(_format_values(part.values))
    if part.values and part.gold_mines:
        steps.append(message("gold mine doubles {sum}", sum=sum(part.values)))
    steps.append(message("base {base}", base=part.base))
    return message("{where}: {told}", where=label_line(part), told=join_comma(steps))


@describe.register(Gain)
def describe_gain(gain: Gain) -> Message:
    """Return what a player takes from a part: ``yellow 4 + 2 ranks = -18``."""
    return message(
        "{colour} {ranks} rank = {gold}" if gain.ranks == (1,) else "{colour} {ranks} ranks = {gold}",
        colour=gain.colour.label,
        ranks=" + ".join(map(str, gain.ranks)),
        gold=f"{gain.gold:+d}" if gain.gold else "0",
    )


def describe_lead(lead: Lead, names: Mapping[Colour, Text]) -> Message:
    """Return the reason for a place in short, the rivals by these names: ``7 behind Ana``."""
    if not lead.rivals:
        return message("the only player")
    rivals = join_and([names[rival] for rival in lead.rivals])
    if not lead.gold:
        return message("as much as {others}", others=rivals)
    if lead.gold > 0:
        return message("{gold} ahead", gold=lead.gold)
    return message("{gold} behind {other}", gold=-lead.gold, other=rivals)


@describe.register(Purse)
def describe_purse(purse: Purse) -> Message:
    """Return the reason for a place in short, by colour: ``7 behind red``."""
    return describe_lead(purse.lead, {colour: colour.label for colour in Colour})


def _format_values(values: tuple[int, ...]) -> str:
    return " ".join(f"{value:+d}" for value in values)
