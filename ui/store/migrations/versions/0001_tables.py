"""Tables, the phones at them, photos and corrections."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the four tables."""
    _make_tables()
    _make_phones()
    _make_photos()
    _make_corrections()


def _make_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("key", sa.String(22), nullable=False),
        sa.Column("code", sa.String(9)),
        sa.Column("code_until", sa.Double(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("touched", sa.Double(), nullable=False),
        sa.UniqueConstraint("key", name="uq_tables_key"),
        sa.UniqueConstraint("code", name="uq_tables_code"),
    )
    op.create_index("ix_tables_touched", "tables", ["touched"])


def _make_phones() -> None:
    op.create_table(
        "phones",
        _of_table("phones", primary_key=True),
        sa.Column("phone", sa.String(64), primary_key=True),
        sa.Column("host", sa.Boolean(), nullable=False),
        sa.Column("seat", sa.Integer()),
    )
    op.create_index("ix_phones_phone", "phones", ["phone"])


def _make_photos() -> None:
    op.create_table(
        "photos",
        _of_table("photos", primary_key=True),
        sa.Column("board", sa.Integer(), primary_key=True),
        sa.Column("jpeg", sa.LargeBinary(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("scale", sa.Double(), nullable=False),
        sa.Column("reading", sa.Text(), nullable=False),
    )


def _make_corrections() -> None:
    op.create_table(
        "corrections",
        sa.Column("number", sa.Integer(), primary_key=True),
        _of_table("corrections"),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.Column("column", sa.Integer(), nullable=False),
        sa.Column("was", sa.String(2), nullable=False),
        sa.Column("now", sa.String(2), nullable=False),
        sa.Column("by", sa.Integer()),
        sa.Column("at", sa.Double(), nullable=False),
    )
    op.create_index("ix_corrections_table_board", "corrections", ["table", "board"])


def downgrade() -> None:
    """Drop them."""
    for name in ("corrections", "photos", "phones", "tables"):
        op.drop_table(name)


def _of_table(owner: str, *, primary_key: bool = False) -> sa.Column[int]:
    reference = sa.ForeignKey("tables.number", name=f"fk_{owner}_table", ondelete="CASCADE")
    return sa.Column("table", sa.Integer(), reference, primary_key=primary_key, nullable=False)
