"""English sentences of the typed results of Knizia's Kingdoms, as messages that can be translated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.kingdom import position_labels
from scoring.knizia.game import Lead, Purse
from scoring.knizia.lines import Axis, Gain, Line, Part
from scoring.knizia.pieces import Colour, Kind
from scoring.knizia.rules import Rule
from scoring.message import Message, Text, join_and, join_comma, message, plural, register_sentences
from scoring.problem import Problem

KINDS: dict[Kind, Message] = {
    Kind.RESOURCE: plural(0, "{number} resource", "{number} resources"),
    Kind.HAZARD: plural(0, "{number} hazard", "{number} hazards"),
    Kind.MOUNTAIN: plural(0, "{number} mountain", "{number} mountains"),
    Kind.DRAGON: plural(0, "{number} dragon", "{number} dragons"),
    Kind.GOLD_MINE: plural(0, "{number} gold mine", "{number} gold mines"),
    Kind.WIZARD: plural(0, "{number} wizard", "{number} wizards"),
}
"""Templates for a number of tiles."""
OWNERS: dict[Colour, Message] = {
    Colour.RED: message("Red"),
    Colour.BLUE: message("Blue"),
    Colour.YELLOW: message("Yellow"),
    Colour.GREEN: message("Green"),
}
"""The colours at the start of a sentence."""


def describe_problem(problem: Problem) -> Message:
    """Return the sentence of a problem of a board."""
    return PROBLEMS[Rule(problem.rule)](problem, problem.params)


def _describe_box(problem: Problem, params: Mapping[str, Any]) -> Message:
    kind, count = KINDS[params["kind"]], params["number"]
    return message(
        "There are {number}, but {copies} in the box: {places}",
        number=kind.fill(number=count),
        copies=params["copies"],
        places=position_labels(problem.squares),
    )


def _describe_players(problem: Problem, params: Mapping[str, Any]) -> Message:
    return message(
        "There are castles of {here} colours, but {players} players", here=params["here"], players=params["players"]
    )


def _describe_owned(problem: Problem, params: Mapping[str, Any]) -> Message:
    return plural(
        params["number"],
        "{whose} has {number} castle of rank {rank} on the board, but owns {owned} with {players} players: {places}",
        "{whose} has {number} castles of rank {rank} on the board, but owns {owned} with {players} players: {places}",
        whose=OWNERS[params["colour"]],
        rank=params["rank"],
        owned=params["owned"],
        players=params["players"],
        places=position_labels(problem.squares),
    )


def _describe_spent(problem: Problem, params: Mapping[str, Any]) -> Message:
    return plural(
        params["number"],
        "{whose} has {number} castle of rank {rank} on the board, but {left} left after epoch {epochs}: {places}",
        "{whose} has {number} castles of rank {rank} on the board, but {left} left after epoch {epochs}: {places}",
        whose=OWNERS[params["colour"]],
        rank=params["rank"],
        left=str(params["left"]) if params["left"] else message("none"),
        epochs=join_and([str(epoch) for epoch in params["epochs"]]),
        places=position_labels(problem.squares),
    )


def _describe_free(problem: Problem, params: Mapping[str, Any]) -> Message:
    return plural(
        len(problem.squares),
        "{number} space is free, so the epoch is not over: {places}",
        "{number} spaces are free, so the epoch is not over: {places}",
        places=position_labels(problem.squares),
    )


PROBLEMS = {
    Rule.BOX: _describe_box,
    Rule.PLAYERS: _describe_players,
    Rule.OWNED: _describe_owned,
    Rule.SPENT: _describe_spent,
    Rule.FREE: _describe_free,
}


def label_line(line: Line | Part) -> Message:
    """Return the name of a line, ``row 1``, or of a part of one, ``row 4, left of the mountain``."""
    number = line.number
    name = (
        message("row {number}", number=number) if line.axis is Axis.ROW else message("column {number}", number=number)
    )
    if isinstance(line, Line):
        return name
    if line.mountains_before and line.mountains_after:
        return message("{line}, between the mountains", line=name)
    if line.mountains_after:
        return _label_before(line.axis, name, one=line.mountains_after == 1)
    if line.mountains_before:
        return _label_after(line.axis, name, one=line.mountains_before == 1)
    return name


def _label_before(axis: Axis, line: Message, *, one: bool) -> Message:
    if axis is Axis.ROW:
        return message("{line}, left of the mountain" if one else "{line}, left of the mountains", line=line)
    return message("{line}, above the mountain" if one else "{line}, above the mountains", line=line)


def _label_after(axis: Axis, line: Message, *, one: bool) -> Message:
    if axis is Axis.ROW:
        return message("{line}, right of the mountain" if one else "{line}, right of the mountains", line=line)
    return message("{line}, below the mountain" if one else "{line}, below the mountains", line=line)


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


def describe_purse(purse: Purse) -> Message:
    """Return the reason for a place in short, by colour: ``7 behind red``."""
    return describe_lead(purse.lead, {colour: colour.label for colour in Colour})


def _format_values(values: tuple[int, ...]) -> str:
    return " ".join(f"{value:+d}" for value in values)


register_sentences({Gain: describe_gain, Part: describe_part, Purse: describe_purse})
