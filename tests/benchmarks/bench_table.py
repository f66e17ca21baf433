"""What a tap costs before anything is drawn: imports, turning a board with its photo, merging two phones' tables.

``python tests/benchmarks/bench_table.py``
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from scoring import Kingdom, Square, Terrain
from scoring.castle import Castle
from tests.benchmarks.figures import Figure, children_time, paired, told
from tests.given import KITCHEN, ROOT
from ui.photos.pictures import kept, photo
from ui.photos.reading import to_board_reading
from ui.table.board import read_board
from ui.table.merge import merged
from ui.table.table import Table
from ui.table.turning import in_frame, reoriented
from vision import load, read

RUNS = 200
STARTS = 7


def figures(runs: int = RUNS) -> Iterator[Figure]:
    """Imports in a fresh interpreter, then the work of a tap in one that runs."""
    bare = partial(_start, "pass")
    for statement in ("import ui.table.table", "import ui.store", "import vision", "import streamlit"):
        start = partial(_start, statement)
        yield paired(statement, start, ("a bare interpreter", bare), runs=STARTS, clock=children_time)

    opened = load(KITCHEN)
    picture = kept(opened)
    board = in_frame(read_board(to_board_reading(read(opened)[0]), picture), 7)
    decode = ("decoding the photo that is kept once", partial(photo, picture))
    yield paired("a quarter turn of a board", partial(reoriented, board, None), decode, runs=runs)

    base = Table().with_player("Ana", Castle.BLUE).with_player("Ben", Castle.GREEN)
    base = base.with_new_board(1, board).with_new_board(2, replace(board, kingdom=Kingdom.empty(7, 7)))
    tapped = board.kingdom.with_square(0, 0, Square(Terrain.WHEAT, 1))
    mine = base.with_board(1, replace(base.seats[0].board or board, kingdom=tapped, revision=1))
    theirs = base.with_new_board(1, reoriented(base.seats[0].board or board, None))
    yield paired("a merge over a turn", partial(merged, base, mine, theirs), decode, runs=runs)


def _start(statement: str) -> None:
    """A fresh interpreter that runs a statement."""
    subprocess.run([sys.executable, "-c", statement], check=True, cwd=ROOT)


if __name__ == "__main__":
    told(figures())
