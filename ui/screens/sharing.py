"""Share a game: pictures for a chat, files for other programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from html import escape

import streamlit as st

from scoring import Standing
from scoring.knizia import COLUMNS, ROWS
from scoring.limits import pieces_in_play
from scoring.svg import draw_squares
from ui.components import share_pictures
from ui.components.finale import format_winner_headline
from ui.drawing import knizia_pieces
from ui.drawing.html import points
from ui.drawing.knizia_pieces import format_signed, player_label
from ui.drawing.piece_marks import marks
from ui.drawing.result_text import bg_stats_link, result_csv, result_line, sum_lines
from ui.drawing.share_card import (
    Caption,
    DrawnBoard,
    PlayerRow,
    TablePhoto,
    boards_card,
    winner_card,
)
from ui.i18n.translate import _
from ui.photos.pictures import get_picture_address
from ui.screens.dates import format_long, session_date
from ui.screens.files import JSON, offer_file
from ui.screens.invitation import qr_code
from ui.screens.reveal import format_dynasty_heading, format_heading
from ui.table.assignment import group_by_photo
from ui.table.checking import winner_is_certain
from ui.table.completed_games import Game, rank_dynasty_games
from ui.table.game_file import game_file_text
from ui.table.knizia import Game as KniziaGame
from ui.table.knizia import KniziaResult
from ui.table.photo_reading import PhotoReading, Picture
from ui.table.table import Table
from ui.wording import describe

BYTE_ORDER_MARK = "\ufeff"  # marks the file as UTF-8 for spreadsheets
Pictures = dict[str, str]  # SVGs by the names of their files


def share_result(table: Table, ranked: Sequence[Standing]) -> None:
    states = {seat.name: seat.board.state for seat in table.seats if seat.board}
    share_pictures(pictures_of_table(table, ranked), result_line(ranked, states))


def pass_on(game: Game, *, recorded: bool = True) -> None:
    played = {one.name: one for one in game.players}

    def table() -> str:
        kingdoms = {name: one.kingdom for name, one in played.items()}
        return BYTE_ORDER_MARK + result_csv(game.standings, kingdoms, {name: one.state for name, one in played.items()})

    with st.container(key="export"):
        st.html(f'<h2 class="cs-evening">{_("Export")}</h2>')
        if recorded:
            link_to_bg_stats(game)
        with st.container(horizontal=True):
            offer_file(_("Spreadsheet (CSV)"), "crownsight.csv", "text/csv", table)
            offer_file(_("Crownsight file"), "crownsight-game.json", JSON, lambda: game_file_text(game))
        if recorded:
            show_bg_stats_code(game)


def link_to_bg_stats(game: Game | KniziaResult) -> None:
    """Show the link that adds a recorded game to BG Stats on this phone."""
    st.link_button(_("Open in BG Stats"), bg_stats_link(game), width="stretch")


def show_bg_stats_code(game: Game | KniziaResult) -> None:
    """Show the QR code that adds a recorded game to BG Stats on another phone."""
    code = qr_code(bg_stats_link(game), _("QR code: scan it with another phone to add the game to BG Stats"))
    scan = _("Or scan this with the phone that has BG Stats.")
    st.html(f'<div class="cs-dense"><p class="cs-quiet">{escape(scan)}</p>{code}</div>' if code else "")


def pictures_of_table(table: Table, ranked: Sequence[Standing]) -> Pictures:
    """Build the share pictures of the current game, which may lack kingdoms, best first."""
    game = table.game(datetime.now(UTC))
    if not isinstance(game, Game):
        return {}
    if len(table.seats) == 1:
        caption = Caption(ranked[0].player, points(ranked[0].sheet.total), "", _format_day(game.played), is_won=False)
        [row] = _rows(game)
        return {"crownsight-board.png": boards_card(caption, [], [replace(row.board, title="")])} if row.board else {}
    said = format_heading(table, [one.player for one in ranked if one.rank == 1])
    caption = _caption(game, said, is_won=winner_is_certain(table))
    boards = ((seat.name, seat.board) for seat in table.seats if seat.board)
    photo = _table_photo(group_by_photo((name, board.source) for name, board in boards if board.source))
    return _pictures(game, replace(caption, more=_dynasty_line(table.dynasty_games)), photo)


def pictures_of_game(game: Game, read: Mapping[str, PhotoReading]) -> Pictures:
    """Build the share pictures of a past game, with the readings of its boards by player name."""
    caption = _caption(game, format_winner_headline(game.winners), is_won=True)
    return _pictures(game, caption, _table_photo(group_by_photo(read.items())))


def knizia_pictures(game: KniziaGame, day: datetime) -> Pictures:
    """Build the share picture of a game of Kingdoms: the boards of its epochs with their gold."""
    if game.sheet is None:
        return {}
    names = {purse.colour: player_label(purse.colour, game) for purse in game.sheet.purses}
    rows = [PlayerRow(names[one.colour], one.rank, one.now, one.colour.value) for one in game.sheet.purses]
    boards = []
    for number, (epoch, sheet) in enumerate(zip(game.epochs, game.sheet.epochs, strict=True), start=1):
        title = _("Epoch {number}", number=number)
        brought = tuple((name, format_signed(sheet.total(colour))) for colour, name in names.items())
        boards.append(DrawnBoard(knizia_pieces.spaces(epoch.board), COLUMNS, ROWS, title, brought))
    richest = game.sheet.purses[0]
    why = " · ".join(filter(None, (_("{gold} gold", gold=richest.now), knizia_pieces.why(richest, game))))
    said = knizia_pieces.headline(game, [names[colour] for colour in game.sheet.richest])
    caption = Caption(said if game.is_over else _("Gold"), why, "", _format_day(day), is_won=game.is_over)
    return {"kingdoms.png": boards_card(caption, rows, boards)}


def _pictures(game: Game, caption: Caption, photo: TablePhoto | None) -> Pictures:
    rows = _rows(game)
    boards = [one.board for one in rows if one.board]
    return {
        "crownsight.png": winner_card(caption, rows, photo),
        "crownsight-boards.png": boards_card(caption, rows, boards),
    }


def _caption(game: Game, said: str, *, is_won: bool) -> Caption:
    """Build the caption of a game: the winner's points, what decided it, and the day."""
    ranked = game.standings
    decided = game.race.decision if is_won else None
    why = " · ".join([points(ranked[0].sheet.total), *([describe(decided)] if decided else [])])
    return Caption(said, why, "", _format_day(game.played), is_won)


