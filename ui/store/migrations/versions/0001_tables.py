"""The first form: no database is older, and a new one is made as ``ui.store.rows`` has it."""

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing comes before it."""
