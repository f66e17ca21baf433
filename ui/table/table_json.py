"""Tables and games as JSON text: how they are stored, exported and imported.

Reading is strict, since a file may come from anywhere (``ui.table.codec``); what is not there is as it was before there
was such a thing. Writing what was read gives the same text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from scoring import BASE, NO_PIECES, Box, CrownLines, Edition, Quest, Rules, Title
from scoring.castle import Castle
from scoring.message import message
from ui.table.board import Board
from ui.table.codec import FormatError, Notation, converted, decoded, encoded, encoded_file, saved_by_us
from ui.table.finished import Game, Played
from ui.table.json_fields import (
    At,
    Count,
    Grid,
    KingdomCode,
    PlayerName,
    Squares,
    Time,
    TurnsJson,
    turns_json,
    turns_of,
)
from ui.table.kingdoms import Past
from ui.table.kingdoms_json import KingdomsJson, PastJson, kingdoms_json, past_json
from ui.table.names import colour_name
from ui.table.pieces_json import PiecesJson, pieces_json
from ui.table.table import Finished, Seat, Table

FORMAT: Literal[1] = 1
MOST_BYTES = 4_000_000  # of an imported file
MOST_GAMES = 10_000


class RulesJson(Struct, omit_defaults=True, frozen=True):
    """The rules of a table or a game; of another box than the base game, what is in it."""

    edition: Edition
    grid: Grid
    harmony: bool
    middle_kingdom: bool
    boxes: Annotated[tuple[Title, ...], Meta(max_length=len(Title))] | None = None
    quests: Annotated[tuple[Quest, ...], Meta(max_length=len(Quest))] = ()
    quest_17: CrownLines = CrownLines.PAIRWISE

    @classmethod
    def of(cls, rules: Rules) -> RulesJson:
        """Rules as they are written."""
        switches = (rules.edition, Grid(rules.grid), rules.harmony, rules.middle_kingdom)
        boxes = None if rules.box == BASE else rules.box.in_order
        return cls(*switches, boxes, rules.quests, rules.crown_lines)

    @property
    def value(self) -> Rules:
        """The rules themselves."""
        box = BASE if self.boxes is None else Box(frozenset(self.boxes))
        quests = tuple(dict.fromkeys(self.quests))
        return Rules(self.edition, self.grid.value, self.harmony, self.middle_kingdom, box, quests, self.quest_17)


class BoardJson(Struct, omit_defaults=True, frozen=True, kw_only=True):
    """The board of a seat, without its photo."""

    code: KingdomCode
    doubtful: Squares
    checked: bool
    number: Count
    revision: Count
    by_hand: bool
    place: At | None = None
    turns: TurnsJson = ()
    lies: TurnsJson = ()  # the turns, in texts from before they had their name
    pieces: PiecesJson | None = None

    def __post_init__(self) -> None:
        if self.pieces:
            self.pieces.on(self.code.value)

    @classmethod
    def of(cls, board: Board) -> BoardJson:
        """A board as it is written."""
        return cls(
            code=KingdomCode(board.kingdom),
            doubtful=tuple(sorted(board.doubtful)),
            checked=board.checked,
            number=board.number,
            revision=board.revision,
            by_hand=board.by_hand,
            place=board.place,
            turns=turns_json(board.turns),
            pieces=pieces_json(board.pieces),
        )

    @property
    def value(self) -> Board:
        """The board itself."""
        return Board(
            self.code.value,
            frozenset(self.doubtful),
            checked=self.checked,
            number=self.number,
            revision=self.revision,
            place=self.place,
            by_hand=self.by_hand,
            turns=turns_of(self.turns or self.lies),
            pieces=self.pieces.on(self.code.value) if self.pieces else NO_PIECES,
        )


class SeatJson(Struct, omit_defaults=True, frozen=True, kw_only=True):
    """A player at a table; ``named`` is missing in texts from before players could be without a name."""

    number: Count
    name: PlayerName
    colour: Castle
    named: bool | UnsetType = UNSET
    board: BoardJson | None = None
    earlier: BoardJson | None = None

    @classmethod
    def of(cls, seat: Seat) -> SeatJson:
        """A seat as it is written."""
        return cls(
            number=seat.number,
            name=PlayerName(seat.name),
            colour=seat.colour,
            named=seat.named,
            board=BoardJson.of(seat.board) if seat.board else None,
            earlier=BoardJson.of(seat.earlier) if seat.earlier else None,
        )

    @property
    def value(self) -> Seat:
        """The seat itself."""
        return Seat(
            self.number,
            self.name.value,
            self.colour,
            self.board.value if self.board else None,
            earlier=self.earlier.value if self.earlier else None,
            named=self.name.value != colour_name(self.colour) if self.named is UNSET else self.named,
        )


class PlayedJson(Struct, omit_defaults=True, frozen=True, kw_only=True):
    """One player's part in a finished game; the points are for a person who reads the file, and not read back."""

    name: PlayerName
    colour: Castle
    code: KingdomCode
    by_hand: bool
    board: Count
    place: At | None = None
    checked: bool = True
    doubts: Count = 0
    pieces: PiecesJson | None = None
    points: int | None = None

    def __post_init__(self) -> None:
        if self.pieces:
            self.pieces.on(self.code.value)

    @classmethod
    def of(cls, one: Played, points: int | None = None) -> PlayedJson:
        """A player's part as it is written."""
        return cls(
            name=PlayerName(one.name),
            colour=one.colour,
            code=KingdomCode(one.kingdom),
            by_hand=one.by_hand,
            board=one.board,
            place=one.place,
            checked=one.checked,
            doubts=one.doubts,
            pieces=pieces_json(one.pieces),
            points=points,
        )

    @property
    def value(self) -> Played:
        """The player's part itself."""
        return Played(
            self.name.value,
            self.colour,
            self.code.value,
            self.place,
            self.by_hand,
            self.board,
            checked=self.checked,
            doubts=self.doubts,
            pieces=self.pieces.on(self.code.value) if self.pieces else NO_PIECES,
        )


