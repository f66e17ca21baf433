"""Two servers on one database that import the same file at the same moment store each game once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from tests.ui.session.test_imports import file_of
from tests.ui.store_helpers import ROUNDS, behind
from ui import store
from ui.cli.tables import COMMAND_LINE
from ui.session.archive import all_games
from ui.store import Store
from ui.store.codes import new_key
from ui.system import DATABASE_ENV
from ui.table.serialization import dumps_games

GAMES = 3

# For each phone on stdin, import the file and print how many games that added.
IMPORT_BY_PHONE = """
import sys
from pathlib import Path
from ui import store
from ui.session import archive
from ui.session.tab import Tab
from ui.table.serialization import loads_games

file = loads_games(Path(sys.argv[1]).read_bytes())
archive.PART_SECONDS, archive.GAMES_AT_ONCE = 0, 1
store.get_store()
print("ready", flush=True)
for line in sys.stdin:
    tab = Tab(line.strip())
    archive.tab = lambda: tab
    print(archive.add_from_file(file), flush=True)
"""

# For each line on stdin, restore the file at the command line.
IMPORT_BY_COMMAND = """
import sys
from ui import store
from ui.cli import main

store.get_store()
print("ready", flush=True)
for _ in sys.stdin:
    main(["restore", sys.argv[1]])
    print(flush=True)
"""


@pytest.fixture
def opened(url: URL, monkeypatch: pytest.MonkeyPatch) -> Store:
    """The store that servers use, empty, on either kind of database."""
    monkeypatch.setenv(DATABASE_ENV, url.render_as_string(hide_password=False))
    behind(found := store.get_store(), "DELETE FROM tables")
    return found


@contextmanager
def two_servers(program: str, *arguments: object) -> Iterator[list[subprocess.Popen[str]]]:
    """Two processes that run a program, until the end of the block."""
    command = [sys.executable, "-c", program, *map(str, arguments)]
    with ExitStack() as running:
        servers = [
            running.enter_context(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
            for _ in range(2)
        ]
        for server in servers:
            running.callback(server.kill)
        assert [hear(server) for server in servers] == ["ready"] * 2
        yield servers


def hear(server: subprocess.Popen[str]) -> str:
    assert server.stdout
    return server.stdout.readline().strip()


def tell(server: subprocess.Popen[str], line: str) -> None:
    assert server.stdin
    server.stdin.write(f"{line}\n")
    server.stdin.flush()


def test_file_imported_on_two_servers_adds_each_game_once(opened: Store, tmp_path: Path) -> None:
    games = file_of(GAMES)
    (file := tmp_path / "games.json").write_text(dumps_games(games))
    with two_servers(IMPORT_BY_PHONE, file) as servers:
        for _ in range(ROUNDS):
            phone = new_key()
            for server in servers:
                tell(server, phone)
            added = [int(hear(server)) for server in servers]

            stored = all_games(phone)
            assert (len(stored.finished), stored.under_way is not None, sum(added)) == (GAMES, True, GAMES + 1)
            assert all(kept.table.games or kept.table.seats for kept in opened.find_tables(phone))


def test_two_restore_commands_at_once_add_each_game_once(opened: Store, tmp_path: Path) -> None:
    (file := tmp_path / "games.json").write_text(dumps_games(file_of(GAMES)))
    with two_servers(IMPORT_BY_COMMAND, file) as servers:
        for _ in range(ROUNDS):
            behind(opened, "DELETE FROM tables")
            for server in servers:
                tell(server, "now")
            for server in servers:
                while hear(server):
                    pass

            [kept] = opened.find_tables(COMMAND_LINE)
            assert len(kept.table.games) == GAMES
