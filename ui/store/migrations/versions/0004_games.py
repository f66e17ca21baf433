"""Old games in rows of their own: a table's text with all of them could grow until nothing read it any more."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

RECENT = 20  # games that stay in a table's text


def upgrade() -> None:
    """Make their table, and move the games of every text that has more than RECENT."""
    of_table = sa.ForeignKey("tables.number", name="fk_games_table", ondelete="CASCADE")
    games = op.create_table(
        "games",
        sa.Column("table", sa.Integer(), of_table, primary_key=True, nullable=False),
        sa.Column("place", sa.Integer(), primary_key=True),
        sa.Column("text", sa.Text(), nullable=False),
    )
    tables = sa.table("tables", sa.column("number", sa.Integer), sa.column("text", sa.Text))
    connection = op.get_bind()
    for number in connection.scalars(sa.select(tables.c.number)).all():
        text = connection.scalar(sa.select(tables.c.text).where(tables.c.number == number))
        moved = _split(text or "")
        if moved:
            older, rest = moved
            rows = [{"table": number, "place": place, "text": one} for place, one in enumerate(older)]
            connection.execute(sa.insert(games), rows)
            connection.execute(sa.update(tables).where(tables.c.number == number).values(text=rest))


def _split(text: str) -> tuple[list[str], str] | None:
    """The older games of a table's text, and the text without them; None where there are none, or it is damaged."""
    try:
        held = json.loads(text)
        older, held["games"] = held["games"][:-RECENT], held["games"][-RECENT:]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return ([_compact(game) for game in older], _compact(held)) if older else None


def _compact(held: object) -> str:
    return json.dumps(held, separators=(",", ":"))


def downgrade() -> None:
    """Put the games back into the texts, and drop their table."""
    connection = op.get_bind()
    games = sa.table(
        "games", sa.column("table", sa.Integer), sa.column("place", sa.Integer), sa.column("text", sa.Text)
    )
    tables = sa.table("tables", sa.column("number", sa.Integer), sa.column("text", sa.Text))
    for number in connection.scalars(sa.select(games.c.table).distinct()).all():
        of_table = sa.select(games.c.text).where(games.c.table == number).order_by(games.c.place)
        held = json.loads(connection.scalar(sa.select(tables.c.text).where(tables.c.number == number)) or "{}")
        held["games"] = [*(json.loads(one) for one in connection.scalars(of_table)), *held["games"]]
        connection.execute(sa.update(tables).where(tables.c.number == number).values(text=_compact(held)))
    op.drop_table("games")
