"""The first schema. ``ui.store.rows`` creates new databases; later migrations begin here."""

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Do nothing: there is no earlier schema."""
