"""A checksum beside the text of every table and finished game."""

from hashlib import blake2b

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

TABLES = sa.table("tables", sa.column("number"), sa.column("text"), sa.column("checksum"))
GAMES = sa.table("games", sa.column("table"), sa.column("place"), sa.column("text"), sa.column("checksum"))


def upgrade() -> None:
    """Add it, and note what is there."""
    for stored, names in ((TABLES, ("number",)), (GAMES, ("table", "place"))):
        op.add_column(stored.name, sa.Column("checksum", sa.String(16)))
        connection, keys = op.get_bind(), [stored.c[name] for name in names]
        for row in connection.execute(sa.select(*keys)).all():
            this = [key == value for key, value in zip(keys, row, strict=True)]
            text = connection.scalar(sa.select(stored.c.text).where(*this))
            if text is not None:
                noted = blake2b(text.encode(), digest_size=8).hexdigest()
                connection.execute(sa.update(stored).where(*this).values(checksum=noted))


def downgrade() -> None:
    """Drop it."""
    for stored in (TABLES, GAMES):
        op.drop_column(stored.name, "checksum")
