"""Tables and games as JSON text: how they are stored, exported and imported.

Reading is strict, since a file may come from anywhere: unknown shapes, wrong types, sizes beyond any game's are refused
with a sentence. Writing what was read gives the same text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from scoring import CodeError, Edition, Kingdom, Position, Rules, RulesError
from scoring.castle import Castle
from scoring.message import either, message
from ui.table.board import Board
from ui.table.boxes_json import boxes_json, pieces_in, pieces_json, with_boxes
from ui.table.finished import Game, Played
from ui.table.json_fields import Json, each, each_part, name, number, parsed, take, time
from ui.table.json_fields import RecordError as RecordError
from ui.table.kingdoms import Past
from ui.table.kingdoms_json import game_in, game_json, past_in, past_json
from ui.table.names import colour_name
from ui.table.orientation import STORED_AS, turns_in, turns_json
from ui.table.table import Finished, Seat, Table

FORMAT = 1
MOST_BYTES = 4_000_000  # of an imported file
MOST_GAMES = 10_000
LONGEST_CODE = 400  # characters: 13 x 13 squares with crowns


def games_text(games: Iterable[Finished]) -> str:
    """Games as JSON text for a file, ``crownsight`` with the version of the form, then the games in order."""
    return json.dumps({"crownsight": FORMAT, "games": [_finished_json(game) for game in games]}, indent=1)


def games_in(text: str | bytes) -> tuple[Finished, ...]:
    """The games in an exported file. Raises RecordError."""
    return each_part(_parsed(text), "games", _finished, MOST_GAMES)


def table_text(table: Table) -> str:
    """A table as JSON text for the store; photos, attempts and the step before are not part of it."""
    return json.dumps(
        {
            "crownsight": FORMAT,
            "rules": _rules_json(table.rules),
            "numbered": table.numbered,
            "dynasty_from": table.dynasty_from,
            "recorded": table.recorded,
            "hide_scores": table.hide_scores,
            "keep_photos": table.keep_photos,
            "seats": [_seat_json(seat) for seat in table.seats],
            "games": [_finished_json(game) for game in table.games],
            "kingdoms": game_json(table.kingdoms) if table.kingdoms else None,
        },
        separators=(",", ":"),
    )


def table_in(text: str | bytes) -> Table:
    """The table in a stored text. Raises RecordError."""
    fields = _parsed(text)
    table = Table(
        seats=each_part(fields, "seats", _seat, len(Castle)),
        rules=_rules(take(fields, "rules", dict)),
        numbered=number(fields, "numbered"),
        games=each_part(fields, "games", _finished, MOST_GAMES),
        dynasty_from=_number_or_none(fields, "dynasty_from"),
        recorded=_number_or_none(fields, "recorded"),
        hide_scores=take(fields, "hide_scores", bool),
        keep_photos=take(fields, "keep_photos", bool),
        kingdoms=None if fields.get("kingdoms") is None else game_in(take(fields, "kingdoms", dict)),
    )
    return table if "recorded" in fields else _with_dynasty_of_old(table)


def _with_dynasty_of_old(table: Table) -> Table:
    """A table whose text was written before games named their Dynasty: it had every game from its first on."""
    first = table.dynasty_from
    games = (
        replace(game, dynasty=first) if isinstance(game, Game) and first and game.number >= first else game
        for game in table.games
    )
    return replace(table, games=tuple(games))


def finished_text(game: Finished) -> str:
    """One game as JSON text for the store."""
    return json.dumps(past_json(game) if isinstance(game, Past) else _game_json(game), separators=(",", ":"))


def finished_in(text: str) -> Finished:
    """The game in a stored text. Raises RecordError."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise RecordError(message("this is not a file saved by Crownsight: it is not JSON"))
    return _finished(fields)


def _rules_json(rules: Rules) -> Json:
    return {
        "edition": rules.edition,
        "grid": rules.grid,
        "harmony": rules.harmony,
        "middle_kingdom": rules.middle_kingdom,
        **boxes_json(rules),
    }


def _seat_json(seat: Seat) -> Json:
    return {
        "number": seat.number,
        "name": seat.name,
        "colour": seat.colour.value,
        "named": seat.named,
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
        STORED_AS: turns_json(board.turns),
        **pieces_json(board.pieces),
    }


