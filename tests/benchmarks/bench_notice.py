"""How a server learns that another one has changed a table: each phone asks, one asks for all, or PostgreSQL tells.

``python tests/benchmarks/bench_notice.py``: fifty phones on twelve tables look as often as their pages do, while
another server changes a table ten times a second. A page cannot draw before it looks, so the delay is from a change to
the next look that sees it. Ways: a question per phone and look; ``ui.store.version_poll``, as the app does; LISTEN and
NOTIFY.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from sqlalchemy import text
from sqlalchemy.engine import make_url

from tests.ui.postgres import running
from ui.session.live import EVERY
from ui.store import Store
from ui.store.version_poll import VersionPoll
from ui.table.table import Table

PHONES, TABLES, SECONDS, CHANGE_EVERY = 50, 12, 15.0, 0.1
CHANGE = text("UPDATE tables SET version = version + 1 WHERE number = :number RETURNING version")
TELL = text("SELECT pg_notify('tables', :told)")
DONE = text("SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()")
Version = Callable[[int], int | None]


def told(store: Store, numbers: list[int]) -> Version:
    """LISTEN: a thread hears of every change and remembers it for all phones of the server."""
    versions = {number: store.version(number) for number in numbers}
    connection = store.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    connection.execute(text("LISTEN tables"))
    notices = connection.connection.driver_connection.notifies(timeout=SECONDS)  # type: ignore[union-attr]

    def hear() -> None:
        for notice in notices:
            number, version = map(int, notice.payload.split())
            versions[number] = version
        connection.close()

    threading.Thread(target=hear, daemon=True).start()
    return versions.get


def change_tables(store: Store, numbers: list[int], changed: dict[tuple[int, int], float], until: float) -> None:
    """Another server at work: a table changed and told of every CHANGE_EVERY seconds."""
    chance = Random(3)
    with store.engine.connect() as connection:
        while time.monotonic() < until:
            number = chance.choice(numbers)
            with connection.begin():
                version = connection.scalar(CHANGE, {"number": number})
                connection.execute(TELL, {"told": f"{number} {version}"})
            changed[number, int(version or 0)] = time.monotonic()
            time.sleep(CHANGE_EVERY)


def look(
    version: Version, number: int, changed: dict[tuple[int, int], float], waited: list[float], until: float
) -> None:
    """One phone that looks at its table until the time is over."""
    time.sleep(Random(threading.get_ident()).uniform(0, EVERY))
    known = version(number)
    while time.monotonic() < until:
        time.sleep(EVERY)
        now = version(number)
        waited += [time.monotonic() - changed[number, one] for one in range((known or 0) + 1, (now or 0) + 1)]
        known = now


def measure(way: str, store: Store, version: Version, numbers: list[int], other: Store) -> None:
    """Print how long changes took to be seen, and what looking cost."""
    changed: dict[tuple[int, int], float] = {}
    waited: list[float] = []
    until = time.monotonic() + SECONDS - 2
    phones = [
        threading.Thread(target=look, args=(version, numbers[one % TABLES], changed, waited, until))
        for one in range(PHONES)
    ]
    questions, used = _count(other), time.process_time()
    for phone in phones:
        phone.start()
    change_tables(other, numbers, changed, until)
    for phone in phones:
        phone.join()
    passed, waited = SECONDS - 2, sorted(waited)
    asked = (_count(other) - questions - len(changed)) / passed
    print(
        f"{way:<34}{waited[len(waited) // 2]:>8.3f}{waited[int(len(waited) * 0.95)]:>8.3f}"
        f"{asked:>14.1f}{(time.process_time() - used) / passed:>12.1%}",
        flush=True,
    )


def _count(store: Store) -> int:
    time.sleep(1.1)  # PostgreSQL counts its transactions once a second
    with store.engine.connect() as connection:
        return int(connection.scalar(DONE) or 0)


def main() -> None:
    """One way after the other, on a PostgreSQL of their own."""
    print(f"{'':<34}{'seconds until seen':>18}{'transactions':>13}{'processor,':>13}")
    print(
        f"{PHONES} phones, {TABLES} tables, {EVERY:g} s a look".ljust(34)
        + f"{'p50':>8}{'p95':>8}{'a second':>14}{'a core':>12}"
    )
    with running() as server:
        here, other = (Store(make_url(server.url).set(drivername="postgresql+psycopg")) for _ in range(2))
        numbers = [here.create(Table(), "phone").number for _ in range(TABLES)]
        measure("each phone asks", here, here.version, numbers, other)
        measure("one asks for all (ui.store.version_poll)", here, VersionPoll(here).version, numbers, other)
        measure("PostgreSQL tells (LISTEN, NOTIFY)", here, told(here, numbers), numbers, other)
        for store in (here, other):
            store.engine.dispose()


if __name__ == "__main__":
    main()
