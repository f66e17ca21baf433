"""Recognition from a few named examples: name one piece and its look-alikes are named, in later epochs too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.kingdom import Position
from scoring.kingdoms import COLUMNS, POSITIONS, ROWS, Castle, Space
from vision.kingdoms.board_photo import StraightBoard
from vision.kingdoms.looks import Looks, looks_of, paint, shape_unlikeness, unlikeness
from vision.kingdoms.memory import Memory
from vision.kingdoms.numbers import Printed, printed_number
from vision.rectify import cut_squares

# Chosen on rendered games 100 to 147; tests/benchmarks/bench_kingdoms.py reports on others.
ALIKE = 0.10  # unlikeness up to which two spaces of one photo hold the same piece
KNOWN = 0.3  # the same for a named piece: beyond, a space is a stranger
SURE = 0.14  # beyond, a guess deserves a look
READ = 0.15  # the unlikeness of a piece whose number is read, if it looks no more alike
CLEAR = 0.0  # the same where the number is clear
MARGIN = 0.04  # by how much the next best piece must look less like it


@dataclass(frozen=True, eq=False)
class Seen:
    """What a photo shows of the 30 spaces, row by row: how they look, and the numbers that could be read."""

    looks: Looks
    numbers: tuple[Printed | None, ...]


@dataclass(frozen=True)
class Guess:
    """What may lie on a space.

    ``known`` is False for a stranger, a look that was never named; ``sure`` says that it needs no second look;
    ``group`` numbers the look-alikes of this photo.
    """

    space: Space
    known: bool
    sure: bool
    group: int


def look(board: StraightBoard) -> Seen:
    """What is seen of a board before anything is named."""
    spaces = cut_squares(board.image, ROWS, COLUMNS)
    return Seen(looks_of(board.crops), tuple(printed_number(space) for space in spaces))


def guesses(seen: Seen, named: Mapping[Position, Space], memory: Memory) -> dict[Position, Guess]:
    """What lies on each of the 30 spaces, row by row, from what was named in this photo and before.

    A space named by hand is what it was named; so are its look-alikes. Others are the named piece they look like most,
    castles being known in every colour once one of their rank is; a stranger with a number on it is that number, which
    needs no second look where it is clear.
    """
    groups = look_alikes(seen.looks)
    taught = memory.with_named(seen.looks, named)
    found: dict[Position, Guess] = {}
    for number in range(int(groups.max()) + 1):
        members = np.flatnonzero(groups == number).tolist()
        hand = {named[POSITIONS[at]] for at in members if POSITIONS[at] in named}
        parts = [members] if len(hand) < 2 else [[at] for at in members]  # named apart: no longer one group
        for part in parts:
            named_here = {named[POSITIONS[at]] for at in part if POSITIONS[at] in named}
            guess = Guess(named_here.pop(), True, True, number) if named_here else _likest(seen, part, taught, number)
            found |= {POSITIONS[at]: guess for at in part}
    return {position: found[position] for position in POSITIONS}


def look_alikes(looks: Looks) -> NDArray[np.int64]:
    """The group of each space, numbered from 0: within one, every two look the same."""
    from sklearn.cluster import AgglomerativeClustering  # type: ignore[import-untyped]  # here: slow to import

    apart = unlikeness(looks, looks)
    grouping = AgglomerativeClustering(
        n_clusters=None, distance_threshold=ALIKE, metric="precomputed", linkage="complete"
    )
    return np.asarray(grouping.fit_predict((apart + apart.T) / 2), np.int64)


def worth_naming(found: Mapping[Position, Guess]) -> tuple[Position, ...]:
    """The spaces to name by hand, one of each group: strangers with most look-alikes first, then doubtful ones."""
    sizes = Counter(guess.group for guess in found.values())
    wanting = [position for position, guess in found.items() if not (guess.known and guess.sure)]
    first = list({found[position].group: position for position in reversed(wanting)}.values())
    return tuple(sorted(first, key=lambda p: (found[p].known, -sizes[found[p].group], p)))


def _likest(seen: Seen, part: list[int], taught: Memory, group: int) -> Guess:
    """The guess for spaces that hold the same piece, none of them named in this photo."""
    unlike = _unlikeness_to_pieces(seen.looks[part], taught) if taught.spaces else {}
    printed = [read for at in part if (read := seen.numbers[at]) is not None]
    if printed:
        (tile, _) = Counter(read.tile for read in printed).most_common(1)[0]
        clear = all(read.clear and read.tile == tile for read in printed)
        unlike[tile] = min(CLEAR if clear else READ, unlike.get(tile, READ))
    nearest = sorted(unlike, key=lambda piece: unlike[piece])
    if not nearest or unlike[nearest[0]] > KNOWN:
        return Guess(None, False, False, group)
    best = unlike[nearest[0]]
    margin = unlike[nearest[1]] - best if len(nearest) > 1 else MARGIN
    return Guess(nearest[0], True, best <= SURE and margin >= MARGIN, group)


def _unlikeness_to_pieces(members: Looks, taught: Memory) -> dict[Space, float]:
    """How unlike the members are, on average, to each piece that they could be."""
    found: dict[Space, float] = {}
    apart = unlikeness(members, taught.looks)
    for piece in dict.fromkeys(taught.spaces):
        found[piece] = _mean_of_nearest(apart, [at for at, other in enumerate(taught.spaces) if other == piece])
    shapes = shape_unlikeness(members, taught.looks)
    (colour, _) = Counter(paint(members)).most_common(1)[0]
    for rank in {piece.rank for piece in found if isinstance(piece, Castle)}:
        castles = [at for at, other in enumerate(taught.spaces) if isinstance(other, Castle) and other.rank == rank]
        repainted = _mean_of_nearest(shapes, castles)
        castle = Castle(colour, rank)
        found[castle] = min(repainted, found.get(castle, np.inf))
    return found


def _mean_of_nearest(apart: NDArray[np.float64], which: Sequence[int]) -> float:
    return float(apart[:, list(which)].min(axis=1).mean())
