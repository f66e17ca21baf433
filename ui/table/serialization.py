"""JSON texts of tables, games and readings, as they are stored, exported and imported.

``CONVERTER`` reads strictly, since a text may come from anywhere; see ``ui.table.structuring``. Writing a value and
reading the text again gives the same value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from scoring import (
    Box,
    Building,
    Kingdom,
    Pieces,
    Position,
    Rules,
    Square,
    Terrain,
    Title,
)
from scoring.castle import Castle
from scoring.dominoes.claims import Claim, Conflict
from scoring.kingdom import MAX_SIDE
from scoring.knizia import EPOCHS
from scoring.knizia import Board as KniziaBoard
from scoring.message import message
from ui.table.board import Board, State
from ui.table.commands import PiecesEdit, SpaceEdit, SquareEdit, SquareState
from ui.table.completed_games import Game, ImportedGame, PlayerBoard, Result
from ui.table.json_types import (
    MAX_CODE,
    MAX_SQUARES,
    At,
    Beside,
    BuildingEntry,
    CharacterEntry,
    Doubts,
    Grid,
    KniziaPlayers,
    Offset,
    PiecesCode,
    PlayerName,
    Quests,
    Share,
    Side,
    SourceEntry,
    SpaceAt,
    SpaceToken,
    StoredTransforms,
    check_knizia_game,
    check_move,
    check_pieces_inside,
    check_places,
    check_players,
    check_warning,
    merge_giants,
    parse_kingdom,
    parse_square,
    parse_time,
    seat_knizia_players,
)
from ui.table.knizia import Epoch, KniziaResult, Player
from ui.table.knizia import Game as KniziaGame
from ui.table.photo_reading import (
    Orientation,
    PhotoReading,
    Picture,
    Transform,
)
from ui.table.strict_json import FormatError, dumps_raw, loads_raw
from ui.table.structuring import INVALID_VALUE, Limits, Schema, StrictConverter, bounded_tuple
from ui.table.table import CompletedGame, Seat, Table, Tiles
from vision import Reading, ReadingWarning, SquareReading

FORMAT = 1
MAX_BYTES = 4_000_000  # of a table, or of a file with games
MAX_GAMES = 10_000
MAX_KNIZIA_BOARD = 400  # characters; a real board has 120
MAX_IMPORTED_PLAYERS = 12
MAX_WARNING_PARAMS = 4


@dataclass(frozen=True)
class SavedGames:
    """Completed games; ``under_way`` is the current game as if it ended now, or None."""

    finished: tuple[CompletedGame, ...]
    under_way: Game | None = None


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

    converter.register_as(Kingdom, Annotated[str, Limits(most=MAX_CODE), parse_kingdom], str)
    converter.register_as(KniziaBoard, Annotated[str, Limits(most=MAX_KNIZIA_BOARD), KniziaBoard.parse], str)
    converter.register_as(Square, Annotated[str, Limits(most=MAX_CODE), parse_square], str)
    converter.register_as(datetime, Annotated[str, parse_time], datetime.isoformat)
    boxes = Annotated[tuple[Title, ...], Limits(most=len(Title)), frozenset, Box]
    converter.register_as(Box, boxes, lambda box: [title.value for title in box.in_order])
    rules = Schema(
        keys={"box": "boxes", "rulebook": "edition"},
        always=("rulebook", "grid", "harmony", "middle_kingdom"),
        types={"grid": Grid, "quests": Annotated[Quests, lambda quests: tuple(dict.fromkeys(quests))]},
    )
    converter.register_object(Rules, rules)
    character = Annotated[CharacterEntry, lambda one: (one.at, one.who)]
    pieces = Schema(
        types={
            "giants": Annotated[bounded_tuple(Annotated[Any, read_giant], MAX_SQUARES), merge_giants],
            "tokens": Doubts,
            "characters": Annotated[bounded_tuple(character, MAX_SQUARES), check_places],
            "buildings": Annotated[
                bounded_tuple(Annotated[BuildingEntry, BuildingEntry.make], MAX_SQUARES), check_places
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
        types={"doubtful": Doubts, "transforms": StoredTransforms, "offset": At | None},
        finish=check_pieces_inside,
    )
    epoch = Schema(
        keys={"transforms": "turns", "confirmed": "checked"},
        omit=("source", "doubtful", "seen_by_player"),
        always=("board", "confirmed", "number"),
        types={"transforms": StoredTransforms},
    )
    knizia_game = Schema(
        always=("players", "epochs", "numbered"),
        types={"players": KniziaPlayers, "epochs": bounded_tuple(Epoch, EPOCHS)},
        finish=check_knizia_game,
    )
    table = Schema(
        always=("rules", "numbered", "hide_scores", "keep_photos", "seats", "games"),
        types={"seats": bounded_tuple(Seat, len(Castle)), "games": bounded_tuple(CompletedGame, MAX_GAMES)},
    )
    taught = Annotated[int, Limits(1, 2**31 - 1)] | None  # see ``ui.store.codes``
    converter.register_array(Transform, move=Annotated[tuple[Offset, Offset] | None, check_move])
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
        return converter.read(found, kind)

    player = Schema(
        keys={"kingdom": "code", "confirmed": "checked", "offset": "place"},
        always=("by_hand", "board"),
        types={"name": PlayerName, "offset": At | None},
        finish=check_pieces_inside,
    )
    knizia = {
        "players": Annotated[KniziaPlayers, seat_knizia_players],
        "boards": bounded_tuple(KniziaBoard, EPOCHS, least=1),
        "states": bounded_tuple(State, EPOCHS),
    }
    points = {"name": PlayerName, "points": Annotated[int, Limits(-9_999, 9_999)]}
    imported = {"players": bounded_tuple(Result[Terrain], MAX_IMPORTED_PLAYERS)}
    converter.register_structure_hook(CompletedGame, read_game)
    converter.register_object(PlayerBoard, player)
    converter.register_object(
        Game, Schema(types={"players": bounded_tuple(PlayerBoard, len(Castle))}, finish=check_players)
    )
    converter.register_object(KniziaResult, Schema(types=knizia))
    converter.register_object(Result, Schema(omit=("earned",), types=points))
    converter.register_object(ImportedGame, Schema(types=imported, finish=check_players))
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
        omit=("evidence", "seconds"),
        types={
            "squares": bounded_tuple(bounded_tuple(SquareReading, MAX_SIDE), MAX_SIDE, least=1),
            "corners": bounded_tuple(tuple[float, float], 4, least=4),
            "castle_confidence": Share,
            "hidden": Annotated[bounded_tuple(tuple[At, Share], MAX_SQUARES), dict],
            "doubtful": Doubts,
            "unknown": Doubts,
        },
        writers={"hidden": lambda hidden: converter.unstructure(sorted(hidden.items()))},
    )
    orientation = {"quarter_turns": Annotated[int, Limits(0, 3)], "offset": tuple[Offset, Offset]}
    claim = {"player": int, "squares": bounded_tuple(At, MAX_SQUARES)}
    conflict = {"squares": bounded_tuple(Square, 2), "claims": bounded_tuple(Claim[int], len(Castle))}
    warning = Schema(
        types={"squares": bounded_tuple(At, MAX_SQUARES), "params": Annotated[Any, read_params]},
        writers={"params": converter.unstructure},
        finish=check_warning,
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
    return _load_versioned(text, SavedGames, "crownsight")


def dumps_table(table: Table) -> str:
    """Return a table as JSON text for the store, without photos."""
    return dumps(table, crownsight=FORMAT)


def loads_table(text: str | bytes) -> Table:
    """Read a stored table. Raises FormatError."""
    return _load_versioned(text, Table, "crownsight")


def loads_game(text: str) -> CompletedGame:
    """Read a stored game, which ``dumps`` has written. Raises FormatError."""
    return CONVERTER.read(loads_raw(text, max_bytes=MAX_BYTES), CompletedGame)


def dumps_knizia_game(game: KniziaGame) -> str:
    """Return a game of Kingdoms as JSON text for a file from which it can be resumed."""
    return dumps(game, kingdoms=FORMAT)


def loads_knizia_game(text: str | bytes) -> KniziaGame:
    """Read a game of Kingdoms from such a file. Raises FormatError."""
    return _load_versioned(text, KniziaGame, "kingdoms")


def loads_source(text: str, picture: Picture, max_bytes: int) -> PhotoReading:
    """Read a stored reading of a photo, which ``dumps`` has written. Raises FormatError."""
    entry: SourceEntry = CONVERTER.read(loads_raw(text, max_bytes=max_bytes), SourceEntry)
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
