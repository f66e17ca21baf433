"""Forms of our values in JSON, and the texts of tables and games as they are stored, exported and imported.

Reading is strict, since a file may come from anywhere (``ui.table.converter``); what is as usual is not written.
Writing what was read gives the same text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache, partial
from itertools import pairwise
from typing import Annotated, Any, NamedTuple, TypeVar

from scoring import Box, Building, Character, Kingdom, Pieces, Position, Quest, Rules, Square, Title
from scoring.board_code import parse_counted
from scoring.castle import Castle
from scoring.kingdom import MAX_SIDE, position_label
from scoring.knizia import EPOCHS, Colour, Space, parse_piece
from scoring.knizia import Board as KniziaBoard
from scoring.knizia.board import FREE
from scoring.message import Message, message
from scoring.rules import GRIDS, grid_label
from ui.table.board import Board, State
from ui.table.completed_games import Game, ImportedGame, PlayerBoard, Result
from ui.table.converter import (
    FORMS,
    UNEXPECTED,
    WRITERS,
    Form,
    FormatError,
    Limits,
    converted,
    decoded,
    encoded,
    encoded_file,
    in_short,
    saved_by_us,
    several,
    written,
)
from ui.table.knizia import Epoch, KniziaResult, Player
from ui.table.knizia import Game as KniziaGame
from ui.table.names import LONGEST_NAME, plain_name
from ui.table.photo_reading import MOST_TURNS, STEPS, BoardReading, Orientation, PhotoReading, Picture, ReadSquare, Turn
from ui.table.table import CompletedGame, Seat, Table, Tiles

T = TypeVar("T")

FORMAT = 1
MOST_BYTES = 4_000_000  # of a table, or of a file with games
MOST_GAMES = 10_000
FIRST_YEAR, LAST_YEAR = 2000, 3000  # of games: calendars end where the years do
LONGEST_CODE = 1_000  # characters of a kingdom: 13 x 13 squares with crowns, and blanks between them
LONGEST_BOARD = 400  # characters of a board of Kingdoms; a real one has 120
REMEMBERED = 1_024  # kingdoms: that which is saved is read again, mostly as it was before

MOST_SCORED = 12  # players of a game that was brought in
Points = Annotated[int, Limits(-9_999, 9_999)]  # of one of them

MOST_SQUARES = MAX_SIDE * MAX_SIDE
Side = Annotated[int, Limits(0, MAX_SIDE - 1)]
At = tuple[Side, Side]  # a square: row and column from 0
Offset = Annotated[int, Limits(-MAX_SIDE, MAX_SIDE)]  # of what was read in its board, by rows or columns
Share = Annotated[float, Limits(0.0, 1.0)]
Beside = Annotated[int, Limits(0, 9_999)]  # coins, towers or knights beside the board


# --- Texts that stand for a value


@lru_cache(maxsize=REMEMBERED)
def _kingdom(code: str) -> Kingdom:
    return Kingdom.parse(code)


def _square(code: str) -> Square:
    kingdom = _kingdom(code)
    if (kingdom.height, kingdom.width) != (1, 1):
        raise FormatError(UNEXPECTED)
    return kingdom[0, 0]


def space_in(token: str) -> Space:
    """The content of a space of Kingdoms. Raises KeyError for what is no token."""
    return None if token == FREE else parse_piece(token)


def _time(text: str) -> datetime:
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        time = None
    if time is None or time.tzinfo is None or not FIRST_YEAR <= time.year < LAST_YEAR:
        raise FormatError(message("the time of a game looks like {time}", time="2026-11-21T20:30:00+00:00"))
    return time


def _player_name(text: str) -> str:
    name = plain_name(text[: LONGEST_NAME * 2])
    if not name:
        raise FormatError(message("a player has no name"))
    return name


def _grid(found: Any) -> int:
    if type(found) is not int or found not in GRIDS:
        raise FormatError(message("expected {what}, not {found}", what=grid_label(), found=in_short(found)))
    return found


def _message_part(found: Any) -> Message | str | int:
    part: Message | str | int = found if isinstance(found, str | int) else converted(found, Message)
    return part


PlayerName = Annotated[str, _player_name]
Grid = Annotated[Any, _grid]
Titles = several(Title, len(Title))
Quests = several(Quest, len(Quest))


# --- Pieces


def _building(at: Position, **said: Any) -> tuple[Position, Building]:
    if said.keys().isdisjoint({"crowns", "points", "each"}):
        raise FormatError(message("expected a building with crowns, points, or each and per"))
    if ("each" in said) != ("per" in said):
        raise FormatError(message("expected both each and per: so many points for every what"))
    return at, Building(**said)


def _one_on_each(standing: tuple[tuple[Position, T], ...]) -> tuple[tuple[Position, T], ...]:
    places = sorted(at for at, _ in standing)
    twice = next((one for one, following in pairwise(places) if one == following), None)
    if twice:
        raise FormatError(message("two stand on {place}", place=position_label(twice)))
    return standing


def _together(giants: tuple[tuple[Position, int], ...]) -> tuple[tuple[Position, int], ...]:
    numbers: Counter[Position] = Counter()
    for at, number in giants:
        numbers[at] += number
    return tuple(sorted((at, number) for at, number in numbers.items() if number))


def _pieces_written(pieces: Pieces) -> dict[str, Any]:
    standing = {
        "giants": [[*at, number] for at, number in pieces.giants],
        "characters": [{"at": at, "who": who} for at, who in pieces.characters],
        "buildings": [{"at": at} | (written(one) or {"crowns": 0}) for at, one in pieces.buildings],
    }
    return PIECES_FORM.write(pieces) | {name: written(ones) for name, ones in standing.items() if ones}


def refuse_outside(laid: Any) -> None:
    """Raises FormatError for a piece of the ``pieces`` that lies outside the ``kingdom``."""
    kingdom = laid.kingdom
    outside = [at for at in laid.pieces.positions if at[0] >= kingdom.height or at[1] >= kingdom.width]
    if outside:
        size, place = f"{kingdom.height}x{kingdom.width}", position_label(min(outside))
        raise FormatError(message("the kingdom is {size} and has no {place}", size=size, place=place))


GIANT = Form(
    lambda row, column, number=1: ((row, column), number),
    in_a_row=True,
    row=Side,
    column=Side,
    number=Annotated[int, Limits(0, 6)],
)
CHARACTER = Form(lambda at, who: (at, who), at=At, who=Character)
BUILDING: dict[str, Any] = {
    "crowns": Annotated[int, Limits(0, 3)],
    "points": Annotated[int, Limits(0, 99)],
    "each": Annotated[int, Limits(0, 99)],
    "per": Annotated[str, parse_counted],
}
PIECES: dict[str, Any] = {
    "giants": Annotated[several(GIANT, MOST_SQUARES), _together],
    "tokens": Annotated[frozenset[At], Limits(most=MOST_SQUARES)],
    "characters": Annotated[several(CHARACTER, MOST_SQUARES), _one_on_each],
    "buildings": Annotated[several(Form(_building, nulls=True, at=At, **BUILDING), MOST_SQUARES), _one_on_each],
    "coins": Beside,
    "towers": Beside,
    "knights": Beside,
    "queen": bool,
}
PIECES_FORM = Form(Pieces, nulls=True, **PIECES)


# --- Games and tables


def _game(players: tuple[Any, ...], kind: Any = Game, **fields: Any) -> Any:
    if not players or len({one.name for one in players}) < len(players):
        raise FormatError(message("a game has one to {most} players with different names", most=len(Castle)))
    return kind(players=players, **fields)


def _seated(players: tuple[Player, ...]) -> tuple[Player, ...]:
    try:
        return KniziaGame().with_players(players).players
    except ValueError:
        refused = message("Kingdoms is for two to four players, each with a colour of their own")
        raise FormatError(refused) from None


def _kingdoms_game(players: tuple[Player, ...], epochs: tuple[Epoch, ...], numbered: int) -> KniziaGame:
    if any(epoch.number > numbered for epoch in epochs):
        raise FormatError(message("an epoch has a number that was never given"))
    return KniziaGame(_seated(players) if players or epochs else (), epochs, numbered)


def _finished(found: Any) -> CompletedGame:
    kinds = {"boards": KniziaResult, "rules": Game}  # by what each alone has
    kind = next((kinds[key] for key in kinds if isinstance(found, dict) and key in found), ImportedGame)
    game: CompletedGame = converted(found, kind)
    return game


def _step(step: Position | None) -> Position | None:
    if step is not None and step not in STEPS:
        raise FormatError(UNEXPECTED)
    return step


class Games(NamedTuple):
    """Games that are over, and the one that is not, as if it ended now; None where none is under way."""

    over: tuple[CompletedGame, ...]
    under_way: Game | None = None


Past = several(CompletedGame, MOST_GAMES)
KingdomsPlayers = several(Player, len(Colour))
Turns = several(Turn, MOST_TURNS)

WRITERS |= {
    Kingdom: str,
    KniziaBoard: str,
    Square: str,
    datetime: datetime.isoformat,
    Box: lambda box: written(box.in_order),
    Pieces: _pieces_written,
}
FORMS |= {
    Position: At,
    Kingdom: Annotated[str, Limits(most=LONGEST_CODE), _kingdom],
    KniziaBoard: Annotated[str, Limits(most=LONGEST_BOARD), KniziaBoard.parse],
    Square: Annotated[str, Limits(most=LONGEST_CODE), _square],
    datetime: Annotated[str, _time],
    Box: Annotated[Titles, lambda titles: Box(frozenset(titles))],
    CompletedGame: Annotated[Any, _finished],
    Rules: Form(
        Rules,
        names={"box": "boxes", "rulebook": "edition"},
        always={"rulebook", "grid", "harmony", "middle_kingdom"},
        grid=Grid,
        quests=Annotated[Quests, lambda quests: tuple(dict.fromkeys(quests))],
    ),
    Pieces: PIECES_FORM,
    Building: Form(Building, **BUILDING),
    Tiles: Form(Tiles, taught=Annotated[int, Limits(1, 2**31 - 1)] | None),  # see ``ui.store.codes``
    Turn: Form(Turn, in_a_row=True, always={"step"}, step=Annotated[tuple[Offset, Offset] | None, _step]),
    Board: Form(
        Board,
        check=refuse_outside,
        names={"kingdom": "code"},
        without={"source"},
        always={"doubtful", "checked", "number", "by_hand"},
        doubtful=Annotated[frozenset[At], Limits(most=MOST_SQUARES)],
        turns=Turns,
    ),
    Seat: Form(Seat, always={"named"}, name=PlayerName),
    PlayerBoard: Form(
        PlayerBoard, check=refuse_outside, names={"kingdom": "code"}, always={"by_hand", "board"}, name=PlayerName
    ),
    Game: Form(Game, make=_game, players=several(PlayerBoard, len(Castle))),
    Player: Form(Player, name=PlayerName),
    Epoch: Form(Epoch, without={"source", "doubtful", "looked_at"}, always={"board", "checked", "number"}, turns=Turns),
    KniziaGame: Form(
        KniziaGame,
        make=_kingdoms_game,
        always={"players", "epochs", "numbered"},
        players=KingdomsPlayers,
        epochs=several(Epoch, EPOCHS),
    ),
    State: Form(State),
    KniziaResult: Form(
        KniziaResult,
        players=Annotated[KingdomsPlayers, _seated],
        boards=several(KniziaBoard, EPOCHS, least=1),
        states=several(State, EPOCHS),
    ),
    Table: Form(
        Table,
        always={"rules", "numbered", "hide_scores", "keep_photos", "seats", "games"},
        seats=several(Seat, len(Castle)),
        games=Past,
    ),
    Result: Form(Result, without={"earned"}, name=PlayerName, points=Points),
    ImportedGame: Form(
        ImportedGame, make=partial(_game, kind=ImportedGame), players=several(Result, MOST_SCORED), is_knizia=bool
    ),
    Games: Form(Games, names={"over": "games"}, over=Past),
}


def games_text(games: Iterable[CompletedGame], under_way: Game | None = None) -> str:
    """Games as JSON text for a file, ``crownsight`` with the version of the form, then the games in order.

    Everybody's points and gold are for a person who reads the file, and not read back.
    """
    over = tuple(games)
    file = {"crownsight": FORMAT} | written(Games(over, under_way))
    for game, fields in zip(over, file["games"], strict=True):
        if isinstance(game, ImportedGame):
            continue  # its points are all there is
        if isinstance(game, Game):
            sheets = game.sheets
            earned = [("points", sheets[one.name].total) for one in game.players]
        else:
            gold = {purse.colour: purse.now for purse in game.sheet.purses}
            earned = [("gold", gold[one.colour]) for one in game.players]
        for player, (what, number) in zip(fields["players"], earned, strict=True):
            player[what] = number
    return encoded_file(file)


def games_in(text: str | bytes) -> Games:
    """The games in an exported file. Raises FormatError."""
    games: Games = saved_by_us(text, Games, mark="crownsight", form=FORMAT, most_bytes=MOST_BYTES)
    return games


def table_text(table: Table) -> str:
    """A table as JSON text for the store; photos are not part of it."""
    return encoded(table, crownsight=FORMAT)


def table_in(text: str | bytes) -> Table:
    """The table in a stored text. Raises FormatError."""
    table: Table = saved_by_us(text, Table, mark="crownsight", form=FORMAT, most_bytes=MOST_BYTES)
    return table


def finished_in(text: str) -> CompletedGame:
    """The game in a stored text. Raises FormatError."""
    game: CompletedGame = decoded(text, CompletedGame, most_bytes=MOST_BYTES)
    return game


def dumps_knizia_game(game: KniziaGame) -> str:
    """A game of Kingdoms as JSON text for a file that can be taken up again."""
    return encoded(game, kingdoms=FORMAT)


def loads_knizia_game(text: str | bytes) -> KniziaGame:
    """The game in such a file. Raises FormatError."""
    game: KniziaGame = saved_by_us(text, KniziaGame, mark="kingdoms", form=FORMAT, most_bytes=MOST_BYTES)
    return game


# --- What was read in a photo

NO_PICTURE = Picture(b"", 1, 1, 1.0)

FORMS |= {
    Message: Form(Message, in_a_row=True, parts=tuple[tuple[str, Annotated[Any, _message_part]], ...]),
    ReadSquare: Form(ReadSquare, in_a_row=True, confidence=Share),
    Orientation: Form(Orientation, quarter_turns=Annotated[int, Limits(0, 3)], shift=tuple[Offset, Offset]),
    BoardReading: Form(
        BoardReading,
        names={"kingdom": "code"},
        squares=several(several(ReadSquare, MAX_SIDE), MAX_SIDE, least=1),
        corners=several(tuple[float, float], 4, least=4),
        castle_confidence=Share,
        hidden=Annotated[several(tuple[At, Share], MOST_SQUARES), dict],
    ),
    PhotoReading: Form(
        PhotoReading,
        make=lambda **read: PhotoReading(NO_PICTURE, **read),
        without={"picture"},
        rows=Annotated[int, Limits(1, MAX_SIDE)],
        columns=Annotated[int, Limits(1, MAX_SIDE)],
    ),
}
