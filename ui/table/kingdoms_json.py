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
    held = parsed(text, kind=KIND, form=FORMAT, most_bytes=MOST_BYTES)
    past = each_part(held, "past", _past_of_file, MOST_GAMES) if "past" in held else ()
    pieces = None if held.get("pieces") is None else take(held, "pieces", dict)
    return Saved(game_in(held), pieces, past)


def game_json(game: Game) -> Json:
    """A game as a JSON value; ``game_in`` reads it back."""
    return {
        "players": [_player_json(player) for player in game.players],
        "epochs": [_epoch_json(epoch) for epoch in game.epochs],
        "numbered": game.numbered,
    }


def game_in(held: Json) -> Game:
    """The game in a JSON value. Raises RecordError."""
    epochs = each_part(held, "epochs", _epoch, EPOCHS)
    numbered = number(held, "numbered")
    if any(epoch.number > numbered for epoch in epochs):
        raise RecordError(message("an epoch has a number that was never given"))
    return _with_players(Game(epochs=epochs, numbered=numbered), held)


def past_json(past: Past) -> Json:
    """A game that is over as a JSON value; ``past_in`` reads it back."""
    gold = {purse.colour: purse.now for purse in past.sheet.purses}
    return {
        "number": past.number,
        "played": past.played.isoformat(),
        "players": [
            _player_json(player) | {"gold": gold[player.colour]}  # for whoever reads the file; not read back
            for player in past.players
        ],
        "boards": [str(board) for board in past.boards],
        "numbers": list(past.numbers),
    }


def past_in(held: Json) -> Past:
    """The game that is over in a JSON value. Raises RecordError."""
    boards = each(held, "boards", _board, EPOCHS)
    if not boards:
        raise RecordError(message("a game that is over has at least one board"))
    numbers = each(held, "numbers", lambda found: count(found, "numbers"), EPOCHS)
    players = _with_players(Game(epochs=(Epoch(),)), held).players
    return Past(number(held, "number"), time(held, "played"), players, boards, numbers)


def _past_of_file(held: Json) -> Past:
    """As files had it when games of Kingdoms were kept in files alone."""
    return past_in(held | {"number": 0, "played": held.get("ended"), "numbers": []})


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


def _with_players(game: Game, held: Json) -> Game:
    players = each_part(held, "players", _player, len(Colour))
    if not players and not game.epochs:
        return game
    try:
        return game.with_players(players)
    except ValueError:
        refused = message("Kingdoms is for two to four players, each with a colour of their own")
        raise RecordError(refused) from None


def _player(held: Json) -> Player:
    colour, called = take(held, "colour", str), name(held)
    try:
        return Player(Colour(colour), called)
    except ValueError:
        raise RecordError(message("a castle is {colours}", colours=either([one.value for one in Colour]))) from None


def _epoch(held: Json) -> Epoch:
    doubtful = frozenset(_positions(held, "doubtful"))
    earlier = None if held.get("earlier") is None else _epoch(take(held, "earlier", dict) | {"earlier": None})
    return Epoch(
        _board(held.get("board")),
        named=frozenset(_positions(held, "named")) if "named" in held else frozenset(),
        doubtful=doubtful,
        asked=_positions(held, "asked") if "asked" in held else tuple(sorted(doubtful)),
        checked=take(held, "checked", bool),
        number=number(held, "number"),
        revision=number(held, "revision"),
        earlier=earlier,
        turns=turns_in(held),
    )


def _board(held: Any) -> Board:
    if not isinstance(held, str) or len(held) > LONGEST_BOARD:
        raise RecordError(message("a board is a text of at most {most} characters", most=LONGEST_BOARD))
    try:
        return Board.parse(held)
    except BoardError as unreadable:
        raise RecordError(unreadable.message) from unreadable


def _positions(held: Json, key: str) -> tuple[Position, ...]:
    return each(held, key, _position, len(POSITIONS))


def _position(held: Any) -> Position:
    position = tuple(held) if isinstance(held, list) else ()
    if position not in POSITIONS:
        raise RecordError(message("a space is named by its row and its column"))
    return POSITIONS[POSITIONS.index(position)]
