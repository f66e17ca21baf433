"""English sentences of typed results, as messages that can be translated.

The rules return typed values; this module alone puts them into words, and no rule reads them back. The English
templates stand here, below ``str(problem)``, and not in the app: the catalogues of the other languages are keyed by
them (as gettext has it), so English and the translations have one source and cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.bonuses import Bonus, BonusItem, BonusKind, BonusScore, ScoreReason
from scoring.domino import domino_label
from scoring.dominoes.claims import Conflict, ConflictKind, ConflictSummary
from scoring.dominoes.nearest import Change
from scoring.kingdom import position_label, position_labels, prefix_position
from scoring.knizia.rules import Rule as KniziaRule
from scoring.knizia.wording import describe_problem as describe_knizia_problem
from scoring.message import (
    Message,
    describe,
    join_and,
    join_or,
    join_semicolon,
    message,
    plural,
)
from scoring.problem import Problem, Rule
from scoring.quests import Quest
from scoring.rules import Measure
from scoring.score_reveal import Decision, Source
from scoring.scoresheet import ScoreSheet
from scoring.standings import Standing, TieBreak
from scoring.terrain import Terrain
from scoring.territories import Territory


def squares_label(number: int) -> Message:
    """Return a number of squares: ``1 square``, ``7 squares``."""
    return plural(number, "{number} square", "{number} squares")


def crowns_label(number: int) -> Message:
    """Return a number of crowns: ``1 crown``, ``3 crowns``."""
    return plural(number, "{number} crown", "{number} crowns")


def points_label(number: int) -> Message:
    """Return a number of points: ``1 point``, ``54 points``."""
    return plural(number, "{number} point", "{number} points")


# --- Templates and their parameters


def fill(template: Message, params: Mapping[str, Any]) -> Message:
    """Return a template with typed parameters: grids and sizes as ``5x5``, things by their label."""
    parts: dict[str, Any] = {name: getattr(value, "label", value) for name, value in params.items()}
    if "grid" in params:
        height, width = (params["grid"],) * 2 if isinstance(params["grid"], int) else params["grid"]
        parts["grid"] = f"{height}x{width}"
    if "height" in params:
        parts["size"] = f"{params['height']}x{params['width']}"
    used = {name: part for name, part in parts.items() if f"{{{name}}}" in template.pattern}
    return template.fill(**used)


# --- Problems

PROBLEMS: dict[Rule, Message] = {
    Rule.NO_CASTLE: message("There is no castle"),
    Rule.SEVERAL_CASTLES: message("There are {castles} castles: {places}"),
    Rule.OUTSIDE_GRID: plural(
        0,
        "The kingdom is {size}, larger than the {grid} grid: {number} square too far out",
        "The kingdom is {size}, larger than the {grid} grid: {number} squares too far out",
    ),
    Rule.NO_SUCH_CROWNS: message("{crowns} crowns on a {terrain} square do not exist: {place}"),
    Rule.NO_SUCH_TERRAIN: message("No box on this table has {terrain} squares: {place}"),
    Rule.TOO_MANY_OF_TERRAIN: message("{here} {terrain} squares are too many: the box has {there}"),
    Rule.TOO_MANY_CROWNED: message("{here} squares of {square} are too many: the box has {there}"),
    Rule.TOO_MANY_CROWNLESS: message("{here} squares of {square} without a crown are too many: the box has {there}"),
    Rule.CUT_OFF: message("Cut off from the rest of the kingdom: {places}"),
    Rule.ODD_NUMBER: message("{number} squares can’t be dominoes: one is missing or too many"),
    Rule.NO_DOMINO: message("No domino joins {square} to a square beside it: {place}"),
    Rule.NO_COVER: message("These {number} squares can’t all be right: {places}"),
    Rule.NO_ORDER: message("No order of legal placements lays all dominoes; left over: {places}"),
    Rule.BOX_NOT_IN_PLAY: message("Pieces of {box} lie here, which is not on this table"),
    Rule.TOO_MANY_GIANTS: message("{here} giants; the box has {there}"),
    Rule.TOO_MANY_TOKENS: message("{here} tokens on {terrain}; the box has {there}"),
    Rule.CHARACTER_TWICE: message("{who} is there {number} times; the box has one"),
    Rule.TOO_MANY_COURT_BUILDINGS: message("{here} buildings on {square}; the box has {there}"),
    Rule.TOO_MANY_TOWERS: message("{here} towers; the box has {there}"),
    Rule.TOO_MANY_KNIGHTS: message("{here} knights; the box has {there}"),
    Rule.TOO_MANY_TOWN_BUILDINGS: message("{here} times {building}; the box has {there}"),
    Rule.NOT_ENOUGH_COINS: message("the coins of the box are not enough for what everybody has"),
    Rule.SEVERAL_QUEENS: message("{hosts} players host the queen; there is one"),
    Rule.QUEEN_WITHOUT_TOWERS: message("the queen is with the player who has the most towers"),
}
"""The sentence of every rule about a kingdom, or about the pieces of a table."""

PROBLEMS_OF_A_SQUARE: dict[Rule, Message] = {
    Rule.GIANTS_WITHOUT_CROWN: plural(
        0, "{number} giant on {crowns}, and each needs one", "{number} giants on {crowns}, and each needs one"
    ),
    Rule.NO_TOKEN_HERE: message("no token lies on {square}"),
    Rule.NO_TILE_HERE: message("no tile stands on {square}"),
    Rule.TILE_ON_CROWN: message("a tile stands only on a square without a crown and without a token"),
    Rule.NO_SUCH_COURT_BUILDING: message("there is no such building for {terrain}"),
    Rule.SEVERAL_TILES: message("{number} tiles stand on one square"),
    Rule.BUILDING_OUTSIDE_TOWN: message("this building stands only on a town"),
    Rule.NO_SUCH_TOWN_BUILDING: message("no box has such a building"),
}
"""The sentence of every rule about one square, which stands before it."""


@describe.register(Problem)
def describe_problem(problem: Problem) -> Message:
    """Return the sentence of a problem."""
    if isinstance(problem.rule, KniziaRule):
        return describe_knizia_problem(problem)
    rule, params = Rule(problem.rule), dict(problem.params)
    if rule in PROBLEMS_OF_A_SQUARE:
        if rule is Rule.GIANTS_WITHOUT_CROWN:
            params["crowns"] = crowns_label(params["crowns"])
        return prefix_position(problem.squares[0], fill(PROBLEMS_OF_A_SQUARE[rule], params))
    if problem.squares:
        params |= {"place": position_label(problem.squares[0]), "places": position_labels(problem.squares)}
    return fill(PROBLEMS[rule], params)


# --- Score sheets

REASONS: dict[ScoreReason, Message] = {
    ScoreReason.LARGER_THAN_GRID: message("the kingdom is {size}, larger than {grid}"),
    ScoreReason.GRID_INCOMPLETE: plural(
        0, "{number} square of the {grid} grid is empty", "{number} squares of the {grid} grid are empty"
    ),
    ScoreReason.GRID_COMPLETE: message("the {grid} grid is complete"),
    ScoreReason.NO_CASTLE: message("the kingdom has no castle"),
    ScoreReason.SEVERAL_CASTLES: message("the kingdom has {castles} castles"),
    ScoreReason.CASTLE_OFF_CENTRE: message("the castle is not in the middle"),
    ScoreReason.CASTLE_OFF_CENTRE_AS_PLACED: message("the castle is not in the centre of the {grid} grid as it lies"),
    ScoreReason.CASTLE_IN_CENTRE: message("the castle is the centre of the {grid} grid"),
    ScoreReason.CASTLE_IN_CORNER: message("the castle is in a corner of the grid"),
    ScoreReason.CASTLE_IN_NO_CORNER: message("the castle is in no corner of the grid"),
    ScoreReason.CORNERS_OF_TERRAIN: plural(0, "{number} corner of {terrain}", "{number} corners of {terrain}"),
    ScoreReason.SQUARES_AROUND_CASTLE: plural(
        0, "{number} square of {terrain} around the castle", "{number} squares of {terrain} around the castle"
    ),
    ScoreReason.CROWNLESS_TERRITORIES: plural(
        0,
        "{number} territory without a crown of {squares} or more",
        "{number} territories without a crown of {squares} or more",
    ),
    ScoreReason.CROWN_LINES: plural(
        0,
        "{number} line of three crowns, no two sharing more than one square",
        "{number} lines of three crowns, no two sharing more than one square",
    ),
    ScoreReason.CHARACTER_ALONE: message("{who} +{points}"),
    ScoreReason.CHARACTER_AND_NEIGHBOURS: message("{who} +{points}: {alone} + {number} x {each}"),
    ScoreReason.BUILDING_POINTS: message("building +{points}"),
    ScoreReason.BUILDING_CROWNS: plural(
        0, "building: {number} crown in its territory", "building: {number} crowns in its territory"
    ),
    ScoreReason.BUILDING_COUNT: message("building +{points}: {number} x {each} for {thing}"),
    ScoreReason.COINS: plural(
        0,
        "coins +{points}: {number} coin, 1 point for every {each}",
        "coins +{points}: {number} coins, 1 point for every {each}",
    ),
    ScoreReason.QUEEN: message("queen +{points}: a crown on the largest territory, {size}"),
}
"""The sentence of every reason; for bonuses and quests it follows their name and points."""


def describe_reason(scored: BonusScore | BonusItem) -> Message:
    """Return why a bonus, quest or piece scores what it scores: ``the 5x5 grid is complete``."""
    params = {**scored.params, "points": scored.points}
    for name in ("squares", "size"):
        if name in params:
            params[name] = squares_label(params[name])
    return fill(REASONS[scored.reason], params)


@describe.register(BonusScore)
def describe_bonus(scored: BonusScore) -> Message:
    """Return the line of a bonus: ``Harmony +5: the 5x5 grid is complete``."""
    reason = describe_reason(scored)
    return message("{title} +{points}: {reason}", title=scored.bonus.label, points=scored.points, reason=reason)


@describe.register(BonusItem)
def describe_item(item: BonusItem) -> Message:
    """Return the line of a quest or piece: ``farmer +6: 3 + 1 x 3``."""
    reason = describe_reason(item)
    if item.kind is not BonusKind.QUEST:
        return reason
    return message("{title} +{points}: {reason}", title=Quest(item.name).label, points=item.points, reason=reason)


@describe.register(Territory)
def describe_territory(territory: Territory) -> Message:
    """Return the sum of a territory: ``forest 7 squares x 3 crowns = 21``."""
    return message(
        "{terrain} {squares} x {crowns} = {points}",
        terrain=territory.terrain.label,
        squares=squares_label(territory.size),
        crowns=crowns_label(territory.crowns),
        points=territory.points,
    )


def describe_giants(points: int) -> Message:
    """Return the total that a kingdom would have without giants."""
    return message("Without giants it would be {points}", points=points)


def describe_lines(sheet: ScoreSheet) -> tuple[Message, ...]:
    """Return the lines of a score sheet, and its total without giants if any came."""
    without_giants = () if sheet.without_giants is None else (describe_giants(sheet.without_giants),)
    return (*map(describe, sheet.lines), *without_giants)


@describe.register(ScoreSheet)
def describe_sheet(sheet: ScoreSheet) -> Message:
    """Return the lines of a score sheet, its total, and its problems, one below the other."""
    lines = (*describe_lines(sheet), message("total {points}", points=sheet.total), *map(describe, sheet.problems))
    parts = {f"line{number}": line for number, line in enumerate(lines)}
    return Message("\n".join(f"{{{name}}}" for name in parts), parts=tuple(parts.items()))


@describe.register(Change)
def describe_change(change: Change) -> Message:
    """Return a change: ``row 2, column 4: forest instead of mine with 3 crowns``."""
    place = position_label(change.position)
    return message("{place}: {new} instead of {old}", place=place, new=change.becomes.label, old=change.was.label)


# --- Standings


@describe.register(Standing)
def describe_standing(standing: Standing) -> Message:
    """Return the reason for a place in short: ``12 points ahead``."""
    tie_break = standing.tie_break
    if not tie_break.rivals:
        return message("the only kingdom")
    own, theirs = tie_break.own, tie_break.theirs
    if tie_break.decided_by is None:
        return _describe_shared_place(tie_break, standing.rank)
    if tie_break.decided_by is Measure.POINTS:
        gap = points_label(abs(own[0] - theirs[0]))
        if own > theirs:
            return message("{gap} ahead", gap=gap)
        return message("{gap} behind {rival}", gap=gap, rival=tie_break.rivals[0])
    parts: dict[str, str | int] = {"points": own[0], "rival": tie_break.rivals[0]}
    if tie_break.decided_by is Measure.LARGEST_TERRITORY:
        parts |= {"own": own[1], "theirs": theirs[1]}
        if own > theirs:
            return message("tied on {points}; larger territory than {rival} ({own} to {theirs})", **parts)
        return message("tied on {points}; {rival} has the larger territory ({theirs} to {own})", **parts)
    parts |= {"own": own[2], "theirs": theirs[2]}
    if own > theirs:
        return message("tied on {points} and on territory; more crowns than {rival} ({own} to {theirs})", **parts)
    return message("tied on {points} and on territory; {rival} has more crowns ({theirs} to {own})", **parts)


def _describe_shared_place(tie_break: TieBreak, place: int) -> Message:
    equal = zip(tie_break.measures[: tie_break.equal], tie_break.own, strict=False)
    amounts = join_and([_describe_measure(measure, number) for measure, number in equal])
    if place == 1:
        return message("shares the victory: {amounts} each", amounts=amounts)
    return message("shares place {place}: {amounts} each", place=place, amounts=amounts)


def _describe_measure(measure: Measure, number: int) -> Message:
    if measure is Measure.POINTS:
        return points_label(number)
    if measure is Measure.CROWNS:
        return crowns_label(number)
    return message("a largest territory of {squares}", squares=squares_label(number))


DECISIONS: dict[Source | Measure | None, Message] = {
    None: message("In the lead from start to finish"),
    Terrain.WHEAT: message("Won on wheat"),
    Terrain.FOREST: message("Won on forest"),
    Terrain.LAKE: message("Won on lakes"),
    Terrain.GRASSLAND: message("Won on grassland"),
    Terrain.SWAMP: message("Won on swamp"),
    Terrain.MINE: message("Won on mines"),
    Terrain.TOWN: message("Won on towns"),
    Bonus.HARMONY: message("Won on Harmony"),
    Bonus.MIDDLE_KINGDOM: message("Won on the Middle Kingdom"),
    BonusKind.QUEST: message("Won on quests"),
    BonusKind.CHARACTER: message("Won on characters"),
    BonusKind.BUILDING: message("Won on buildings"),
    BonusKind.COINS: message("Won on coins"),
    BonusKind.QUEEN: message("Won on the queen"),
    Measure.LARGEST_TERRITORY: message("Tied: won on the largest territory"),
    Measure.CROWNS: message("Tied: won on crowns"),
}
"""The sentence of everything that can decide a game; None is the winner's lead throughout."""


