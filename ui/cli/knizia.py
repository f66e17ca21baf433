"""``crownsight kingdoms``: score the boards of Knizia's Kingdoms, one an epoch."""

from __future__ import annotations

import json
from argparse import Namespace

from scoring import RulesError
from scoring.knizia import Board, BoardError, Colour, EpochSheet, GameSheet, format_space, score_game
from scoring.knizia.wording import label_line
from ui.cli.inputs import STANDARD_INPUT, BadInput, UsageError, content_of, describe_file, is_there, quote

LONGEST_TEXT = 10_000  # bytes of a board in a file: a real one has about 100


def run(options: Namespace) -> int:
    """Print every epoch line by line, what each player earned, and the gold so far. Raises BadInput."""
    boards = [_board(argument) for argument in options.boards]
    try:
        game = score_game(boards, options.players)
    except RulesError as refused:
        raise UsageError(f"{refused}; give one board for each epoch") from refused
    if options.json:
        epochs = [
            {
                "players": [
                    {"colour": one.colour.value, "rows": one.rows, "columns": one.columns, "total": one.total}
                    for one in sheet.incomes
                ],
                "lines": [
                    {
                        "line": str(label_line(line)),
                        "parts": [
                            {"base": part.base, "gains": {gain.colour.value: gain.gold for gain in part.gains}}
                            for part in line.parts
                        ],
                    }
                    for line in sheet.lines
                ],
                "warnings": [str(problem) for problem in wrong],
            }
            for sheet, wrong in zip(game.epochs, game.problems, strict=True)
        ]
        gold = {one.colour.value: _gold(game, one.colour)[-1] for one in game.epochs[0].incomes}
        print(json.dumps({"epochs": epochs, "gold": gold}, indent=1))
    else:
        print(_text(game))
    return 0


def _board(argument: str) -> Board:
    """Parse the board of an argument: a text file if one has that name, else the text itself."""
    from_file, text = argument == STANDARD_INPUT or is_there(argument), argument
    try:
        if from_file:
            text = content_of(argument, LONGEST_TEXT).decode("utf-8")
        return Board.parse(text)
    except UnicodeDecodeError as unreadable:
        raise BadInput(f"{describe_file(argument)} holds no board text") from unreadable
    except BoardError as unreadable:
        what = (
            f"{describe_file(argument)} holds no board"
            if from_file
            else f"{quote(argument)} is neither a file nor a board"
        )
        raise BadInput(f"{what} ({unreadable})") from unreadable


def _text(game: GameSheet) -> str:
    lines = []
    for epoch, (sheet, wrong) in enumerate(zip(game.epochs, game.problems, strict=True), start=1):
        drawn = ("  " + " ".join(f"{format_space(space):2}" for space in row).rstrip() for row in sheet.board.rows)
        lines += [f"Epoch {epoch}", *drawn, *_sums(sheet)]
        lines += [
            f"  {one.colour.value:6}  rows {one.rows:4}  columns {one.columns:4}  total {one.total:4}"
            f"  gold {_gold(game, one.colour)[epoch - 1]:4}"
            for one in sheet.incomes
        ]
        lines += [*(f"  Note: {problem}" for problem in wrong), ""]
    lines += [f"{purse.rank}. {purse.colour.value:6}  {purse.now:4} gold  {purse}" for purse in game.purses]
    return "\n".join([*lines, *_what_next(game)])


def _sums(sheet: EpochSheet) -> list[str]:
    """List every part of every line with each player's gain."""
    return [f"  {'; '.join(map(str, (part, *part.gains)))}" for line in sheet.lines for part in line.parts]


def _what_next(game: GameSheet) -> list[str]:
    richest = [colour.value for colour in game.richest]
    if not richest:
        return ["Nobody has a castle on the board"]
    names = " and ".join(richest)
    if not game.is_over:
        return [f"{names} {'starts' if len(richest) == 1 else 'are equally rich: one of them starts'} the next epoch"]
    return [f"{names} wins" if len(richest) == 1 else f"{names} share the victory"]


def _gold(game: GameSheet, colour: Colour) -> tuple[int, ...]:
    return next(purse.gold for purse in game.purses if purse.colour is colour)
