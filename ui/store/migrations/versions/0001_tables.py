"""The first form: tables, phones, games, results, photos, what was taught, corrections, requests, and health."""

from typing import Any

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
    health = op.create_table(
        "health",
        _column("number", sa.Integer(), primary_key=True),
        _column("written", sa.Double()),
        _column("filling", sa.LargeBinary()),
        sa.Column("tables_looked", sa.Double()),
        sa.Column("photos_looked", sa.Double()),
    )
    op.bulk_insert(health, [{"number": 1, "written": 0.0, "filling": b""}])


def _make_tables() -> None:
    op.create_table(
        "tables",
        _column("number", sa.Integer(), primary_key=True),
        _column("key", sa.String(22)),
        sa.Column("code", sa.String(9)),
        _column("code_until", sa.Double()),
        _column("version", sa.Integer()),
        _column("text", sa.Text()),
        _column("created", sa.Double()),
        _column("touched", sa.Double()),
        _column("checksum", sa.String(16)),
        sa.UniqueConstraint("key", name="uq_tables_key"),
        sa.UniqueConstraint("code", name="uq_tables_code"),
    )
    op.create_index("ix_tables_touched", "tables", ["touched"])


def _make_what_phones_bring() -> None:
    op.create_table(
        "phones",
        _of_table("phones", primary_key=True),
        _column("phone", sa.String(64), primary_key=True),
        _column("host", sa.Boolean()),
        sa.Column("seat", sa.Integer()),
        _column("added", sa.Boolean()),
    )
    op.create_index("ix_phones_phone", "phones", ["phone"])
    op.create_table(
        "requests",
        _of_table("requests", primary_key=True),
        _column("key", sa.String(22), primary_key=True),
    )
    op.create_table(
        "photos",
        _of_table("photos", primary_key=True),
        _column("board", sa.Integer(), primary_key=True),
        _column("jpeg", sa.LargeBinary()),
        _column("width", sa.Integer()),
        _column("height", sa.Integer()),
        _column("scale", sa.Double()),
        _column("reading", sa.Text()),
        sa.Column("until", sa.Double()),
    )
    op.create_index("ix_photos_until", "photos", ["until"])


def _make_games() -> None:
    op.create_table(
        "games",
        _of_table("games", primary_key=True),
        _column("place", sa.Integer(), primary_key=True),
        _column("text", sa.Text()),
        sa.Column("number", sa.Integer()),
        sa.Column("dynasty", sa.Integer()),
        sa.Column("played", sa.Double()),
        _column("checksum", sa.String(16)),
    )
    for column in ("number", "dynasty", "played"):
        op.create_index(f"ix_games_table_{column}", "games", ["table", column])
    op.create_table(
        "results",
        *(_column(name, sa.Integer(), primary_key=True) for name in ("table", "place", "player")),
        _column("who", sa.Text()),
        _column("name", sa.Text()),
        _column("kingdoms", sa.Boolean()),
        _column("played", sa.Double()),
        *(_column(name, sa.Integer()) for name in ("wins", "points", *EARNED)),
        sa.ForeignKeyConstraint(
            ["table", "place"], ["games.table", "games.place"], name="fk_results_game", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_results_table_who_played", "results", ["table", "who", "played"])


def _make_what_was_taught() -> None:
    op.create_table(
        "learnt",
        _of_table("learnt", primary_key=True),
        _column("content", sa.LargeBinary()),
    )
    op.create_table(
        "editions",
        _column("number", sa.Integer(), primary_key=True),
        _column("phone", sa.String(64)),
        _column("name", sa.String(40)),
        _column("kingdoms", sa.Integer()),
        _column("usual", sa.Boolean()),
        _column("touched", sa.Double()),
        _column("content", sa.LargeBinary()),
    )
    op.create_index("ix_editions_phone", "editions", ["phone"])


def _make_corrections() -> None:
    op.create_table(
        "corrections",
        _column("number", sa.Integer(), primary_key=True),
        _of_table("corrections"),
        *(_column(name, sa.Integer()) for name in ("seat", "board", "row", "column")),
        *(_column(name, sa.String(2)) for name in ("was", "now")),
        sa.Column("by", sa.Integer()),
        _column("at", sa.Double()),
    )
    op.create_index("ix_corrections_table_board", "corrections", ["table", "board"])


def _column(name: str, kind: sa.types.TypeEngine[Any], *, primary_key: bool = False) -> sa.Column[Any]:
    return sa.Column(name, kind, primary_key=primary_key, nullable=False)


def _of_table(owner: str, *, primary_key: bool = False) -> sa.Column[int]:
    reference = sa.ForeignKey("tables.number", name=f"fk_{owner}_table", ondelete="CASCADE")
    return sa.Column("table", sa.Integer(), reference, primary_key=primary_key, nullable=False)
