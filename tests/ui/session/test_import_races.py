"""Two servers on one database that import the same file at the same moment store each game once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack

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

# For each phone on stdin, import the file and print how many games that added; for "restore", run that command.
IMPORTS = """
import sys
from pathlib import Path
from ui import store
from ui.cli import main
from ui.session import archive
from ui.session.tab import Tab
from ui.table.serialization import loads_games

file = loads_games(Path(sys.argv[1]).read_bytes())
archive.PART_SECONDS, archive.GAMES_AT_ONCE = 0, 1
store.get_store()
print(flush=True)
for line in sys.stdin:
    tab = Tab(line.strip())
    archive.tab = lambda: tab
    print(main(["restore", sys.argv[1]]) if tab.phone == "restore" else archive.add_from_file(file))
    print(flush=True)
"""
Servers = list[subprocess.Popen[str]]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def servers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Two processes that import a file, on either kind of database."""
    folder = tmp_path_factory.mktemp("races")
    url = str(URL.create("sqlite", database=str(folder / "tables.sqlite3")))
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres").url
    (folder / "games.json").write_text(dumps_games(file_of(GAMES)))
    command = [sys.executable, "-c", IMPORTS, str(folder / "games.json")]
    with pytest.MonkeyPatch.context() as environment, ExitStack() as running:
        environment.setenv(DATABASE_ENV, url)
        store.get_store()  # creates the tables
        processes = [
            running.enter_context(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
            for _ in range(2)
        ]
        for process in processes:
            running.callback(process.kill)
            hear(process)
        yield processes


@pytest.fixture
def opened(servers: Servers) -> Store:
    """The store that the servers use, empty."""
    assert servers
    behind(found := store.get_store(), "DELETE FROM tables")
    return found


def hear(server: subprocess.Popen[str]) -> list[str]:
    """Return the lines that a server prints before an empty one."""
    printed = server.stdout
    assert printed
    return list(iter(lambda: printed.readline().strip(), ""))


def tell_both(servers: Servers, line: str) -> list[list[str]]:
    """Tell both servers the same at once, and return what each prints."""
    for server in servers:
        assert server.stdin
        server.stdin.write(f"{line}\n")
        server.stdin.flush()
    return [hear(server) for server in servers]


def test_file_imported_on_two_servers_adds_each_game_once(opened: Store, servers: Servers) -> None:
    for _ in range(ROUNDS):
        phone = new_key()

        added = [int(number) for (number,) in tell_both(servers, phone)]

        stored = all_games(phone)
        assert (len(stored.finished), stored.under_way is not None, sum(added)) == (GAMES, True, GAMES + 1)
        assert all(kept.table.games or kept.table.seats for kept in opened.find_tables(phone))


def test_two_restore_commands_at_once_add_each_game_once(opened: Store, servers: Servers) -> None:
    for _ in range(ROUNDS):
        behind(opened, "DELETE FROM tables")

        tell_both(servers, "restore")

        [kept] = opened.find_tables(COMMAND_LINE)
        assert len(kept.table.games) == GAMES
