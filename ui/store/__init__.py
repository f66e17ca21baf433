"""The database of tables: SQLite in the user's data folder, or any SQLAlchemy URL in CROWNSIGHT_DATABASE.

Every change is one transaction, and is acknowledged only once it is committed. Tables are found by a key that cannot be
guessed; nothing here lists or searches the tables of others.
"""

from ui.store.database import StoreError
from ui.store.store import Phone, Revoke, Store, StoredTable, checkpoint_all, get_store

__all__ = ["Phone", "Revoke", "Store", "StoreError", "StoredTable", "checkpoint_all", "get_store"]