def _finished_json(game: Finished) -> Json:
    """A game in a file: with the points, for a person who reads it; they are not read back."""
    if isinstance(game, Past):
        return past_json(game)
    fields, sheets = _game_json(game), game.sheets
    return fields | {"players": [one | {"points": sheets[one["name"]].total} for one in fields["players"]]}


def _game_json(game: Game) -> Json:
    return {
        "number": game.number,
        "played": game.played.isoformat(),
        "rules": _rules_json(game.rules),
        "dynasty": game.dynasty,
        "players": [
            {
                "name": one.name,
                "colour": one.colour.value,
                "code": str(one.kingdom),
                "place": one.place,
                "by_hand": one.by_hand,
                "board": one.board,
                "checked": one.checked,
                "doubts": one.doubts,
                **pieces_json(one.pieces),
            }
            for one in game.players
        ],
    }


def _seat(fields: Json) -> Seat:
    called, colour = name(fields), _colour(fields)
    return Seat(
        number(fields, "number"),
        called,
        colour,
        _board(fields, "board"),
        earlier=_board(fields, "earlier"),
        named=take(fields, "named", bool) if "named" in fields else called != colour_name(colour),
    )


def _board(fields: Json, key: str) -> Board | None:
    if fields.get(key) is None:
        return None
    board = take(fields, key, dict)
    kingdom = _kingdom(board)
    doubtful = each(board, "doubtful", _position, kingdom.height * kingdom.width)
    return Board(
        kingdom,
        frozenset(doubtful),
        checked=take(board, "checked", bool),
        number=number(board, "number"),
        revision=number(board, "revision"),
        place=_place(board),
        by_hand=take(board, "by_hand", bool),
        turns=turns_in(board),
        pieces=pieces_in(board, kingdom),
    )


def _finished(fields: Json) -> Finished:
    return past_in(fields) if "boards" in fields else _game(fields)


def _game(fields: Json) -> Game:
    players = each_part(fields, "players", _played, len(Castle))
    if not players or len({one.name for one in players}) < len(players):
        raise RecordError(message("a game has one to {most} players with different names", most=len(Castle)))
    rules = _rules(take(fields, "rules", dict))
    return Game(number(fields, "number"), time(fields, "played"), rules, players, _number_or_none(fields, "dynasty"))


def _played(fields: Json) -> Played:
    fields = {"checked": True, "doubts": 0} | fields  # which older files do not say
    kingdom = _kingdom(fields)
    return Played(
        name(fields),
        _colour(fields),
        kingdom,
        _place(fields),
        take(fields, "by_hand", bool),
        number(fields, "board"),
        checked=take(fields, "checked", bool),
        doubts=number(fields, "doubts"),
        pieces=pieces_in(fields, kingdom),
    )


def _rules(fields: Json) -> Rules:
    switches = {name: take(fields, name, bool) for name in ("harmony", "middle_kingdom")}
    try:
        rules = Rules(Edition(take(fields, "edition", str)), number(fields, "grid"), **switches)
    except RulesError as unknown:
        raise RecordError(unknown.message) from unknown
    return with_boxes(rules, fields)


def _number_or_none(fields: Json, key: str) -> int | None:
    return None if fields.get(key) is None else number(fields, key)


def _colour(fields: Json) -> Castle:
    colour = take(fields, "colour", str)
    if colour not in list(Castle):
        raise RecordError(message("a castle is {colours}", colours=either([*Castle])))
    return Castle(colour)


def _kingdom(fields: Json) -> Kingdom:
    code = take(fields, "code", str)
    if len(code) > LONGEST_CODE:
        long = message(
            "a kingdom code has {length} characters; {most} are the most", length=len(code), most=LONGEST_CODE
        )
        raise RecordError(long)
    try:
        return Kingdom.parse(code)
    except CodeError as unreadable:
        raise RecordError(unreadable.message) from unreadable


def _place(fields: Json) -> Position | None:
    return None if fields.get("place") is None else _position(fields["place"])


def _position(value: Any) -> Position:
    match value:
        case [int(row), int(column)] if 0 <= row < LONGEST_CODE and 0 <= column < LONGEST_CODE:
            return row, column
    raise RecordError(message("a square's place is two numbers, row and column"))


def _parsed(text: str | bytes) -> Json:
    return parsed(text, kind="crownsight", form=FORMAT, most_bytes=MOST_BYTES)
