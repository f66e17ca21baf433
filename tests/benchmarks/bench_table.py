"""What a tap costs before anything is drawn: imports, turning a board with its photo, merging two phones' tables.

``python tests/benchmarks/bench_table.py``: medians, each beside what it is compared with in the same run.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[2]))

from scoring import Kingdom, Square, Terrain
from scoring.castle import Castle
from tests.given import KITCHEN
from ui.photos.pictures import kept, photo
from ui.photos.reading import as_kept
from ui.table.board import read_board
from ui.table.merge import merged
from ui.table.table import Table
from ui.table.turning import in_frame, reoriented
from vision import load, read

RUNS = 200
STARTS = 7


def milliseconds(action: Callable[[], object], runs: int = RUNS) -> float:
    """The median of one call."""
    taken = []
    for _ in range(runs):
        begun = time.perf_counter()
        action()
        taken.append(time.perf_counter() - begun)
    return 1000 * median(taken)


def start_of(statement: str) -> float:
    """The median time of a fresh interpreter that runs a statement, in milliseconds."""
    return milliseconds(lambda: subprocess.run([sys.executable, "-c", statement], check=True), STARTS)


def main() -> None:
    bare = start_of("pass")
    for statement in ("import ui.table.table", "import ui.store", "import vision", "import streamlit"):
        taken = start_of(statement)
        print(f"{statement:24} {taken - bare:7.0f} ms above a bare interpreter ({bare:.0f} ms)")

    opened = load(KITCHEN)
    picture = kept(opened)
    board = in_frame(read_board(as_kept(read(opened)[0]), picture), 7)
    decode = milliseconds(lambda: photo(picture), 20)
    turn = milliseconds(lambda: reoriented(board, None))
    print(f"a quarter turn           {turn:7.3f} ms, {turn / decode:.4f} of decoding its photo once ({decode:.0f} ms)")

    base = Table().with_player("Ana", Castle.BLUE).with_player("Ben", Castle.GREEN)
    base = base.with_new_board(1, board).with_new_board(2, replace(board, kingdom=Kingdom.empty(7, 7)))
    tapped = board.kingdom.with_square(0, 0, Square(Terrain.WHEAT, 1))
    mine = base.with_board(1, replace(base.seats[0].board or board, kingdom=tapped, revision=1))
    theirs = base.with_new_board(1, reoriented(base.seats[0].board or board, None))
    merge = milliseconds(lambda: merged(base, mine, theirs))
    print(f"a merge over a turn      {merge:7.3f} ms, {merge / decode:.4f} of decoding its photo once")


if __name__ == "__main__":
    main()
