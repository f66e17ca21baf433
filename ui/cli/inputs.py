"""Input of ``score`` and ``check``: kingdoms from arguments, files and photos."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from scoring import BASE, Box, CodeError, Title
from scoring.board_code import parse_board
from scoring.limits import find_required_boxes
from scoring.pieces import NO_PIECES
from ui.table.player_kingdom import PlayerKingdom

STANDARD_INPUT = "-"
MAX_INPUT_BYTES = 40_000_001  # one more than the largest photo
LONGEST_QUOTE = 60  # characters of what was typed, in a sentence


class BadInput(ValueError):  # noqa: N818 - it is the player's input that is bad, not the program
    """What was typed or named cannot be used; the message is one sentence and says what to do."""


class UsageError(BadInput):
    """The options contradict each other or lack one; the command ends with 2."""


def kingdoms_of_game(arguments: Sequence[str], box: Box, *, yes: bool = True) -> list[list[PlayerKingdom]]:
    """Return the kingdoms of each argument: those of the photo with that name, else the one of its code.

    Photos are read as those of one game, whose kingdoms share no domino. Raises BadInput, also for one that
    may show no kingdom, but with ``yes``.
    """
    codes = {argument: [parse_typed(_code(argument))] for argument in arguments if not _is_photo(argument)}
    photos = iter(_in_photos([argument for argument in arguments if argument not in codes], box, yes))
    return [codes[argument] if argument in codes else next(photos) for argument in arguments]


@cache
def read_standard_input() -> bytes:
    """Return what standard input holds, up to MAX_INPUT_BYTES; it can be read once only."""
    return sys.stdin.buffer.read(MAX_INPUT_BYTES)


def source_of(name: str) -> str | bytes:
    """Return the name of a photo, or its content if it comes from standard input."""
    return read_standard_input() if name == STANDARD_INPUT else name


def describe_file(name: str) -> str:
    """Return the name of a file for people."""
    return "standard input" if name == STANDARD_INPUT else name


def _is_photo(argument: str) -> bool:
    if argument != STANDARD_INPUT:
        return is_there(argument)
    from vision.photo.photo import SIGNATURE_BYTES, detect_format

    return detect_format(read_standard_input()[:SIGNATURE_BYTES]) is not None


def _code(argument: str) -> str:
    if argument != STANDARD_INPUT:
        return argument
    return read_standard_input().decode("utf-8", "replace").strip()


def parse_typed(code: str) -> PlayerKingdom:
    """Parse a code into a kingdom and its pieces. Raises BadInput."""
    try:
        return PlayerKingdom("", *parse_board(code))
    except CodeError as unreadable:
        raise BadInput(f"{quote(code)} is neither a file nor a kingdom code ({unreadable})") from unreadable


def box_named(names: Sequence[str]) -> Box:
    """Return the base game with the named expansions."""
    return BASE + Box(frozenset(Title(name) for name in names))


def box_of(names: Sequence[str], kingdoms: Sequence[PlayerKingdom]) -> Box:
    """Return the base game with the named expansions and those that the kingdoms' pieces need."""
    needed = [Box(find_required_boxes(one.kingdom, one.pieces)) for one in kingdoms if one.pieces is not NO_PIECES]
    return sum(needed, box_named(names))


def printable(text: str) -> str:
    """Return one line without control characters that a terminal would obey."""
    return "".join(one if one.isprintable() else repr(one)[1:-1] for one in text)


def quote(typed: str) -> str:
    """Quote the typed text, shortened if it is long."""
    return repr(typed if len(typed) <= LONGEST_QUOTE else f"{typed[:LONGEST_QUOTE]}...")


def is_there(argument: str, kind: Callable[[Path], bool] = Path.is_file) -> bool:
    """True if a file, or what ``kind`` asks for, exists under this name; a long kingdom code is no name at all."""
    try:
        return kind(Path(argument))
    except OSError:
        return False


def content_of(name: str, most: int) -> bytes:
    """Read at most ``most`` bytes of a file. Raises BadInput, also for endless files."""
    if name == STANDARD_INPUT:
        return read_standard_input()[:most]
    try:
        if Path(name).exists() and not Path(name).is_file():
            raise BadInput(f"{quote(name)} is no file")
        with Path(name).open("rb") as file:
            return file.read(most)
    except OSError as unreadable:
        raise BadInput(f"{name} cannot be read: {unreadable.strerror}") from unreadable


def _in_photos(names: Sequence[str], box: Box, yes: bool) -> list[list[PlayerKingdom]]:
    if not names:
        return []
    from vision import Reader, VisionError, WarningCode  # slow to import, and not needed for a code

    reader, grids = Reader(box=box), []
    for name in names:
        try:
            grids.append(reader.find(source_of(name)))
        except VisionError as unreadable:
            raise BadInput(f"{describe_file(name)}: {unreadable}") from unreadable
    found = reader.decode(grids)
    for name, readings in zip(names, found, strict=True):
        warnings = [warning for one in readings for warning in one.warnings]
        uncertain = next((one for one in warnings if one.code is WarningCode.UNCERTAIN_KINGDOM), None)
        if uncertain and not yes:
            raise BadInput(f"{describe_file(name)}: {uncertain} If it is one, add --yes.")
    doubts = "Some squares are doubtful; crownsight read lists them."
    return [
        [
            PlayerKingdom("", one.kingdom, warnings=(*map(str, one.warnings), *([] if one.sure else [doubts])))
            for one in readings
        ]
        for readings in found
    ]
