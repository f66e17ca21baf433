"""Tiles of the open table: taught editions, what boards add to them, and reading photos again.

A player has looked at every square of a confirmed board, so the crops of its photo are labelled tiles. They are stored
when the game is recorded or ends. Photos are read again after an edition was taught or another box was chosen.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial, reduce
from operator import add
from threading import Thread

import cv2
import numpy as np

from scoring import Kingdom
from scoring.boxes import Printing
from ui.photos.photo_reader import KnownTiles, read_stored_photo
from ui.photos.pictures import decode_picture, window_corners
from ui.session.tab import tab
from ui.store.edition_store import Contents, StoredEdition
from ui.table.board import Board, PhotoResult, Trust, crop_kingdom, make_board
from ui.table.commands import may_change
from ui.table.corrections import with_photographed_board
from ui.table.photo_reading import PhotoReading
from ui.table.table import UNKNOWN_TILES, Table, Tiles
from vision import Reading
from vision.errors import PhotoError
from vision.pipeline.reader import Progress
from vision.pipeline.teach import TeachingResult
from vision.rectify import rectify_squares
from vision.squares.taught_tiles import TaughtTiles, TaughtTilesError, learn_squares, parse_tiles, serialize_tiles

MAX_CACHED_EDITIONS = 8  # fitting one takes a second
MAX_CACHED_BOARDS = 16  # each holds its photo of 0.5 MB


def list_own_editions() -> list[StoredEdition]:
    """List the editions of this phone by name; none while the store does not answer."""
    return tab().query_or(lambda db: db.editions.list_own(tab().phone), [])


def list_table_editions() -> list[StoredEdition]:
    """List the editions that the table can use: those of its host."""
    stored = tab().stored
    if stored is None:
        return list_own_editions()
    return tab().query_or(lambda db: db.editions.list_at(stored.number), [])


def get_default_tiles() -> Tiles:
    """Return the tiles with which a new table of this phone begins."""
    default = next((edition.number for edition in list_own_editions() if edition.is_default), None)
    return UNKNOWN_TILES.with_choice(taught=default)


def choose_tiles(chosen: Printing | None = None, taught: int | None = None, *, host: bool) -> None:
    """Set the tiles of the table in play; by default they are detected. A host's choice holds for new tables, too."""
    tab().apply(lambda table: replace(table, tiles=table.tiles.with_choice(chosen, taught)))
    if host:
        tab().query_or(lambda db: db.editions.set_default(tab().phone, tab().table.tiles.taught), None)


def save_edition(tiles: TaughtTiles, *, host: bool) -> bool:
    """Add tiles to this phone's edition of that name and make it the default; return whether that was done.

    A stored table in play uses it from now on, too, if this phone is its host.
    """

    def merge(before: bytes | None) -> Contents:
        stored = parse_edition(before) if before else None
        return _to_contents(stored + tiles if stored else tiles)

    number = tab().query_or(lambda db: db.editions.save(tab().phone, tiles.name, merge), None)
    if number is not None and host and tab().stored:
        tab().apply(lambda table: replace(table, tiles=table.tiles.with_choice(taught=number)))
    return number is not None


def delete_edition(number: int) -> None:
    """Delete an edition; if the table in play used it, its tiles are detected again."""
    tab().query_or(lambda db: db.editions.delete(tab().phone, number), None)
    if tab().table.tiles.taught == number:
        tab().apply(lambda table: replace(table, tiles=table.tiles.with_choice()))


def load_edition_file(number: int) -> bytes:
    """Return an edition as a file to share; empty if it was deleted."""
    return tab().query_or(lambda db: db.editions.load(number), None) or b""


@lru_cache(maxsize=MAX_CACHED_EDITIONS)
def parse_edition(content: bytes, learned: tuple[TaughtTiles, ...] = ()) -> TaughtTiles | None:
    """Parse a stored edition and add what boards have taught; None if it is damaged or of another network."""
    try:
        tiles = reduce(add, learned, parse_tiles(content))
    except TaughtTilesError:
        return None
    return tiles if tiles.is_current else None


def _to_contents(tiles: TaughtTiles) -> Contents:
    return Contents(serialize_tiles(tiles), tiles.kingdoms)


def is_outdated(number: int) -> bool:
    """Return whether an edition was taught to another network, so that it changes no reading."""
    content = load_edition_file(number)
    return bool(content) and parse_edition(content) is None


def set_teaching_result(result: TeachingResult | PhotoResult | None) -> None:
    """Remember what a photo taught, or why it taught nothing, for the screen to show."""
    lessons = tab().own.lessons
    lessons.last = result
    lessons.photos += 1


# --- Tiles taught by confirmed boards