def _format_day(played: datetime) -> str:
    return format_long(session_date(played))


def _dynasty_line(games: Sequence[Game]) -> str:
    """Return the standings of a Dynasty with all points; empty without a Dynasty."""
    standings = rank_dynasty_games(games)
    if not standings:
        return ""
    return " · ".join([format_dynasty_heading(games, standings), *(f"{one.player} {one.total}" for one in standings)])


def _table_photo(shown: tuple[Picture, list[tuple[str, PhotoReading]]] | None) -> TablePhoto | None:
    """Convert a photo of several kingdoms and their readings to a table photo, with corners in its pixels."""
    if shown is None:
        return None
    picture, there = shown
    corners = {
        name: tuple((x / picture.scale, y / picture.scale) for x, y in source.reading.corners) for name, source in there
    }
    return TablePhoto(get_picture_address(picture.jpeg), picture.width, picture.height, corners)


def _rows(game: Game) -> list[PlayerRow]:
    """List the players of a Kingdomino game, best first, each with the board."""
    played, rows = {one.name: one for one in game.players}, []
    for standing in game.standings:
        one = played[standing.player]
        kingdom = one.kingdom
        drawn = draw_squares(kingdom) + marks(pieces_in_play(game.rules.box, kingdom, one.pieces))
        lines = tuple((line, "") for line in sum_lines(standing.sheet))
        board = DrawnBoard(drawn, kingdom.width, kingdom.height, standing.player, lines)
        rows.append(PlayerRow(standing.player, standing.rank, standing.sheet.total, one.colour.value, board))
    return rows