@describe.register(Decision)
def describe_decision(decision: Decision) -> Message:
    """Return what decided a game: ``The lakes decided it``."""
    return DECISIONS[decision.by]


# --- Conflicts


@describe.register(Conflict)
def describe_conflict(conflict: Conflict[Any]) -> Message:
    """Return a conflict with every square: ``... is in both Ana's and Ben's kingdom: Ana's row 1 ...``."""
    players = [claim.player for claim in conflict.claims]
    if conflict.kind is ConflictKind.GROUP:
        text = message(
            "The kingdoms of {players} cannot be laid from one box, though each of them could",
            players=join_and(players),
        )
        if not conflict.numbers:
            return text
        dominoes = join_or([domino_label(number) for number in conflict.numbers])
        return message("{clash}; one more of {dominoes} would be enough", clash=text, dominoes=dominoes)
    owners = join_and([message("{player}'s", player=player) for player in players])
    squares = [join_and([position_label(square) for square in claim.squares]) for claim in conflict.claims]
    held = zip(players, squares, strict=True)
    places = join_semicolon([message("{player}'s {squares}", player=player, squares=where) for player, where in held])
    thing = _describe_contested(conflict)
    if conflict.copies == 1 and len(players) == conflict.needed == 2:
        return message("{thing} is in both {players} kingdom: {places}", thing=thing, players=owners, places=places)
    return message(
        "{thing}: {needed} in {players} kingdom, but {copies} in the box: {places}"
        if len(players) == 1
        else "{thing}: {needed} in {players} kingdoms, but {copies} in the box: {places}",
        thing=thing,
        needed=conflict.needed,
        players=owners,
        copies=conflict.copies,
        places=places,
    )


