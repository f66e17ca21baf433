"""A game of Kingdoms by Knizia: players, and a board for every epoch.

Values are frozen: a change returns another game. Each board of an epoch has its own number.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import ClassVar

from scoring.knizia import EPOCHS, POSITIONS, Board, Colour, GameSheet, score_game
from scoring.knizia.checks import MIN_PLAYERS
from ui.table.board import EditedBoard, State
from ui.table.completed_games import Result
from ui.table.names import plain_name

OPPOSITE = dict(zip(POSITIONS, reversed(POSITIONS), strict=True))


@dataclass(frozen=True)
class Player:
    colour: Colour
    name: str

    @property
    def seat(self) -> int:
        """The number of the colour, from 1, which identifies the phone that plays it."""
        return list(Colour).index(self.colour) + 1


@dataclass(frozen=True)
class Epoch(EditedBoard):
    board: Board = field(default_factory=Board.empty)

    def rotate(self) -> Epoch:
        """Rotate the epoch by half a turn: a board of Kingdoms has two ways up."""
        return replace(self, board=Board(tuple(row[::-1] for row in self.board.rows[::-1])))


@dataclass(frozen=True)
class KniziaResult:
    """A finished game; ``number`` counts the games of a table from 1, ``played`` is its end, with time zone.

    ``states`` is the trust in the boards of its epochs; empty for an imported game.
    """

    number: int
    played: datetime
    players: tuple[Player, ...]
    boards: tuple[Board, ...]
    states: tuple[State, ...] = ()
    is_knizia: ClassVar = True

    @property
    def sheet(self) -> GameSheet:
        return score_game(self.boards, {player.colour for player in self.players})

    @property
    def results(self) -> tuple[Result[int], ...]:
        """Results by epoch from 1; empty for an unfinished game."""
        sheet = self.sheet
        if not sheet.is_over:
            return ()
        purses = {purse.colour: purse for purse in sheet.purses}
        return tuple(
            Result(
                player.name,
                won=purses[player.colour].rank == 1,
                points=purses[player.colour].now,
                earned={number: epoch.total(player.colour) for number, epoch in enumerate(sheet.epochs, start=1)},
            )
            for player in self.players
        )


@dataclass(frozen=True)
class Game:
    """The players and the epochs so far; ``numbered`` counts the boards, whose numbers are never used twice."""

    players: tuple[Player, ...] = ()
    epochs: tuple[Epoch, ...] = ()
    numbered: int = 0

    @property
    def colours(self) -> frozenset[Colour]:
        return frozenset(player.colour for player in self.players)

    @property
    def boards(self) -> tuple[Board, ...]:
        return tuple(epoch.board for epoch in self.epochs)

    @cached_property
    def sheet(self) -> GameSheet | None:
        """The sheet of the epochs so far; None before the first. Cached, since each drawn line reads it."""
        return score_game(self.boards, self.colours) if self.epochs else None

    @property
    def is_confirmed(self) -> bool:
        """True if a player has confirmed every board so far."""
        return all(epoch.confirmed for epoch in self.epochs)

    @property
    def is_over(self) -> bool:
        """True if every epoch has a confirmed board."""
        return len(self.epochs) == EPOCHS and self.is_confirmed

    @property
    def under_way(self) -> int:
        """The epoch in play, from 0: the first unchecked one, the last once the game is over."""
        open_ones = (at for at, epoch in enumerate(self.epochs) if not epoch.confirmed)
        return min(next(open_ones, len(self.epochs)), EPOCHS - 1)

    @property
    def opened(self) -> int:
        """How many epochs can be shown: those with a board, and the next."""
        return min(len(self.epochs) + 1, EPOCHS)

    def epoch(self, at: int) -> Epoch | None:
        """Return an epoch by index from 0; None before it has a board."""
        return self.epochs[at] if 0 <= at < len(self.epochs) else None

    def open_epoch(self, at: int) -> Epoch:
        """Return an epoch by index from 0; before it has a board, an empty one with its future number."""
        return self.epoch(at) or Epoch(number=self.numbered + 1)

    def name(self, colour: Colour) -> str:
        """Return the player of a colour; empty for a colour without one."""
        return next((player.name for player in self.players if player.colour is colour), "")

    def with_players(self, players: Iterable[Player]) -> Game:
        """Replace the players, in the order of the colours, with their names normalised.

        Raises ValueError for fewer than two, two with one colour, or one without a name.
        """
        named = [replace(player, name=plain_name(player.name)) for player in players]
        seated = tuple(player for colour in Colour for player in named if player.colour is colour)
        if len(seated) < MIN_PLAYERS or len({player.colour for player in seated}) < len(seated):
            raise ValueError("Kingdoms is for two to four players, each with a colour of their own")
        if not all(player.name for player in seated):
            raise ValueError("every player has a name")
        return replace(self, players=seated)

    def without_player(self, seat: int) -> Game:
        """Remove one player. Raises ValueError if fewer than two are left."""
        return self.with_players(player for player in self.players if player.seat != seat)

    def with_new_board(self, at: int, epoch: Epoch) -> Game:
        """Replace the board of an epoch, or start the next epoch; the board gets a new number."""
        return self.with_epoch(at, replace(epoch, number=self.numbered + 1))

    def with_epoch(self, at: int, epoch: Epoch) -> Game:
        """Change or begin an epoch. Raises IndexError if an epoch before it is missing."""
        if not 0 <= at <= min(len(self.epochs), EPOCHS - 1):
            raise IndexError(f"epoch {at + 1} does not follow {len(self.epochs)}")
        epochs = (*self.epochs[:at], epoch, *self.epochs[at + 1 :])
        return replace(self, epochs=epochs, numbered=max(self.numbered, epoch.number))

    def confirm_epoch(self, at: int) -> Game:
        """Confirm an epoch."""
        return self.with_epoch(at, self.epochs[at].confirm())

    def finish(self, number: int, played: datetime) -> KniziaResult | None:
        """Return the result if the game ended now; None before its first board."""
        if not self.epochs:
            return None
        states = tuple(epoch.state for epoch in self.epochs)
        return KniziaResult(number, played, self.players, self.boards, states)

    def again(self) -> Game:
        """Start a new game of the same players."""
        return replace(self, epochs=())
