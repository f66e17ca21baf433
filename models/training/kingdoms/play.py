"""Games of Kingdoms played at random from one box: the boards at the end of three epochs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from numpy.random import Generator

from scoring.kingdoms import COLUMNS, EPOCHS, ROWS, TILES, Board, Castle, Colour, Piece, Tile, castles_left
from scoring.kingdoms.pieces import TILES_IN_THE_BOX

CASTLE_SHARE = 0.45  # of the turns in which a player has one to place


def play(rng: Generator, players: int) -> tuple[Board, ...]:
    """The boards of a whole game, each full and legal after those before."""
    colours = [list(Colour)[at] for at in rng.permutation(len(Colour))[:players]]
    boards: list[Board] = []
    for _ in range(EPOCHS):
        boards.append(_epoch(rng, colours, boards))
    return tuple(boards)


def _epoch(rng: Generator, colours: Sequence[Colour], earlier: Sequence[Board]) -> Board:
    """A board filled turn by turn, a castle or the next tile on any free space."""
    hands = {colour: _hand(rng, colour, earlier, len(colours)) for colour in colours}
    stack = list(_shuffled_tiles(rng))
    pieces: list[Piece] = []
    while len(pieces) < ROWS * COLUMNS:
        hand = hands[colours[len(pieces) % len(colours)]]
        if hand and (rng.random() < CASTLE_SHARE or not stack):
            pieces.append(hand.pop())
        elif stack:
            pieces.append(stack.pop())
        else:  # nothing left in hand or stack: another player's castle lies there
            pieces.append(next(hand.pop() for hand in hands.values() if hand))
    order = rng.permutation(len(pieces))
    return Board(tuple(tuple(pieces[at] for at in order[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS)))


def _hand(rng: Generator, colour: Colour, earlier: Sequence[Board], players: int) -> list[Castle]:
    """The castles a player brings into an epoch: all of rank 1, and a fair share of those that are spent for good."""
    hand = []
    for rank, left in enumerate(castles_left(colour, earlier, players), start=1):
        bring = left if rank == 1 else min(left, -(-left // (EPOCHS - len(earlier))))
        hand += [Castle(colour, rank)] * bring
    return [hand[at] for at in rng.permutation(len(hand))]


def _shuffled_tiles(rng: Generator) -> Iterator[Tile]:
    """All tiles of the box; of the resources two of each value, of the hazards one."""
    box = [tile for tile in TILES for _ in range(_copies(tile))]
    return (box[at] for at in rng.permutation(len(box)))


def _copies(tile: Tile) -> int:
    alike = Counter(other.kind for other in TILES)[tile.kind]
    return TILES_IN_THE_BOX[tile.kind] // alike
