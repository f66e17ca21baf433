"""A game of Kingdoms as the app keeps it: who plays, and a board for every epoch.

Values are frozen: a change gives another game. The number of an epoch's board tells it from the one it replaces, its
revision the order of its changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import ClassVar

from scoring import Position
from scoring.kingdoms import COLUMNS, EPOCHS, POSITIONS, ROWS, Board, Castle, Colour, GameSheet, Space, score_game
from scoring.kingdoms.checks import FEWEST_PLAYERS
from ui.table.edited_board import EditedBoard
from ui.table.finished import Result
from ui.table.names import plain_name
from ui.table.source import KingdomsSource, Rows
from ui.table.trust import State

_OPPOSITE = dict(zip(POSITIONS, reversed(POSITIONS), strict=True))


@dataclass(frozen=True)
class Player:
    """Somebody at the table."""

    colour: Colour
    name: str

    @property
    def seat(self) -> int:
        """The number of the colour, from 1: by it a phone is known to play it."""
        return list(Colour).index(self.colour) + 1


@dataclass(frozen=True)
class Epoch(EditedBoard[Space]):
    """The board of one epoch.

    ``asked`` are its doubtful spaces in the order of asking: first one of each kind, the most useful to name.
    ``earlier`` is what this board replaced.
    """

    NOTHING: ClassVar[Space] = None

    board: Board = field(default_factory=Board.empty)
    _: KW_ONLY
    source: KingdomsSource | None = field(default=None, compare=False, repr=False)
    asked: tuple[Position, ...] = ()
    earlier: Epoch | None = None

    @property
    def rows(self) -> Rows[Space]:
        """The spaces, row by row."""
        return self.board.rows

    def with_rows(self, rows: Rows[Space]) -> Epoch:
        """The epoch with other spaces."""
        return replace(self, board=Board(rows))

    def with_named(self, named: frozenset[Position]) -> Epoch:
        """The epoch with those spaces set by hand."""
        return replace(self, named=named)

    def turned(self) -> Epoch:
        """The epoch as it is seen from the other side of the table; a board of Kingdoms has two ways up."""
        source = self.source.turned() if self.source else None
        return replace(self.relaid(_OPPOSITE, ROWS, COLUMNS), source=source)

    def moved(self, step: Position) -> Epoch:
        """The epoch as it is: the board has no frame to be moved in."""
        return self

    def relaid(self, to: Mapping[Position, Position], height: int, width: int) -> Epoch:
        """The epoch with every space where ``to`` says."""
        asked = tuple(to[position] for position in self.asked if position in to)
        return replace(super().relaid(to, height, width), asked=asked)

    def lying_as(self, other: Epoch) -> Epoch:
        """The epoch in place of another, which was turned alike."""
        return replace(self, earlier=other.earlier)

    def with_the_rest_of(self, base: Epoch, mine: Epoch) -> Epoch:
        """This epoch, merged from spaces of another phone's, with its doubts in the order of ``mine``."""
        asked = tuple(position for position in (mine.asked or self.asked) if position in self.doubtful)
        return replace(self, asked=asked)

    def renumbered(self, *, above: int, by: int) -> Epoch:
        """The epoch, and what it replaced, with every number after ``above`` moved up."""
        earlier = self.earlier.renumbered(above=above, by=by) if self.earlier else None
        return replace(super().renumbered(above=above, by=by), earlier=earlier)

    @property
    def pieces_named(self) -> dict[Position, Space]:
        """What was set by hand."""
        return {position: self.board[position] for position in self.named}

    @property
    def pieces_shown(self) -> dict[Position, Space]:
        """What its photo is known to show: everything but the doubtful spaces."""
        return {position: self.board[position] for position in POSITIONS if position not in self.doubtful}


@dataclass(frozen=True)
class KingdomsResult:
    """A game that is over; ``number`` counts the games of a table from 1, ``played`` is when it ended, with time zone.

    ``numbers`` are those by which the table knew the boards of its epochs, ``states`` how far these could be relied on;
    empty for a game from elsewhere.
    """

    number: int
    played: datetime
    players: tuple[Player, ...]
    boards: tuple[Board, ...]
    numbers: tuple[int, ...] = ()
    states: tuple[State, ...] = ()

    @property
    def sheet(self) -> GameSheet:
        """The sheet of its epochs."""
        return score_game(self.boards, {player.colour for player in self.players})

    @property
    def results(self) -> tuple[Result[int], ...]:
        """What everybody made of it, by epoch from 1; of a game that was broken off, nothing."""
        sheet = self.sheet
        if not sheet.is_over:
            return ()
        purses = {purse.colour: purse for purse in sheet.purses}
        return tuple(
            Result(
                player.name,
                won=purses[player.colour].place == 1,
                points=purses[player.colour].now,
                earned={number: epoch.total(player.colour) for number, epoch in enumerate(sheet.epochs, start=1)},
            )
            for player in self.players
        )


