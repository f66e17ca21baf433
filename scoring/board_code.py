"""The board code: the kingdom code, then a comma before each piece.

``w2wC/f.t,giant@1.1x2,token@1.2,farmer@2.1,building@2.3:points:3,coins:8,towers:1,knights:2,queen``: behind ``@`` the
row and the column, counted from 1. A building has ``crowns:1``, ``points:3``, or what it counts and how much for each,
as in ``forest:2``. A code without commas is the plain kingdom code, which every earlier version reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from scoring.kingdom import CodeError, Kingdom, Position, position_label
from scoring.message import message
from scoring.pieces import NO_PIECES, Board, Building, Character, Figure, Pieces
from scoring.terrain import Terrain

MAX_CODE_LENGTH = 5_000  # characters of a code that is read

_ON_SQUARE = re.compile(r"([a-z_]+)@(\d{1,2})\.(\d{1,2})(?:x(\d))?(?::([a-z]+):(\d{1,3}))?", re.ASCII)
_BESIDE = re.compile(r"(coins|towers|knights):(\d{1,3})", re.ASCII)


def format_board(kingdom: Kingdom, pieces: Pieces = NO_PIECES) -> str:
    """Return the code of a kingdom with its pieces; ``parse_board`` undoes this.

    Example:
        >>> format_board(*parse_board("w1wC,giant@1.1"))
        'w1wC,giant@1.1'
    """
    return ",".join((str(kingdom), *_format_pieces(pieces)))


def parse_board(text: str) -> Board:
    """Parse a code into a kingdom and its pieces.

    Raises CodeError for the first thing that cannot be read.

    Example:
        >>> parse_board("w1wC,coins:8").pieces.coins
        8
    """
    if len(text) > MAX_CODE_LENGTH:
        raise CodeError(message("the code has more than {most} characters", most=MAX_CODE_LENGTH))
    code, *written = text.split(",")
    kingdom = Kingdom.parse(code)
    if not written:
        return Board(kingdom)
    counted: dict[str, int] = {}
    placed: list[re.Match[str]] = []
    for one in (part.strip() for part in written):
        beside, on_square = _BESIDE.fullmatch(one), _ON_SQUARE.fullmatch(one)
        if beside:
            counted[beside[1]] = int(beside[2])
        elif on_square:
            placed.append(on_square)
        elif one != "queen":
            raise _unreadable_piece(one)
    queen = any(part.strip() == "queen" for part in written)
    return Board(kingdom, _place_pieces(kingdom, placed, Pieces(**counted, queen=queen)))  # type: ignore[arg-type]


def _place_pieces(kingdom: Kingdom, placed: list[re.Match[str]], pieces: Pieces) -> Pieces:
    giants: dict[Position, int] = {}
    tokens, characters, buildings = set(), [], []
    for one in placed:
        position = _parse_position(kingdom, one)
        match one[1]:
            case "giant":
                giants[position] = giants.get(position, 0) + int(one[4] or 1)
            case "token":
                tokens.add(position)
            case "building":
                buildings.append((position, _parse_building(one)))
            case name if name in set(Character):
                characters.append((position, Character(name)))
            case _:
                raise _unreadable_piece(one[0])
    return replace(
        pieces,
        giants=tuple(sorted(giants.items())),
        tokens=frozenset(tokens),
        characters=tuple(characters),
        buildings=tuple(buildings),
    )


def _parse_position(kingdom: Kingdom, written: re.Match[str]) -> Position:
    position = int(written[2]) - 1, int(written[3]) - 1
    if not (0 <= position[0] < kingdom.height and 0 <= position[1] < kingdom.width):
        size = f"{kingdom.height}x{kingdom.width}"
        place = position_label(position)
        raise CodeError(
            message("{piece}: the kingdom is {size} and has no {place}", piece=written[0], size=size, place=place)
        )
    return position


def _parse_building(written: re.Match[str]) -> Building:
    kind, number = written[5], int(written[6] or 0)
    if kind in ("crowns", "points"):
        return Building(crowns=number) if kind == "crowns" else Building(points=number)
    try:
        return Building(each=number, per=parse_counted(kind or ""))
    except ValueError:
        raise _unreadable_piece(written[0]) from None


def parse_counted(name: str) -> Terrain | Figure:
    """Return what a building counts, a terrain or a figure, by its name; raise ValueError for another."""
    return Figure(name) if name in set(Figure) else Terrain(name)


def _unreadable_piece(written: str) -> CodeError:
    return CodeError(
        message(
            "{piece} is no piece; use giant@1.2x2, token@1.2, farmer@1.2, building@1.2:crowns:1, coins:8, towers:1, "
            "knights:2 or queen, with the row and the column behind @",
            piece=repr(written[:60]),
        )
    )


def _format_pieces(pieces: Pieces) -> Iterator[str]:
    for position, number in pieces.giants:
        yield f"giant{_at(position)}" + (f"x{number}" if number > 1 else "")
    yield from (f"token{_at(position)}" for position in sorted(pieces.tokens))
    yield from (f"{who.value}{_at(position)}" for position, who in pieces.characters)
    yield from (f"building{_at(position)}:{_format_building(building)}" for position, building in pieces.buildings)
    beside = {"coins": pieces.coins, "towers": pieces.towers, "knights": pieces.knights}
    yield from (f"{name}:{number}" for name, number in beside.items() if number)
    if pieces.queen:
        yield "queen"


def _at(position: Position) -> str:
    return f"@{position[0] + 1}.{position[1] + 1}"


def _format_building(building: Building) -> str:
    if building.per is not None:
        return f"{building.per.value}:{building.each}"
    return f"points:{building.points}" if building.points else f"crowns:{building.crowns}"
