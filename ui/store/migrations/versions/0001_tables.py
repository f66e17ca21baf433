"""The first form: tables, phones, games, results, photos, what was taught, corrections, requests, and health."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

EARNED = tuple(f"earned_{number}" for number in range(1, 8))


def upgrade() -> None:
    """Make them, and the one row of health."""
    _make_tables()
    _make_what_phones_bring()
    _make_games()
    _make_what_was_taught()
    _make_corrections()
    health = op.create_table("health", _number(), _double("written"), _blob("filling"))
    op.bulk_insert(health, [{"number": 1, "written": 0.0, "filling": b""}])


def _make_tables() -> None:
    op.create_table(
        "tables",
        _number(),
        sa.Column("key", sa.String(22), nullable=False),
        sa.Column("code", sa.String(9)),
        _double("code_until"),
        _integer("version"),
        _text("text"),
        _double("created"),
        _double("touched"),
        _checksum(),
        sa.UniqueConstraint("key", name="uq_tables_key"),
        sa.UniqueConstraint("code", name="uq_tables_code"),
    )
    op.create_index("ix_tables_touched", "tables", ["touched"])


def _make_what_phones_bring() -> None:
    op.create_table(
        "phones",
        _of_table("phones", primary_key=True),
        sa.Column("phone", sa.String(64), primary_key=True, nullable=False),
        _boolean("host"),
        sa.Column("seat", sa.Integer()),
        _boolean("added"),
    )
    op.create_index("ix_phones_phone", "phones", ["phone"])
    op.create_table(
        "requests",
        _of_table("requests", primary_key=True),
        sa.Column("key", sa.String(22), primary_key=True, nullable=False),
        _double("at"),
    )
    op.create_index("ix_requests_table_at", "requests", ["table", "at"])
    op.create_table(
        "photos",
        _of_table("photos", primary_key=True),
        _integer("board", primary_key=True),
        _blob("jpeg"),
        _integer("width"),
        _integer("height"),
        _double("scale"),
        _text("reading"),
        sa.Column("until", sa.Double()),
    )
    op.create_index("ix_photos_until", "photos", ["until"])


def _make_games() -> None:
    op.create_table(
        "games",
        _of_table("games", primary_key=True),
        _integer("place", primary_key=True),
        _text("text"),
        sa.Column("number", sa.Integer()),
        sa.Column("dynasty", sa.Integer()),
        sa.Column("played", sa.Double()),
        _checksum(),
    )
    for column in ("number", "dynasty", "played"):
        op.create_index(f"ix_games_table_{column}", "games", ["table", column])
    op.create_table(
        "results",
        *(_integer(name, primary_key=True) for name in ("table", "place", "player")),
        _text("who"),
        _text("name"),
        _boolean("kingdoms"),
        _double("played"),
        *(_integer(name) for name in ("wins", "points", *EARNED)),
        sa.ForeignKeyConstraint(
            ["table", "place"], ["games.table", "games.place"], name="fk_results_game", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_results_table_who_played", "results", ["table", "who", "played"])


def _make_what_was_taught() -> None:
    op.create_table(
        "learnt",
        _of_table("learnt", primary_key=True),
        _blob("content"),
    )
    op.create_table(
        "editions",
        _number(),
        sa.Column("phone", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        _integer("kingdoms"),
        _boolean("usual"),
        _double("touched"),
        _blob("content"),
    )
    op.create_index("ix_editions_phone", "editions", ["phone"])


def _make_corrections() -> None:
    op.create_table(
        "corrections",
        _number(),
        _of_table("corrections"),
        *(_integer(name) for name in ("seat", "board", "row", "column")),
        *(sa.Column(name, sa.String(2), nullable=False) for name in ("was", "now")),
        sa.Column("by", sa.Integer()),
        _double("at"),
    )
    op.create_index("ix_corrections_table_board", "corrections", ["table", "board"])


def _number() -> sa.Column[int]:
    return sa.Column("number", sa.Integer(), primary_key=True, nullable=False)


def _of_table(owner: str, *, primary_key: bool = False) -> sa.Column[int]:
    reference = sa.ForeignKey("tables.number", name=f"fk_{owner}_table", ondelete="CASCADE")
    return sa.Column("table", sa.Integer(), reference, primary_key=primary_key, nullable=False)


def _integer(name: str, *, primary_key: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), primary_key=primary_key, nullable=False)


def _boolean(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False)


def _double(name: str) -> sa.Column[float]:
    return sa.Column(name, sa.Double(), nullable=False)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def _blob(name: str) -> sa.Column[bytes]:
    return sa.Column(name, sa.LargeBinary(), nullable=False)


def _checksum() -> sa.Column[str]:
    return sa.Column("checksum", sa.String(16), nullable=False)
