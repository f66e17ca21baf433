"""Kingdoms, standings and score sheets, as people read them in a terminal and as programs read them in JSON."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scoring import (
    Kingdom,
    PlacedDomino,
    Position,
    Rules,
    ScoreSheet,
    Square,
    find_conflicts,
    find_problems,
    rank,
    summarize_conflicts,
)
from scoring.board_code import format_board
from scoring.bonuses import Earned, Earning
from scoring.boxes import domino_label
from scoring.expansions.limits import find_piece_problems, find_supply_problems
from scoring.territories import points_label
from ui.cli.inputs import printable
from ui.table.game_file import PlayerKingdom

Json = dict[str, object]


def drawing(kingdom: Kingdom, unknown: Collection[Position] = ()) -> str:
    """The kingdom code with its squares in columns, a line a row, unknown ones as ``?``."""
    return "\n".join(
        "  "
        + " ".join(
            f"{'?' if (row, column) in unknown else str(square):2}" for column, square in enumerate(squares)
        ).rstrip()
        for row, squares in enumerate(kingdom.rows)
    )


def square_json(square: Square) -> Json:
    return {"terrain": _name(square), "crowns": square.crowns}


def described(square: Square) -> str:
    """The square in words: ``swamp 2``, ``castle``."""
    return _name(square) + (f" {square.crowns}" if square.crowns else "")


def _name(square: Square) -> str:
    if square.terrain is None:
        return "castle" if square.is_castle else "empty"
    return square.terrain.value


def domino_json(laid: PlacedDomino) -> Json:
    """The number of a domino, or what is printed on its back where that is no number of its own, and its squares."""
    name = domino_label(laid.number)
    return {"number": int(name) if name.isdecimal() else name, "squares": [list(position) for position in laid.squares]}


def placements(kingdom: Kingdom, dominoes: Sequence[PlacedDomino]) -> list[str]:
    lines = []
    for laid in dominoes:
        places = " and ".join(
            f"{described(kingdom[row, column])} in row {row + 1}, column {column + 1}" for row, column in laid.squares
        )
        lines.append(f"  domino {domino_label(laid.number):>2}: {places}")
    return lines


def table_object(players: Sequence[PlayerKingdom], rules: Rules, *, with_pieces: bool) -> Json:
    """Standings and sheets; ``with_pieces`` adds to each sheet what quests and pieces earn."""
    sheets = {one.name: one.sheet(rules) for one in players}
    return {
        "standings": [
            {"player": one.player, "place": one.place, "points": one.sheet.total, "why": str(one.why)}
            for one in rank(sheets, rules)
        ],
        "sheets": [
            {"player": one.name, "code": str(one.kingdom)}
            | _sheet_object(sheets[one.name])
            | (_pieces_object(sheets[one.name]) if with_pieces else {})
            for one in players
        ],
    }


def _sheet_object(sheet: ScoreSheet) -> Json:
    return {
        "territories": [
            {
                "terrain": territory.terrain.value,
                "squares": [list(position) for position in territory.squares],
                "size": territory.size,
                "crowns": territory.crowns,
                "points": territory.points,
            }
            for territory in sheet.territories
        ],
        "bonuses": [{"name": bonus.bonus, "points": bonus.points} for bonus in sheet.bonuses],
        "total": sheet.total,
        "largest_territory": sheet.largest_territory,
        "crowns": sheet.crowns,
    }


def _pieces_object(sheet: ScoreSheet) -> Json:
    def of(kind: Earned) -> list[Earning]:
        return [earning for earning in sheet.earnings if earning.kind is kind]

    return {
        "quests": {earning.name: earning.points for earning in of(Earned.QUEST)},
        "characters": [earning.points for earning in of(Earned.CHARACTER)],
        "buildings": [earning.points for earning in of(Earned.BUILDING)],
        "coins": sum(earning.points for earning in of(Earned.COINS)),
        "queen": sum(earning.points for earning in of(Earned.QUEEN)),
        "without_giants": sheet.total if sheet.without_giants is None else sheet.without_giants,
        "lines": [[list(position) for position in line] for earning in of(Earned.QUEST) for line in earning.lines],
    }


def table_text(players: Sequence[PlayerKingdom], rules: Rules) -> str:
    """The standings with their reasons, every sum, and notes on what breaks the rules."""
    sheets = {one.name: one.sheet(rules) for one in players}
    ranked = rank(sheets, rules)
    width = max(len(one.player) for one in ranked)
    lines = [f"{one.place}. {one.player:{width}}  {points_label(one.sheet.total):>10}  {one.why}" for one in ranked]
    for one in players:
        sheet = sheets[one.name]
        lines += ["", f"{one.name}: {points_label(sheet.total)}  {format_board(one.kingdom, one.pieces)}"]
        wrong = (
            *find_problems(one.kingdom, rules.grid, rules.box),
            *find_piece_problems(one.kingdom, one.pieces, rules.box),
        )
        notes = [*one.warnings, *(problem.text for problem in wrong)]
        lines += [f"  {line}" for line in (*sheet.lines, *(f"Note: {note}" for note in notes))]
    together = summarize_conflicts(find_conflicts({one.name: one.kingdom for one in players}, rules.box))
    if together:
        lines += ["", f"Note: {together.summary}", *(f"  {conflict.text}" for conflict in together.named)]
    many = find_supply_problems([(one.kingdom, one.pieces) for one in players])
    lines += ["", *(f"Note: {problem.text}" for problem in many)] if many else []
    return "\n".join(map(printable, lines))  # a player may be called anything
