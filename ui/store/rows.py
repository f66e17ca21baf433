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
    naming_convention={  # names for every constraint, so that migrations can change them
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

# One table: its JSON text (``ui.table.forms``) in its latest version, with its checksum; times are seconds since
# 1970, UTC.
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


def _of_a_table(*, is_key: bool = True) -> Column[int]:
    return Column("table", ForeignKey("tables.number", ondelete="CASCADE"), primary_key=is_key, nullable=False)


# Keys that a table had before phones lost access to it. Only phones that are still at the table can use them.
PREVIOUS_KEYS = Table(
    "previous_keys", METADATA, Column("key", String(KEY_LENGTH), primary_key=True), _of_a_table(is_key=False)
)

# One phone at one table; its key is kept as a hash alone. ``added`` says that this phone itself brought the player of
# its seat to the table.
PHONES = Table(
    "phones",
    METADATA,
    _of_a_table(),
    Column("phone", String(HASH_LENGTH), primary_key=True, index=True),
    Column("host", Boolean, nullable=False),
    Column("seat", Integer),
    Column("added", Boolean, nullable=False),
)

# The photo that a board was read from, as JPEG without metadata, and its reading as JSON. It is forgotten a day after
# ``until``, and not by itself where that is NULL, because its table asks to keep it.
PHOTOS = Table(
    "photos",
    METADATA,
    _of_a_table(),
    Column("board", Integer, primary_key=True),
    Column("jpeg", LargeBinary, nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    Column("scale", Double, nullable=False),
    Column("reading", Text, nullable=False),
    Column("until", Double, index=True),
)

# One finished game of a table: its place among them, oldest first, its JSON text and its checksum. Beside it stand, to
# be asked for, its number, that of the first game of its Dynasty, and when it ended; not where the text is damaged, and
# not before ``ui.store.game_rows.sum_up``.
GAMES = Table(
    "games",
    METADATA,
    _of_a_table(),
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

EARNED = tuple(f"earned_{number}" for number in range(1, 8))  # by terrain in Kingdomino, by epoch in Kingdoms

# What one player made of one finished game: ``who`` is by what the player is found again, whatever the name's case,
# ``wins`` is 1 for the first place and else 0. A game that was broken off counts for nobody.
RESULTS = Table(
    "results",
    METADATA,
    Column("table", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("player", Integer, primary_key=True),
    Column("who", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("kingdoms", Boolean, nullable=False),
    Column("played", Double, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    *(Column(name, Integer, nullable=False) for name in EARNED),
    ForeignKeyConstraint(
        ["table", "place"], ["games.table", "games.place"], name="fk_results_game", ondelete="CASCADE"
    ),
    Index("ix_results_table_who_played", "table", "who", "played"),
)

# What was said at one table of squares that the reader did not know, as numbers.
LEARNT = Table(
    "learnt",
    METADATA,
    _of_a_table(),
    Column("content", LargeBinary, nullable=False),
)

# One edition of the tiles that a phone has taught: its name, and as numbers what its squares look like.
EDITIONS = Table(
    "editions",
    METADATA,
    Column("number", Integer, primary_key=True, default=new_number),
    Column("phone", String(HASH_LENGTH), index=True, nullable=False),
    Column("name", String(NAME_LENGTH), nullable=False),
    Column("kingdoms", Integer, nullable=False),
    Column("usual", Boolean, nullable=False),
    Column("touched", Double, nullable=False),
    Column("content", LargeBinary, nullable=False),
)

# One request of a phone that was carried out, by the key that the phone made for it; kept as long as its table.
REQUESTS = Table(
    "requests",
    METADATA,
    _of_a_table(),
    Column("key", String(KEY_LENGTH), primary_key=True),
)

# The one row that is written to find out whether anything can be, and when it last was; ``filling`` is as much as a
# save. Beside it stands when it was last looked which tables, and which photos, are to be forgotten.
HEALTH = Table(
    "health",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("written", Double, nullable=False),
    Column("filling", LargeBinary, nullable=False),
    Column("tables_looked", Double),
    Column("photos_looked", Double),
)
