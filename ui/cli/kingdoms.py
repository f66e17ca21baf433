"""``crownsight kingdoms``: the boards of Knizia's Kingdoms, one an epoch, to earnings and gold."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

from scoring import RulesError
from scoring.kingdoms import Board, BoardError, Colour, EpochSheet, GameSheet, Line, Problem, score_game, token
from ui.cli.boards import Json
from ui.cli.inputs import BadInput, is_file, quoted

LONGEST_TEXT = 10_000  # bytes of a board in a file: a real one has about 100


def run(options: Namespace) -> int:
    """Print every epoch line by line, what each player earned, and the gold so far. Raises BadInput."""
    boards = [_board(argument) for argument in options.boards]
    try:
        game = score_game(boards, options.players)
    except RulesError as refused:
        raise BadInput(f"{refused}; give one board for each epoch") from refused
    print(json.dumps(_object(game), indent=1) if options.json else _text(game))
    return 0


def _board(argument: str) -> Board:
    """The board an argument names: that in the text file if there is one of that name, else the one it spells."""
    from_file = is_file(argument)
    text = _contents(argument) if from_file else argument
    try:
        return Board.parse(text)
    except BoardError as unreadable:
        what = f"{argument} holds no board text" if from_file else f"{quoted(argument)} is no file here, and as a board"
        raise BadInput(f"{what}: {unreadable}") from unreadable


def _contents(name: str) -> str:
    try:
        with Path(name).open("rb") as file:
            return file.read(LONGEST_TEXT).decode("utf-8")
    except (OSError, UnicodeDecodeError) as unreadable:
        raise BadInput(f"{name} holds no board text") from unreadable


def _object(game: GameSheet) -> Json:
    return {
        "epochs": [_epoch_object(sheet, wrong) for sheet, wrong in zip(game.epochs, game.problems, strict=True)],
        "gold": {colour.value: _gold(game, colour)[-1] for colour in _players(game)},
    }


def _epoch_object(sheet: EpochSheet, wrong: tuple[Problem, ...]) -> Json:
    return {
        "players": [
            {"colour": one.colour.value, "rows": one.rows, "columns": one.columns, "total": one.total}
            for one in sheet.earnings
        ],
        "lines": [_line_object(line) for line in sheet.lines],
        "warnings": [str(problem.text) for problem in wrong],
    }


def _line_object(line: Line) -> Json:
    parts = [{"base": part.base, "gains": {gain.colour.value: gain.gold for gain in part.gains}} for part in line.parts]
    return {"line": str(line.name), "parts": parts}


def _text(game: GameSheet) -> str:
    lines = []
    for epoch, (sheet, wrong) in enumerate(zip(game.epochs, game.problems, strict=True), start=1):
        lines += [f"Epoch {epoch}", _drawing(sheet.board), *_sums(sheet), *_earned(game, epoch)]
        lines += [*(f"  Note: {problem.text}" for problem in wrong), ""]
    lines += [f"{purse.place}. {purse.colour.value:6}  {purse.now:4} gold  {purse.why}" for purse in game.purses]
    return "\n".join([*lines, *_what_next(game)])


def _drawing(board: Board) -> str:
    return "\n".join("  " + " ".join(f"{token(space):2}" for space in row).rstrip() for row in board.rows)


def _sums(sheet: EpochSheet) -> list[str]:
    """Every part of every line with what everybody takes from it."""
    sums = []
    for part in (part for line in sheet.lines for part in line.parts):
        gains = "; ".join(str(gain.line) for gain in part.gains)
        sums.append(f"  {part.line}{f'; {gains}' if gains else ''}")
    return sums


def _earned(game: GameSheet, epoch: int) -> list[str]:
    return [
        f"  {one.colour.value:6}  rows {one.rows:4}  columns {one.columns:4}  total {one.total:4}"
        f"  gold {_gold(game, one.colour)[epoch - 1]:4}"
        for one in game.epochs[epoch - 1].earnings
    ]


def _what_next(game: GameSheet) -> list[str]:
    richest = [colour.value for colour in game.richest]
    if not richest:
        return ["Nobody has a castle on the board"]
    names = " and ".join(richest)
    if not game.is_over:
        return [f"{names} {'starts' if len(richest) == 1 else 'are equally rich: one of them starts'} the next epoch"]
    return [f"{names} wins" if len(richest) == 1 else f"{names} share the victory"]


def _players(game: GameSheet) -> list[Colour]:
    return [earning.colour for earning in game.epochs[0].earnings]


def _gold(game: GameSheet, colour: Colour) -> tuple[int, ...]:
    """What a player has after each epoch."""
    return next(purse.gold for purse in game.purses if purse.colour is colour)