class GameJson(Struct, omit_defaults=True, frozen=True, kw_only=True):
    """A finished game of Kingdomino."""

    number: Count
    played: Time
    rules: RulesJson
    players: Annotated[tuple[PlayedJson, ...], Meta(max_length=len(Castle))]
    dynasty: Count | None = None

    def __post_init__(self) -> None:
        if not self.players or len({one.name.value for one in self.players}) < len(self.players):
            raise FormatError(message("a game has one to {most} players with different names", most=len(Castle)))

    @classmethod
    def of(cls, game: Game, *, with_points: bool) -> GameJson:
        """A game as it is written."""
        points = {name: sheet.total for name, sheet in game.sheets.items()} if with_points else {}
        return cls(
            number=game.number,
            played=Time(game.played),
            rules=RulesJson.of(game.rules),
            players=tuple(PlayedJson.of(one, points.get(one.name)) for one in game.players),
            dynasty=game.dynasty,
        )

    @property
    def value(self) -> Game:
        """The game itself."""
        players = tuple(one.value for one in self.players)
        return Game(self.number, self.played.value, self.rules.value, players, self.dynasty)


class FinishedJson(Notation[Finished]):
    """A finished game of Kingdomino or, where there are ``boards``, of Kingdoms."""

    @staticmethod
    def read(found: Any) -> Finished:
        if isinstance(found, dict) and "boards" in found:
            past: PastJson = converted(found, PastJson)
            return past.value
        game: GameJson = converted(found, GameJson)
        return game.value

    def written(self) -> GameJson | PastJson:
        return past_json(self.value) if isinstance(self.value, Past) else GameJson.of(self.value, with_points=False)


class ExportedJson(FinishedJson):
    """The same with what everybody made of it, for a person who reads the file."""

    def written(self) -> GameJson | PastJson:
        return past_json(self.value) if isinstance(self.value, Past) else GameJson.of(self.value, with_points=True)


class ExportJson(Struct, frozen=True):
    """A file with games."""

    crownsight: Literal[1]
    games: Annotated[tuple[ExportedJson, ...], Meta(max_length=MOST_GAMES)]


class TableJson(Struct, omit_defaults=True, frozen=True, kw_only=True):
    """A table; ``recorded`` is missing in texts from before games named their Dynasty."""

    crownsight: Literal[1]
    rules: RulesJson
    numbered: Count
    hide_scores: bool
    keep_photos: bool
    seats: Annotated[tuple[SeatJson, ...], Meta(max_length=len(Castle))]
    games: Annotated[tuple[ExportedJson, ...], Meta(max_length=MOST_GAMES)]
    dynasty_from: Count | None = None
    recorded: Count | UnsetType | None = UNSET
    kingdoms: KingdomsJson | None = None

    @property
    def value(self) -> Table:
        """The table itself."""
        table = Table(
            seats=tuple(seat.value for seat in self.seats),
            rules=self.rules.value,
            numbered=self.numbered,
            games=tuple(game.value for game in self.games),
            dynasty_from=self.dynasty_from,
            recorded=None if self.recorded is UNSET else self.recorded,
            hide_scores=self.hide_scores,
            keep_photos=self.keep_photos,
            kingdoms=self.kingdoms.value if self.kingdoms else None,
        )
        return _with_dynasty_of_old(table) if self.recorded is UNSET else table


def games_text(games: Iterable[Finished]) -> str:
    """Games as JSON text for a file, ``crownsight`` with the version of the form, then the games in order."""
    return encoded_file(ExportJson(FORMAT, tuple(ExportedJson(game) for game in games)))


def games_in(text: str | bytes) -> tuple[Finished, ...]:
    """The games in an exported file. Raises FormatError."""
    file = saved_by_us(text, ExportJson, mark="crownsight", form=FORMAT, most_bytes=MOST_BYTES)
    return tuple(game.value for game in file.games)


def table_text(table: Table) -> str:
    """A table as JSON text for the store; photos, attempts and the step before are not part of it."""
    return encoded(
        TableJson(
            crownsight=FORMAT,
            rules=RulesJson.of(table.rules),
            numbered=table.numbered,
            dynasty_from=table.dynasty_from,
            recorded=table.recorded,
            hide_scores=table.hide_scores,
            keep_photos=table.keep_photos,
            seats=tuple(SeatJson.of(seat) for seat in table.seats),
            games=tuple(ExportedJson(game) for game in table.games),
            kingdoms=kingdoms_json(table.kingdoms) if table.kingdoms else None,
        )
    )


def table_in(text: str | bytes) -> Table:
    """The table in a stored text. Raises FormatError."""
    return decoded(text, TableJson, most_bytes=MOST_BYTES).value


def finished_text(game: Finished) -> str:
    """One game as JSON text for the store."""
    return encoded(FinishedJson(game))


def finished_in(text: str) -> Finished:
    """The game in a stored text. Raises FormatError."""
    return decoded(text, FinishedJson, most_bytes=MOST_BYTES).value


def _with_dynasty_of_old(table: Table) -> Table:
    """A table whose text was written before games named their Dynasty: it had every game from its first on."""
    first = table.dynasty_from
    games = (
        replace(game, dynasty=first) if isinstance(game, Game) and first and game.number >= first else game
        for game in table.games
    )
    return replace(table, games=tuple(games))
