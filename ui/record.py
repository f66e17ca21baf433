"""Tables and games as JSON text: how they are stored, exported and imported.

Reading is strict, since a file may come from anywhere: unknown shapes, wrong types, sizes beyond any game's are refused
with a sentence. Writing what was read gives the same text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, TypeVar

from scoring import CodeError, Kingdom, Position, Rules, RulesError
from scoring.sentence import either, said
from ui.games import Colour, Game, Played
from ui.table import LONGEST_NAME, Board, Seat, Table, plain_name

FORMAT = 1
MOST_BYTES = 4_000_000  # of an imported file
MOST_GAMES = 10_000
LONGEST_CODE = 400  # characters: 13 x 13 squares with crowns
MOST_NUMBER = 1_000_000_000
IS_SOLO = '"solo":true'  # in the text of a table of one photo and in no other, whose names have their quotes escaped

Json = dict[str, Any]
T = TypeVar("T")


class RecordError(ValueError):
    """The text holds no table or games of ours; the message, a sentence without its full stop, says where it fails."""


def games_text(games: Iterable[Game]) -> str:
    """Games as JSON text for a file, ``crownsight`` with the version of the form, then the games in order."""
    return json.dumps({"crownsight": FORMAT, "games": [_game_json(game) for game in games]}, indent=1)


def games_in(text: str | bytes) -> tuple[Game, ...]:
    """The games in an exported file. Raises RecordError."""
    return _each(_parsed(text), "games", _game, MOST_GAMES)


def table_text(table: Table) -> str:
    """A table as JSON text for the store; photos, attempts and the step before are not part of it."""
    return json.dumps(
        {
            "crownsight": FORMAT,
            "rules": _rules_json(table.rules),
            "solo": table.solo,
            "numbered": table.numbered,
            "dynasty_from": table.dynasty_from,
            "hide_scores": table.hide_scores,
            "keep_photos": table.keep_photos,
            "seats": [_seat_json(seat) for seat in table.seats],
            "games": [_game_json(game) for game in table.games],
        },
        separators=(",", ":"),
    )


def table_in(text: str | bytes) -> Table:
    """The table in a stored text. Raises RecordError."""
    held = _parsed(text)
    return Table(
        seats=_each(held, "seats", _seat, len(Colour)),
        rules=_rules(_take(held, "rules", dict)),
        solo=_take(held, "solo", bool),
        numbered=_number(held, "numbered"),
        games=_each(held, "games", _game, MOST_GAMES),
        dynasty_from=None if held.get("dynasty_from") is None else _number(held, "dynasty_from"),
        hide_scores=_take(held, "hide_scores", bool),
        keep_photos=_take(held, "keep_photos", bool),
    )


def _rules_json(rules: Rules) -> Json:
    return {
        "edition": rules.edition,
        "grid": rules.grid,
        "harmony": rules.harmony,
        "middle_kingdom": rules.middle_kingdom,
    }


def _seat_json(seat: Seat) -> Json:
    return {
        "number": seat.number,
        "name": seat.name,
        "colour": seat.colour.value,
        "board": _board_json(seat.board),
        "earlier": _board_json(seat.earlier),
    }


def _board_json(board: Board | None) -> Json | None:
    if board is None:
        return None
    return {
        "code": str(board.kingdom),
        "doubtful": sorted(board.doubtful),
        "checked": board.checked,
        "number": board.number,
        "revision": board.revision,
        "place": board.place,
        "by_hand": board.by_hand,
    }


def _game_json(game: Game) -> Json:
    return {
        "number": game.number,
        "played": game.played.isoformat(),
        "rules": _rules_json(game.rules),
        "players": [
            {
                "name": one.name,
                "colour": one.colour.value,
                "code": str(one.kingdom),
                "place": one.place,
                "by_hand": one.by_hand,
                "board": one.board,
                "points": game.sheets[one.name].total,  # for whoever reads the file; not read back
            }
            for one in game.players
        ],
    }


def _seat(held: Json) -> Seat:
    return Seat(
        _number(held, "number"), _name(held), _colour(held), _board(held, "board"), earlier=_board(held, "earlier")
    )


def _board(held: Json, key: str) -> Board | None:
    if held.get(key) is None:
        return None
    board = _take(held, key, dict)
    kingdom = _kingdom(board)
    doubtful = _each(board, "doubtful", _position, kingdom.height * kingdom.width)
    return Board(
        kingdom,
        frozenset(doubtful),
        checked=_take(board, "checked", bool),
        number=_number(board, "number"),
        revision=_number(board, "revision"),
        place=_place(board),
        by_hand=_take(board, "by_hand", bool),
    )


def _game(held: Json) -> Game:
    players = _each(held, "players", _played, len(Colour))
    if not players or len({one.name for one in players}) < len(players):
        raise RecordError(said("a game has one to four players with different names"))
    return Game(_number(held, "number"), _time(held), _rules(_take(held, "rules", dict)), players)


def _played(held: Json) -> Played:
    by_hand, board = _take(held, "by_hand", bool), _number(held, "board")
    return Played(_name(held), _colour(held), _kingdom(held), _place(held), by_hand, board)


def _rules(held: Json) -> Rules:
    switches = {name: _take(held, name, bool) for name in ("harmony", "middle_kingdom")}
    try:
        return Rules(_take(held, "edition", str), _number(held, "grid"), **switches)
    except RulesError as unknown:
        raise RecordError(str(unknown)) from unknown


def _name(held: Json) -> str:
    name = plain_name(_take(held, "name", str)[: LONGEST_NAME * 2])
    if not name:
        raise RecordError(said("a player has no name"))
    return name


def _colour(held: Json) -> Colour:
    try:
        return Colour(_take(held, "colour", str))
    except ValueError:
        raise RecordError(said("a castle is {colours}", colours=either([colour.value for colour in Colour]))) from None


def _kingdom(held: Json) -> Kingdom:
    code = _take(held, "code", str)
    if len(code) > LONGEST_CODE:
        long = said("a kingdom code has {length} characters; {most} are the most", length=len(code), most=LONGEST_CODE)
        raise RecordError(long)
    try:
        return Kingdom.parse(code)
    except CodeError as unreadable:
        raise RecordError(str(unreadable)) from unreadable


def _place(held: Json) -> Position | None:
    return None if held.get("place") is None else _position(held["place"])


def _position(held: Any) -> Position:
    match held:
        case [int(row), int(column)] if 0 <= row < LONGEST_CODE and 0 <= column < LONGEST_CODE:
            return row, column
    raise RecordError(said("a square's place is two numbers, row and column"))


def _time(held: Json) -> datetime:
    try:
        time = datetime.fromisoformat(_take(held, "played", str))
    except ValueError:
        time = None
    if time is None or time.tzinfo is None:
        raise RecordError(said("the time of a game looks like {time}", time="2026-11-21T20:30:00+00:00"))
    return time


def _number(held: Json, key: str) -> int:
    number: int = _take(held, key, int)
    if isinstance(number, bool) or not 0 <= number <= MOST_NUMBER:
        raise RecordError(said("{field} is a number from 0 to {most}", field=key, most=MOST_NUMBER))
    return number


def _take(held: Json, key: str, kind: type) -> Any:
    found = held.get(key)
    if not isinstance(found, kind):
        raise RecordError(said("{field} is missing or of the wrong kind", field=key))
    return found


def _each(held: Json, key: str, read: Callable[[Any], T], most: int) -> tuple[T, ...]:
    found = _take(held, key, list)
    if len(found) > most:
        long = said("{field} has {length} entries; {most} are the most", field=key, length=len(found), most=most)
        raise RecordError(long)
    if read is not _position and not all(isinstance(one, dict) for one in found):
        raise RecordError(said("{field} holds something that is not of ours", field=key))
    return tuple(read(one) for one in found)


def _parsed(text: str | bytes) -> Json:
    if len(text) > MOST_BYTES:
        most = MOST_BYTES // 1_000_000
        raise RecordError(said("the file is larger than {most} MB; an export of ours is smaller", most=most))
    try:
        held = json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError(said("this is no file of ours: it holds no JSON")) from None
    if not isinstance(held, dict) or held.get("crownsight") != FORMAT:
        unknown = "this is no file of ours, or of a newer Crownsight: it does not say crownsight {form}"
        raise RecordError(said(unknown, form=FORMAT))
    return held
