"""How long the games so far take to open, by how many there are: ``python tests/benchmarks/bench_history.py``.

The games are those of one table, with two players each. Every screen is drawn without a browser; the end of a game is
written once with few games before it and once with many.
"""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

from tests.ui.phone import page_of

sys.path.insert(0, str(Path(__file__).parents[2]))

from sqlalchemy import insert

from scoring import USUAL_RULES, Kingdom
from scoring.castle import Castle
from tests.benchmarks.figures import Figure, Spread, paired, told
from tests.given import EVENING
from tests.ui.phone import a_phone
from ui import store
from ui.store.codes import checksum, new_key
from ui.store.game_rows import results_of
from ui.store.rows import GAMES, RESULTS
from ui.store.store import Store, StoredTable
from ui.table.finished import Game, Played
from ui.table.forms import finished_text
from ui.table.table import Table

FEW = 10
NUMBERS = (1_000, 100_000)  # games
AT_ONCE = 10_000  # rows
KINGDOMS = (Kingdom.parse("wwfff/w1lfff/wlCgg/ssl1gg/mm2lll"), Kingdom.parse("ffwww/fflw1w/ggClw/ggl1ss/lllm1m"))
AGAINST = f"the same with {FEW} games"


def played(number: int) -> Game:
    """One of many games, each an hour after the last."""
    players = zip(("Ana", "Ben"), (Castle.BLUE, Castle.GREEN), KINGDOMS, strict=True)
    when = EVENING - timedelta(hours=NUMBERS[-1] - number)
    return Game(number, when, USUAL_RULES, tuple(Played(name, colour, kingdom) for name, colour, kingdom in players))


@contextmanager
def a_table_with(games: int) -> Iterator[tuple[str, int]]:
    """The key of the phone that played so many games at one table, in a database of its own, and the table's number."""
    phone = new_key()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CROWNSIGHT_DATABASE"] = f"sqlite:///{folder}/tables.sqlite3"
        table = Table().with_player("Ana", Castle.BLUE).with_player("Ben", Castle.GREEN)
        number = store.opened().create(table, phone).number  # which nobody holds: it is read again
        for first in range(0, games, AT_ONCE):
            _write(store.opened(), number, range(first, min(first + AT_ONCE, games)))
        yield phone, number
        store.opened().engine.dispose()


def _write(kept: Store, table: int, places: range) -> None:
    """Games as the store writes them, scored once for all."""
    results = results_of(played(1))
    games, of_players = [], []
    for place in places:
        game = played(place + 1)
        here = {"table": table, "place": place}
        when = {"played": game.played.timestamp()}
        text = finished_text(game)
        games.append(here | when | {"text": text, "checksum": checksum(text), "number": game.number})
        of_players += [row | here | when for row in results]
    with kept.engine.begin() as connection:
        connection.execute(insert(GAMES), games)
        connection.execute(insert(RESULTS), of_players)


def figures(numbers: tuple[int, ...] = NUMBERS, runs: int = 9) -> Iterator[Figure]:
    """The screens of the games so far, and the end of a game, with few games and with many."""
    logging.disable(logging.WARNING)  # Streamlit warns that no browser is there
    with a_table_with(FEW) as phone_and_table:
        few = dict(_acts(*phone_and_table))
        for name, act in few.items():
            figure = paired(f"{name}, {FEW} games", act, (name, act), runs=runs)
            yield Figure(figure.what, figure.unit, Spread.of([figure.measured.median]))
        for number in numbers:
            with a_table_with(number) as other:
                for name, act in _acts(*other):
                    yield paired(f"{name}, {number:,} games", act, (AGAINST, few[name]), runs=runs)


def _acts(phone: str, table: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """What is measured at one table."""
    here = os.environ["CROWNSIGHT_DATABASE"]
    for name, screen, query in (
        ("history", "history", {}),
        ("page of a player", "player", {"n": "Ana"}),
        ("page of a game", "past", {"g": f"{table}-1"}),
    ):
        yield name, partial(_opens, here, phone, screen, query)
    yield "end of a game", partial(_ends, here, phone)


def _opens(where: str, phone: str, screen: str, query: dict[str, str]) -> None:
    os.environ["CROWNSIGHT_DATABASE"] = where
    app = a_phone(phone_key=phone)
    app.run().switch_page(page_of(screen))
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception


def _ends(where: str, phone: str) -> None:
    """One more game ends at a table that the phone has in hand."""
    os.environ["CROWNSIGHT_DATABASE"] = where
    kept = _in_hand(where, phone)
    game = replace(played(len(kept.table.games) + 1), number=len(kept.table.games) + 1)
    after = store.opened().change(kept.key, phone, lambda _: replace(kept.table, games=(*kept.table.games, game)))
    assert after is not None
    _HELD[where] = after


_HELD: dict[str, StoredTable] = {}


def _in_hand(where: str, phone: str) -> StoredTable:
    if where not in _HELD:
        _HELD[where] = store.opened().find(store.opened().tables_of(phone, most_games=0)[0].key)  # type: ignore[assignment]
    return _HELD[where]


if __name__ == "__main__":
    told(figures())
