"""A game of Kingdoms as JSON: part of the text of its table, and a file of its own that can be taken up again.

Reading is strict (``ui.table.json_fields``), since a file may come from anywhere. Photos are not part of it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from scoring import Position
from scoring.kingdoms import EPOCHS, POSITIONS, Board, BoardError, Colour
from scoring.message import either, message
from ui.table.json_fields import Json, RecordError, count, each, each_part, name, number, parsed, take, time
from ui.table.kingdoms import Epoch, Game, Past, Player
from ui.table.orientation import STORED_AS, turns_in, turns_json
from ui.table.trust import State, Trust

FORMAT = 1
KIND = "kingdoms"
MOST_BYTES = 8_000_000
MOST_GAMES = 200  # in one file
LONGEST_BOARD = 400  # characters; a real one has 120


@dataclass(frozen=True)
class Saved:
    """What a file holds: a game, what its pieces look like (JSON still to be read), and the games before it."""

    game: Game
    pieces: Json | None
    past: tuple[Past, ...] = ()


def game_text(game: Game, pieces: Json | None) -> str:
    """A game as JSON text for a file, with what its pieces look like; ``saved_in`` reads it back."""
    return json.dumps({KIND: FORMAT} | game_json(game) | {"pieces": pieces})


def saved_in(text: str | bytes) -> Saved:
    """What a file holds. Raises RecordError."""
    fields = parsed(text, kind=KIND, form=FORMAT, most_bytes=MOST_BYTES)
    past = each_part(fields, "past", _past_of_file, MOST_GAMES) if "past" in fields else ()
    pieces = None if fields.get("pieces") is None else take(fields, "pieces", dict)
    return Saved(game_in(fields), pieces, past)


def game_json(game: Game) -> Json:
    """A game as a JSON value; ``game_in`` reads it back."""
    return {
        "players": [_player_json(player) for player in game.players],
        "epochs": [_epoch_json(epoch) for epoch in game.epochs],
        "numbered": game.numbered,
    }


def game_in(fields: Json) -> Game:
    """The game in a JSON value. Raises RecordError."""
    epochs = each_part(fields, "epochs", _epoch, EPOCHS)
    numbered = number(fields, "numbered")
    if any(epoch.number > numbered for epoch in epochs):
        raise RecordError(message("an epoch has a number that was never given"))
    return _with_players(Game(epochs=epochs, numbered=numbered), fields)


def past_json(past: Past) -> Json:
    """A game that is over as a JSON value; ``past_in`` reads it back."""
    gold = {purse.colour: purse.now for purse in past.sheet.purses}
    return {
        "number": past.number,
        "played": past.played.isoformat(),
        "players": [
            _player_json(player) | {"gold": gold[player.colour]}  # for a person who reads the file; not read back
            for player in past.players
        ],
        "boards": [str(board) for board in past.boards],
        "numbers": list(past.numbers),
        "states": [{"trust": state.trust, "doubts": state.doubts} for state in past.states],
    }


def past_in(fields: Json) -> Past:
    """The game that is over in a JSON value. Raises RecordError."""
    boards = each(fields, "boards", _board, EPOCHS)
    if not boards:
        raise RecordError(message("a game that is over has at least one board"))
    numbers = each(fields, "numbers", lambda found: count(found, "numbers"), EPOCHS)
    players = _with_players(Game(epochs=(Epoch(),)), fields).players
    states = each_part({"states": []} | fields, "states", _state, EPOCHS)
    return Past(number(fields, "number"), time(fields, "played"), players, boards, numbers, states)


def _state(fields: Json) -> State:
    try:
        return State(Trust(take(fields, "trust", str)), number(fields, "doubts"))
    except ValueError:
        raise RecordError(message("{field} is missing or of the wrong kind", field="trust")) from None


def _past_of_file(fields: Json) -> Past:
    """As files had it when games of Kingdoms were kept in files alone."""
    return past_in(fields | {"number": 0, "played": fields.get("ended"), "numbers": []})


def _player_json(player: Player) -> Json:
    return {"colour": player.colour.value, "name": player.name}


def _epoch_json(epoch: Epoch) -> Json:
    return {
        "board": str(epoch.board),
        "named": sorted(epoch.named),
        "doubtful": sorted(epoch.doubtful),
        "asked": epoch.asked,
        "checked": epoch.checked,
        "number": epoch.number,
        "revision": epoch.revision,
        "earlier": _epoch_json(epoch.earlier) if epoch.earlier else None,
        STORED_AS: turns_json(epoch.turns),
    }


def _with_players(game: Game, fields: Json) -> Game:
    players = each_part(fields, "players", _player, len(Colour))
    if not players and not game.epochs:
        return game
    try:
        return game.with_players(players)
    except ValueError:
        refused = message("Kingdoms is for two to four players, each with a colour of their own")
        raise RecordError(refused) from None


def _player(fields: Json) -> Player:
    colour, called = take(fields, "colour", str), name(fields)
    try:
        return Player(Colour(colour), called)
    except ValueError:
        raise RecordError(message("a castle is {colours}", colours=either([one.value for one in Colour]))) from None


def _epoch(fields: Json) -> Epoch:
    doubtful = frozenset(_positions(fields, "doubtful"))
    earlier = None if fields.get("earlier") is None else _epoch(take(fields, "earlier", dict) | {"earlier": None})
    return Epoch(
        _board(fields.get("board")),
        named=frozenset(_positions(fields, "named")) if "named" in fields else frozenset(),
        doubtful=doubtful,
        asked=_positions(fields, "asked") if "asked" in fields else tuple(sorted(doubtful)),
        checked=take(fields, "checked", bool),
        number=number(fields, "number"),
        revision=number(fields, "revision"),
        earlier=earlier,
        turns=turns_in(fields),
    )


def _board(value: Any) -> Board:
    if not isinstance(value, str) or len(value) > LONGEST_BOARD:
        raise RecordError(message("a board is a text of at most {most} characters", most=LONGEST_BOARD))
    try:
        return Board.parse(value)
    except BoardError as unreadable:
        raise RecordError(unreadable.message) from unreadable


def _positions(fields: Json, key: str) -> tuple[Position, ...]:
    return each(fields, key, _position, len(POSITIONS))


def _position(value: Any) -> Position:
    position = tuple(value) if isinstance(value, list) else ()
    if position not in POSITIONS:
        raise RecordError(message("a space is named by its row and its column"))
    return POSITIONS[POSITIONS.index(position)]
