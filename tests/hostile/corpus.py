"""Hostile input by target: accepted examples, ways to damage them, and the code that reads them.

A reader returns normally when it accepts its input, raises one of ``REFUSALS`` with a sentence, or has found a bug.
"""

from __future__ import annotations

import json
from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from functools import cache
from io import StringIO
from random import Random
from typing import Any, NamedTuple

from scoring import (
    DEFAULT_RULES,
    CodeError,
    Kingdom,
    Quest,
    Rules,
    RulesError,
    build_order,
    find_problems,
    rank,
    score,
)
from scoring.castle import Castle
from scoring.knizia import Board as KniziaBoard
from scoring.knizia import BoardError, score_game
from tests.hostile.pictures import other_files, small_files
from tests.sample_photos import KITCHEN
from tests.ui.factories import ALL_BOXES, ANA, EPOCH, EVENING, KINGDOMS, PIECES, one_game
from tests.ui.import_samples import BG_STATS
from ui import store
from ui.api.command_endpoint import command_in
from ui.cli import main
from ui.components.corners import order_corners
from ui.photos.photo_reader import read_upload
from ui.store.codes import code_in, is_key, new_code, new_key
from ui.store.game_rows import result_rows
from ui.table.board import Board, make_board
from ui.table.completed_games import find_session_date
from ui.table.imports.detect import import_games
from ui.table.knizia import Epoch
from ui.table.merge import add_games, deduplicate
from ui.table.names import plain_name
from ui.table.photo_reading import Picture, Transform
from ui.table.saved_game import make_table_of_saved_game
from ui.table.serialization import (
    dumps_games,
    dumps_knizia_game,
    dumps_table,
    loads_games,
    loads_knizia_game,
    loads_table,
)
from ui.table.strict_json import FormatError
from ui.table.table import Table, TableError
from vision.errors import PhotoError, VisionError
from vision.photo.photo import MAX_LONG_SIDE_PX, load

REFUSALS = (
    *(VisionError, CodeError, RulesError, BoardError),
    *(FormatError, TableError, store.StoreError, ArgumentTypeError),
)
KINGDOM = "w1wwff/wCw.f/l1lggs2/mm1m3ss/f.g2.w"
BOARD = "+1 -2 M . r1 ./. b2 D . +6 ./y4 . G . g3 ./. W . -6 . +3/. . . r2 . b1"
KEY, CODE = new_key(), new_code()


class Target(NamedTuple):
    """A reader of what arrives, and examples that it accepts: bytes, text, or what JSON is made of."""

    read: Callable[[bytes], object]
    examples: Sequence[Any]
    runs: int = 150  # damaged examples in a test

    def damage(self, seed: int) -> bytes:
        """Return an example, damaged as its kind can be."""
        random = Random(seed)
        example = random.choice(self.examples)
        if isinstance(example, str | bytes):
            return encode(splice(random, example))
        is_json = random.random() > 0.1
        return encode(damage_json(random, example) if is_json else splice(random, json.dumps(example)))

    def outcome(self, data: bytes) -> str:
        """Return "accepted", or the sentence of the refusal; any other exception is a bug."""
        try:
            self.read(data)
        except REFUSALS as refusal:
            return str(refusal).strip()
        return "accepted"


def encode(example: Any) -> bytes:
    """Return an example as bytes; lone surrogates are a part of what arrives."""
    if isinstance(example, bytes):
        return example
    return (example if isinstance(example, str) else json.dumps(example)).encode("utf-8", "surrogatepass")


def decode(data: bytes) -> str:
    """Return the text that arrived."""
    return data.decode("utf-8", "surrogatepass")


# --- Damage

