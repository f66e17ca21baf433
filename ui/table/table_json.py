"""Tables and games as JSON text: how they are stored, exported and imported.

Reading is strict, since a file may come from anywhere (``ui.table.codec``); what is as usual is not written. Writing
what was read gives the same text.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct, field
from msgspec.structs import force_setattr
from msgspec.structs import replace as with_parts

from scoring import BASE, Box, Edition, Quest, Rules, Title
from scoring.boxes import Printing
from scoring.castle import Castle
from scoring.message import message
from ui.table.board import Board
from ui.table.codec import (
    Form,
    FormatError,
    Notation,
    converted,
    decoded,
    encoded,
    encoded_file,
    form_of,
    saved_by_us,
    value_of,
)
from ui.table.finished import Game, Played
from ui.table.json_fields import At, Count, Grid, KingdomCode, PlayerName, Time, TurnsJson
from ui.table.kingdoms_json import KingdomsJson, PastJson
from ui.table.pieces_json import PiecesJson
from ui.table.table import Finished, Seat, Table
from ui.table.tiles import Tiles

FORMAT: Literal[1] = 1
MOST_BYTES = 4_000_000  # of an imported file
MOST_GAMES = 10_000


class Titles(Notation[Box]):
    """What lies on a table as the boxes it came in."""

    @staticmethod
    def read(found: Any) -> Box:
        return Box(frozenset(converted(found, Annotated[tuple[Title, ...], Meta(max_length=len(Title))])))

    def written(self) -> list[str]:
        return [title.value for title in self.value.in_order]


class RulesJson(Form[Rules], frozen=True, kw_only=True):
    """The rules of a table or a game."""

    edition: Edition
    grid: Grid
    harmony: bool
    middle_kingdom: bool
    box: Titles = field(name="boxes", default=Titles(BASE))
    quests: Annotated[tuple[Quest, ...], Meta(max_length=len(Quest))] = ()

    def __post_init__(self) -> None:
        force_setattr(self, "quests", tuple(dict.fromkeys(self.quests)))


EditionNumber = Annotated[int, Meta(ge=1, lt=2**31)]  # see ``ui.store.codes``


class TilesJson(Form[Tiles], frozen=True, kw_only=True):
    """Which edition of the tiles lies on a table."""

    seen: Printing | None = None
    chosen: Printing | None = None
    taught: EditionNumber | None = None
    answered: bool = False


class BoardJson(Form[Board], frozen=True, kw_only=True):
    """The board of a seat, without its photo."""

    kingdom: KingdomCode = field(name="code")
    doubtful: frozenset[At]
    checked: bool
    looked_at: bool = True
    number: Count
    by_hand: bool
    place: At | None = None
    turns: TurnsJson = ()
    pieces: PiecesJson = PiecesJson()

    def __post_init__(self) -> None:
        self.pieces.refuse_outside(self.kingdom.value)


class SeatJson(Form[Seat], frozen=True, kw_only=True):
    """A player at a table."""

    number: Count
    name: PlayerName
    colour: Castle
    named: bool
    board: BoardJson | None = None
    earlier: BoardJson | None = None


class PlayedJson(Form[Played], frozen=True, kw_only=True):
    """One player's part in a finished game; the points are for a person who reads the file, and not read back."""

    name: PlayerName
    colour: Castle
    kingdom: KingdomCode = field(name="code")
    by_hand: bool
    board: Count
    place: At | None = None
    checked: bool = True
    doubts: Count = 0
    pieces: PiecesJson = PiecesJson()
    points: int | None = None

    def __post_init__(self) -> None:
        self.pieces.refuse_outside(self.kingdom.value)


class GameJson(Form[Game], frozen=True, kw_only=True):
    """A finished game of Kingdomino."""

    number: Count
    played: Time
    rules: RulesJson
    players: Annotated[tuple[PlayedJson, ...], Meta(max_length=len(Castle))]
    dynasty: Count | None = None

    def __post_init__(self) -> None:
        if not self.players or len({value_of(one.name) for one in self.players}) < len(self.players):
            raise FormatError(message("a game has one to {most} players with different names", most=len(Castle)))


class FinishedJson(Notation[Finished]):
    """A finished game of Kingdomino or, where there are ``boards``, of Kingdoms; in a file with everybody's points."""

    @staticmethod
    def read(found: Any) -> Finished:
        is_past = isinstance(found, dict) and "boards" in found
        game: GameJson | PastJson = converted(found, PastJson if is_past else GameJson)
        return game.value

    def written(self) -> GameJson | PastJson:
        if not isinstance(self.value, Game):
            return PastJson.of(self.value)
        game, sheets = GameJson.of(self.value), self.value.sheets
        players = zip(game.players, self.value.players, strict=True)
        return with_parts(
            game, players=tuple(with_parts(one, points=sheets[played.name].total) for one, played in players)
        )


class ExportJson(Struct, frozen=True, omit_defaults=True):
    """A file with games; ``under_way`` is the one that is not over, as if it ended now."""

    crownsight: Literal[1]
    games: Annotated[tuple[FinishedJson, ...], Meta(max_length=MOST_GAMES)]
    under_way: GameJson | None = None


class TableJson(Form[Table], frozen=True, kw_only=True):
    """A table."""

    crownsight: Literal[1]
    rules: RulesJson
    numbered: Count
    hide_scores: bool
    keep_photos: bool
    tiles: TilesJson = TilesJson()
    seats: Annotated[tuple[SeatJson, ...], Meta(max_length=len(Castle))]
    games: Annotated[tuple[FinishedJson, ...], Meta(max_length=MOST_GAMES)]
    dynasty_from: Count | None = None
    recorded: Count | None = None
    kingdoms: KingdomsJson | None = None


class Games(NamedTuple):
    """Games that are over, and the one that is not, as if it ended now; None where none is under way."""

    over: tuple[Finished, ...]
    under_way: Game | None = None


def games_text(games: Iterable[Finished], under_way: Game | None = None) -> str:
    """Games as JSON text for a file, ``crownsight`` with the version of the form, then the games in order."""
    now = None if under_way is None else GameJson.of(under_way)
    return encoded_file(ExportJson(FORMAT, tuple(FinishedJson(game) for game in games), now))


def games_in(text: str | bytes) -> Games:
    """The games in an exported file. Raises FormatError."""
    file = saved_by_us(text, ExportJson, mark="crownsight", form=FORMAT, most_bytes=MOST_BYTES)
    return Games(tuple(game.value for game in file.games), file.under_way.value if file.under_way else None)


def table_text(table: Table) -> str:
    """A table as JSON text for the store; photos are not part of it."""
    return encoded(TableJson.of(table, crownsight=FORMAT))


def table_in(text: str | bytes) -> Table:
    """The table in a stored text. Raises FormatError."""
    return decoded(text, TableJson, most_bytes=MOST_BYTES).value


def finished_text(game: Finished) -> str:
    """One game as JSON text for the store."""
    return encoded(form_of(game))


def finished_in(text: str) -> Finished:
    """The game in a stored text. Raises FormatError."""
    return decoded(text, FinishedJson, most_bytes=MOST_BYTES).value
