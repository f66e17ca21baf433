"""What the program does with whatever arrives, and with which sentences it may refuse it.

A trial takes the bytes that arrive, and returns whether they were read; it raises REFUSALS, or it has found a bug.
"""

from __future__ import annotations

import json
from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO

from scoring import USUAL_RULES, CodeError, Kingdom, RulesError, build_order, problems, rank, score
from scoring.castle import Castle
from scoring.kingdoms import Board as KingdomsBoard
from scoring.kingdoms import BoardError, Colour, score_game
from tests.given import EVENING
from tests.ui.laid import ANA
from ui import store
from ui.api.commands import command_in
from ui.cli import main
from ui.components.corners import spanned
from ui.photos.reading import read_upload
from ui.store.codes import code_in, is_key
from ui.store.game_rows import results_of
from ui.table.board import Board, read_board
from ui.table.converter import FormatError
from ui.table.finished import evening_of
from ui.table.forms import games_in, games_text, kingdoms_in, kingdoms_text, table_in, table_text
from ui.table.kingdoms import Epoch, Player
from ui.table.kingdoms import Game as KingdomsGame
from ui.table.names import plain_name
from ui.table.source import Picture
from ui.table.table import Table, TableError
from ui.table.transfer import added, games_of, new_to, resumed
from vision.errors import PhotoError, VisionError

DOCUMENTED = (VisionError, CodeError, RulesError)
REFUSALS = (*DOCUMENTED, BoardError, FormatError, TableError, store.StoreError, ArgumentTypeError)
LAID = replace(ANA, numbered=9).with_board(1, Board(Kingdom.parse("www/wCw/w.."), number=1))
ENTERED = Table(kingdoms=KingdomsGame((Player(Colour.RED, "Ana"), Player(Colour.BLUE, "Ben")), (Epoch(number=1),), 1))


def photo_in_the_app(arrived: bytes) -> bool:
    """An upload on its way to a board, as the Kingdom screen does it: ``load`` and the whole of ``vision.read``."""
    attempt = read_upload(arrived, show=lambda *_: None, progress=lambda step: None)
    if attempt.message:
        raise PhotoError(attempt.message)
    assert attempt.picture
    return bool(read_board(attempt.readings[0], attempt.picture).kingdom.height)


def kingdom_code(arrived: bytes) -> bool:
    """Read, scored under both sizes of grid, checked and built."""
    kingdom = Kingdom.parse(_text(arrived))
    assert Kingdom.parse(str(kingdom)) == kingdom
    for grid in (5, 7):
        rank({"Ana": score(kingdom, replace(USUAL_RULES, grid=grid))}, USUAL_RULES)
        problems(kingdom, grid)
    build_order(kingdom)
    return True


def kingdoms_board(arrived: bytes) -> bool:
    """Read and scored."""
    board = KingdomsBoard.parse(_text(arrived))
    assert KingdomsBoard.parse(str(board)) == board
    score_game([board] * 3, None)
    return True


def key_or_code(arrived: bytes) -> bool:
    """Typed in the join field, in an address, and behind ``crownsight forget``."""
    typed = _text(arrived)
    found = (store.opened().key_for(typed), store.opened().find(typed), store.opened().forget(typed))
    assert not any(found), f"{typed!r} opened a table"
    return is_key(typed) or code_in(typed) is not None


def name(arrived: bytes) -> bool:
    """A player joins; what the screens show of it can be sent, and comes back from the store as it was."""
    typed = _text(arrived)
    table = ANA.with_player(typed, Castle.GREEN)
    shown = table.seats[-1].name
    shown.encode()
    assert plain_name(shown) == shown
    assert table_in(table_text(table)) == table
    return shown == typed


def table_as_kept(arrived: bytes) -> bool:
    """Read from a database or a backup, and kept again."""
    table = table_in(_text(arrived))
    assert table_in(table_text(table)) == table
    return True


def games_file(arrived: bytes) -> bool:
    """Imported, shown by evening with everybody's record, and taken along again."""
    games, under_way = games_in(_text(arrived).encode("utf-8", "surrogatepass"))
    table = added(ANA if under_way is None else resumed(under_way), games)
    assert table_in(table_text(table)).games == table.games
    [evening_of(game.played) for game in table.games]
    "".join(row["name"] for game in table.games for row in results_of(game)).encode()
    return len(games_in(games_text(table.games)).over) == len(table.games)


def games_from_elsewhere(arrived: bytes) -> bool:
    """Brought in, summed up for the records, taken along again, and known when it comes once more."""
    games = games_of(arrived, EVENING).games.over
    table = added(ANA, games)
    assert table_in(table_text(table)).games == table.games
    assert new_to(games_of(arrived, EVENING).games.over, table.games) == ()
    "".join(row["name"] for game in table.games for row in results_of(game)).encode()
    return bool(games)


def kingdoms_file(arrived: bytes) -> bool:
    """Taken up again, scored, and taken along again."""
    game = kingdoms_in(arrived)
    assert kingdoms_in(kingdoms_text(game)) == game
    assert game.epochs == () or game.sheet is not None
    return True


def table_after(table: Table, sent: bytes) -> Table | None:
    """A table after what a phone asks for by name; None where that is refused."""
    try:
        return command_in(sent)[1](table)
    except (FormatError, TableError):
        return None


def message(arrived: bytes) -> bool:
    """What the editors make of their browser's word, and that the store can hold it."""
    try:
        sent = json.loads(_text(arrived))
    except (ValueError, RecursionError):  # Streamlit's own reader would have stopped it
        return False
    tables = [table_after(table, arrived) for table in (LAID, ENTERED)]
    for table in tables:
        assert table is None or table_in(table_text(table)) == table
    corners = spanned(sent.get("corners") if isinstance(sent, dict) else sent, Picture(b"", 320, 300, 1.0))
    return any(tables) or corners is not None


def command_line(arrived: bytes) -> bool:
    """Run to its end: 0, or 1 or 2 with a sentence that is no traceback and no fault of ours."""
    said = StringIO()
    with redirect_stderr(said), redirect_stdout(StringIO()):
        try:
            code = main(json.loads(_text(arrived)))
        except SystemExit as ended:
            code = int(ended.code or 0)
    complaint = said.getvalue()
    assert "Traceback" not in complaint, complaint
    assert "a fault of ours" not in complaint, complaint
    if code == 0:
        return True
    assert code == 2 or "doctor" in _text(arrived), complaint
    raise ArgumentTypeError(complaint.strip() or "the doctor has found something")


def _text(arrived: bytes) -> str:
    """The text as it was made: lone surrogates are part of what arrives."""
    return arrived.decode("utf-8", "surrogatepass")


TRIALS: Mapping[str, tuple[Callable[[bytes], bool], ...]] = {
    "damaged": (photo_in_the_app,),
    "bombs": (photo_in_the_app,),
    "polyglots": (photo_in_the_app,),
    "kingdom codes": (kingdom_code,),
    "Kingdoms boards": (kingdoms_board,),
    "table codes and keys": (key_or_code,),
    "names": (name,),
    "files of games": (games_file,),
    "tables as they are kept": (table_as_kept,),
    "exports of BG Stats": (games_from_elsewhere,),
    "games as CSV": (games_from_elsewhere,),
    "games of Kingdoms": (kingdoms_file,),
    "messages of components": (message,),
    "command lines": (command_line,),
}
