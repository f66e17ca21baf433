"""Texts that no player types and no page of ours sends: codes, boards, keys, names, files, messages."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from scoring import BASE, GIANTS, USUAL_RULES, Kingdom, Pieces, Quest, Rules
from scoring.castle import Castle
from scoring.kingdoms import Board as KingdomsBoard
from scoring.kingdoms import Colour
from tests.given import EVENING
from tests.ui.played_elsewhere import BG_STATS, CSV
from ui.table.board import Board
from ui.table.finished import Game, Played
from ui.table.forms import games_text, kingdoms_text, table_text
from ui.table.kingdoms import Epoch, Player
from ui.table.kingdoms import Game as KingdomsGame
from ui.table.source import Turn
from ui.table.table import Table

MOST_UPLOADED = 40_000_000  # characters: the server takes no more
KINGDOM = "w1wwff/wCw.f/l1lggs2/mm1m3ss/f.g2.w"
BOARD = "+1 -2 M . r1 ./. b2 D . +6 ./y4 . G . g3 ./. W . -6 . +3/. . . r2 . b1"
CODE, KEY = "KOBALU-47", "Ab3_xYz-0123456789abcd"
HIDDEN = ("\0", "\n", "\u202e", "\u2066", "\ud800", "\udfff", "\U000e0001", "\ufeff")
STRANGE = ("é", "\u0301" * 50, "\U0001d4d0", "٣", "²", "½", "\u0131", "ß", "🏰")
MEANT_FOR_OTHERS = ("%00", "../", "'; DROP TABLE tables; --", "<script>alert(1)</script>", "</p>", "\\", '"')
FORMATS = ("{name}", "%s%n", "${jndi:ldap://x}")
ODD = (*HIDDEN, *STRANGE, *MEANT_FOR_OTHERS, *FORMATS)
NUMBERS = (0, 1, -1, 5, 7, 41, 2**31, 2**63, 10**30, -(10**30), 10**400, 0.5, -0.0, 1e308)
VALUES: tuple[Any, ...] = (*NUMBERS, float("nan"), float("inf"), True, False, None, "", [], {}, *ODD)


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
        changed[at : at + random.choice((0, 1, 1, 4))] = random.choice(
            ("", random.choice(ODD), random.choice(right), "/")
        )
    return "".join(changed)


def value(random: Random, deep: int = 4) -> Any:
    """Any JSON value, with numbers and letters that JSON should not have."""
    pick = random.random()
    if deep and pick < 0.25:
        return [value(random, deep - 1) for _ in range(random.choice((0, 1, 2, 4, 30)))]
    if deep and pick < 0.4:
        return {random.choice(FIELDS): value(random, deep - 1) for _ in range(random.choice((0, 1, 4)))}
    return text(random) if pick < 0.5 else random.choice(VALUES)


FIELDS = (
    *["number", "revision", "code", "doubts", "named", "base", "turn", "move", "corners", "games", "name"],
    "",
    "\ud800",
)


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


# --- What is tried, each as the bytes of a text


def kingdom_code(random: Random) -> str:
    return text(random) if random.random() < 0.4 else near(random, KINGDOM)


def board(random: Random) -> str:
    return text(random) if random.random() < 0.4 else near(random, BOARD)


def key_or_code(random: Random) -> str:
    return random.choice((text(random), near(random, CODE), near(random, KEY), CODE, KEY))


def name(random: Random) -> str:
    return text(random) if random.random() < 0.7 else near(random, "Ana Ben Chloé")


TIMES = ("0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "2026-11-21T20:30:00", "2026-W01-1", "1" * 40)


def spoilt(random: Random, right: str, *parts: str) -> str:
    """A file of ours, one of its parts changed in one to three places; or half of it."""
    held = json.loads(right)
    for _ in range(random.choice((1, 1, 2, 3))):
        part = random.choice(parts)
        held[part] = twisted(random, held[part])
    if random.random() < 0.2 and isinstance(held.get("games"), list):
        held["games"] = [one | {"played": random.choice(TIMES)} for one in held["games"][:9] if isinstance(one, dict)]
    whole = json.dumps(held)[:MOST_UPLOADED]
    return whole if random.random() < 0.9 else whole[: random.randrange(len(whole))]


def games_file(random: Random) -> str:
    """An exported file, spoilt; or lists in lists, very large numbers, more games than a table may hold."""
    if random.random() < 0.1:
        return random.choice(('[{"":', "[", '{"crownsight":')) * random.choice((10, 1_000, 100_000))
    if random.random() < 0.1:
        return '{"crownsight":1,"games":' + "9" * random.choice((10, 5_000, 100_000)) + "}"
    players = (Played("Ana", Castle.BLUE, Kingdom.parse(KINGDOM)), Played("Ben", Castle.PINK, Kingdom.parse(KINGDOM)))
    games = [Game(1, EVENING, USUAL_RULES, players)] * (3_000 if random.random() < 0.01 else 1)
    return spoilt(random, games_text(games), "games")


def table_as_kept(random: Random) -> str:
    """A table after a game with a box of pieces, as it is kept, spoilt."""
    pieces = Pieces(giants=(((0, 0), 1),), tokens=frozenset({(0, 1)}), coins=7, queen=True)
    board = Board(Kingdom.parse(KINGDOM), doubtful=frozenset({(0, 1)}), place=(2, 1), turns=(Turn(3, (0, 1)),))
    table = Table(rules=Rules(box=BASE + GIANTS, quests=(Quest.LOST_CORNER,))).with_player("Ana", Castle.BLUE)
    played = table.with_new_board(1, board).again(EVENING).with_new_board(1, replace(board, pieces=pieces))
    return spoilt(random, table_text(played), "seats", "seats", "rules", "numbered")


def bg_stats_file(random: Random) -> str:
    """An export of BG Stats, spoilt."""
    return spoilt(random, json.dumps(BG_STATS), "plays", "plays", "plays", "players", "games")


def kingdoms_file(random: Random) -> str:
    """A saved game of Kingdoms, spoilt."""
    players = (Player(Colour.RED, "Ana"), Player(Colour.GREEN, "Ben"))
    game = KingdomsGame(players, (Epoch(KingdomsBoard.parse(BOARD), number=1), Epoch(number=2)), 2)
    return spoilt(random, kingdoms_text(game), "players", "epochs", "epochs", "numbered")


def games_in_lines(random: Random) -> str:
    """A CSV of games with a few signs changed, or any text."""
    return text(random) if random.random() < 0.2 else near(random, random.choice(CSV))


MESSAGES: tuple[dict[str, Any], ...] = (
    {
        "do": "edit",
        "key": "k" * 22,
        "board": 1,
        "squares": [{"at": [0, 0], "to": ["w", False]}, {"at": [1, 1], "to": ["f", True], "instead_of": ["C", False]}],
        "turn": True,
        "move": [0, 1],
    },
    {"do": "close", "key": "k" * 22, "board": 1, "kingdom": "wC", "accepted": [[0, 0]]},
    {
        "do": "edit epoch",
        "key": "k" * 22,
        "epoch": 0,
        "board": 1,
        "spaces": [{"at": [0, 0], "to": "r2"}, {"at": [1, 1], "to": "D", "instead_of": "+3"}],
        "turn": True,
    },
    {"do": "add player", "key": "k" * 22, "name": "Ana", "colour": "blue"},
    {"do": "next game", "key": "k" * 22, "over": 1},
    {"corners": [[1.0, 1.0], [300.0, 2.0], [310.0, 290.0], [4.0, 280.0]]},
)


def message(random: Random) -> str:
    """What a page would send, twisted; as JSON with all that Python's reader takes for JSON."""
    sent = random.choice(MESSAGES)
    return json.dumps(sent if random.random() < 0.1 else twisted(random, sent))


COMMANDS = ("read", "score", "check", "kingdoms", "forget", "backup", "restore", "doctor")
OPTIONS = ("--json", "--grid", "--corners", "--squares", "--player", "--edition", "--jobs", "--port", "--help")


def arguments(random: Random) -> str:
    """A command line, as a JSON list; never one that would serve."""
    some = [random.choice((text(random)[:500], KINGDOM, BOARD, *OPTIONS, "nan,0 1,1 2,2 inf,3", "5x5", "7"))]
    some += [random.choice((text(random)[:300], near(random, KINGDOM), *OPTIONS)) for _ in range(random.randrange(4))]
    return json.dumps([random.choice(COMMANDS), *(one.replace("\0", "") for one in some)])


TEXTS: Mapping[str, Callable[[Random], str]] = {
    "kingdom codes": kingdom_code,
    "Kingdoms boards": board,
    "table codes and keys": key_or_code,
    "names": name,
    "files of games": games_file,
    "tables as they are kept": table_as_kept,
    "exports of BG Stats": bg_stats_file,
    "games as CSV": games_in_lines,
    "games of Kingdoms": kingdoms_file,
    "messages of components": message,
    "command lines": arguments,
}