def load_table_edition(table: Table) -> TaughtTiles | None:
    """Return the taught edition of a table, extended by the current game.

    None if the table has none that this network can use, and while the store does not answer.
    """
    content = load_edition_file(table.tiles.taught) if table.tiles.taught else b""
    return parse_edition(content, () if table.recorded is not None else learn_from_boards(table)) if content else None


def save_learned_tiles(table: Table) -> None:
    """Add what the confirmed boards of a finished game have taught to the edition of its table."""
    number = table.tiles.taught
    learned = learn_from_boards(table) if number and table.recorded is None else ()
    if not number or not learned:
        return

    def merge(before: bytes) -> Contents | None:
        tiles = parse_edition(before, learned)
        return None if tiles is None else _to_contents(tiles)

    tab().query_or(lambda db: db.editions.extend(number, merge), None)


def learn_from_boards(table: Table) -> tuple[TaughtTiles, ...]:
    """Learn the tiles of every confirmed board of the current game."""
    learned = (learn_from_board(seat.board) for seat in table.seats if seat.board)
    return tuple(tiles for tiles in learned if tiles is not None)


def learn_in_background(board: Board) -> None:
    """Learn the tiles of a confirmed board into the cache of ``_learn``, if its table has a taught edition."""
    if tab().table.tiles.taught:
        Thread(target=learn_from_board, args=(board,), daemon=True).start()


def learn_from_board(board: Board) -> TaughtTiles | None:
    """Learn the tiles of a board; None if it is not confirmed, has no photo, or reaches beyond the photo."""
    if board.trust is not Trust.CONFIRMED or board.source is None:
        return None
    return _learn(board.source, board.kingdom)


@lru_cache(maxsize=MAX_CACHED_BOARDS)
def _learn(source: PhotoReading, kingdom: Kingdom) -> TaughtTiles | None:
    window = (*source.orientation.offset, *source.read_size)  # the part of the board that was read
    corners = window_corners(source, *window) * source.picture.scale
    try:
        crops = rectify_squares(decode_picture(source.picture), corners, *source.read_size)
    except PhotoError:
        return None
    return learn_squares("", crops, [square for _, square in crop_kingdom(kingdom, *window).squares()])


# --- Reading photos again


def get_known_tiles(table: Table) -> KnownTiles:
    """Return what is known of the tiles of a table before a photo is read."""
    taught = load_table_edition(table)
    return KnownTiles(table.tiles.chosen if taught is None else taught, table.rules.box)


def reread_if_due(progress: Progress) -> bool:
    """Read the photos again if that is due; return whether it was.

    It stays due if the page is left before all photos are read.
    """
    if not tab().own.lessons.is_reread_due:
        return False
    reread_photos(progress)
    tab().own.lessons.is_reread_due = False
    return True


def reread_photos(progress: Progress) -> None:
    """Read the photos of all kingdoms of the table in play that may still change again.

    Grids are located again, because a reading with the wrong tiles may have cut them short. Each player can restore the
    earlier reading.
    """
    table = tab().table
    photos: dict[bytes, list[tuple[int, Board, PhotoReading]]] = {}
    for seat in table.seats:
        if seat.board and seat.board.source and may_change(seat.board):
            photos.setdefault(seat.board.source.picture.jpeg, []).append((seat.number, seat.board, seat.board.source))
    for boards in photos.values():
        picture = boards[0][2].picture
        found = read_stored_photo(picture, progress=progress, known=partial(get_known_tiles, table)).readings
        for number, board, source in boards:
            reading = next((reading for reading in found if _lies_in(source, reading)), None)
            reread = make_board(reading, picture) if reading else _read_at_corners(source, progress)
            if reread is not None:
                tab().apply(partial(_replace_board, number=number, before=board, board=reread))


def _lies_in(source: PhotoReading, reading: Reading) -> bool:
    """Return whether the middle of a board lies inside the corners of another reading of its photo."""
    x, y = np.mean(source.reading.corners, axis=0)
    return cv2.pointPolygonTest(np.array(reading.corners, np.float32), (float(x), float(y)), False) >= 0


def _replace_board(table: Table, number: int, before: Board, board: Board) -> Table:
    """Replace the board of a seat, unless it is no longer ``before``."""
    seat = table.seat(number)
    return with_photographed_board(table, number, board) if seat and seat.board == before else table


def _read_at_corners(source: PhotoReading, progress: Progress) -> Board | None:
    """Read the board of a stored photo with the table's current tiles; None if it fails."""
    table, kingdom = tab().table, source.reading.kingdom
    attempt = read_stored_photo(
        source.picture,
        np.array(source.reading.corners, np.float32) / np.float32(source.picture.scale),
        (kingdom.height, kingdom.width),
        progress=progress,
        known=partial(get_known_tiles, table),
    )
    return make_board(attempt.readings[0], source.picture) if len(attempt.readings) == 1 else None
