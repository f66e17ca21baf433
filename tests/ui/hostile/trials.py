"""Texts that no player types and no page of ours sends, what the program does with them, and how it may refuse.

A text of a kind is made from a seed. A trial takes the bytes that arrive, and returns whether they were read; it raises
REFUSALS, or it has found a bug.
"""

from __future__ import annotations

import json
from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from io import StringIO
from random import Random
from typing import Any, NamedTuple

from scoring import (
    BASE,
    GIANTS,
    USUAL_RULES,
    CodeError,
    Kingdom,
    Pieces,
    Quest,
    Rules,
    RulesError,
    build_order,
    problems,
    rank,
    score,
)
from scoring.castle import Castle
from scoring.kingdoms import Board as KingdomsBoard
from scoring.kingdoms import BoardError, score_game
from tests.given import EVENING
from tests.ui.laid import ANA, EPOCH, KINGDOMS, one_game
from tests.ui.played_elsewhere import BG_STATS, CSV
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
from ui.table.kingdoms import Epoch
from ui.table.names import plain_name
from ui.table.source import Picture, Turn
from ui.table.table import Table, TableError
from ui.table.transfer import added, games_of, new_to, resumed
from vision.errors import PhotoError, VisionError

REFUSALS = (
    *(VisionError, CodeError, RulesError, BoardError),
    *(FormatError, TableError, store.StoreError, ArgumentTypeError),
)
Maker = Callable[[Random], str]
Trial = Callable[[bytes], bool]

