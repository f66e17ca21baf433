"""Schema of the database: tables, their phones, games, results and photos, and taught editions."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

from ui.store.codes import CHECKSUM_LENGTH, KEY_LENGTH, new_number

CODE_LENGTH, HASH_LENGTH, NAME_LENGTH = 9, 64, 40  # characters

METADATA = MetaData(
    naming_convention={  # migrations can only change constraints with names
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

# Times are seconds since 1970, UTC.

# A table: the JSON text (``ui.table.serialization``) of its latest version, with a checksum.
TABLES = Table(
    "tables",
    METADATA,
    Column("number", Integer, primary_key=True, default=new_number),
    Column("key", String(KEY_LENGTH), unique=True, nullable=False),
    Column("code", String(CODE_LENGTH), unique=True),
    Column("code_until", Double, nullable=False),
    Column("version", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("touched", Double, index=True, nullable=False),
    Column("checksum", String(CHECKSUM_LENGTH), nullable=False),
)


def _table_column(*, is_key: bool = True) -> Column[int]:
    """Return a foreign key to the table; its rows are deleted with the table."""
    return Column("table", ForeignKey("tables.number", ondelete="CASCADE"), primary_key=is_key, nullable=False)


# Keys that a table had before phones lost access to it. Only phones that are still at the table can use them.
PREVIOUS_KEYS = Table(
    "previous_keys", METADATA, Column("key", String(KEY_LENGTH), primary_key=True), _table_column(is_key=False)
)

# A phone at a table. Only the hash of its key is stored. ``added``: this phone added the player of its seat.
PHONES = Table(
    "phones",
    METADATA,
    _table_column(),
    Column("phone", String(HASH_LENGTH), primary_key=True, index=True),
    Column("host", Boolean, nullable=False),
    Column("seat", Integer),
    Column("added", Boolean, nullable=False),
)

# The photo of a board as JPEG without metadata, and its reading as JSON. It is deleted a day after ``until``, or never
# if that is NULL: its table keeps photos.
PHOTOS = Table(
    "photos",
    METADATA,
    _table_column(),
    Column("board", Integer, primary_key=True),
    Column("jpeg", LargeBinary, nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    Column("scale", Double, nullable=False),
    Column("reading", Text, nullable=False),
    Column("until", Double, index=True),
)

# A finished game of a table: its place among them, oldest first, its JSON text and checksum. ``number``, ``dynasty``
# (number of the first game of its Dynasty) and ``played`` (when it ended) repeat the text for queries; they are NULL if
# the text is damaged, and until ``ui.store.game_rows`` has filled them.
GAMES = Table(
    "games",
    METADATA,
    _table_column(),
    Column("place", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("number", Integer),
    Column("dynasty", Integer),
    Column("played", Double),
    Column("checksum", String(CHECKSUM_LENGTH), nullable=False),
    Index("ix_games_table_played", "table", "played"),
    Index("ix_games_table_number", "table", "number"),
    Index("ix_games_table_dynasty", "table", "dynasty"),
)

EARNED = tuple(f"earned_{number}" for number in range(1, 8))  # by terrain in Kingdomino, by epoch in Knizia's game

# The result of a player in a finished game. ``player_id`` is the same whatever the case of the name. ``wins`` is 1 for
# the first place, else 0. A game that was broken off has no results.
RESULTS = Table(
    "results",
    METADATA,
    Column("table", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("player", Integer, primary_key=True),
    Column("player_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("is_knizia", Boolean, nullable=False),
    Column("played", Double, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    *(Column(name, Integer, nullable=False) for name in EARNED),
    ForeignKeyConstraint(
        ["table", "place"], ["games.table", "games.place"], name="fk_results_game", ondelete="CASCADE"
    ),
    Index("ix_results_table_player_played", "table", "player_id", "played"),
)

# A tile set that a phone has taught: its name and the embeddings of its squares. ``kingdoms``: photos it was taught by.
EDITIONS = Table(
    "editions",
    METADATA,
    Column("number", Integer, primary_key=True, default=new_number),
    Column("phone", String(HASH_LENGTH), index=True, nullable=False),
    Column("name", String(NAME_LENGTH), nullable=False),
    Column("kingdoms", Integer, nullable=False),
    Column("is_default", Boolean, nullable=False),
    Column("touched", Double, nullable=False),
    Column("content", LargeBinary, nullable=False),
)

# Idempotency key of a request that was carried out.
REQUESTS = Table(
    "requests",
    METADATA,
    _table_column(),
    Column("key", String(KEY_LENGTH), primary_key=True),
)

# One row, written to check that the database can be written to; ``filling`` is as large as a save. ``tables_looked``
# and ``photos_looked`` say when tables and photos were last checked for expiry.
HEALTH = Table(
    "health",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("written", Double, nullable=False),
    Column("filling", LargeBinary, nullable=False),
    Column("tables_looked", Double),
    Column("photos_looked", Double),
)
