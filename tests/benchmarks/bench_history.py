"""How long the games so far take to open, by how many there are: ``python tests/benchmarks/bench_history.py``.

The games are those of one table, with two players each, all but the last of them in rows of their own.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from sqlalchemy import insert
from streamlit.logger import set_log_level

from scoring import USUAL_RULES, Kingdom
from scoring.castle import Castle
from tests.benchmarks.figures import Figure, Spread, paired, told
from tests.given import EVENING
from tests.ui.phone import a_phone, goes_to
from ui import store
from ui.store.codes import new_key
from ui.store.rows import GAMES
from ui.table.finished import Game, Played
from ui.table.table import Table
from ui.table.table_json import finished_text

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
def a_table_with(games: int) -> Iterator[str]:
    """The key of the phone that played so many games at one table, in a database of its own."""
    phone, last = new_key(), games - FEW
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CROWNSIGHT_DATABASE"] = f"sqlite:///{folder}/tables.sqlite3"
        table = Table(games=tuple(played(number) for number in range(last + 1, games + 1)))
        table = table.with_player("Ana", Castle.BLUE).with_player("Ben", Castle.GREEN)
        number = store.opened().create(table, phone).number  # which nobody holds: it is read again
        for first in range(1, last + 1, AT_ONCE):
            numbers = range(first, min(first + AT_ONCE, last + 1))
            rows = [{"table": number, "place": at - 1, "text": finished_text(played(at))} for at in numbers]
            with store.opened().engine.begin() as connection:
                connection.execute(insert(GAMES), rows)
        yield phone
        store.opened().engine.dispose()


def figures(numbers: tuple[int, ...] = NUMBERS, runs: int = 3) -> Iterator[Figure]:
    """The screen of the games so far, drawn without a browser, with few games and with many."""
    set_log_level("ERROR")  # that no browser is there is no news
    with a_table_with(FEW) as phone:
        few = os.environ["CROWNSIGHT_DATABASE"]
        yield _drawn(FEW, phone, phone, few, few, runs)
        for number in numbers:
            with a_table_with(number) as other:
                yield _drawn(number, other, phone, os.environ["CROWNSIGHT_DATABASE"], few, 1 if number > 1e4 else runs)


def _drawn(number: int, phone: str, other: str, database: str, few: str, runs: int) -> Figure:
    def opens(which: str, where: str) -> None:
        os.environ["CROWNSIGHT_DATABASE"] = where
        goes_to(a_phone(phone_key=which), "history")

    figure = paired(
        f"history of {number:,} games", lambda: opens(phone, database), (AGAINST, lambda: opens(other, few)), runs=runs
    )
    return figure if number > FEW else Figure(figure.what, figure.unit, Spread.of([figure.measured.median]))


if __name__ == "__main__":
    told(figures())
