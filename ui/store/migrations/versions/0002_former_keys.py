"""The keys that tables had before a player was removed, at which the phones that stay still find them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of them, empty: nobody has been removed so far."""
    op.create_table(
        "former_keys",
        sa.Column("key", sa.String(22), primary_key=True, nullable=False),
        sa.Column("table", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.number"], name="fk_former_keys_table", ondelete="CASCADE"),
    )
