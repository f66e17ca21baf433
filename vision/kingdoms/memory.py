"""The examples that a table has named: how each piece looked, kept from epoch to epoch as text and numbers."""

from __future__ import annotations

import base64
import binascii
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.kingdom import Position
from scoring.kingdoms import COLUMNS, Space, piece_of, token
from scoring.kingdoms.board import FREE
from vision.kingdoms.looks import CLOSER, EDITION, Looks
from vision.networks import identity, session

MOST_OF_A_PIECE = 6  # looks of one piece that are kept, the latest
Json = dict[str, Any]


class BrokenMemoryError(ValueError):
    """What was kept of a table cannot be read."""


@dataclass(frozen=True, eq=False)
class Memory:
    """Pieces and how they looked as they lay; numbers only, from which no picture can be made again.

    ``network`` names the network that saw them and how, as the looks of another mean something else.
    """

    spaces: tuple[Space, ...]
    looks: Looks
    network: str

    @staticmethod
    def empty() -> Memory:
        """What a table knows before its first photo."""
        nothing = np.empty((0, 1, 0), np.float32)
        return Memory((), Looks(nothing, nothing, np.empty(0, np.float32)), _network())

    def with_named(self, looks: Looks, named: Mapping[Position, Space]) -> Memory:
        """This and what was named of a board's looks; of each piece the latest few are kept."""
        fresh = [(row * COLUMNS + column, space) for (row, column), space in named.items()]
        if not fresh:
            return self
        seen = looks[[at for at, _ in fresh]].upright
        spaces = (*self.spaces, *(space for _, space in fresh))
        return Memory(spaces, self.looks + seen if self.spaces else seen, self.network)._latest()

    def _latest(self) -> Memory:
        kept, left = [], Counter[Space]()
        for at in reversed(range(len(self.spaces))):
            left[self.spaces[at]] += 1
            if left[self.spaces[at]] <= MOST_OF_A_PIECE:
                kept.append(at)
        kept.reverse()
        return Memory(tuple(self.spaces[at] for at in kept), self.looks[kept], self.network)

    def as_json(self) -> Json:
        """A plain value for a table's store; ``Memory.from_json`` reads it back."""
        return {
            "network": self.network,
            "pieces": [token(space) for space in self.spaces],
            "painted": _packed(self.looks.painted),
            "shaped": _packed(self.looks.shaped),
            "hues": _packed(self.looks.hues),
        }

    @staticmethod
    def from_json(value: Json) -> Memory:
        """What was kept; empty if another network saw it. Raises BrokenMemoryError for anything else."""
        try:
            spaces = tuple(None if typed == FREE else piece_of(typed) for typed in value["pieces"])
            network = str(value["network"])
            if network != _network() or not spaces:
                return Memory.empty()
            hues = _unpacked(value["hues"])
            painted, shaped = (_unpacked(value[key]).reshape(len(spaces), 1, -1) for key in ("painted", "shaped"))
        except (KeyError, TypeError, ValueError, binascii.Error) as broken:
            raise BrokenMemoryError("what was kept of this table's pieces cannot be read") from broken
        (width,) = (output.shape[-1] for output in session("looks").get_outputs() if output.name == "embedding")
        if len(hues) != len(spaces) or (painted.shape[2], shaped.shape[2]) != (width, len(CLOSER) * width):
            raise BrokenMemoryError("what was kept of this table's pieces is not whole")
        return Memory(spaces, Looks(painted, shaped, hues), network)


def _network() -> str:
    return f"{identity('looks')} {EDITION}"


def _packed(numbers: NDArray[np.float32]) -> str:
    """Numbers as text, in half precision, which is more than looks need."""
    return base64.b64encode(numbers.astype("<f2").tobytes()).decode("ascii")


def _unpacked(text: str) -> NDArray[np.float32]:
    return np.frombuffer(base64.b64decode(text, validate=True), "<f2").astype(np.float32)