KINGDOM = "w1wwff/wCw.f/l1lggs2/mm1m3ss/f.g2.w"
BOARD = "+1 -2 M . r1 ./. b2 D . +6 ./y4 . G . g3 ./. W . -6 . +3/. . . r2 . b1"
TWO_EPOCHS = KINGDOMS.with_new_board(0, EPOCH).with_new_board(1, Epoch())
CODE, KEY = "KOBALU-47", "Ab3_xYz-0123456789abcd"
ODD = (
    *("\0", "\n", "\u202e", "\u2066", "\ud800", "\udfff", "\U000e0001", "\ufeff"),  # hidden
    *("é", "\u0301" * 50, "\U0001d4d0", "٣", "²", "½", "\u0131", "ß", "🏰"),  # strange
    *("%00", "../", "'; DROP TABLE tables; --", "<script>alert(1)</script>", "</p>", "\\", '"'),  # meant for others
    *("{name}", "%s%n", "${jndi:ldap://x}"),
)
NUMBERS = (0, 1, -1, 5, 7, 41, 2**31, 2**63, 10**30, -(10**30), 10**400, 0.5, -0.0, 1e308)
VALUES: tuple[Any, ...] = (*NUMBERS, float("nan"), float("inf"), True, False, None, "", [], {}, *ODD)
FIELDS = ("number", "revision", "code", "named", "base", "turn", "move", "corners", "games", "name", "", "\ud800")
TIMES = ("0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "2026-11-21T20:30:00", "2026-W01-1", "1" * 40)
EDIT = {"do": "edit", "key": "k" * 22, "board": 1, "turn": True, "move": [0, 1]}
CASTLE = ["C", False]
SPACES = [{"at": [0, 0], "to": "r2"}, {"at": [1, 1], "to": "D", "instead_of": "+3"}]
MESSAGES: tuple[dict[str, Any], ...] = (
    EDIT
    | {"squares": [{"at": [0, 0], "to": ["w", False]}, {"at": [1, 1], "to": ["f", True], "instead_of": ["C", False]}]},
    {"do": "close", "key": "k" * 22, "board": 1, "kingdom": "wC", "accepted": [[0, 0]]},
    {"do": "edit epoch", "key": "k" * 22, "epoch": 0, "board": 1, "spaces": SPACES, "turn": True},
    {"do": "add player", "key": "k" * 22, "name": "Ana", "colour": "blue"},
    {"do": "next game", "key": "k" * 22, "over": 1},
    {"corners": [[1.0, 1.0], [300.0, 2.0], [310.0, 290.0], [4.0, 280.0]]},
)
COMMANDS = ("read", "score", "check", "kingdoms", "forget", "backup", "restore", "doctor")  # none that would serve
OPTIONS = ("--json", "--grid", "--corners", "--squares", "--player", "--edition", "--jobs", "--port", "--help")


# --- What arrives


def text(random: Random) -> str:
    """Anything: signs of ours, of others, odd ones, short and very long."""
    pieces = [*"wflgsmC./123 +-MDGWrbyg", KINGDOM, BOARD, CODE, KEY, *ODD, *map(str, NUMBERS)]
    made = "".join(random.choice(pieces) for _ in range(random.choice((0, 1, 3, 10, 60))))
    return made * random.choice((1, 1, 1, 1, 20_000 // max(1, len(made))))


def near(random: Random, right: str) -> str:
    """A right text with a few signs put in, taken out or changed."""
    changed = list(right)
    for _ in range(random.choice((1, 2, 6))):
        at = random.randrange(len(changed) + 1)
        put_in = random.choice(("", random.choice(ODD), random.choice(right), "/"))
        changed[at : at + random.choice((0, 1, 1, 4))] = put_in
    return "".join(changed)


def like(*right: str, anything: float = 0.4) -> Maker:
    """Texts near one of these, or any text as often as told."""
    return lambda random: text(random) if random.random() < anything else near(random, random.choice(right))


def value(random: Random, deep: int = 4) -> Any:
    """Any JSON value, with numbers and letters that JSON should not have."""
    pick = random.random()
    if deep and pick < 0.25:
        return [value(random, deep - 1) for _ in range(random.choice((0, 1, 2, 4, 30)))]
    if deep and pick < 0.4:
        return {random.choice(FIELDS): value(random, deep - 1) for _ in range(random.choice((0, 1, 4)))}
    return text(random) if pick < 0.5 else random.choice(VALUES)


def twisted(random: Random, right: Any, deep: int = 8) -> Any:
    """A right JSON value with something in it replaced, left out or doubled."""
    if not isinstance(right, dict | list) or not right or not deep or random.random() < 0.15:
        return value(random)
    changed: Any = right.copy()
    at = random.choice(sorted(changed)) if isinstance(changed, dict) else random.randrange(len(changed))
    if random.random() < 0.15:
        del changed[at]
    elif isinstance(changed, list) and random.random() < 0.1:
        changed = changed * random.choice((2, 50, 3_000 // len(json.dumps(changed)) + 1))
    else:
        changed[at] = twisted(random, changed[at], deep - 1)
    return changed


def spoilt(right: str, *parts: str) -> Maker:
    """A file of ours with one to three of its parts changed, now and then the times of its games; or half of it."""

    def made(random: Random) -> str:
        held = json.loads(right)
        for part in random.choices(parts, k=random.choice((1, 1, 2, 3))):
            held[part] = twisted(random, held[part])
        if random.random() < 0.2 and isinstance(held.get("games"), list):
            held["games"] = [
                one | {"played": random.choice(TIMES)} for one in held["games"][:9] if isinstance(one, dict)
            ]
        whole = json.dumps(held)
        return whole if random.random() < 0.9 else whole[: random.randrange(len(whole))]

    return made


def games_file(random: Random) -> str:
    """An exported file, spoilt; or lists in lists, very large numbers, more games than a table may hold."""
    if random.random() < 0.1:
        return random.choice(('[{"":', "[", '{"crownsight":')) * random.choice((10, 1_000, 100_000))
    if random.random() < 0.1:
        return '{"crownsight":1,"games":' + "9" * random.choice((10, 5_000, 100_000)) + "}"
    return spoilt(games_text([one_game(1)] * (3_000 if random.random() < 0.01 else 1)), "games")(random)


def table_as_kept() -> str:
    """A table after a game with a box of pieces, as it is kept."""
    pieces = Pieces(giants=(((0, 0), 1),), tokens=frozenset({(0, 1)}), coins=7, queen=True)
    board = Board(Kingdom.parse(KINGDOM), doubtful=frozenset({(0, 1)}), place=(2, 1), turns=(Turn(3, (0, 1)),))
    table = replace(ANA, rules=Rules(box=BASE + GIANTS, quests=(Quest.LOST_CORNER,))).with_new_board(1, board)
    return table_text(table.again(EVENING).with_new_board(1, replace(board, pieces=pieces)))


def message_of_a_page(random: Random) -> str:
    """What a page would send, twisted; as JSON with all that Python's reader takes for JSON."""
    sent = random.choice(MESSAGES)
    return json.dumps(sent if random.random() < 0.1 else twisted(random, sent))


def arguments(random: Random) -> str:
    """A command line, as a JSON list."""
    some = [random.choice((text(random)[:500], KINGDOM, BOARD, *OPTIONS, "nan,0 1,1 2,2 inf,3", "5x5", "7"))]
    some += [random.choice((text(random)[:300], near(random, KINGDOM), *OPTIONS)) for _ in range(random.randrange(4))]
    return json.dumps([random.choice(COMMANDS), *(one.replace("\0", "") for one in some)])


# --- What is done with it


def _text(arrived: bytes) -> str:
    """The text as it was made: lone surrogates are part of what arrives."""
    return arrived.decode("utf-8", "surrogatepass")


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


def is_kept(table: Table) -> bool:
    """Whether a table comes back from the store as it was."""
    return table_in(table_text(table)) == table


def name(arrived: bytes) -> bool:
    """A player joins; what the screens show of it can be sent, and is kept."""
    table = ANA.with_player(_text(arrived), Castle.GREEN)
    shown = table.seats[-1].name
    shown.encode()
    assert plain_name(shown) == shown
    assert is_kept(table)
    return shown == _text(arrived)


def kept_table(arrived: bytes) -> bool:
    """Read from a database or a backup, and kept again."""
    return is_kept(table_in(_text(arrived)))


def file_of_games(arrived: bytes) -> bool:
    """Imported, shown by evening with everybody's record, and taken along again."""
    games, under_way = games_in(arrived)
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


def game_of_kingdoms(arrived: bytes) -> bool:
    """Taken up again, scored, and taken along again."""
    game = kingdoms_in(arrived)
    assert kingdoms_in(kingdoms_text(game)) == game
    assert game.epochs == () or game.sheet is not None
    return True


def message(arrived: bytes) -> bool:
    """What the editors make of their browser's word, and that the store can hold it."""
    try:
        sent = json.loads(_text(arrived))
    except (ValueError, RecursionError):  # Streamlit's own reader would have stopped it
        return False
    is_carried_out = False
    for table in (
        replace(ANA, numbered=9).with_board(1, Board(Kingdom.parse("www/wCw/w.."), number=1)),
        Table(kingdoms=replace(KINGDOMS, epochs=(Epoch(number=1),), numbered=1)),
    ):
        with suppress(FormatError, TableError):
            assert is_kept(command_in(arrived)[1](table))
            is_carried_out = True
    corners = spanned(sent.get("corners") if isinstance(sent, dict) else sent, Picture(b"", 320, 300, 1.0))
    return is_carried_out or corners is not None


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


class Kind(NamedTuple):
    """How texts of a kind are made, what is done with them, and with how many of them a test does so."""

    made: Maker
    trial: Trial
    tries: int = 150


KINDS: Mapping[str, Kind] = {
    "kingdom codes": Kind(like(KINGDOM), kingdom_code),
    "Kingdoms boards": Kind(like(BOARD), kingdoms_board),
    "table codes and keys": Kind(like(CODE, KEY), key_or_code),
    "names": Kind(like("Ana Ben Chloé", anything=0.7), name),
    "files of games": Kind(games_file, file_of_games, 60),
    "tables as they are kept": Kind(spoilt(table_as_kept(), "seats", "seats", "rules", "numbered"), kept_table),
    "exports of BG Stats": Kind(
        spoilt(json.dumps(BG_STATS), "plays", "plays", "plays", "players", "games"), games_from_elsewhere, 1_000
    ),
    "games as CSV": Kind(like(*CSV, anything=0.2), games_from_elsewhere),
    "games of Kingdoms": Kind(
        spoilt(kingdoms_text(TWO_EPOCHS), "players", "epochs", "epochs", "numbered"), game_of_kingdoms, 40
    ),
    "messages of components": Kind(message_of_a_page, message),
    "command lines": Kind(arguments, command_line, 25),
}
