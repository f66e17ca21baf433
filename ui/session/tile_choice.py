"""Tiles of the open table: taught editions, what boards add to them, and reading photos again.

A player has looked at every square of a checked board, so the crops of its photo are labelled tiles. They are stored
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
from ui import store
from ui.photos.photo_reader import KnownTiles, read_kept
from ui.photos.pictures import photo, window_corners
from ui.session.tab import tab
from ui.store.edition_store import Contents, KeptEdition
from ui.table.board import Board, PhotoResult, Trust, crop_kingdom, make_board
from ui.table.commands import may_change
from ui.table.corrections import with_photographed_board
from ui.table.photo_reading import BoardReading, PhotoReading
from ui.table.table import UNKNOWN_TILES, Table, Tiles
from vision.errors import PhotoError
from vision.pipeline.reader import Progress
from vision.pipeline.teach import TeachingResult
from vision.rectify import rectify_squares
from vision.squares.taught_tiles import TaughtTiles, TaughtTilesError, learn_squares, parse_tiles, serialize_tiles

REMEMBERED = 8  # editions that are not put together again: fitting one takes a second
MAX_CACHED_BOARDS = 16  # each holds its photo of 0.5 MB


def own_editions() -> list[KeptEdition]:
    """List the editions of this phone by name; none while the store does not answer."""
    return tab().asked(lambda: store.get_store().editions.of(tab().phone), [])


def editions_here() -> list[KeptEdition]:
    """List the editions that the table can use: those of its host."""
    kept = tab().stored
    return tab().asked(lambda: store.get_store().editions.at(kept.number), []) if kept else own_editions()


def default_tiles() -> Tiles:
    """Return the tiles with which a new table of this phone begins."""
    default = next((edition.number for edition in own_editions() if edition.is_default), None)
    return UNKNOWN_TILES.lying(taught=default)


def choose_tiles(chosen: Printing | None = None, taught: int | None = None, *, host: bool) -> None:
    """Say which tiles lie on the table in play, else photos tell; what a host says holds for its next tables, too."""
    tab().do(lambda table: replace(table, tiles=table.tiles.lying(chosen, taught)))
    if host:
        tab().asked(lambda: store.get_store().editions.choose(tab().phone, tab().table.tiles.taught), None)


def keep_edition(edition: TaughtTiles, *, host: bool) -> bool:
    """Add tiles to this phone's edition of that name and use it from now on; return whether that was done.

    The table in play has it, too, if this phone is its host.
    """

    def merge(before: bytes | None) -> Contents:
        stored = edition_in(before) if before else None
        return _contents(stored + edition if stored else edition)

    number = tab().asked(lambda: store.get_store().editions.keep(tab().phone, edition.name, merge), None)
    if number is None:
        return False
    if host and tab().stored:
        tab().do(lambda table: replace(table, tiles=table.tiles.lying(taught=number)))
    return True


def forget_edition(number: int) -> None:
    """Forget an edition; the table in play looks what lies there, if it had that."""
    tab().asked(lambda: store.get_store().editions.forget(tab().phone, number), None)
    if tab().table.tiles.taught == number:
        tab().do(lambda table: replace(table, tiles=table.tiles.lying()))


def edition_file(number: int) -> bytes:
    """Return an edition as a file to share; empty if it is gone."""
    return tab().asked(lambda: store.get_store().editions.content(number), None) or b""


@lru_cache(maxsize=REMEMBERED)
def edition_in(content: bytes, taught: tuple[TaughtTiles, ...] = ()) -> TaughtTiles | None:
    """Parse stored tiles and add what boards have taught; None if they are damaged or of another network."""
    try:
        edition = reduce(add, taught, parse_tiles(content))
    except TaughtTilesError:
        return None
    return edition if edition.is_current else None


def _contents(edition: TaughtTiles) -> Contents:
    return Contents(serialize_tiles(edition), edition.kingdoms)


def is_outdated(number: int) -> bool:
    """True if an edition was taught to another network than reads now, so that it says nothing to this one."""
    content = edition_file(number)
    return bool(content) and edition_in(content) is None


def keep_lesson(lesson: TeachingResult | PhotoResult | None) -> None:
    """Remember what a photo gave, for the screen to say."""
    own = tab().own
    own.lessons = replace(own.lessons, last=lesson, photos=own.lessons.photos + 1)


def edition_of(table: Table) -> TaughtTiles | None:
    """Return the taught edition of a table, extended by the current game.

    None where none is chosen, where it was forgotten or taught to another network, and while the store does not answer.
    """
    content = edition_file(table.tiles.taught) if table.tiles.taught else b""
    return edition_in(content, () if table.recorded is not None else taught_at(table)) if content else None


def taught_at(table: Table) -> tuple[TaughtTiles, ...]:
    """Collect what the checked boards of the current game teach."""
    found = (teach_from(seat.board) for seat in table.seats if seat.board)
    return tuple(tiles for tiles in found if tiles is not None)


def keep_taught(table: Table) -> None:
    """Add what the checked boards of a game that is over teach to the edition of its table."""
    number = table.tiles.taught
    taught = taught_at(table) if number and table.recorded is None else ()
    if not number or not taught:
        return

    def grow(before: bytes) -> Contents | None:
        edition = edition_in(before, taught)
        return None if edition is None else _contents(edition)

    tab().asked(lambda: store.get_store().editions.grow(number, grow), None)


def teach_meanwhile(board: Board) -> None:
    """Learn the tiles of a checked board while the player goes on, if its table has a taught edition."""
    if tab().table.tiles.taught:
        Thread(target=teach_from, args=(board,), daemon=True).start()


def teach_from(board: Board) -> TaughtTiles | None:
    """Learn the tiles of a checked board; None if it has no photo or reaches beyond it."""
    if board.trust is not Trust.CHECKED or board.source is None:
        return None
    return _learn(board.source, board.kingdom)


@lru_cache(maxsize=MAX_CACHED_BOARDS)
def _learn(source: PhotoReading, kingdom: Kingdom) -> TaughtTiles | None:
    read = (*source.orientation.offset, *source.read_size)
    corners = window_corners(source, *read) * source.picture.scale
    try:
        crops = rectify_squares(photo(source.picture), corners, *source.read_size)
    except PhotoError:
        return None
    return learn_squares("", crops, [square for _, square in crop_kingdom(kingdom, *read).squares()])


def known_tiles(table: Table) -> KnownTiles:
    """Return the known tiles of the table in play, or of a new one."""
    taught = edition_of(table)
    return KnownTiles(table.tiles.chosen if taught is None else taught, table.rules.box)


def read_again(progress: Progress) -> None:
    """Read every kingdom of the table in play again that was read from a photo at hand and is unchecked.

    Its grid is found anew, which other tiles may have made smaller. What was there before can be brought back, player
    by player.
    """
    table = tab().table
    photos: dict[bytes, list[tuple[int, Board, PhotoReading]]] = {}
    for seat in table.seats:
        if seat.board and seat.board.source and may_change(seat.board):
            photos.setdefault(seat.board.source.picture.jpeg, []).append((seat.number, seat.board, seat.board.source))
    for boards in photos.values():
        picture = boards[0][2].picture
        found = read_kept(picture, progress=progress, known=partial(known_tiles, table)).readings
        for number, board, source in boards:
            reading = next((one for one in found if _lies_in(source, one)), None)
            anew = make_board(reading, picture) if reading else _read(source, progress)
            if anew is not None:
                tab().do(partial(_with_other_board, number=number, before=board, board=anew))


def reads_expected(progress: Progress) -> bool:
    """True if the photos were to be read again, once that is done; a page that is left before leaves it to the next."""
    if not tab().own.lessons.is_reread_due:
        return False
    read_again(progress)
    _set_reread_due(due=False)
    return True


def expect_reread() -> None:
    """Read the photos again on the next page, for the boxes have changed."""
    _set_reread_due(due=True)


def _set_reread_due(*, due: bool) -> None:
    tab().own.lessons = replace(tab().own.lessons, is_reread_due=due)


def _lies_in(source: PhotoReading, reading: BoardReading) -> bool:
    """True if the middle of a board lies in another reading of its photo."""
    x, y = np.mean(source.reading.corners, axis=0)
    return cv2.pointPolygonTest(np.array(reading.corners, np.float32), (float(x), float(y)), False) >= 0


def _with_other_board(table: Table, number: int, before: Board, board: Board) -> Table:
    seat = table.seat(number)
    return with_photographed_board(table, number, board) if seat and seat.board == before else table


def _read(source: PhotoReading, progress: Progress) -> Board | None:
    """Read the board of a stored photo with the table's current tiles; None if it fails."""
    table, kingdom = tab().table, source.reading.kingdom
    attempt = read_kept(
        source.picture,
        np.array(source.reading.corners, np.float32) / np.float32(source.picture.scale),
        (kingdom.height, kingdom.width),
        progress=progress,
        known=partial(known_tiles, table),
    )
    return make_board(attempt.readings[0], source.picture) if len(attempt.readings) == 1 else None
