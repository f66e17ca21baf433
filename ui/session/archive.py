"""Past games of a phone: pages, statistics, achievements, import and export.

While the store does not answer there are none, and the screen says why.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from threading import Lock
from typing import NamedTuple

from scoring import Kingdom
from scoring.castle import Castle
from scoring.message import Message
from ui import store
from ui.i18n.translate import castle_names
from ui.session.members import own_seat
from ui.session.pending_photos import store_photo_result
from ui.session.tab import run_undoable, tab
from ui.session.tile_choice import save_learned_tiles
from ui.table.achievements import PriorStats, find_achievements
from ui.table.commands import next_game
from ui.table.completed_games import Game
from ui.table.entries import Cursor, Entry, EntryBatch, parse_entry_key
from ui.table.imports import detect
from ui.table.imports.bgstats import ImportResult
from ui.table.merge import GAMES_AT_ONCE, PART_SECONDS, add_games, batch, check_capacity, deduplicate, merge_games
from ui.table.names import keys_of, name_of_key, player_key
from ui.table.photo_reading import PhotoReading
from ui.table.saved_game import get_current_game, make_table_of_saved_game, merge_with_current, resume_dynasty
from ui.table.serialization import SavedGames
from ui.table.statistics import HeadToHead, StatsByGame, sort_rivals
from ui.table.strict_json import FormatError
from ui.table.table import CompletedGame, Table, TableError, add_record

BATCH_SIZE = 20  # entries that are shown at once
MOST_TOTALS = 40  # games of a curve


def load_entries(after: Cursor | None = None, name: str = "") -> EntryBatch:
    """Load a batch of the history; with ``name``, of the games of players shown by that name."""
    return tab().query_or(lambda db: db.history.load_batch(tab().phone, BATCH_SIZE, after, _keys(name)), EntryBatch())


def entry(key: str) -> Entry | None:
    wanted = parse_entry_key(key)
    return tab().query_or(lambda db: db.history.find_entry(tab().phone, *wanted), None) if wanted else None


def count_games() -> int:
    return tab().query_or(lambda db: db.history.count_games(tab().phone), 0)


def tallies(name: str = "") -> StatsByGame:
    return tab().query_or(lambda db: db.history.sum_results(tab().phone, _keys(name)), StatsByGame())


def rivals(name: str, *, kingdoms: bool) -> list[HeadToHead]:
    """List the players with enough shared games, most games first, by displayed name."""
    none: tuple[HeadToHead, ...] = ()
    found = tab().query_or(lambda db: db.history.find_rivals(tab().phone, _keys(name), kingdoms=kingdoms), none)
    words = castle_names()
    return [replace(one, name=name_of_key(one.who, one.name, words)) for one in sort_rivals(found)]


def totals(name: str, *, kingdoms: bool) -> tuple[int, ...]:
    """Return a player's points in the last games, earliest first."""
    none: tuple[int, ...] = ()
    here = tab().phone, _keys(name), MOST_TOTALS
    return tab().query_or(lambda db: db.history.load_points(*here, kingdoms=kingdoms), none)


def achievements_of(game: CompletedGame) -> Sequence[Message]:
    """List the achievements of a game among all games of this phone, with the names in ``game``.

    It is one as it is drawn.
    """
    here, kingdoms, until = tab().phone, game.is_knizia, game.played.timestamp()

    def career_of(name: str) -> PriorStats:
        return store.get_store().history.sum_earlier_results(here, _keys(name), kingdoms=kingdoms, until=until)

    def since_beaten(name: str, rival: str) -> int:
        both = _keys(name), _keys(rival)
        return store.get_store().history.count_games_since_win(here, *both, kingdoms=kingdoms, until=until)

    return tab().query_or(lambda _db: find_achievements(game.results, career_of, since_beaten), ())


def all_games(phone: str) -> SavedGames:
    """Collect the games of every table of a phone, and its last unfinished one. Raises StoreError."""
    tables = store.get_store().find_tables(phone)
    hosted = {kept.number for kept in store.get_store().find_tables(phone, most_games=0, hosted=True)}
    now = datetime.now(UTC)
    for kept in tables:
        current = get_current_game(kept.table, now) if kept.number in hosted else None
        if current:
            others = (other.table.games for other in tables if other is not kept)
            return merge_with_current(others, kept.table.games, current)
    return SavedGames(merge_games(kept.table.games for kept in tables))


def read_from(table: int, game: Game) -> dict[str, PhotoReading]:
    """Map the players of a game to the stored readings of their boards."""
    boards = [one.board for one in game.players]
    none: list[int] = []
    kept = tab().query_or(lambda db: db.history.find_photographed_boards(table, boards), none)
    found = {one.name: photo_of(table, one.board) for one in game.players if one.board in kept}
    return {name: source for name, source in found.items() if source is not None}


