"""Three-way merge of one board that two phones changed at once, cell by cell, by the rules of ``ui.table.merge``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scoring import Position
from ui.table.edited_board import B
from ui.table.turning import in_one_orientation


def merged_board(base: B, mine: B, theirs: B) -> B | None:
    """One board corrected on two phones; None if these are different boards, or were turned in different ways.

    Of every cell the last change stands. The board is checked only if the player who said so saw it as it is now, with
    every doubt that is left.
    """
    alike = in_one_orientation(base, mine, theirs)
    return merged_cells(*alike) if alike else None


def merged_cells(base: B, mine: B, theirs: B) -> B:
    """The same for boards that lie alike; of boards of different size the last."""
    if not base.size == mine.size == theirs.size:
        return replace(mine, revision=max(mine.revision, theirs.revision) + 1)
    choice = {position: _chosen(position, base, mine, theirs) for position in theirs.cells}
    height, width = theirs.size
    rows = tuple(tuple(choice[row, column].cell((row, column)) for column in range(width)) for row in range(height))
    doubtful = frozenset(position for position, chosen in choice.items() if position in chosen.doubtful)
    confirmed = mine if (mine.checked, mine.looked_at) != (base.checked, base.looked_at) else theirs
    as_mine = rows == mine.rows and doubtful == mine.doubtful
    board = replace(
        theirs.with_rows(rows),
        doubtful=doubtful,
        checked=confirmed.checked and confirmed.rows == rows and doubtful <= confirmed.doubtful,
        looked_at=confirmed.looked_at,
        source=mine.source or theirs.source,
        revision=max(mine.revision, theirs.revision) + (not as_mine or theirs.revision >= mine.revision),
    )
    return board.with_the_rest_of(base, mine)


def _chosen(position: Position, base: B, mine: B, theirs: B) -> B:
    """Whose cell stands."""
    return mine if _shown(position, mine) != _shown(position, base) else theirs


def _shown(position: Position, board: B) -> tuple[Any, bool]:
    return board.cell(position), position in board.doubtful