TEXTS = (
    *("", "/", "\0", "\n", "\u202e", "\u2066", "\ud800", "\U000e0001", "\ufeff"),  # separators, not visible
    *("é", "\u0301" * 50, "\U0001d4d0", "٣", "²", "½", "\u0131", "ß", "🏰"),  # beyond ASCII
    *("%00", "../", "'; DROP TABLE tables; --", "<script>alert(1)</script>", "</p>", "\\", '"'),  # injections
    *("${jndi:ldap://x}", "[", '{"":'),
)
BYTES = (
    *(b"", b"\0", b"\1", b"\x7f", b"\xff", b"\x7f\xff", b"\xff\xff", b"\x7f\xff\xff\xff", b"\xff\xff\xff\xff", b"9"),
    *(b"\xff\xd9", bytes(500), *small_files(), *other_files()),
)
VALUES: tuple[Any, ...] = (
    *(0, 1, -1, 5, 7, 41, 2**31, 2**63, 10**30, -(10**30), 10**400, 0.5, -0.0, 1e308, float("nan"), float("inf")),
    *("0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "2026-11-21T20:30:00", "2026-W01-1", "1" * 40),
    *(True, False, None, [], {}, [[]], [None] * 30, {"": 0}, {"\ud800": [1]}, *TEXTS, "w1C" * 7_000),
)


def splice(random: Random, whole: Any) -> Any:
    """Insert, repeat, overwrite or cut something in a text or a file, one to six times, most often near its start."""
    fragments: Sequence[Any] = TEXTS if isinstance(whole, str) else BYTES
    for _ in range(random.choice((1, 1, 2, 6))):
        at, other = (random.randrange(min(len(whole), random.choice((64, 1_000, 10**9))) + 1) for _ in range(2))
        own = whole[other : other + random.choice((1, 1, 8, 5_000))]
        fragment = own if random.random() < 0.5 else random.choice(fragments)
        times = min(random.choice((*[1] * 12, 50, 60_000)), 200_000 // (len(fragment) + 1) + 1)
        replaced = random.choice((0, 1, 1, 4, len(fragment), len(fragment), *[len(whole)] * (random.random() < 0.2)))
        whole = whole[:at] + fragment * times + whole[at + replaced :]
    return whole


def damage_json(random: Random, value: Any) -> Any:
    """Replace, remove, add or repeat one value."""
    if not isinstance(value, dict | list) or not value or random.random() < 0.05:
        is_spliced = isinstance(value, str) and random.random() < 0.3
        return splice(random, value) if is_spliced else random.choice(VALUES)
    changed: Any = value.copy()
    at = random.choice(sorted(changed)) if isinstance(changed, dict) else random.randrange(len(changed))
    pick = random.random()
    if pick < 0.1:
        del changed[at]
    elif pick < 0.2 and isinstance(changed, list):
        changed *= random.choice((2, 50, 3_000 // len(json.dumps(changed)) + 1))
    elif pick < 0.2:
        changed[random.choice(TEXTS)] = random.choice(VALUES)
    else:
        changed[at] = damage_json(random, changed[at])
    return changed


# --- Readers


def read_photo_in_app(data: bytes) -> None:
    """Read an upload as the app does."""
    attempt = read_upload(data, show=lambda *_: None, progress=lambda step: None)
    if attempt.message:
        raise PhotoError(attempt.message)
    assert attempt.picture
    make_board(attempt.readings[0], attempt.picture)


def read_photo_file(data: bytes) -> None:
    """Decode a photo, within the size that is promised."""
    assert max(load(data).image.shape) <= MAX_LONG_SIDE_PX


def read_kingdom(data: bytes) -> None:
    """Parse a kingdom, score it in both sizes of grid, check it and lay it."""
    kingdom = Kingdom.parse(decode(data))
    assert Kingdom.parse(str(kingdom)) == kingdom
    for grid in (5, 7):
        rank({"Ana": score(kingdom, replace(DEFAULT_RULES, grid=grid))}, DEFAULT_RULES)
        find_problems(kingdom, grid)
    build_order(kingdom)


def read_kingdoms_board(data: bytes) -> None:
    """Parse a board of Kingdoms and score it."""
    board = KniziaBoard.parse(decode(data))
    assert KniziaBoard.parse(str(board)) == board
    score_game([board] * 3, None)


def read_key_or_code(data: bytes) -> None:
    """Look for a table by what somebody typed: there is none."""
    typed = decode(data)
    opened = store.get_store()
    assert not any((opened.find_key(typed), opened.find(typed), opened.forget(typed))), f"{typed!r} opens a table"
    if not is_key(typed) and code_in(typed) is None:
        raise ArgumentTypeError("This is neither a key nor a code.")


def read_name(data: bytes) -> None:
    """Let somebody of that name join; the name can be shown and stored."""
    table = ANA.with_player(decode(data), Castle.GREEN)
    shown = table.seats[-1].name
    shown.encode()
    assert plain_name(shown) == shown
    assert_stored(table)


def assert_stored(table: Table) -> None:
    """Assert that the store gives back a table as it was."""
    assert loads_table(dumps_table(table)) == table


def read_stored_table(data: bytes) -> None:
    """Read a table as a database or a backup has it."""
    assert_stored(loads_table(decode(data)))


def read_saved_games(data: bytes) -> None:
    """Import a file of games, list them, and export them again."""
    saved = loads_games(data)
    table = add_games(ANA if saved.under_way is None else make_table_of_saved_game(saved.under_way), saved.finished)
    assert_listed(table)
    assert len(loads_games(dumps_games(table.games)).finished) == len(table.games)


def read_foreign_games(data: bytes) -> None:
    """Import games of another program; importing them again adds none."""
    table = add_games(ANA, import_games(data, EVENING).games.finished)
    assert_listed(table)
    assert deduplicate(import_games(data, EVENING).games.finished, table.games) == ()


def assert_listed(table: Table) -> None:
    """Assert that the games of a table are stored, and can be shown by evening."""
    assert loads_table(dumps_table(table)).games == table.games
    [find_session_date(game.played) for game in table.games]
    "".join(row["name"] for game in table.games for row in result_rows(game)).encode()


def read_kingdoms_game(data: bytes) -> None:
    """Resume a game of Kingdoms, score it and save it again."""
    game = loads_knizia_game(data)
    assert loads_knizia_game(dumps_knizia_game(game)) == game
    assert game.epochs == () or game.sheet is not None


@cache
def tables() -> tuple[Table, Table]:
    """Return a table of Kingdomino and one of Kingdoms, on which the examples of commands can be carried out."""
    board = Board(Kingdom.parse("www/wCw/w.."), number=1)
    both = replace(ANA.with_player("Ben", Castle.GREEN), numbered=9).with_board(1, board)
    return both, Table(knizia=replace(KINGDOMS, epochs=(Epoch(number=1),), numbered=1))


def read_command(data: bytes) -> None:
    """Carry out a command of a phone at a table of either game."""
    _key, command = command_in(data)
    refused: TableError | None = None
    for table in tables():
        try:
            assert_stored(command(table))
        except TableError as reason:
            refused = reason
        else:
            return
    assert refused
    raise refused


def read_corners(data: bytes) -> None:
    """Read the corners that were set on a photo."""
    try:
        corners = json.loads(decode(data))
    except (ValueError, RecursionError) as unreadable:  # Streamlit has its own reader
        raise ArgumentTypeError("This is no JSON.") from unreadable
    if order_corners(corners, Picture(b"", 320, 300, 1.0)) is None:
        raise ArgumentTypeError("These corners span no grid.")


def run_command_line(data: bytes) -> None:
    """Run a command: if it does not end with 0, it says why, with no traceback and no internal error."""
    try:
        arguments = json.loads(decode(data))
    except (ValueError, RecursionError) as unreadable:
        raise ArgumentTypeError("This is no JSON.") from unreadable
    if not isinstance(arguments, list) or not arguments:  # without arguments it would serve
        raise ArgumentTypeError("These are no arguments.")
    errors, status = StringIO(), 0
    with redirect_stderr(errors), redirect_stdout(StringIO()):
        try:
            status = main([str(word).replace("\0", "")[:500] for word in arguments])
        except SystemExit as ended:
            status = int(ended.code or 0)
    assert "Traceback" not in errors.getvalue(), errors.getvalue()
    assert "internal error" not in errors.getvalue(), errors.getvalue()
    if status:
        raise ArgumentTypeError(errors.getvalue().strip())


# --- Targets


def read_stored_tables() -> tuple[Any, ...]:
    """Return a table after a game with expansions, as the store has it."""
    board = Board(
        Kingdom.parse(KINGDOM), doubtful=frozenset({(0, 1)}), offset=(2, 1), transforms=(Transform(3, (0, 1)),)
    )
    table = replace(ANA, rules=Rules(box=ALL_BOXES, quests=(Quest.LOST_CORNER,))).with_new_board(1, board)
    return (json.loads(dumps_table(table.again(EVENING).with_new_board(1, replace(board, pieces=PIECES)))),)


CASTLE = ["C", False]
SQUARES = [{"at": [0, 0], "to": ["w", False]}, {"at": [1, 0], "to": ["f", True], "instead_of": ["w", False]}]
SPACES = [{"at": [0, 0], "to": "r2"}, {"at": [1, 1], "to": "D", "instead_of": "+3"}]
COMMANDS: tuple[dict[str, Any], ...] = (
    {"do": "edit", "board": 1, "squares": SQUARES, "rotate": True, "move": [0, 1]},
    {"do": "edit", "board": 1, "pieces": {"before": "", "after": ",coins:3"}},
    {"do": "edit epoch", "epoch": 0, "board": 1, "spaces": SPACES, "rotate": True},
    {"do": "close", "board": 1, "kingdom": "www/wCw/w..", "accepted": [[0, 0]]},
    {"do": "check again", "board": 1, "squares": [[0, 0]]},
    {"do": "bring back", "board": 1},
    {"do": "add player", "name": "Chloé", "colour": "pink"},
    {"do": "name player", "seat": 1, "name": "Anne"},
    {"do": "choose castle", "seat": 1, "colour": "yellow"},
    {"do": "remove player", "seat": 2},
    {"do": "next game", "over": 1},
)
CORNERS = [[1.0, 1.0], [300.0, 2.0], [310.0, 290.0], [4.0, 280.0]]
COMMAND_LINES = (
    ["score", KINGDOM, KINGDOM, "--player", "Ana", "--player", "Ben", "--json"],
    ["check", "wwC", "--grid", "5"],
    ["kingdoms", BOARD, "--players", "4"],
    ["read", str(KITCHEN), "--corners", "311,175 1171,118 1300,1015 314,1078", "--grid", "5x5"],
)

TARGETS: Mapping[str, Target] = {
    "photos in the app": Target(read_photo_in_app, [KITCHEN.read_bytes()], 3),
    "photo files": Target(read_photo_file, small_files(), 400),
    "kingdoms": Target(read_kingdom, [KINGDOM]),
    "Kingdoms boards": Target(read_kingdoms_board, [BOARD]),
    "keys and codes": Target(read_key_or_code, [KEY, CODE]),
    "names": Target(read_name, ["Ben", "Chloé"]),
    "saved games": Target(read_saved_games, [json.loads(dumps_games([one_game(1)]))], 60),
    "stored tables": Target(read_stored_table, read_stored_tables()),
    "exports of BG Stats": Target(read_foreign_games, [BG_STATS], 1_000),
    "games of Kingdoms": Target(
        read_kingdoms_game,
        [json.loads(dumps_knizia_game(KINGDOMS.with_new_board(0, EPOCH).with_new_board(1, Epoch())))],
        40,
    ),
    "commands": Target(read_command, [{"key": KEY} | command for command in COMMANDS], 300),
    "corners": Target(read_corners, [CORNERS]),
    "command lines": Target(run_command_line, COMMAND_LINES, 25),
}
