"""Display names and cards of players.

Without a name a player is called by the castle's colour. Tables and games are kept with ``Blue`` for such a player
(``ui.table.names``); each reader sees it in their language.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from html import escape

from scoring import Castle
from ui.drawing import tiles
from ui.drawing.html import in_html
from ui.i18n.translate import capitalize, castle_names, translate
from ui.table.board import Trust, board_trust_label
from ui.table.completed_games import Game
from ui.table.entries import Entry
from ui.table.names import colour_name, name_of_key
from ui.table.statistics import StatsByGame
from ui.table.table import CompletedGame, Seat, Table, sheet


def display_name(seat: Seat, table: Table) -> str:
    """Return the name of a seat's player; a colour name that another player was given stays as stored."""
    return seat.name if seat.named else _of_colour(seat.colour, {one.name for one in table.seats})


def with_display_names(table: Table) -> Table:
    """Return the table with display names, for drawing only: commands start from the stored table."""
    names = [display_name(seat, table) for seat in table.seats]
    pairs = zip(table.seats, names, strict=True)
    seats = tuple(seat if seat.name == name else replace(seat, name=name) for seat, name in pairs)
    games = tuple(map(game_with_display_names, table.games))
    if seats == table.seats and games == table.games:
        return table
    return replace(table, seats=seats, games=games)


def game_with_display_names(game: CompletedGame) -> CompletedGame:
    if not isinstance(game, Game):
        return game
    names = {one.name for one in game.players}
    players = (
        replace(one, name=_of_colour(one.colour, names)) if one.name == colour_name(one.colour) else one
        for one in game.players
    )
    return replace(game, players=tuple(players))


def entry_with_display_names(entry: Entry) -> Entry:
    return replace(entry, games=tuple(map(game_with_display_names, entry.games)))


def tallies_with_display_names(tallies: StatsByGame) -> StatsByGame:
    words = castle_names()
    of_kinds = (tallies.kingdomino, tallies.kingdoms)
    drawn = (tuple(replace(one, name=name_of_key(one.who, one.name, words)) for one in of_kind) for of_kind in of_kinds)
    return StatsByGame(*drawn)


def _of_colour(colour: Castle, taken: Collection[str]) -> str:
    word = castle_names()[colour]
    return colour_name(colour) if word in taken else word


LONG_NAME = 8  # letters that fit the card of a phone in letters of 16 pixels
_NO_POINTS = "–"
_CAMERA = tiles.svg_image(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#8A8172" stroke-width="1.6" '
    'stroke-linejoin="round"><path d="M3 8h4l1.6-2.5h6.8L17 8h4v11H3z"/><circle cx="12" cy="13" r="3.6"/></svg>',
    "",
    "cs-camera",
)


def player_card(table: Table, seat: Seat) -> str:
    """Draw the card of a seat of a table with display names, without what one phone alone adds to it.

    It says how far the kingdom can be relied on only where something is left to do.
    """
    picture = tiles.small_board(seat.board.kingdom) if seat.board else _CAMERA
    is_final = seat.board is not None and seat.board.trust in (Trust.CONFIRMED, Trust.READ)
    state = "" if is_final else capitalize(translate(board_trust_label(seat.board)))
    return (
        f'<div class="cs-card cs-{seat.colour.value}"><span class="pictures">{picture}</span><span class="who">'
        f'{format_card_name(seat.name)}<span class="sum">{_points(table, seat) if seat.board else ""}</span>'
        f'<span class="state">{escape(state)}</span></span></div>'
    )


def format_card_name(name: str) -> str:
    """Format the name on a card as HTML, marked as long where it needs smaller letters."""
    return f"""<b{' class="long"' if len(name) > LONG_NAME else ""}>{in_html(name)}</b>"""


def describe_card(table: Table, seat: Seat, name: str) -> str:
    """Describe the same card in words, with the player's name in the given form."""
    state = translate(board_trust_label(seat.board))
    return f"{name}: {_points(table, seat)}, {state}" if seat.board else f"{name}: {state}"


def _points(table: Table, seat: Seat) -> str:
    return str(sheet(table, seat.board).total) if seat.board and table.shows_scores else _NO_POINTS


def outline_label(table: Table, seat: Seat) -> str:
    """Return the points of a kingdom for its outline in a photo, with a question mark while it has doubtful squares.

    Nothing while scores are hidden.
    """
    if seat.board is None or not table.shows_scores:
        return ""
    total = sheet(table, seat.board).total
    return f"{total} ?" if seat.board.doubts else str(total)
