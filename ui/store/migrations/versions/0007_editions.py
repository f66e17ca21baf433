"""Editions of the tiles that phones have taught; what tables have learnt of misread squares is not used any more."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

LEARNT = sa.table("learnt", sa.column("kind"))


def upgrade() -> None:
    """Make their table."""
    op.create_table(
        "editions",
        sa.Column("number", sa.Integer(), primary_key=True, nullable=False),
        sa.Column("phone", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("kingdoms", sa.Integer(), nullable=False),
        sa.Column("usual", sa.Boolean(), nullable=False),
        sa.Column("touched", sa.Double(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
    )
    op.create_index("ix_editions_phone", "editions", ["phone"])
    op.execute(sa.delete(LEARNT).where(LEARNT.c.kind == "squares"))


def downgrade() -> None:
    """Drop it."""
    op.drop_table("editions")
