"""Kingdoms, standings and score sheets as text for terminals and as JSON."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scoring import (
    Board,
    Kingdom,
    PlacedDomino,
    Position,
    Rules,
    Square,
    find_conflicts,
    find_problems,
    rank,
    summarize_conflicts,
)
from scoring.board_code import format_board
from scoring.boxes import domino_label
from scoring.limits import find_piece_problems, find_supply_problems
from scoring.wording import describe_lines, points_label
from ui.cli.inputs import printable
from ui.table.player_kingdom import PlayerKingdom

Json = dict[str, object]


def drawing(kingdom: Kingdom, unknown: Collection[Position] = ()) -> str:
    """Format a kingdom code with its squares in columns, one line a row, unknown ones as ``?``."""
    return "\n".join(
        "  "
        + " ".join(
            f"{'?' if (row, column) in unknown else str(square):2}" for column, square in enumerate(squares)
        ).rstrip()
        for row, squares in enumerate(kingdom.rows)
    )


def describe_square(square: Square) -> str:
    """Describe a square: ``swamp 2``, ``castle``."""
    if square.terrain is None:
        return "castle" if square.is_castle else "empty"
    return f"{square.terrain.value} {square.crowns or ''}".rstrip()


def domino_json(laid: PlacedDomino) -> Json:
    """Convert a placed domino to JSON: its number (or the print on its back) and its squares."""
    name = domino_label(laid.number)
    return {"number": int(name) if name.isdecimal() else name, "squares": [list(position) for position in laid.squares]}


def placements(kingdom: Kingdom, dominoes: Sequence[PlacedDomino]) -> list[str]:
    lines = []
    for laid in dominoes:
        places = " and ".join(
            f"{describe_square(kingdom[row, column])} in row {row + 1}, column {column + 1}"
            for row, column in laid.squares
        )
        lines.append(f"  domino {domino_label(laid.number):>2}: {places}")
    return lines


def table_object(players: Sequence[PlayerKingdom], rules: Rules, *, with_pieces: bool) -> Json:
    """Standings and sheets; ``with_pieces`` adds to each sheet what quests and pieces earn."""
    sheets = {one.name: one.sheet(rules) for one in players}
    return {
        "standings": [one.to_dict() for one in rank(sheets, rules)],
        "sheets": [
            {"player": one.name, "code": str(one.kingdom)} | sheets[one.name].to_dict(with_pieces=with_pieces)
            for one in players
        ],
    }


def table_text(players: Sequence[PlayerKingdom], rules: Rules) -> str:
    """Format the standings with their reasons, every sum, and notes on problems."""
    sheets = {one.name: one.sheet(rules) for one in players}
    ranked = rank(sheets, rules)
    width = max(len(one.player) for one in ranked)
    lines = [f"{one.rank}. {one.player:{width}}  {points_label(one.sheet.total):>10}  {one}" for one in ranked]
    for one in players:
        sheet = sheets[one.name]
        lines += ["", f"{one.name}: {points_label(sheet.total)}  {format_board(one.kingdom, one.pieces)}"]
        wrong = (
            *find_problems(one.kingdom, rules.grid, rules.box),
            *find_piece_problems(one.kingdom, one.pieces, rules.box),
        )
        notes = [*one.warnings, *(str(problem) for problem in wrong)]
        lines += [f"  {line}" for line in (*describe_lines(sheet), *(f"Note: {note}" for note in notes))]
    together = summarize_conflicts(find_conflicts({one.name: one.kingdom for one in players}, rules.box))
    if together:
        lines += ["", f"Note: {together}", *(f"  {conflict}" for conflict in together.shown)]
    many = find_supply_problems([Board(one.kingdom, one.pieces) for one in players])
    lines += ["", *(f"Note: {problem}" for problem in many)] if many else []
    return "\n".join(map(printable, lines))  # a player may be called anything
