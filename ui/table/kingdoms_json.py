"""A game of Kingdoms as JSON: part of the text of its table, and a file of its own that can be taken up again.

Photos are not part of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from scoring.kingdoms import EPOCHS, Colour
from scoring.message import message
from ui.table.codec import FormatError, encoded, saved_by_us
from ui.table.json_fields import BoardText, Count, PlayerName, Spaces, Time, TurnsJson, turns_json, turns_of
from ui.table.kingdoms import Epoch, Game, Past, Player
from ui.table.trust import State, Trust

FORMAT: Literal[1] = 1
MARK = "kingdoms"
MOST_BYTES = 8_000_000
MOST_GAMES = 200  # in one file


@dataclass(frozen=True)
class Saved:
    """What a file holds: a game, what its pieces look like (JSON still to be read), and the games before it."""

    game: Game
    pieces: dict[str, Any] | None
    past: tuple[Past, ...] = ()


class PlayerJson(Struct, omit_defaults=True, frozen=True):
    """A player; the gold after a game is for a person who reads the file, and not read back."""

    colour: Colour
    name: PlayerName
    gold: int | None = None


PlayersJson = Annotated[tuple[PlayerJson, ...], Meta(max_length=len(Colour))]


class EpochJson(Struct, omit_defaults=True, frozen=True, kw_only=True):
    """The board of an epoch; where it does not say what is asked first, all doubts are."""

    board: BoardText
    doubtful: Spaces
    checked: bool
    number: Count
    revision: Count
    named: Spaces = ()
    asked: Spaces | None = None
    earlier: EpochJson | None = None
    turns: TurnsJson = ()
    lies: TurnsJson = ()  # the turns, in texts from before they had their name

    @classmethod
    def of(cls, epoch: Epoch) -> EpochJson:
        """An epoch as it is written."""
        return cls(
            board=BoardText(epoch.board),
            doubtful=tuple(sorted(epoch.doubtful)),
            checked=epoch.checked,
            number=epoch.number,
            revision=epoch.revision,
            named=tuple(sorted(epoch.named)),
            asked=epoch.asked,
            earlier=cls.of(epoch.earlier) if epoch.earlier else None,
            turns=turns_json(epoch.turns),
        )

    def epoch(self, earlier: Epoch | None = None) -> Epoch:
        """The epoch itself, with the board that it replaced."""
        return Epoch(
            self.board.value,
            named=frozenset(self.named),
            doubtful=frozenset(self.doubtful),
            asked=tuple(sorted(self.doubtful)) if self.asked is None else self.asked,
            checked=self.checked,
            number=self.number,
            revision=self.revision,
            earlier=earlier,
            turns=turns_of(self.turns or self.lies),
        )


class KingdomsJson(Struct, omit_defaults=True, frozen=True, kw_only=True):
    """A game under way."""

    players: PlayersJson
    epochs: Annotated[tuple[EpochJson, ...], Meta(max_length=EPOCHS)]
    numbered: Count

    def __post_init__(self) -> None:
        if any(epoch.number > self.numbered for epoch in self.epochs):
            raise FormatError(message("an epoch has a number that was never given"))
        if self.players or self.epochs:
            _players(self.players)

    @property
    def value(self) -> Game:
        """The game itself."""
        epochs = tuple(one.epoch(one.earlier.epoch() if one.earlier else None) for one in self.epochs)
        return Game(_players(self.players) if self.players else (), epochs, self.numbered)


class StateJson(Struct, frozen=True):
    """How far a board could be relied on."""

    trust: Trust
    doubts: Count


class PastJson(Struct, omit_defaults=True, frozen=True, kw_only=True):
    """A game that is over; ``ended`` is when it was, in files from when games lay in files alone."""

    players: PlayersJson
    boards: Annotated[tuple[BoardText, ...], Meta(min_length=1, max_length=EPOCHS)]
    number: Count = 0
    played: Time | None = None
    ended: Time | None = None
    numbers: Annotated[tuple[Count, ...], Meta(max_length=EPOCHS)] = ()
    states: Annotated[tuple[StateJson, ...], Meta(max_length=EPOCHS)] = ()

    def __post_init__(self) -> None:
        if (self.played or self.ended) is None:
            raise FormatError(message("{field} is missing", field="played"))
        _players(self.players)

    @property
    def value(self) -> Past:
        """The game itself."""
        played = self.played or self.ended
        assert played is not None
        states = tuple(State(state.trust, state.doubts) for state in self.states)
        boards = tuple(board.value for board in self.boards)
        return Past(self.number, played.value, _players(self.players), boards, self.numbers, states)


class SavedJson(KingdomsJson, frozen=True, kw_only=True):
    """A file with a game."""

    kingdoms: Literal[1]
    pieces: dict[str, Any] | None = None
    past: Annotated[tuple[PastJson, ...], Meta(max_length=MOST_GAMES)] = ()


def game_text(game: Game, pieces: dict[str, Any] | None) -> str:
    """A game as JSON text for a file, with what its pieces look like; ``saved_in`` reads it back."""
    held = kingdoms_json(game)
    return encoded(
        SavedJson(kingdoms=FORMAT, players=held.players, epochs=held.epochs, numbered=held.numbered, pieces=pieces)
    )


def saved_in(text: str | bytes) -> Saved:
    """What a file holds. Raises FormatError."""
    file = saved_by_us(text, SavedJson, mark=MARK, form=FORMAT, most_bytes=MOST_BYTES)
    return Saved(file.value, file.pieces, tuple(past.value for past in file.past))


def kingdoms_json(game: Game) -> KingdomsJson:
    """A game as it is written."""
    return KingdomsJson(
        players=tuple(PlayerJson(player.colour, PlayerName(player.name)) for player in game.players),
        epochs=tuple(EpochJson.of(epoch) for epoch in game.epochs),
        numbered=game.numbered,
    )


def past_json(past: Past) -> PastJson:
    """A game that is over as it is written."""
    gold = {purse.colour: purse.now for purse in past.sheet.purses}
    return PastJson(
        number=past.number,
        played=Time(past.played),
        players=tuple(PlayerJson(one.colour, PlayerName(one.name), gold[one.colour]) for one in past.players),
        boards=tuple(BoardText(board) for board in past.boards),
        numbers=past.numbers,
        states=tuple(StateJson(state.trust, state.doubts) for state in past.states),
    )


def _players(players: PlayersJson) -> tuple[Player, ...]:
    """Two to four players in the order of the colours. Raises FormatError."""
    try:
        return Game().with_players(Player(one.colour, one.name.value) for one in players).players
    except ValueError:
        refused = message("Kingdoms is for two to four players, each with a colour of their own")
        raise FormatError(refused) from None
