"""Every finished game in a row of its own, and what each player made of it: to be asked for without scoring."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

RECENT = 20  # games that stood in a table's text before
Held = dict[str, Any]
EARNED = tuple(f"earned_{number}" for number in range(1, 8))
GAMES = sa.table("games", sa.column("table", sa.Integer), sa.column("place", sa.Integer), sa.column("text", sa.Text))
TABLES = sa.table("tables", sa.column("number", sa.Integer), sa.column("text", sa.Text))


def upgrade() -> None:
    """Make what is kept beside the games, and move the games of every text into rows.

    What belongs beside them is filled in by ``ui.store.game_rows.sum_up``, which reads the games.
    """
    for column in (
        sa.Column("number", sa.Integer()),
        sa.Column("dynasty", sa.Integer()),
        sa.Column("played", sa.Double()),
    ):
        op.add_column("games", column)
        op.create_index(f"ix_games_table_{column.name}", "games", ["table", column.name])
    _make_results()
    connection = op.get_bind()
    for number in connection.scalars(sa.select(TABLES.c.number)).all():
        held = _held(_text(connection, number))
        if held and held["games"]:
            of_table = sa.select(sa.func.max(GAMES.c.place)).where(GAMES.c.table == number)
            last = connection.scalar(of_table)
            first = 0 if last is None else last + 1
            games = enumerate(_with_their_dynasty(held), first)
            rows = [{"table": number, "place": at, "text": _compact(one)} for at, one in games]
            connection.execute(sa.insert(GAMES), rows)
            _write(connection, number, held | {"games": []})


def _make_results() -> None:
    op.create_table(
        "results",
        *(sa.Column(name, sa.Integer(), primary_key=True, nullable=False) for name in ("table", "place", "player")),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kingdoms", sa.Boolean(), nullable=False),
        sa.Column("played", sa.Double(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("wins", "points", *EARNED)),
        sa.ForeignKeyConstraint(
            ["table", "place"], ["games.table", "games.place"], name="fk_results_game", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_results_table_who_played", "results", ["table", "who", "played"])


def downgrade() -> None:
    """Put the last games of every table back into its text, and drop the rest."""
    connection = op.get_bind()
    op.drop_table("results")
    for number in connection.scalars(sa.select(GAMES.c.table).distinct()).all():
        held = _held(_text(connection, number))
        of_table = sa.select(GAMES.c.place, GAMES.c.text).where(GAMES.c.table == number)
        last = connection.execute(of_table.order_by(GAMES.c.place.desc()).limit(RECENT)).all()[::-1]
        if held:
            _write(connection, number, held | {"games": [json.loads(text) for _, text in last]})
            connection.execute(sa.delete(GAMES).where(GAMES.c.table == number, GAMES.c.place >= last[0].place))
    for name in ("number", "dynasty", "played"):
        op.drop_index(f"ix_games_table_{name}", "games")
        op.drop_column("games", name)


def _with_their_dynasty(held: Held) -> list[Any]:
    """The games of a text; in one from before games named their Dynasty it had every game from its first on."""
    first = held.get("dynasty_from")
    if "recorded" in held or not isinstance(first, int):
        return held["games"]
    return [game | {"dynasty": first} if _is_of_dynasty(game, first) else game for game in held["games"]]


def _is_of_dynasty(game: Any, first: int) -> bool:
    number = game.get("number") if isinstance(game, dict) and "boards" not in game else None
    return isinstance(number, int) and number >= first


def _text(connection: sa.Connection, number: int) -> str:
    return connection.scalar(sa.select(TABLES.c.text).where(TABLES.c.number == number)) or ""


def _write(connection: sa.Connection, number: int, held: object) -> None:
    connection.execute(sa.update(TABLES).where(TABLES.c.number == number).values(text=_compact(held)))


def _held(text: str) -> Held | None:
    """What a table's text says; None where it is damaged."""
    try:
        held = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return None
    return held if isinstance(held, dict) and isinstance(held.get("games"), list) else None


def _compact(held: object) -> str:
    return json.dumps(held, separators=(",", ":"))