def describe_conflict_briefly(conflict: Conflict[Any]) -> Message:
    """Return a conflict in one line: what is contested, and the players."""
    players = join_and([claim.player for claim in conflict.claims])
    if conflict.kind is ConflictKind.GROUP:
        return message("{players} together", players=players)
    return message("{thing}: {players}", thing=_describe_contested(conflict), players=players)


def _describe_contested(conflict: Conflict[Any]) -> Message:
    if conflict.kind is ConflictKind.SQUARE:
        return message("A square of {square}", square=conflict.squares[0].label)
    first, second = (square.label for square in conflict.squares)
    return message(
        "Domino {numbers} ({first}, {second})"
        if len(conflict.numbers) == 1
        else "Dominoes {numbers} ({first}, {second})",
        numbers=join_and([domino_label(number) for number in conflict.numbers]),
        first=first,
        second=second,
    )


SEVERAL_BOXES = message(
    "These kingdoms do not come from one box: {number} of its dominoes would be needed more often than it has them. "
    "In one game that means that several squares are misread."
)


@describe.register(ConflictSummary)
def describe_summary(summary: ConflictSummary[Any]) -> Message:
    """Return what the conflicts of a table mean."""
    if summary.from_several_boxes:
        return SEVERAL_BOXES.fill(number=summary.number)
    return plural(
        summary.number,
        "One domino is in more kingdoms than the box has of it: a square is probably misread.",
        "{number} dominoes are in more kingdoms than the box has of them: a square is probably misread.",
    )
