"""Types of JSON values: what each may hold, as annotations that ``ui.table.structuring`` reads and enforces.

A check returns its value or raises FormatError.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Any, TypeVar

from scoring import (
    Building,
    Character,
    Kingdom,
    Pieces,
    Position,
    Quest,
    Square,
    Title,
    parse_board,
)
from scoring.board_code import MAX_CODE_LENGTH, parse_counted
from scoring.castle import Castle
from scoring.kingdom import MAX_SIDE, position_label
from scoring.knizia import COLUMNS, ROWS, Colour, Space, parse_piece
from scoring.knizia.board import FREE
from scoring.message import message
from scoring.rules import GRIDS, grid_label
from ui.table.knizia import Game as KniziaGame
from ui.table.knizia import Player
from ui.table.names import LONGEST_NAME, plain_name
from ui.table.photo_reading import (
    AS_READ,
    DIRECTIONS,
    MAX_TRANSFORMS,
    Orientation,
    Transform,
)
from ui.table.strict_json import FormatError, quote
from ui.table.structuring import INVALID_VALUE, Limits, bounded_tuple
from vision import Reading, ReadingWarning

T = TypeVar("T")

FIRST_YEAR, LAST_YEAR = 2000, 3000  # of games; outside of them a date is a mistake
MAX_CODE = 1_000  # characters of a kingdom: 13 x 13 squares with crowns, and blanks between them
KINGDOM_CACHE = 1_024  # kingdoms: tables are read again after each change, mostly unchanged
MAX_SQUARES = MAX_SIDE * MAX_SIDE

Side = Annotated[int, Limits(0, MAX_SIDE - 1)]
At = tuple[Side, Side]  # row and column of a square, from 0
Offset = Annotated[int, Limits(-MAX_SIDE, MAX_SIDE)]  # of the photographed part within its board, in rows or columns
Share = Annotated[float, Limits(0.0, 1.0)]
Beside = Annotated[int, Limits(0, 9_999)]  # coins, towers or knights


# --- Functions that check or make values; they raise FormatError


@lru_cache(maxsize=KINGDOM_CACHE)
def parse_kingdom(code: str) -> Kingdom:
    return Kingdom.parse(code)


def parse_square(code: str) -> Square:
    kingdom = parse_kingdom(code)
    if (kingdom.height, kingdom.width) != (1, 1):
        raise FormatError(INVALID_VALUE)
    return kingdom[0, 0]


def parse_space(token: str) -> Space:
    """Return the content of a space of Kingdoms; raise KeyError for an unknown token."""
    return None if token == FREE else parse_piece(token)


def parse_pieces(code: str) -> Pieces:
    """Parse the pieces that follow the kingdom in the code of a board."""
    if code and not code.startswith(","):
        raise FormatError(INVALID_VALUE)
    return parse_board(f"{Kingdom.empty(MAX_SIDE, MAX_SIDE)}{code}")[1]


def parse_time(text: str) -> datetime:
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        time = None
    if time is None or time.tzinfo is None or not FIRST_YEAR <= time.year < LAST_YEAR:
        raise FormatError(message("the time of a game looks like {time}", time="2026-11-21T20:30:00+00:00"))
    return time


def clean_player_name(text: str) -> str:
    name = plain_name(text[: LONGEST_NAME * 2])
    if not name:
        raise FormatError(message("a player has no name"))
    return name


def check_grid(found: Any) -> int:
    if type(found) is not int or found not in GRIDS:
        raise FormatError(message("expected {what}, not {found}", what=grid_label(), found=quote(found)))
    return found


def check_move(move: Position | None) -> Position | None:
    if move is not None and move not in DIRECTIONS:
        raise FormatError(INVALID_VALUE)
    return move


def check_places(placed: tuple[tuple[Position, T], ...]) -> tuple[tuple[Position, T], ...]:
    """Check that no two pieces of a kind are on the same square."""
    places = sorted(at for at, _ in placed)
    twice = next((one for one, following in pairwise(places) if one == following), None)
    if twice:
        raise FormatError(message("two stand on {place}", place=position_label(twice)))
    return placed


def merge_giants(giants: tuple[tuple[Position, int], ...]) -> tuple[tuple[Position, int], ...]:
    numbers: Counter[Position] = Counter()
    for at, number in giants:
        numbers[at] += number
    return tuple(sorted((at, number) for at, number in numbers.items() if number))


def check_pieces_inside(board: Any) -> Any:
    """Check that the ``pieces`` of a value are inside its ``kingdom``, and return the value.

    Raises:
        FormatError: if one is outside.
    """
    kingdom = board.kingdom
    outside = [at for at in board.pieces.positions if at[0] >= kingdom.height or at[1] >= kingdom.width]
    if outside:
        size, place = f"{kingdom.height}x{kingdom.width}", position_label(min(outside))
        raise FormatError(message("the kingdom is {size} and has no {place}", size=size, place=place))
    return board


def check_warning(warning: ReadingWarning) -> ReadingWarning:
    """Check that a warning has all that its sentence names."""
    try:
        str(warning)
    except (KeyError, IndexError) as error:
        raise FormatError(INVALID_VALUE) from error
    return warning


def check_players(game: Any) -> Any:
    if not game.players or len({one.name for one in game.players}) < len(game.players):
        raise FormatError(message("a game has one to {most} players with different names", most=len(Castle)))
    return game


def seat_knizia_players(players: tuple[Player, ...]) -> tuple[Player, ...]:
    try:
        return KniziaGame().with_players(players).players
    except ValueError:
        refused = message("Kingdoms is for two to four players, each with a colour of their own")
        raise FormatError(refused) from None


def check_knizia_game(game: KniziaGame) -> KniziaGame:
    if any(epoch.number > game.numbered for epoch in game.epochs):
        raise FormatError(message("an epoch has a number that was never given"))
    return replace(game, players=seat_knizia_players(game.players)) if game.players or game.epochs else game


# --- Entries that differ from the values they stand for


@dataclass(frozen=True)
class CharacterEntry:
    at: At
    who: Character


@dataclass(frozen=True)
class BuildingEntry:
    at: At
    crowns: Annotated[int, Limits(0, 3)] | None = None
    points: Annotated[int, Limits(0, 99)] | None = None
    each: Annotated[int, Limits(0, 99)] | None = None
    per: Annotated[str, parse_counted] | None = None

    def make(self) -> tuple[Position, Building]:
        """Return the square and the building."""
        if self.crowns is self.points is self.each is None:
            raise FormatError(message("expected a building with crowns, points, or each and per"))
        if (self.each is None) != (self.per is None):
            raise FormatError(message("expected both each and per: so many points for every what"))
        building = Building(self.crowns or 0, self.points or 0, self.each or 0, self.per)  # type: ignore[arg-type]
        return self.at, building


@dataclass(frozen=True)
class SourceEntry:
    reading: Reading
    rows: Annotated[int, Limits(1, MAX_SIDE)]
    columns: Annotated[int, Limits(1, MAX_SIDE)]
    orientation: Orientation = AS_READ


PlayerName = Annotated[str, clean_player_name]
Grid = Annotated[Any, check_grid]
Titles = bounded_tuple(Title, len(Title))
Quests = bounded_tuple(Quest, len(Quest))
PiecesCode = Annotated[str, Limits(most=MAX_CODE_LENGTH), parse_pieces]
SpaceToken = Annotated[str, parse_space]
SpaceAt = tuple[Annotated[int, Limits(0, ROWS - 1)], Annotated[int, Limits(0, COLUMNS - 1)]]
KniziaPlayers = bounded_tuple(Player, len(Colour))
StoredTransforms = bounded_tuple(Transform, MAX_TRANSFORMS)
Doubts = Annotated[frozenset[At], Limits(most=MAX_SQUARES)]
