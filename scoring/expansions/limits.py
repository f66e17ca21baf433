"""Everything that the rules forbid about the pieces of a kingdom, and of all kingdoms on a table."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from enum import StrEnum

from scoring.boxes import Box, Title
from scoring.expansions import court, giants, queendomino
from scoring.kingdom import Kingdom, Problem
from scoring.message import message
from scoring.pieces import NO_PIECES, Pieces
from scoring.terrain import Terrain


class Rule(StrEnum):
    """What pieces of any box can break."""

    BOX = "box of pieces"  # a box on the table has such pieces


def find_piece_problems(kingdom: Kingdom, pieces: Pieces, box: Box) -> tuple[Problem, ...]:
    """The faults of the pieces of one kingdom; empty if there are none."""
    missing = required_boxes(kingdom, pieces) - box.titles
    not_there = [
        message("Pieces of {box} lie here, which is not on this table", box=title.label)
        for title in Title
        if title in missing
    ]
    return (
        *(Problem(text, (), Rule.BOX) for text in not_there),
        *giants.find_problems(kingdom, pieces),
        *giants.check_supply([pieces]),
        *court.find_problems(kingdom, pieces),
        *court.check_supply([(kingdom, pieces)]),
        *queendomino.find_problems(kingdom, pieces),
        *queendomino.check_supply([(kingdom, pieces)]),
    )


def find_supply_problems(boards: Collection[tuple[Kingdom, Pieces]]) -> tuple[Problem, ...]:
    """More of something than the boxes have, though no kingdom alone has too many of it."""
    alone = {problem.text for board in boards for problem in _too_many([board])}
    return tuple(problem for problem in _too_many(boards) if problem.text not in alone)


def required_boxes(kingdom: Kingdom, pieces: Pieces) -> frozenset[Title]:
    """The boxes without which a kingdom could not have its towns and pieces."""
    towns = any(square.terrain is Terrain.TOWN for _, square in kingdom.squares())
    in_court = [at for at, _ in pieces.buildings if kingdom[at].terrain is not Terrain.TOWN]
    needed = {
        Title.GIANTS: bool(pieces.giants),
        Title.COURT: bool(pieces.tokens or pieces.characters or in_court),
        Title.QUEENDOMINO: bool(towns or pieces.coins or pieces.towers or pieces.knights or pieces.queen),
    }
    return frozenset(title for title, is_needed in needed.items() if is_needed)


def has_pieces(box: Box) -> bool:
    """True if a box on the table has pieces for the boards."""
    return box.titles > {Title.KINGDOMINO} or Title.KINGDOMINO not in box


def pieces_in_play(box: Box, kingdom: Kingdom, pieces: Pieces) -> Pieces:
    """The pieces without those whose boxes are not on the table."""
    if pieces == NO_PIECES:
        return NO_PIECES
    court, towns = Title.COURT in box, Title.QUEENDOMINO in box
    standing = ((at, one) for at, one in pieces.buildings if (towns if kingdom[at].terrain is Terrain.TOWN else court))
    kept = replace(
        pieces,
        giants=pieces.giants if Title.GIANTS in box else (),
        tokens=pieces.tokens if court else frozenset(),
        characters=pieces.characters if court else (),
        buildings=tuple(standing),
    )
    return kept if towns else replace(kept, coins=0, towers=0, knights=0, queen=False)


def _too_many(boards: Collection[tuple[Kingdom, Pieces]]) -> Iterator[Problem]:
    yield from giants.check_supply(pieces for _, pieces in boards)
    yield from court.check_supply(boards)
    yield from queendomino.check_supply(boards)
