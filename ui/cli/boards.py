"""A kingdom as people read it in a terminal, and as programs read it in JSON."""

from __future__ import annotations

from collections.abc import Collection

from scoring import Kingdom, Position, Square

Json = dict[str, object]


def drawing(kingdom: Kingdom, unknown: Collection[Position] = ()) -> str:
    """The kingdom code with its squares in columns, a line a row, unknown ones as ``?``."""
    return "\n".join(
        "  "
        + " ".join(
            f"{'?' if (row, column) in unknown else str(square):2}" for column, square in enumerate(squares)
        ).rstrip()
        for row, squares in enumerate(kingdom.rows)
    )


def square_json(square: Square) -> Json:
    """The terrain, ``castle`` or ``empty``, and the crowns."""
    return {"terrain": _name(square), "crowns": square.crowns}


def described(square: Square) -> str:
    """The square in words: ``swamp 2``, ``castle``."""
    return _name(square) + (f" {square.crowns}" if square.crowns else "")


def _name(square: Square) -> str:
    if square.terrain is None:
        return "castle" if square.is_castle else "empty"
    return square.terrain.value
