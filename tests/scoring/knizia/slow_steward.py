"""An independent scoring of Knizia's Kingdoms, from the board's text, castle by castle."""

from __future__ import annotations

from collections import Counter
from random import Random

from scoring.knizia import COLUMNS, ROWS, TILES, Board, Castle, Colour, Piece, count_castles_owned
from scoring.knizia.pieces import HIGHEST_RANK, TILES_IN_THE_BOX

Where = tuple[int, int]

HEIGHT, WIDTH = 5, 6


def stewards_count(text: str) -> dict[str, tuple[int, int]]:
    """Score each colour by rows and columns: every castle walks out until a mountain stops it."""
    cells = {
        (row, column): token for row, line in enumerate(text.split("/")) for column, token in enumerate(line.split(" "))
    }
    rows: Counter[str] = Counter()
    columns: Counter[str] = Counter()
    for where, token in cells.items():
        if token[0] in "rbyg":
            rank = int(token[1]) + beside_a_wizard(cells, where)
            rows[token[0]] += rank * worth(cells, where, (0, 1))
            columns[token[0]] += rank * worth(cells, where, (1, 0))
    return {colour: (rows[colour], columns[colour]) for colour in {token[0] for token in cells.values()} & set("rbyg")}


def beside_a_wizard(cells: dict[Where, str], where: Where) -> int:
    row, column = where
    return sum(
        cells.get(near) == "W" for near in [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    )


def worth(cells: dict[Where, str], where: Where, step: Where) -> int:
    """Return the value of the stretch beside a space in one direction and back."""
    seen = [*walk(cells, where, step), *walk(cells, where, (-step[0], -step[1]))]
    gain = sum(int(token) for token in seen if token[0] == "+")
    loss = sum(int(token) for token in seen if token[0] == "-")
    worth = loss if "D" in seen else gain + loss
    return worth * 2 if "G" in seen else worth


def walk(cells: dict[Where, str], where: Where, step: Where) -> list[str]:
    found = []
    row, column = where[0] + step[0], where[1] + step[1]
    while 0 <= row < HEIGHT and 0 <= column < WIDTH and cells[row, column] != "M":
        found.append(cells[row, column])
        row, column = row + step[0], column + step[1]
    return found


# --- Boards


def with_rows(*rows: str) -> str:
    """Return the text of a board with these rows, the rest free."""
    return "/".join([*rows, *[". . . . . ."] * (HEIGHT - len(rows))])


def draw_board(chance: Random) -> Board:
    """Draw a full board for 2 to 4 players, from all their castles and tiles."""
    players = chance.randint(2, 4)
    pieces: list[Piece] = [
        chance.choice([tile for tile in TILES if tile.kind is kind])
        for kind, copies in TILES_IN_THE_BOX.items()
        for _ in range(copies)
    ]
    for colour in chance.sample(list(Colour), players):
        for rank in range(1, HIGHEST_RANK + 1):
            pieces += [Castle(colour, rank)] * count_castles_owned(rank, players)
    chance.shuffle(pieces)
    rows = [pieces[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)]
    return Board(tuple(tuple(row) for row in rows))
