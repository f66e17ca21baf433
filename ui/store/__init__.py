"""Where tables are kept: SQLite in the user's data folder, or any SQLAlchemy URL in CROWNSIGHT_DATABASE.

Every change is one transaction, and is acknowledged only once it is committed. Tables are found by a key that cannot be
guessed; nothing here lists or searches the tables of others.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ui.store.database import StoreError
    from ui.store.phones import Correction
    from ui.store.store import Phone, Store, StoredTable, opened

__all__ = ["Correction", "Phone", "Store", "StoreError", "StoredTable", "opened"]
_MODULES = {"Correction": "phones", "StoreError": "database"}  # the others are in ``store``


def __getattr__(name: str) -> Any:
    """A name that this package offers, its module imported when it is asked for: SQLAlchemy alone takes 0.2 s."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES.get(name, 'store')}"), name)
