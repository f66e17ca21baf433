"""A game of Kingdoms as JSON: part of the text of its table, and a file of its own that can be taken up again."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from msgspec import Meta
from msgspec.structs import force_setattr
from msgspec.structs import replace as with_parts

from scoring.kingdoms import EPOCHS, Colour
from scoring.message import message
from ui.table.codec import Form, FormatError, encoded, saved_by_us, value_of
from ui.table.json_fields import BoardText, Count, PlayerName, Time, TurnsJson
from ui.table.kingdoms import Epoch, Game, KingdomsResult, Player
from ui.table.trust import State, Trust

FORMAT: Literal[1] = 1
MOST_BYTES = 8_000_000


class PlayerJson(Form[Player], frozen=True):
    """A player; the gold after a game is for a person who reads the file, and not read back."""

    colour: Colour
    name: PlayerName
    gold: int | None = None


PlayersJson = Annotated[tuple[PlayerJson, ...], Meta(max_length=len(Colour))]


class EpochJson(Form[Epoch], frozen=True, kw_only=True):
    """The board of an epoch."""

    board: BoardText
    checked: bool
    number: Count
    turns: TurnsJson = ()


class KingdomsJson(Form[Game], frozen=True, kw_only=True):
    """A game under way."""

    players: PlayersJson
    epochs: Annotated[tuple[EpochJson, ...], Meta(max_length=EPOCHS)]
    numbered: Count

    def __post_init__(self) -> None:
        if any(epoch.number > self.numbered for epoch in self.epochs):
            raise FormatError(message("an epoch has a number that was never given"))
        if self.players or self.epochs:
            force_setattr(self, "players", _seated(self.players))


class StateJson(Form[State], frozen=True):
    """How far a board could be relied on."""

    trust: Trust
    doubts: Count


class PastJson(Form[KingdomsResult], frozen=True, kw_only=True):
    """A game that is over."""

    players: PlayersJson
    boards: Annotated[tuple[BoardText, ...], Meta(min_length=1, max_length=EPOCHS)]
    number: Count
    played: Time
    states: Annotated[tuple[StateJson, ...], Meta(max_length=EPOCHS)] = ()

    def __post_init__(self) -> None:
        force_setattr(self, "players", _seated(self.players))

    @classmethod
    def of(cls, past: KingdomsResult, /, **beside: Any) -> Self:
        """What is written of a game, with everybody's gold."""
        gold = {purse.colour: purse.now for purse in past.sheet.purses}
        form = super().of(past, **beside)
        return with_parts(form, players=tuple(with_parts(one, gold=gold[one.colour]) for one in form.players))


class SavedJson(KingdomsJson, frozen=True, kw_only=True):
    """A file with a game."""

    kingdoms: Literal[1]


def game_text(game: Game) -> str:
    """A game as JSON text for a file; ``saved_in`` reads it back."""
    return encoded(SavedJson.of(game, kingdoms=FORMAT))


def saved_in(text: str | bytes) -> Game:
    """The game in a file. Raises FormatError."""
    return saved_by_us(text, SavedJson, mark="kingdoms", form=FORMAT, most_bytes=MOST_BYTES).value


def _seated(players: tuple[PlayerJson, ...]) -> tuple[PlayerJson, ...]:
    """Two to four players in the order of the colours. Raises FormatError."""
    try:
        Game().with_players(Player(one.colour, value_of(one.name)) for one in players)
    except ValueError:
        refused = message("Kingdoms is for two to four players, each with a colour of their own")
        raise FormatError(refused) from None
    return tuple(sorted(players, key=lambda one: [*Colour].index(one.colour)))
