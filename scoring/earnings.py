"""All that the quests of a table and the pieces of a player earn beside the territories."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.expansions import court, queendomino
from scoring.expansions.earning import Earning
from scoring.expansions.quests import InGrid, earned_by
from scoring.frame import frame_position, frame_positions, framed, usual_frame_position
from scoring.kingdom import Kingdom, Position
from scoring.pieces import Pieces
from scoring.rules import Rules
from scoring.territories import Territory, recrowned, territories


def earned_in(
    kingdom: Kingdom, found: Sequence[Territory], rules: Rules, place: Position | None, pieces: Pieces
) -> tuple[Earning, ...]:
    """Quests in the order of the rules, characters and buildings by square, coins, queen.

    ``found`` are the territories with the crowns that count; ``place`` says where the kingdom lies in the grid.
    """
    quests: tuple[Earning, ...] = ()
    if rules.quests:
        board = in_grid(kingdom, rules, place, pieces)
        quests = tuple(earned_by(quest, board) for quest in rules.quests)
    return (*quests, *court.earned_in(kingdom, pieces), *queendomino.earned_in(found, pieces))


def in_grid(kingdom: Kingdom, rules: Rules, place: Position | None, pieces: Pieces) -> InGrid:
    """A kingdom as quests see it: in its grid at ``place``.

    Without one, as it is written if that is a whole grid, else at the usual position. One that is larger than the grid
    lies in its own rectangle.
    """
    whole = kingdom.height == kingdom.width == rules.grid
    fitting = frame_positions(kingdom, rules.grid)
    if place not in fitting:
        place = None
    if not fitting or (whole and place is None):
        grid, first = kingdom, (0, 0)
    else:
        at = usual_frame_position(kingdom, rules.grid) if place is None else place
        (top, left), grid = frame_position(kingdom), framed(kingdom, rules.grid, at)
        first = top - at[0], left - at[1]
    moved = {position: (position[0] - first[0], position[1] - first[1]) for position, _ in kingdom.squares()}
    crowns = {moved[position]: number for position, number in pieces.crowns_on(kingdom).items()}
    return InGrid(grid, crowns, recrowned(territories(grid), crowns), first)
