"""Legality of a board: pieces beyond those in the box, castles already spent, free spaces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.kingdom import Position
from scoring.knizia.board import Board
from scoring.knizia.lines import colours
from scoring.knizia.pieces import (
    CASTLES,
    HIGHEST_RANK,
    TILES_IN_THE_BOX,
    Castle,
    Colour,
    Tile,
    count_castles_owned,
)
from scoring.knizia.rules import Rule
from scoring.message import message
from scoring.problem import Problem
from scoring.rules import RulesError

MIN_PLAYERS, MAX_PLAYERS = 2, len(Colour)


def find_problems(board: Board, earlier: Sequence[Board] = (), players: int | None = None) -> tuple[Problem, ...]:
    """Return everything that the rules forbid at the end of an epoch; empty for a legal board.

    Args:
        board: The board.
        earlier: The boards of the epochs before, whose castles of rank 2 to 4 have left the game.
        players: The number of players; by default as many as colours on all these boards, and at least two.

    Raises:
        RulesError: If the game is not for so many players.
    """
    here = len(colours(*earlier, board))
    players = check_players(max(MIN_PLAYERS, here) if players is None else players)
    too_many = [Problem(Rule.PLAYERS, (), {"here": here, "players": players})] if here > players else []
    free = tuple(position for position, piece in board.spaces() if piece is None)
    left_free = [Problem(Rule.FREE, free, {"number": len(free)})] if free else []
    return (*_check_box(board), *too_many, *_check_castles(board, earlier, players), *left_free)


def check_players(players: int) -> int:
    """Return the number of players; raise RulesError if the game is not for so many."""
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        wrong = message(
            "Kingdoms is for {fewest} to {most} players, not {players}",
            fewest=MIN_PLAYERS,
            most=MAX_PLAYERS,
            players=players,
        )
        raise RulesError(wrong)
    return players


def count_castles_left(colour: Colour, earlier: Sequence[Board], players: int) -> tuple[int, ...]:
    """Count the castles of rank 1, 2, 3 and 4 that a player has at the start of an epoch (rulebook, end of an epoch).

    Those of rank 1 have returned; those of rank 2 to 4 on an earlier board have left the game.
    """
    left = []
    for rank in range(1, HIGHEST_RANK + 1):
        spent = sum(len(_find_castles(board, Castle(colour, rank))) for board in earlier) if rank > 1 else 0
        left.append(max(0, count_castles_owned(rank, players) - spent))
    return tuple(left)


def _check_box(board: Board) -> Iterator[Problem]:
    for kind, copies in TILES_IN_THE_BOX.items():
        here = tuple(p for p, piece in board.spaces() if isinstance(piece, Tile) and piece.kind is kind)
        if len(here) > copies:
            yield Problem(Rule.BOX, here, {"kind": kind, "number": len(here), "copies": copies})


def _check_castles(board: Board, earlier: Sequence[Board], players: int) -> Iterator[Problem]:
    for castle in CASTLES:
        here = _find_castles(board, castle)
        owned = count_castles_owned(castle.rank, players)
        left = count_castles_left(castle.colour, earlier, players)[castle.rank - 1]
        counted = {"number": len(here), "colour": castle.colour, "rank": castle.rank}
        if len(here) > owned:
            yield Problem(Rule.OWNED, here, {**counted, "owned": owned, "players": players})
        elif len(here) > left:
            epochs = tuple(epoch for epoch, before in enumerate(earlier, start=1) if _find_castles(before, castle))
            yield Problem(Rule.SPENT, here, {**counted, "left": left, "epochs": epochs})


def _find_castles(board: Board, castle: Castle) -> tuple[Position, ...]:
    return tuple(position for position, piece in board.spaces() if piece == castle)