@dataclass(frozen=True)
class Game:
    """Who plays and the epochs so far; ``numbered`` counts the boards, whose numbers are never used twice."""

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
        """The sheet of the epochs so far; None before the first. Every line drawn asks for it: scored once."""
        doubtful = [epoch.doubtful for epoch in self.epochs]
        return score_game(self.boards, self.colours, doubtful=doubtful) if self.epochs else None

    @property
    def known_colours(self) -> frozenset[Colour]:
        """The colours that play: those of the players, and of every castle that was named by hand."""
        named = (piece for epoch in self.epochs for piece in epoch.pieces_named.values())
        return self.colours | {piece.colour for piece in named if isinstance(piece, Castle)}

    def uncertain_players(self, at: int) -> dict[Colour, Position]:
        """Colours that play only if a doubtful castle of an epoch from 0 is right, with the first such castle."""
        counted = {purse.colour for purse in self.sheet.purses} if self.sheet else frozenset()
        castles = [(where, piece) for where, piece in self.epochs[at].board.spaces() if isinstance(piece, Castle)]
        return {castle.colour: where for where, castle in reversed(castles) if castle.colour not in counted}

    @property
    def is_checked(self) -> bool:
        """Whether somebody found every board so far right."""
        return all(epoch.checked for epoch in self.epochs)

    @property
    def is_over(self) -> bool:
        """Whether every epoch has a board that somebody checked."""
        return len(self.epochs) == EPOCHS and self.is_checked

    @property
    def under_way(self) -> int:
        """The epoch in play, from 0: the first that nobody has checked, the last once the game is over."""
        open_ones = (at for at, epoch in enumerate(self.epochs) if not epoch.checked)
        return min(next(open_ones, len(self.epochs)), EPOCHS - 1)

    @property
    def opened(self) -> int:
        """How many epochs can be looked at: those with a board, and the next."""
        return min(len(self.epochs) + 1, EPOCHS)

    def epoch(self, at: int) -> Epoch | None:
        """An epoch from 0, None before it has a board."""
        return self.epochs[at] if 0 <= at < len(self.epochs) else None

    def name(self, colour: Colour) -> str:
        """Who plays a colour; empty for one that nobody plays."""
        return next((player.name for player in self.players if player.colour is colour), "")

    def with_players(self, players: Iterable[Player]) -> Game:
        """The same game with other players, in the order of the colours; their names are made plain.

        Raises ValueError for fewer than two, two with one colour, or one without a name.
        """
        named = [replace(player, name=plain_name(player.name)) for player in players]
        seated = tuple(player for colour in Colour for player in named if player.colour is colour)
        if len(seated) < FEWEST_PLAYERS or len({player.colour for player in seated}) < len(seated):
            raise ValueError("Kingdoms is for two to four players, each with a colour of their own")
        if not all(player.name for player in seated):
            raise ValueError("every player has a name")
        return replace(self, players=seated)

    def without_player(self, seat: int) -> Game:
        """The same game after one player has left. Raises ValueError if fewer than two are left."""
        return self.with_players(player for player in self.players if player.seat != seat)

    def with_new_board(self, at: int, epoch: Epoch) -> Game:
        """The game with another board in an epoch, or the first of the next; it gets a number of its own.

        The one it replaces is kept as ``earlier``.
        """
        replaced = self.epoch(at)
        earlier = replace(replaced, earlier=None) if replaced else None
        new = replace(epoch, number=self.numbered + 1, revision=0, earlier=earlier)
        return replace(self.with_epoch(at, new), numbered=self.numbered + 1)

    def with_epoch(self, at: int, epoch: Epoch) -> Game:
        """The game with an epoch changed. Raises IndexError where an epoch before it is missing."""
        if not 0 <= at <= min(len(self.epochs), EPOCHS - 1):
            raise IndexError(f"epoch {at + 1} does not follow {len(self.epochs)}")
        return replace(self, epochs=(*self.epochs[:at], epoch, *self.epochs[at + 1 :]))

    def checked(self, at: int) -> Game:
        """The game with an epoch found right; doubts that were not answered stay."""
        return self.with_epoch(at, self.epochs[at].accepted())

    def finished(self, number: int, played: datetime) -> KingdomsResult | None:
        """This game as it would be finished now; None before its first board."""
        if not self.epochs:
            return None
        numbers, states = zip(*((epoch.number, epoch.state) for epoch in self.epochs), strict=True)
        return KingdomsResult(number, played, self.players, self.boards, numbers, states)

    def again(self) -> Game:
        """A new game of the same players."""
        return replace(self, epochs=())
