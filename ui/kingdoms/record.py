"""A game of Kingdoms as JSON text: how it is kept, exported and taken up again.

Reading is strict, since a file may come from anywhere. Photos are not part of it: a board read from one goes on as if
it had been entered by hand.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from scoring import Position
from scoring.kingdoms import EPOCHS, Board, BoardError, Colour
from ui.kingdoms.game import MOST_GAMES, Epoch, Game, Past, Player
from ui.table import LONGEST_NAME, plain_name
from vision.kingdoms import POSITIONS, BrokenMemoryError, Memory

FORMAT = 1
KIND = "kingdoms"
MOST_BYTES = 8_000_000
LONGEST_BOARD = 400  # characters; a real one has 120
MOST_NUMBER = 1_000_000_000

Json = dict[str, Any]
T = TypeVar("T")


class BrokenGameError(ValueError):
    """The text holds no game of Kingdoms; the message says where it fails."""


def game_text(game: Game) -> str:
    """A game as JSON text; ``game_in`` reads it back."""
    return json.dumps(
        {
            KIND: FORMAT,
            "players": [_player_json(player) for player in game.players],
            "epochs": [_epoch_json(epoch) for epoch in game.epochs],
            "numbered": game.numbered,
            "past": [
                {
                    "ended": past.ended.isoformat(),
                    "players": [_player_json(player) for player in past.players],
                    "boards": [str(board) for board in past.boards],
                }
                for past in game.past
            ],
            "pieces": game.memory.as_json() if game.memory.spaces else None,
        }
    )


def game_in(text: str | bytes) -> Game:
    """The game in a text. Raises BrokenGameError."""
    if len(text) > MOST_BYTES:
        raise BrokenGameError(f"the file is larger than {MOST_BYTES // 1_000_000} MB; a game of ours is smaller")
    try:
        held = json.loads(text)
    except (ValueError, RecursionError):
        raise BrokenGameError("this is no file of ours: it holds no JSON") from None
    if not isinstance(held, dict) or held.get(KIND) != FORMAT:
        raise BrokenGameError(f"this is no game of Kingdoms of ours: it does not say {KIND} {FORMAT}")
    epochs = _each(held, "epochs", _epoch, EPOCHS)
    numbered = _number(held, "numbered")
    if any(epoch.number > numbered for epoch in epochs):
        raise BrokenGameError("an epoch has a number that was never given")
    game = Game(epochs=epochs, memory=_memory(held), numbered=numbered, past=_each(held, "past", _past, MOST_GAMES))
    return _with_players(game, held)


def _player_json(player: Player) -> Json:
    return {"colour": player.colour.value, "name": player.name}


def _epoch_json(epoch: Epoch) -> Json:
    return {
        "board": str(epoch.board),
        "doubtful": sorted(epoch.doubtful),
        "checked": epoch.checked,
        "number": epoch.number,
        "revision": epoch.revision,
    }


def _with_players(game: Game, held: Json) -> Game:
    players = _each(held, "players", _player, len(Colour))
    if not players and not game.epochs:
        return game
    try:
        return game.with_players(players)
    except ValueError as refused:
        raise BrokenGameError(str(refused)) from refused


def _player(held: Any) -> Player:
    name = plain_name(_take(held, "name", str)[: LONGEST_NAME * 2])
    try:
        return Player(Colour(_take(held, "colour", str)), name)
    except ValueError:
        raise BrokenGameError(f"a colour is {', '.join(colour.value for colour in Colour)}") from None


def _epoch(held: Any) -> Epoch:
    doubtful = frozenset(_each(held, "doubtful", _position, len(POSITIONS)))
    return Epoch(
        _board(_take(held, "board", str)),
        doubtful=doubtful,
        asked=tuple(sorted(doubtful)),
        checked=_take(held, "checked", bool),
        number=_number(held, "number"),
        revision=_number(held, "revision"),
    )


def _past(held: Any) -> Past:
    boards = _each(held, "boards", _board, EPOCHS)
    if not boards:
        raise BrokenGameError("a game that is over has at least one board")
    try:
        ended = datetime.fromisoformat(_take(held, "ended", str))
    except ValueError:
        raise BrokenGameError("the time of a game looks like 2026-11-21T20:30:00+00:00") from None
    return Past(ended, _with_players(Game(epochs=(Epoch(),)), held).players, boards)


def _board(held: Any) -> Board:
    if not isinstance(held, str) or len(held) > LONGEST_BOARD:
        raise BrokenGameError(f"a board is a text of at most {LONGEST_BOARD} characters")
    try:
        return Board.parse(held)
    except BoardError as unreadable:
        raise BrokenGameError(str(unreadable)) from unreadable


def _memory(held: Json) -> Memory:
    if held.get("pieces") is None:
        return Memory.empty()
    try:
        return Memory.from_json(_take(held, "pieces", dict))
    except BrokenMemoryError as broken:
        raise BrokenGameError(str(broken)) from broken


def _position(held: Any) -> Position:
    position = tuple(held) if isinstance(held, list) else ()
    if position not in POSITIONS:
        raise BrokenGameError("a space is named by its row and its column")
    return POSITIONS[POSITIONS.index(position)]


def _number(held: Json, key: str) -> int:
    number: int = _take(held, key, int)
    if isinstance(number, bool) or not 0 <= number <= MOST_NUMBER:
        raise BrokenGameError(f"{key} is a number from 0 to {MOST_NUMBER}")
    return number


def _take(held: Any, key: str, kind: type) -> Any:
    found = held.get(key) if isinstance(held, dict) else None
    if not isinstance(found, kind):
        raise BrokenGameError(f"{key} is missing or of the wrong kind")
    return found


def _each(held: Json, key: str, read: Callable[[Any], T], most: int) -> tuple[T, ...]:
    found = _take(held, key, list)
    if len(found) > most:
        raise BrokenGameError(f"{key} has {len(found)} entries; {most} are the most")
    return tuple(read(one) for one in found)
