"""What tables have taught."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make its table."""
    of_table = sa.ForeignKey("tables.number", name="fk_learnt_table", ondelete="CASCADE")
    op.create_table(
        "learnt",
        sa.Column("table", sa.Integer(), of_table, primary_key=True, nullable=False),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("content", sa.LargeBinary(), nullable=False),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("learnt")
