"""Three-way merge of tables: what two phones changed at once, put together square by square.

``base`` is the table that this phone saw before its change, ``mine`` the table after it, ``theirs``
the table as others have left it meanwhile. What this phone changed is the last change and wins, square by square;
everything else stays as the others left it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

from scoring.message import message
from ui.table.board import Board
from ui.table.kingdoms import Game as KingdomsGame
from ui.table.merge_board import merged_board
from ui.table.merge_kingdoms import merged_game
from ui.table.recording import renamed_in, with_corrected_record
from ui.table.table import Finished, Seat, Table, TableError

_NOT_KEPT = {"before", "after"}
_LISTED = {"seats", "games", "kingdoms", "numbered", "recorded"}


def merged(base: Table, mine: Table, theirs: Table) -> Table:
    """The table with this phone's change put on top of the others'.

    Raises TableError where both cannot be: two players of one name, or one castle for two.
    """
    recorded = _recorded(base, mine, theirs)
    if _began_the_next(base, mine) and _began_the_next(base, theirs):
        base = base.without_boards()
    mine = _renumbered(mine, above=base.numbered, by=max(0, theirs.numbered - base.numbered))
    plain = [field.name for field in fields(Table) if field.name not in _LISTED | _NOT_KEPT]
    changes: dict[str, Any] = {name: _chosen(base, mine, theirs, name) for name in plain}
    table = replace(
        theirs,
        seats=_seats(base.seats, mine.seats, theirs.seats),
        games=_games(base, mine, theirs),
        kingdoms=_kingdoms(base, mine, theirs),
        numbered=max(mine.numbered, theirs.numbered),
        recorded=recorded,
        before=mine.before,
        after=mine.after,
        **changes,
    )
    _refuse_doubles(table)
    return with_corrected_record(table)


def restored(table: Table) -> Table:
    """The table before players or boards were taken away, with what was changed since; this one if none were.

    Raises TableError where both cannot be.
    """
    if table.before is None or table.after is None:
        return table
    found = merged(table.after, table.before, table.settled())
    return replace(found, seats=tuple(sorted(found.seats, key=lambda seat: seat.number)))


def _began_the_next(base: Table, after: Table) -> bool:
    """Whether a phone has begun the next game since: all boards that lay there are gone, and counted as a game."""
    laid = _boards(base)
    return bool(laid) and not laid & _boards(after) and after.game_number > base.game_number


def _boards(table: Table) -> set[int]:
    if table.kingdoms:
        return {epoch.number for epoch in table.kingdoms.epochs}
    return {seat.board.number for seat in table.seats if seat.board}


def _recorded(base: Table, mine: Table, theirs: Table) -> int | None:
    """The record of the game under way; what one phone recorded of a game that is over for another is not it."""
    if _began_the_next(base, theirs):
        return mine.recorded or theirs.recorded if _began_the_next(base, mine) else theirs.recorded
    if _began_the_next(base, mine) or mine.recorded != base.recorded:
        return mine.recorded
    return theirs.recorded


def _chosen(base: Any, mine: Any, theirs: Any, name: str) -> Any:
    own = getattr(mine, name)
    return own if own != getattr(base, name) else getattr(theirs, name)


def _seats(base: Iterable[Seat], mine: Iterable[Seat], theirs: Iterable[Seat]) -> tuple[Seat, ...]:
    """Seats by number: gone where either phone removed them, new where either added them, else with both changes."""
    before = {seat.number: seat for seat in base}
    own = {seat.number: seat for seat in mine}
    kept: dict[int, Seat] = {}
    for seat in theirs:
        number = seat.number
        if number not in before:
            kept[number] = own.get(number, seat)
        elif number in own:
            kept[number] = _seat(before[number], own[number], seat)
    return tuple((kept | {number: seat for number, seat in own.items() if number not in before}).values())


def _games(base: Table, mine: Table, theirs: Table) -> tuple[Finished, ...]:
    """Recorded games by number: gone where either phone removed them, once where both recorded the same game."""
    if mine.games == base.games:
        games = theirs.games
    else:
        before = {game.number: game for game in base.games}
        own = {game.number: game for game in mine.games}
        kept = {
            game.number: _latest(before.get(game.number), own.get(game.number), game)
            for game in theirs.games
            if game.number in own or game.number not in before
        }
        added = {number: game for number, game in own.items() if number not in before}
        games = tuple(sorted((added | kept).values(), key=lambda game: game.number))
    for number, name in mine.names.items():
        known = base.names.get(number, name)
        games = games if known == name else renamed_in(games, known, name)
    return games


def _latest(base: Finished | None, mine: Finished | None, theirs: Finished) -> Finished:
    return mine if mine is not None and theirs == base else theirs


def _kingdoms(base: Table, mine: Table, theirs: Table) -> KingdomsGame | None:
    if base.kingdoms and mine.kingdoms and theirs.kingdoms:
        return merged_game(base.kingdoms, mine.kingdoms, theirs.kingdoms)
    return theirs.kingdoms


def _seat(base: Seat, mine: Seat, theirs: Seat) -> Seat:
    board = _board(base.board, mine.board, theirs.board)
    new = mine.board is not None and board is mine.board and theirs.board != base.board
    return replace(
        theirs,
        name=_chosen(base, mine, theirs, "name"),
        colour=_chosen(base, mine, theirs, "colour"),
        named=_chosen(base, mine, theirs, "named"),
        board=board,
        attempt=mine.attempt,
        tried=mine.tried,
        earlier=theirs.board if new else _chosen(base, mine, theirs, "earlier"),
    )


def _board(base: Board | None, mine: Board | None, theirs: Board | None) -> Board | None:
    if mine == base:
        return theirs
    if theirs == base or not (base and mine and theirs):
        return mine
    return merged_board(base, mine, theirs) or mine


def _renumbered(table: Table, *, above: int, by: int) -> Table:
    """The table with everything numbered after ``above`` moved up, so that no number is used twice."""
    if by == 0:
        return table
    seats = tuple(
        replace(
            seat,
            number=_moved(seat.number, above, by),
            board=seat.board.renumbered(above=above, by=by) if seat.board else None,
            earlier=seat.earlier.renumbered(above=above, by=by) if seat.earlier else None,
        )
        for seat in table.seats
    )
    return replace(table, seats=seats, numbered=_moved(table.numbered, above, by))


def _moved(number: int, above: int, by: int) -> int:
    return number + by if number > above else number


def _refuse_doubles(table: Table) -> None:
    names = [seat.name.casefold() for seat in table.seats]
    colours = [seat.colour for seat in table.seats]
    if len(set(names)) < len(names):
        raise TableError(message("Somebody with that name has just joined the table. Choose another name."))
    if len(set(colours)) < len(colours):
        raise TableError(message("Somebody has just taken that castle. Choose another colour."))
