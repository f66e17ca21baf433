"""Alembic's way in: runs the migrations on the connection that ``ui.store.database`` opened."""

from alembic import context

from ui.store.rows import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite changes a table by making it anew
)
with context.begin_transaction():
    context.run_migrations()
