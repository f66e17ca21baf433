"""A row that is written to find out whether anything can be."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make its table, with that row."""
    health = op.create_table(
        "health",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("written", sa.Double(), nullable=False),
        sa.Column("filling", sa.LargeBinary(), nullable=False),
    )
    op.bulk_insert(health, [{"number": 1, "written": 0.0, "filling": b""}])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("health")
