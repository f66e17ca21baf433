"""Legality of a board: pieces beyond those in the box, castles already spent, free spaces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from scoring.kingdom import Position, Problem, position_labels
from scoring.knizia.board import Board
from scoring.knizia.lines import colours
from scoring.knizia.pieces import (
    CASTLES,
    HIGHEST_RANK,
    TILES_IN_THE_BOX,
    Castle,
    Colour,
    Kind,
    Tile,
    count_castles_owned,
)
from scoring.message import Message, Text, join_and, message, plural
from scoring.rules import RulesError

MIN_PLAYERS, MOST_PLAYERS = 2, len(Colour)
_WHOSE = {
    Colour.RED: message("Red"),
    Colour.BLUE: message("Blue"),
    Colour.YELLOW: message("Yellow"),
    Colour.GREEN: message("Green"),
}


class Rule(StrEnum):
    """What a board that cannot lie on the table at the end of an epoch breaks."""

    BOX = "box"  # there are only so many tiles of a kind
    PLAYERS = "players"  # a colour for each player
    OWNED = "owned"  # each player owns only so many castles of a rank
    SPENT = "spent"  # castles of rank 2 to 4 leave the game after their epoch
    FREE = "free"  # an epoch ends when every space is filled


def find_problems(board: Board, earlier: Sequence[Board] = (), players: int | None = None) -> tuple[Problem, ...]:
    """Everything the rules forbid at the end of an epoch; empty for a board that can lie on the table then.

    ``earlier`` are the boards of the epochs before, whose castles of rank 2 to 4 have left the game. Without
    ``players`` there are as many as colours on all these boards, and at least two.
    Raises RulesError for a number of players the game is not for.
    """
    here = len(colours(*earlier, board))
    players = check_players(max(MIN_PLAYERS, here) if players is None else players)
    return (
        *_box_problems(board),
        *_colour_problems(here, players),
        *_castle_problems(board, earlier, players),
        *_free_problems(board),
    )


def check_players(players: int) -> int:
    """The number of players; raises RulesError where the game is not for so many."""
    if not MIN_PLAYERS <= players <= MOST_PLAYERS:
        wrong = message(
            "Kingdoms is for {fewest} to {most} players, not {players}",
            fewest=MIN_PLAYERS,
            most=MOST_PLAYERS,
            players=players,
        )
        raise RulesError(wrong)
    return players


def count_castles_left(colour: Colour, earlier: Sequence[Board], players: int) -> tuple[int, ...]:
    """How many castles of rank 1, 2, 3 and 4 a player has at the start of an epoch (rulebook, end of an epoch).

    Those of rank 1 have returned; those of rank 2 to 4 that lay on an earlier board have left the game.
    """
    left = []
    for rank in range(1, HIGHEST_RANK + 1):
        spent = sum(len(_places(board, Castle(colour, rank))) for board in earlier) if rank > 1 else 0
        left.append(max(0, count_castles_owned(rank, players) - spent))
    return tuple(left)


def _box_problems(board: Board) -> Iterator[Problem]:
    for kind, copies in TILES_IN_THE_BOX.items():
        here = tuple(p for p, piece in board.spaces() if isinstance(piece, Tile) and piece.kind is kind)
        if len(here) > copies:
            text = message(
                "There are {number}, but {copies} in the box: {places}",
                number=_counted(len(here), kind),
                copies=copies,
                places=position_labels(here),
            )
            yield Problem(text, here, Rule.BOX)


def _counted(number: int, kind: Kind) -> Message:
    counted = {
        Kind.RESOURCE: plural(number, "{number} resource", "{number} resources"),
        Kind.HAZARD: plural(number, "{number} hazard", "{number} hazards"),
        Kind.MOUNTAIN: plural(number, "{number} mountain", "{number} mountains"),
        Kind.DRAGON: plural(number, "{number} dragon", "{number} dragons"),
        Kind.GOLD_MINE: plural(number, "{number} gold mine", "{number} gold mines"),
        Kind.WIZARD: plural(number, "{number} wizard", "{number} wizards"),
    }
    return counted[kind]


def _colour_problems(here: int, players: int) -> Iterator[Problem]:
    if here > players:
        text = message("There are castles of {here} colours, but {players} players", here=here, players=players)
        yield Problem(text, (), Rule.PLAYERS)


def _castle_problems(board: Board, earlier: Sequence[Board], players: int) -> Iterator[Problem]:
    for castle in CASTLES:
        here = _places(board, castle)
        owned = count_castles_owned(castle.rank, players)
        left = count_castles_left(castle.colour, earlier, players)[castle.rank - 1]
        if len(here) <= left:
            continue
        named: dict[str, Text | int] = {
            "whose": _WHOSE[castle.colour],
            "rank": castle.rank,
            "places": position_labels(here),
        }
        if len(here) > owned:
            beyond = plural(
                len(here),
                "{whose} has {number} castle of rank {rank} on the board, but owns {owned} with {players} players: "
                "{places}",
                "{whose} has {number} castles of rank {rank} on the board, but owns {owned} with {players} players: "
                "{places}",
                owned=owned,
                players=players,
                **named,
            )
            yield Problem(beyond, here, Rule.OWNED)
        else:
            spent = [str(epoch) for epoch, before in enumerate(earlier, start=1) if _places(before, castle)]
            beyond = plural(
                len(here),
                "{whose} has {number} castle of rank {rank} on the board, but {left} left after epoch {epochs}: "
                "{places}",
                "{whose} has {number} castles of rank {rank} on the board, but {left} left after epoch {epochs}: "
                "{places}",
                left=str(left) if left else message("none"),
                epochs=join_and(spent),
                **named,
            )
            yield Problem(beyond, here, Rule.SPENT)


def _free_problems(board: Board) -> Iterator[Problem]:
    free = tuple(position for position, piece in board.spaces() if piece is None)
    if free:
        text = plural(
            len(free),
            "{number} space is free, so the epoch is not over: {places}",
            "{number} spaces are free, so the epoch is not over: {places}",
            places=position_labels(free),
        )
        yield Problem(text, free, Rule.FREE)


def _places(board: Board, castle: Castle) -> tuple[Position, ...]:
    return tuple(position for position, piece in board.spaces() if piece == castle)
