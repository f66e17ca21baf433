"""``crownsight teach``: teach the tiles of an edition by a photo and save them in a file."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING

from scoring import EMPTY, Position, Terrain
from ui.cli.inputs import BadInput, UsageError, box_of, content_of, describe_file, parse_typed, quote, source_of
from ui.system import write_whole_file
from ui.table.names import plain_name
from ui.table.player_kingdom import PlayerKingdom

USE = "crownsight teach PHOTO --tiles FILE"

if TYPE_CHECKING:
    from vision.pipeline.teach import TeachingResult
    from vision.squares.taught_tiles import TaughtTiles


def teach(options: Namespace) -> int:
    """Learn tiles from a photo of the teaching kingdom or of a given one, and add them to a file.

    Without a photo, print what to lay. Raises BadInput.
    """
    if options.photo is None:
        print(f"Lay these dominoes by their numbers, photograph them, then: {USE}\n\n{_plan()}")
        return 0
    if options.tiles is None:
        raise UsageError(f"an edition needs a file: {USE}")
    from vision.errors import VisionError
    from vision.photo.memory import prepare_process
    from vision.squares.taught_tiles import serialize_tiles

    prepare_process()
    file = Path(options.tiles)
    before = load_edition(options.tiles) if file.exists() else None
    try:
        taught = _taught_by(options, before.name if before else plain_name(file.stem) or "My edition")
    except VisionError as refused:
        raise BadInput(f"{describe_file(options.photo)}: {refused}") from refused
    edition = before + taught.tiles if before else taught.tiles
    try:
        with write_whole_file(file.resolve()) as new:
            new.write_bytes(serialize_tiles(edition))
    except OSError as unwritable:
        raise BadInput(f"{options.tiles} cannot be written: {unwritable.strerror}") from unwritable
    for warning in taught.warnings:
        print(warning)
    kinds = len(set(edition.squares))
    print(f"{edition.name}: {len(edition)} squares of {kinds} kinds, kingdoms checked {edition.kingdoms}")
    return 0


def _taught_by(options: Namespace, name: str) -> TeachingResult:
    """Teach from the photo. Raises VisionError, and BadInput for a bad kingdom code."""
    from vision.pipeline.teach import teach as learn

    if options.kingdom is None:
        return learn(source_of(options.photo), name)
    given = parse_typed(options.kingdom)
    uncovered = reduce(lambda left, at: left.with_square(*at, EMPTY), find_hidden_squares(given), given.kingdom)
    return learn(source_of(options.photo), name, uncovered, box=box_of(options.box, [given]))


def find_hidden_squares(given: PlayerKingdom) -> Iterator[Position]:
    """Yield the squares whose tile a piece hides; a building on a town is taught with it."""
    pieces = given.pieces
    yield from (at for at, _ in (*pieces.giants, *pieces.characters))
    yield from pieces.tokens
    yield from (at for at, _ in pieces.buildings if given.kingdom[at].terrain is not Terrain.TOWN)


def load_edition(file: str | None) -> TaughtTiles | None:
    """Load the edition in a file; None without a file. Raises BadInput."""
    if not file:
        return None
    from vision.squares.taught_tiles import MAX_FILE_BYTES, TaughtTilesError, parse_tiles

    try:
        edition = parse_tiles(content_of(file, MAX_FILE_BYTES + 1))
    except TaughtTilesError as unreadable:
        raise BadInput(f"{quote(file)} holds no edition: {unreadable}") from unreadable
    if not edition.is_current:
        raise BadInput(f"the edition in {quote(file)} was taught to another version of the reader; teach it again")
    return edition


def _plan() -> str:
    """Draw the teaching kingdom: the domino number of every square, and its kingdom code."""
    from vision.pipeline.teach import TEACHING_KINGDOM, list_teaching_dominoes

    number = {place: str(domino.number) for domino in list_teaching_dominoes() for place in domino.squares}
    cells = {place: f"{number.get(place, '')} {square}".strip() for place, square in TEACHING_KINGDOM.squares()}
    rows, columns = range(TEACHING_KINGDOM.height), range(TEACHING_KINGDOM.width)
    return "\n".join("  " + "".join(f"{cells[row, column]:<8}" for column in columns).rstrip() for row in rows)