def photo_of(table: int, board: int) -> PhotoReading | None:
    return tab().query_or(lambda db: db.photos.find(table, board), None)


def _keys(name: str) -> tuple[str, ...]:
    return keys_of(name, castle_names()) if name else ()


# --- The end of a game


def record_result() -> None:
    """Record a complete current game whose result is shown, and store what its boards teach."""
    before, now = tab().table, datetime.now(UTC)
    if add_record(before, now) is not before:
        with suppress(TableError):  # the result is shown all the same, and recorded as soon as that can be
            tab().apply(partial(add_record, seen=now))
    if tab().table.recorded is not None:
        save_learned_tiles(before)


def play_again() -> None:
    """Finish the current game, clear the boards for the next, and store what was taught. Raises TableError."""
    over = tab().table.game_number
    before = run_undoable(partial(next_game, over=over, played=datetime.now(UTC), by=own_seat())).before
    for seat in list(tab().own.boards.photos):  # no photo is under way any more
        store_photo_result(seat, None)
    save_learned_tiles(before)


# --- SavedGames from files, added to the table in play

_one = Lock()  # file at a time that is read or written: Python runs one thread at a time, and others tap meanwhile


def import_games(content: bytes) -> ImportResult:
    """Read the games of a file. Raises FormatError."""
    with _one:
        return detect.import_games(content, datetime.now(UTC))


class ImportPreview(NamedTuple):
    """The games that a file would add, before anything is stored."""

    file: ImportResult
    names: tuple[str, ...]  # of the players in the file, alphabetically
    new: int  # games to add, with the unfinished one
    known: int  # games that this phone has already


def preview_import(file: ImportResult) -> ImportPreview:
    """Return what the games of a file would add. Raises FormatError if a table cannot hold them, StoreError."""
    with _one:
        new, resumed = _find_new(file.games)
    total = len(file.games.finished) + (file.games.under_way is not None)
    added = len(new) + (resumed is not None)
    return ImportPreview(file, _list_names(file.games), added, total - added)


def _list_names(file: SavedGames) -> tuple[str, ...]:
    """Return the names of all players of a file in the reader's language, alphabetically."""
    words = castle_names()
    found: dict[str, str] = {}
    for game in (*file.finished, *filter(None, [file.under_way])):
        colours = {one.name: one.colour for one in game.players} if isinstance(game, Game) else {}
        for one in game.players:
            key = player_key(one.name, colours.get(one.name))
            found.setdefault(key, name_of_key(key, one.name, words))
    return tuple(sorted(found.values(), key=str.casefold))


def add_from_file(file: SavedGames) -> int:
    """Add the games of a file that this phone does not have, and a table for the unfinished one; return how many.

    They are added to the table in play in batches, between which others can write. Games that another tab of this phone
    adds at the same time, on any server, are not added twice.

    Raises:
        FormatError: the table cannot hold them, or its seats conflict.
        TableError: the table in play refuses them.
        StoreError: the store is not available.
    """
    with _one:
        new, resumed = _find_new(file)
        is_resumed = False
        if resumed:
            try:
                table = make_table_of_saved_game(resumed)
            except TableError as refused:
                raise FormatError(refused.message) from refused
            is_resumed = tab().start_table(lambda: table if _find_new(file)[1] else None)
    number = int(is_resumed)
    for part in batch(new, GAMES_AT_ONCE):
        with _one:
            if _still_new(part):
                entry = tab().apply(partial(_with_new, games=part), is_exclusive=True)
                number += len(entry.after.games) - len(entry.before.games)
            time.sleep(PART_SECONDS)
    if is_resumed:
        tab().apply(partial(resume_dynasty, file=file))
    return number


def _find_new(file: SavedGames) -> tuple[tuple[CompletedGame, ...], Game | None]:
    """Return the games of a file that this phone does not have, finished and unfinished."""
    here = all_games(tab().phone)
    new = deduplicate(file.finished, here.finished)
    check_capacity(tab().table, new)
    return new, file.under_way if _identify_kingdoms(file.under_way) != _identify_kingdoms(here.under_way) else None


def _with_new(table: Table, games: Sequence[CompletedGame]) -> Table:
    return add_games(table, _still_new(games))


def _still_new(games: Sequence[CompletedGame]) -> tuple[CompletedGame, ...]:
    """Return the games that are at no table of this phone."""
    return deduplicate(games, store.get_store().history.find_games_ending_with(tab().phone, games))


def _identify_kingdoms(game: Game | None) -> list[tuple[str, Castle, Kingdom]]:
    """List the kingdoms that identify an unfinished game."""
    return [(one.name, one.colour, one.kingdom) for one in game.players] if game else []
