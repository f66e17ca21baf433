"""JSON texts of tables, games and readings, as they are stored, exported and imported.

``CONVERTER`` reads strictly, since a text may come from anywhere; see ``ui.table.structuring``. Writing a value and
reading the text again gives the same value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Any, TypeVar

from scoring import (
    Box,
    Building,
    Character,
    Kingdom,
    Pieces,
    Position,
    Quest,
    Rules,
    Square,
    Terrain,
    Title,
    parse_board,
)
from scoring.board_code import MAX_CODE_LENGTH, parse_counted
from scoring.castle import Castle
from scoring.dominoes.claims import Claim, Conflict
from scoring.kingdom import MAX_SIDE, position_label
from scoring.knizia import COLUMNS, EPOCHS, ROWS, Colour, Space, parse_piece
from scoring.knizia import Board as KniziaBoard
from scoring.knizia.board import FREE
from scoring.message import message
from scoring.rules import GRIDS, grid_label
from ui.table.board import Board, State
from ui.table.commands import PiecesEdit, SpaceEdit, SquareEdit, SquareState
from ui.table.completed_games import Game, ImportedGame, PlayerBoard, Result
from ui.table.knizia import Epoch, KniziaResult, Player
from ui.table.knizia import Game as KniziaGame
from ui.table.names import LONGEST_NAME, plain_name
from ui.table.photo_reading import (
    AS_READ,
    DIRECTIONS,
    MAX_TRANSFORMS,
    Orientation,
    PhotoReading,
    Picture,
    Transform,
)
from ui.table.strict_json import FormatError, dumps_raw, loads_raw, quote
from ui.table.structuring import INVALID_VALUE, Limits, Schema, StrictConverter, bounded_tuple
from ui.table.table import CompletedGame, Seat, Table, Tiles
from vision import Reading, ReadingWarning, SquareReading

T = TypeVar("T")

FORMAT = 1
MAX_BYTES = 4_000_000  # of a table, or of a file with games
MAX_GAMES = 10_000
FIRST_YEAR, LAST_YEAR = 2000, 3000  # of games; outside of them a date is a mistake
MAX_CODE = 1_000  # characters of a kingdom: 13 x 13 squares with crowns, and blanks between them
MAX_KNIZIA_BOARD = 400  # characters; a real board has 120
KINGDOM_CACHE = 1_024  # kingdoms: tables are read again after each change, mostly unchanged
MAX_IMPORTED_PLAYERS = 12
MAX_WARNING_PARAMS = 4
MAX_SQUARES = MAX_SIDE * MAX_SIDE
NO_PICTURE = Picture(b"", 1, 1, 1.0)

Side = Annotated[int, Limits(0, MAX_SIDE - 1)]
At = tuple[Side, Side]  # row and column of a square, from 0
Offset = Annotated[int, Limits(-MAX_SIDE, MAX_SIDE)]  # of the photographed part within its board, in rows or columns
Share = Annotated[float, Limits(0.0, 1.0)]
Beside = Annotated[int, Limits(0, 9_999)]  # coins, towers or knights


@dataclass(frozen=True)
class SavedGames:
    """Completed games; ``under_way`` is the current game as if it ended now, or None."""

    finished: tuple[CompletedGame, ...]
    under_way: Game | None = None


# --- Functions that check or make values; they raise FormatError


@lru_cache(maxsize=KINGDOM_CACHE)
def _parse_kingdom(code: str) -> Kingdom:
    return Kingdom.parse(code)


def _parse_square(code: str) -> Square:
    kingdom = _parse_kingdom(code)
    if (kingdom.height, kingdom.width) != (1, 1):
        raise FormatError(INVALID_VALUE)
    return kingdom[0, 0]


def _parse_space(token: str) -> Space:
    """Return the content of a space of Kingdoms; raise KeyError for an unknown token."""
    return None if token == FREE else parse_piece(token)


def _parse_pieces(code: str) -> Pieces:
    """Parse the pieces that follow the kingdom in the code of a board."""
    if code and not code.startswith(","):
        raise FormatError(INVALID_VALUE)
    return parse_board(f"{Kingdom.empty(MAX_SIDE, MAX_SIDE)}{code}")[1]


def _parse_time(text: str) -> datetime:
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        time = None
    if time is None or time.tzinfo is None or not FIRST_YEAR <= time.year < LAST_YEAR:
        raise FormatError(message("the time of a game looks like {time}", time="2026-11-21T20:30:00+00:00"))
    return time


def _clean_player_name(text: str) -> str:
    name = plain_name(text[: LONGEST_NAME * 2])
    if not name:
        raise FormatError(message("a player has no name"))
    return name


def _check_grid(found: Any) -> int:
    if type(found) is not int or found not in GRIDS:
        raise FormatError(message("expected {what}, not {found}", what=grid_label(), found=quote(found)))
    return found


def _check_move(move: Position | None) -> Position | None:
    if move is not None and move not in DIRECTIONS:
        raise FormatError(INVALID_VALUE)
    return move


def _check_places(placed: tuple[tuple[Position, T], ...]) -> tuple[tuple[Position, T], ...]:
    """Check that no two pieces of a kind are on the same square."""
    places = sorted(at for at, _ in placed)
    twice = next((one for one, following in pairwise(places) if one == following), None)
    if twice:
        raise FormatError(message("two stand on {place}", place=position_label(twice)))
    return placed


def _merge_giants(giants: tuple[tuple[Position, int], ...]) -> tuple[tuple[Position, int], ...]:
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


def _check_warning(warning: ReadingWarning) -> ReadingWarning:
    """Check that a warning has all that its sentence names."""
    try:
        str(warning)
    except (KeyError, IndexError) as error:
        raise FormatError(INVALID_VALUE) from error
    return warning


def _check_players(game: Any) -> Any:
    if not game.players or len({one.name for one in game.players}) < len(game.players):
        raise FormatError(message("a game has one to {most} players with different names", most=len(Castle)))
    return game


def _seat_knizia_players(players: tuple[Player, ...]) -> tuple[Player, ...]:
    try:
        return KniziaGame().with_players(players).players
    except ValueError:
        refused = message("Kingdoms is for two to four players, each with a colour of their own")
        raise FormatError(refused) from None


def _check_knizia_game(game: KniziaGame) -> KniziaGame:
    if any(epoch.number > game.numbered for epoch in game.epochs):
        raise FormatError(message("an epoch has a number that was never given"))
    return replace(game, players=_seat_knizia_players(game.players)) if game.players or game.epochs else game


# --- Entries that differ from the values they stand for


@dataclass(frozen=True)
class _CharacterEntry:
    at: At
    who: Character


@dataclass(frozen=True)
class _BuildingEntry:
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
class _SourceEntry:
    reading: Reading
    rows: Annotated[int, Limits(1, MAX_SIDE)]
    columns: Annotated[int, Limits(1, MAX_SIDE)]
    orientation: Orientation = AS_READ


PlayerName = Annotated[str, _clean_player_name]
Grid = Annotated[Any, _check_grid]
Titles = bounded_tuple(Title, len(Title))
Quests = bounded_tuple(Quest, len(Quest))
PiecesCode = Annotated[str, Limits(most=MAX_CODE_LENGTH), _parse_pieces]
SpaceToken = Annotated[str, _parse_space]
SpaceAt = tuple[Annotated[int, Limits(0, ROWS - 1)], Annotated[int, Limits(0, COLUMNS - 1)]]
_Players = bounded_tuple(Player, len(Colour))
_Transforms = bounded_tuple(Transform, MAX_TRANSFORMS)
_Doubts = Annotated[frozenset[At], Limits(most=MAX_SQUARES)]


def make_converter() -> StrictConverter:
    """Return the converter that reads and writes all values of the app."""
    converter = StrictConverter()
    _register_scoring(converter)
    _register_tables(converter)
    _register_games(converter)
    _register_readings(converter)
    _register_edits(converter)
    return converter


def _register_scoring(converter: StrictConverter) -> None:
    def read_giant(found: Any) -> tuple[Position, int]:
        """Read row, column and number; one giant without a number."""
        whole = [*found, 1] if isinstance(found, list) and len(found) == 2 else found
        row, column, number = converter.read(whole, tuple[Side, Side, Annotated[int, Limits(0, 6)]])
        return (row, column), number

    def write_building(at: Position, building: Building) -> dict[str, Any]:
        return {"at": at, **(converter.unstructure(building) or {"crowns": 0})}

    converter.register_as(Kingdom, Annotated[str, Limits(most=MAX_CODE), _parse_kingdom], str)
    converter.register_as(KniziaBoard, Annotated[str, Limits(most=MAX_KNIZIA_BOARD), KniziaBoard.parse], str)
    converter.register_as(Square, Annotated[str, Limits(most=MAX_CODE), _parse_square], str)
    converter.register_as(datetime, Annotated[str, _parse_time], datetime.isoformat)
    boxes = Annotated[tuple[Title, ...], Limits(most=len(Title)), frozenset, Box]
    converter.register_as(Box, boxes, lambda box: [title.value for title in box.in_order])
    rules = Schema(
        keys={"box": "boxes", "rulebook": "edition"},
        always=("rulebook", "grid", "harmony", "middle_kingdom"),
        types={"grid": Grid, "quests": Annotated[Quests, lambda quests: tuple(dict.fromkeys(quests))]},
    )
    converter.register_object(Rules, rules)
    character = Annotated[_CharacterEntry, lambda one: (one.at, one.who)]
    pieces = Schema(
        types={
            "giants": Annotated[bounded_tuple(Annotated[Any, read_giant], MAX_SQUARES), _merge_giants],
            "tokens": _Doubts,
            "characters": Annotated[bounded_tuple(character, MAX_SQUARES), _check_places],
            "buildings": Annotated[
                bounded_tuple(Annotated[_BuildingEntry, _BuildingEntry.make], MAX_SQUARES), _check_places
            ],
            **dict.fromkeys(("coins", "towers", "knights"), Beside),
        },
        writers={
            "giants": lambda giants: [[*at, number] for at, number in giants],
            "characters": lambda characters: [{"at": at, "who": who.value} for at, who in characters],
            "buildings": lambda buildings: [write_building(*one) for one in buildings],
        },
    )
    converter.register_object(Pieces, pieces)


def _register_tables(converter: StrictConverter) -> None:
    board = Schema(
        keys={
            "kingdom": "code",
            "transforms": "turns",
            "confirmed": "checked",
            "seen_by_player": "looked_at",
            "offset": "place",
        },
        omit=("source",),
        always=("doubtful", "confirmed", "number", "by_hand"),
        types={"doubtful": _Doubts, "transforms": _Transforms, "offset": At | None},
        finish=check_pieces_inside,
    )
    epoch = Schema(
        keys={"transforms": "turns", "confirmed": "checked"},
        omit=("source", "doubtful", "seen_by_player"),
        always=("board", "confirmed", "number"),
        types={"transforms": _Transforms},
    )
    knizia_game = Schema(
        always=("players", "epochs", "numbered"),
        types={"players": _Players, "epochs": bounded_tuple(Epoch, EPOCHS)},
        finish=_check_knizia_game,
    )
    table = Schema(
        always=("rules", "numbered", "hide_scores", "keep_photos", "seats", "games"),
        types={"seats": bounded_tuple(Seat, len(Castle)), "games": bounded_tuple(CompletedGame, MAX_GAMES)},
    )
    taught = Annotated[int, Limits(1, 2**31 - 1)] | None  # see ``ui.store.codes``
    converter.register_array(Transform, move=Annotated[tuple[Offset, Offset] | None, _check_move])
    converter.register_object(Board, board)
    converter.register_object(Seat, Schema(always=("named",), types={"name": PlayerName}))
    converter.register_object(Tiles, Schema(types={"taught": taught}))
    converter.register_object(Player, Schema(types={"name": PlayerName}))
    converter.register_object(Epoch, epoch)
    converter.register_object(KniziaGame, knizia_game)
    converter.register_object(Table, table)


def _register_games(converter: StrictConverter) -> None:
    def read_game(found: Any, _: Any) -> CompletedGame:
        """Read a game as the class that alone has one of its fields."""
        kinds = {"boards": KniziaResult, "rules": Game}
        kind = next((kinds[key] for key in kinds if isinstance(found, dict) and key in found), ImportedGame)
        game: CompletedGame = converter.read(found, kind)
        return game

    player = Schema(
        keys={"kingdom": "code", "confirmed": "checked", "offset": "place"},
        always=("by_hand", "board"),
        types={"name": PlayerName, "offset": At | None},
        finish=check_pieces_inside,
    )
    knizia = {
        "players": Annotated[_Players, _seat_knizia_players],
        "boards": bounded_tuple(KniziaBoard, EPOCHS, least=1),
        "states": bounded_tuple(State, EPOCHS),
    }
    points = {"name": PlayerName, "points": Annotated[int, Limits(-9_999, 9_999)]}
    imported = {"players": bounded_tuple(Result[Terrain], MAX_IMPORTED_PLAYERS)}
    converter.register_structure_hook(CompletedGame, read_game)
    converter.register_object(PlayerBoard, player)
    converter.register_object(
        Game, Schema(types={"players": bounded_tuple(PlayerBoard, len(Castle))}, finish=_check_players)
    )
    converter.register_object(KniziaResult, Schema(types=knizia))
    converter.register_object(Result, Schema(omit=("earned",), types=points))
    converter.register_object(ImportedGame, Schema(types=imported, finish=_check_players))
    converter.register_object(
        SavedGames, Schema(keys={"finished": "games"}, types={"finished": bounded_tuple(CompletedGame, MAX_GAMES)})
    )


def _register_readings(converter: StrictConverter) -> None:
    def read_params(found: Any) -> dict[str, Any]:
        """Read what the sentence of a warning names: numbers, and the conflict of two kingdoms."""
        if not isinstance(found, dict) or len(found) > MAX_WARNING_PARAMS:
            raise FormatError(INVALID_VALUE)
        return {name: converter.read(one, Conflict[int] if name == "conflict" else int) for name, one in found.items()}

    reading = Schema(
        keys={"kingdom": "code"},
        omit=("evidence", "seconds", "timings"),
        types={
            "squares": bounded_tuple(bounded_tuple(SquareReading, MAX_SIDE), MAX_SIDE, least=1),
            "corners": bounded_tuple(tuple[float, float], 4, least=4),
            "castle_confidence": Share,
            "hidden": Annotated[bounded_tuple(tuple[At, Share], MAX_SQUARES), dict],
            "doubtful": _Doubts,
            "unknown": _Doubts,
        },
        writers={"hidden": lambda hidden: converter.unstructure(sorted(hidden.items()))},
    )
    orientation = {"quarter_turns": Annotated[int, Limits(0, 3)], "offset": tuple[Offset, Offset]}
    claim = {"player": int, "squares": bounded_tuple(At, MAX_SQUARES)}
    conflict = {"squares": bounded_tuple(Square, 2), "claims": bounded_tuple(Claim[int], len(Castle))}
    warning = Schema(
        types={"squares": bounded_tuple(At, MAX_SQUARES), "params": Annotated[Any, read_params]},
        writers={"params": converter.unstructure},
        finish=_check_warning,
    )
    converter.register_object(Claim, Schema(types=claim))
    converter.register_object(Conflict, Schema(types=conflict))
    converter.register_object(ReadingWarning, warning)
    converter.register_array(SquareReading, confidence=Share)
    converter.register_object(Orientation, Schema(keys={"offset": "shift"}, types=orientation))
    converter.register_object(Reading, reading)
    converter.register_object(PhotoReading, Schema(omit=("picture",)))


def _register_edits(converter: StrictConverter) -> None:
    """Register the parts of commands: edits of squares, of pieces, and of spaces of Kingdoms."""
    square = Schema(keys={"position": "at", "held": "to"}, types={"position": At}, forbid_unknown=True)
    space = {"position": SpaceAt, "space": SpaceToken, "instead_of": SpaceToken}
    converter.register_array(SquareState)
    converter.register_object(SquareEdit, square)
    converter.register_object(
        PiecesEdit, Schema(types={"before": PiecesCode, "after": PiecesCode}, forbid_unknown=True)
    )
    converter.register_object(
        SpaceEdit, Schema(keys={"position": "at", "space": "to"}, types=space, forbid_unknown=True)
    )


CONVERTER = make_converter()


# --- Texts


def dumps(value: Any, **marks: int) -> str:
    """Return compact JSON text of a value; ``marks`` come first and name the format: ``crownsight=1``."""
    plain = CONVERTER.unstructure(value)
    return dumps_raw(marks | plain if marks else plain)


def dumps_games(games: SavedGames | Iterable[CompletedGame]) -> str:
    """Return games as JSON text for a file.

    Points and gold are added for people who read the file; they are not read back.
    """
    saved = games if isinstance(games, SavedGames) else SavedGames(tuple(games))
    file = {"crownsight": FORMAT} | CONVERTER.unstructure(saved)
    for game, fields in zip(saved.finished, file["games"], strict=True):
        if isinstance(game, ImportedGame):
            continue  # its points are all there is
        if isinstance(game, Game):
            sheets = game.sheets
            totals = [("points", sheets[one.name].total) for one in game.players]
        else:
            gold = {purse.colour: purse.now for purse in game.sheet.purses}
            totals = [("gold", gold[one.colour]) for one in game.players]
        for player, (key, total) in zip(fields["players"], totals, strict=True):
            player[key] = total
    return dumps_raw(file, indent=1)


def loads_games(text: str | bytes) -> SavedGames:
    """Read the games of an exported file. Raises FormatError."""
    games: SavedGames = _load_versioned(text, SavedGames, "crownsight")
    return games


def dumps_table(table: Table) -> str:
    """Return a table as JSON text for the store, without photos."""
    return dumps(table, crownsight=FORMAT)


def loads_table(text: str | bytes) -> Table:
    """Read a stored table. Raises FormatError."""
    table: Table = _load_versioned(text, Table, "crownsight")
    return table


def loads_game(text: str) -> CompletedGame:
    """Read a stored game, which ``dumps`` has written. Raises FormatError."""
    game: CompletedGame = CONVERTER.read(loads_raw(text, max_bytes=MAX_BYTES), CompletedGame)
    return game


def dumps_knizia_game(game: KniziaGame) -> str:
    """Return a game of Kingdoms as JSON text for a file from which it can be resumed."""
    return dumps(game, kingdoms=FORMAT)


def loads_knizia_game(text: str | bytes) -> KniziaGame:
    """Read a game of Kingdoms from such a file. Raises FormatError."""
    game: KniziaGame = _load_versioned(text, KniziaGame, "kingdoms")
    return game


def loads_source(text: str, picture: Picture, max_bytes: int) -> PhotoReading:
    """Read a stored reading of a photo, which ``dumps`` has written. Raises FormatError."""
    entry: _SourceEntry = CONVERTER.read(loads_raw(text, max_bytes=max_bytes), _SourceEntry)
    return PhotoReading(picture, entry.reading, entry.rows, entry.columns, entry.orientation)


def _load_versioned(text: str | bytes, kind: Any, mark: str) -> Any:
    """Read a value from a text that names its format and version: ``"crownsight": 1``. Raises FormatError."""
    try:
        found = loads_raw(text, max_bytes=MAX_BYTES)
    except FormatError as error:
        raise FormatError(message("this is not a file saved by Crownsight: {why}", why=error.message)) from error
    if not isinstance(found, dict) or found.get(mark) != FORMAT:
        unknown = message(
            "this file was not saved by this version of Crownsight: it does not say {kind} {form}",
            kind=mark,
            form=FORMAT,
        )
        raise FormatError(unknown)
    return CONVERTER.read(found, kind)
