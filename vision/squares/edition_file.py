"""A taught edition as a small JSON file that people can give to others: nothing in one is believed before it is parsed.

The looks of the squares are numbers of 8 bits, in base64; nothing in a file is run, and its size and all counts in it
are bounded.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.terrain import CASTLE, MAX_CROWNS, Square, Terrain
from vision.networks import identity, session
from vision.squares.edition import COPIES, MOST_OF_A_KIND, Edition, Looks

FORMAT = "crownsight edition 1"
LARGEST = 4_000_000  # bytes of a file
LONGEST_NAME = 40  # characters
LONGEST_IDENTITY = 100
WIDEST = 1024  # numbers of an embedding
MOST_KINGDOMS = 1_000_000

_SQUARES = {
    str(square): square
    for square in (CASTLE, *(Square(terrain, crowns) for terrain in Terrain for crowns in range(MAX_CROWNS + 1)))
}
"""What a taught square can be, by the kingdom code."""


class EditionError(ValueError):
    """A file holds no edition; the message is one sentence."""


def stored(edition: Edition) -> bytes:
    """An edition as a file; ``restored`` undoes this."""
    fields = {
        "format": FORMAT,
        "name": edition.name,
        "network": edition.network,
        "kingdoms": edition.kingdoms,
        "right": edition.right.tolist(),
        "squares": [str(square) for square in edition.squares],
        "looks": base64.b64encode(edition.looks.tobytes()).decode("ascii"),
    }
    return (json.dumps(fields, ensure_ascii=False, indent=1) + "\n").encode()


def restored(content: bytes) -> Edition:
    """The edition in a file; raises EditionError for anything else."""
    if len(content) > LARGEST:
        raise EditionError(f"the file is larger than {LARGEST:,} bytes")
    try:
        fields = json.loads(content)
    except (ValueError, RecursionError) as broken:
        raise EditionError("the file is no JSON") from broken
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise EditionError("the file holds no edition that was taught")
    network, squares = _text(fields, "network", LONGEST_IDENTITY), _squares_in(fields)
    looks = _looks_in(fields, len(squares))
    if squares and network == identity("squares") and looks.shape[2] != _width():
        raise EditionError("the file's looks are not those of its network")
    right, kingdoms = _right_in(fields, len(squares)), _kingdoms_in(fields)
    return Edition(_text(fields, "name", LONGEST_NAME), network, looks, right, squares, kingdoms)


def added(before: bytes | None, edition: Edition) -> Edition:
    """An edition with what was stored of it before; alone where that was nothing, or is damaged."""
    try:
        return edition if before is None else replace(restored(before) + edition, name=edition.name)
    except EditionError:
        return edition


def _text(fields: Mapping[str, Any], name: str, longest: int) -> str:
    text = fields.get(name)
    if not isinstance(text, str) or not 0 < len(text) <= longest or not text.isprintable():
        raise EditionError(f"the file's {name} is no short text")
    return text


def _kingdoms_in(fields: Mapping[str, Any]) -> int:
    number = fields.get("kingdoms")
    if type(number) is not int or not 0 <= number <= MOST_KINGDOMS:
        raise EditionError("the file does not say how many kingdoms were checked")
    return number


def _right_in(fields: Mapping[str, Any], squares: int) -> NDArray[np.uint8]:
    """How many copies of each square were read right, (squares,)."""
    right = fields.get("right")
    if not isinstance(right, list) or len(right) != squares:
        raise EditionError("the file does not say how its squares were read")
    if not all(type(number) is int and 0 <= number <= COPIES for number in right):
        raise EditionError("the file says wrongly how its squares were read")
    return np.array(right, np.uint8)


def _squares_in(fields: Mapping[str, Any]) -> tuple[Square, ...]:
    codes = fields.get("squares")
    if not isinstance(codes, list) or len(codes) > MOST_OF_A_KIND * len(_SQUARES):
        raise EditionError("the file has no list of squares, or too long a one")
    if not all(isinstance(code, str) and code in _SQUARES for code in codes):
        raise EditionError("the file names squares that no tile shows")
    return tuple(_SQUARES[code] for code in codes)


def _looks_in(fields: Mapping[str, Any], squares: int) -> Looks:
    """The looks (squares, 12, width), of any width that fits."""
    packed = fields.get("looks")
    if not isinstance(packed, str):
        raise EditionError("the file has no looks")
    try:
        numbers = np.frombuffer(base64.b64decode(packed, validate=True), np.int8)
    except ValueError as broken:
        raise EditionError("the file's looks are damaged") from broken
    width = len(numbers) // (squares * COPIES) if squares else 0
    if len(numbers) != squares * COPIES * width or width > WIDEST or (squares and not width):
        raise EditionError("the file's looks are not whole")
    return numbers.reshape(squares, COPIES, width)


def _width() -> int:
    """How many numbers an embedding of the product's network has."""
    (width,) = (output.shape[-1] for output in session("squares").get_outputs() if output.name == "embedding")
    return int(width)
