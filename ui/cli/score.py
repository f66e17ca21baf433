"""``crownsight score``: score one kingdom a player, or files of whole games."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace

from scoring import BASE, Quest, Rulebook, Rules, default_grid
from scoring.dominoes.legality import grid_with_gaps
from ui.cli.inputs import (
    STANDARD_INPUT,
    BadInput,
    UsageError,
    box_named,
    box_of,
    content_of,
    describe_file,
    kingdoms_of_game,
    printable,
    quote,
)
from ui.cli.sheets import table_object, table_text
from ui.table.game_file import MAX_BYTES, FiledTable, GameFile, parse_game_file
from ui.table.player_kingdom import PlayerKingdom
from ui.table.strict_json import FormatError

GAME_FILE = ".json"


def run(options: Namespace) -> int:
    """Print who won and why, and every sum. Raises BadInput."""
    files = [argument for argument in options.kingdoms if _holds_games(argument)]
    if not files:
        _print_kingdoms(options)
    elif len(files) < len(options.kingdoms):
        raise UsageError(f"{describe_file(files[0])} holds whole games; give files or kingdoms, not both")
    else:
        _print_files(options, files)
    return 0


def _holds_games(argument: str) -> bool:
    """Return True for a game file, and for standard input with JSON."""
    is_json = argument == STANDARD_INPUT and content_of(argument, 100).lstrip()[:1] in (b"{", b"[")
    return is_json or argument.casefold().endswith(GAME_FILE)


def _print_kingdoms(options: Namespace) -> None:
    found = kingdoms_of_game(options.kingdoms, box_named(options.box), yes=options.yes)
    names = _names(options.player, [len(kingdoms) for kingdoms in found])
    kingdoms = [one for kingdoms in found for one in kingdoms]
    players = [replace(one, name=name) for one, name in zip(kingdoms, names, strict=True)]
    rules = _rules(options, players)
    if options.json:
        with_pieces = rules.box != BASE or bool(rules.quests)
        print(json.dumps(table_object(players, rules, with_pieces=with_pieces), indent=1))
    else:
        print(table_text(players, rules))


def _rules(options: Namespace, kingdoms: Sequence[PlayerKingdom]) -> Rules:
    """Build the requested rules; with quests the grid is that of a kingdom written in full."""
    quests = tuple(dict.fromkeys(Quest(name) for name in options.quest))
    grid = options.grid or max((grid_with_gaps if quests else default_grid)(one.kingdom) for one in kingdoms)
    return Rules(
        rulebook=Rulebook(options.rulebook),
        grid=grid,
        harmony=options.harmony,
        middle_kingdom=options.middle_kingdom,
        box=box_of(options.box, kingdoms),
        quests=quests,
    )


def _print_files(options: Namespace, names: Sequence[str]) -> None:
    """Print the games of files, which say themselves how they were played."""
    said = [name for name in ("player", "box", "quest", "grid", "harmony", "middle_kingdom") if getattr(options, name)]
    if said:
        option = said[0].replace("_", "-")
        raise UsageError(f"{describe_file(names[0])} says itself how its games were played; leave --{option} out")
    files: list[tuple[str, GameFile]] = []
    for name in names:
        try:
            files.append((name, parse_game_file(content_of(name, MAX_BYTES + 1))))
        except FormatError as unreadable:
            raise BadInput(f"{describe_file(name)}: {unreadable}") from unreadable
    tables = [(table, _fill_names(name, table)) for name, file in files for table in file.tables]
    for name, file in files:
        for place in (place for table in file.tables for place in table.unread):
            told = f"crownsight: {name}: {quote(place)} has no meaning in a game file and is left out"
            print(printable(told), file=sys.stderr)
    if options.json:
        answers = [table_object(players, table.rules, with_pieces=True) for table, players in tables]
        alone = len(files) == 1 and not files[0][1].is_list
        print(json.dumps(answers[0] if alone else answers, indent=1))
    else:
        print("\n\n".join(table_text(players, table.rules) for table, players in tables))


def _fill_names(file: str, table: FiledTable) -> list[PlayerKingdom]:
    players = [replace(one, name=one.name or f"Player {at}") for at, one in enumerate(table.players, start=1)]
    _refuse_doubles([one.name for one in players], f"{file}: ")
    return players


def _names(names: Sequence[str], kingdoms: Sequence[int]) -> list[str]:
    """Name every kingdom: the given names, one a kingdom or one an argument, else Player 1, Player 2 ...

    ``kingdoms`` counts those of each argument. Where a photo shows several kingdoms and the argument has one name, they
    are Ana 1, Ana 2 ... from the top left.
    """
    if not names:
        names = [f"Player {number}" for number in range(1, sum(kingdoms) + 1)]
    elif len(names) == len(kingdoms):
        names = [
            name
            for name, count in zip(names, kingdoms, strict=True)
            for name in ([name] if count == 1 else [f"{name} {number}" for number in range(1, count + 1)])
        ]
    if len(names) != sum(kingdoms):
        raise UsageError(f"{sum(kingdoms)} kingdoms but {len(names)} --player; name all of them or none")
    if not all(name.strip() for name in names):
        raise UsageError("--player was given a name without letters; write it behind, as in --player Ana")
    _refuse_doubles(names)
    return list(names)


def _refuse_doubles(names: Sequence[str], place: str = "") -> None:
    twice = [name for number, name in enumerate(names) if name in names[:number]]
    if twice:
        raise UsageError(f"{place}two players are called {quote(twice[0])}; give each a name of their own")
