"""``crownsight forget``, ``backup`` and ``restore``: looking after the tables that are kept."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ui.cli.inputs import BadInput, printable


def forget(options: Namespace) -> int:
    """Forget a table by its code or key: its games, players, corrections and photos. Raises BadInput."""
    from ui.store import opened

    with _in_one_sentence():
        if not opened().forget(options.code):
            raise BadInput("no table has this code or key")
    print("The table is forgotten, with its games and photos.")
    return 0


def backup(options: Namespace) -> int:
    """Copy all tables into a file."""
    from ui.store import opened
    from ui.store.backup import back_up

    with _in_one_sentence():
        number = back_up(opened(), Path(options.file))
    print(f"Tables copied to {printable(options.file)}: {number}")
    return 0


def restore(options: Namespace) -> int:
    """Add the tables of a backup that are not there; a damaged file with the tables is put aside first.

    Raises BadInput for any other file.
    """
    from ui.store import opened
    from ui.store.backup import bring_back, opened_backup
    from ui.store.database import DamagedError, set_aside

    with _in_one_sentence(), opened_backup(Path(options.file)) as backup:
        try:
            tables = opened()
        except DamagedError as damaged:
            print(f"The damaged file is kept as {printable(str(set_aside(damaged.file)))}")
            tables = opened()
        number = bring_back(backup, tables)
    print(f"Tables brought back: {number}")
    return 0


@contextmanager
def _in_one_sentence() -> Iterator[None]:
    """Raises what goes wrong with the tables as BadInput."""
    from ui.store.database import StoreError

    try:
        yield
    except StoreError as fault:
        raise BadInput(str(fault)) from fault
