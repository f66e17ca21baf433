"""Boards that can lie on the table at the end of an epoch, drawn at random."""

from __future__ import annotations

from random import Random

from scoring.kingdoms import COLUMNS, ROWS, TILES, Board, Castle, Colour, Piece, castles_owned
from scoring.kingdoms.pieces import HIGHEST_RANK, TILES_IN_THE_BOX


def draw_board(chance: Random, *, players: int | None = None) -> Board:
    """A full board for 2 to 4 players, any mix of tiles and castles."""
    pieces = [*_tiles(chance), *_castles(chance, players or chance.randint(2, 4))]
    chance.shuffle(pieces)
    rows = [pieces[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)]
    return Board(tuple(tuple(row) for row in rows))


def _tiles(chance: Random) -> list[Piece]:
    kinds = [kind for kind, copies in TILES_IN_THE_BOX.items() for _ in range(copies)]
    return [chance.choice([tile for tile in TILES if tile.kind is kind]) for kind in kinds]


def _castles(chance: Random, players: int) -> list[Piece]:
    """Every castle of so many players, which with the tiles are always more than the board has spaces."""
    colours = chance.sample(list(Colour), players)
    ranks = [rank for rank in range(1, HIGHEST_RANK + 1) for _ in range(castles_owned(rank, players))]
    return [Castle(colour, rank) for colour in colours for rank in ranks]
