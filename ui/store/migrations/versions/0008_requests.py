"""Requests of phones that were carried out, so that one sent again is not carried out again."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make their table."""
    op.create_table(
        "requests",
        sa.Column("table", sa.Integer(), primary_key=True, nullable=False),
        sa.Column("key", sa.String(22), primary_key=True, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.number"], name="fk_requests_table", ondelete="CASCADE"),
    )
    op.create_index("ix_requests_table_at", "requests", ["table", "at"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("requests")
