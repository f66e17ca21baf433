"""One game of the games so far: its places, what was worth a cheer, boards, sums and photos, and passing it on."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from scoring import Pieces, Standing
from scoring.expansions.limits import pieces_in_play
from ui.components.finale import headline
from ui.components.share_picture import share_pictures
from ui.drawing import tiles
from ui.drawing.html import in_html, in_label, place_row, places, sums
from ui.drawing.kingdoms_picture import game_picture
from ui.drawing.kingdoms_text import game_line
from ui.drawing.piece_marks import marks
from ui.drawing.result_text import result_line
from ui.i18n.translate import _, translated
from ui.photos.shown import address
from ui.screens.history.kingdoms import as_played, show_past
from ui.screens.result.pictures import offer_clip_of_game, pictures_of_game
from ui.screens.result.share import send_to_bg_stats
from ui.session import history
from ui.table.finished import Game, Played
from ui.table.kingdoms import KingdomsResult
from ui.table.source import Source
from ui.table.table import Finished
from ui.table.trust import reservation


def show_game(table: int, game: Finished) -> None:
    """A game of the table with that number."""
    cheered = "".join(f'<p class="cs-cheer">{in_html(translated(cheer))}</p>' for cheer in history.cheered_in(game))
    st.html(f"<h1>{_title(game)}</h1>{cheered}")
    if isinstance(game, KingdomsResult):
        show_past(game)
        played = as_played(game)
        share_pictures(_("Share"), (("crownsight.png", game_picture(played)),), game_line(played))
    else:
        _show(game)
        _share(game, history.read_from(table, game))
    send_to_bg_stats(game)
    if not isinstance(game, KingdomsResult):
        _offer_photos(table, game)


def _title(game: Finished) -> str:
    winners = [in_html(result.name) for result in game.results if result.won]
    return headline(winners) if winners else _("Kingdoms") if isinstance(game, KingdomsResult) else _("Kingdomino")


def _show(game: Game) -> None:
    """Places with their reasons, and each kingdom folded under its player's name."""
    played = {one.name: one for one in game.players}
    rows = (
        place_row(
            one.place,
            one.player,
            one.sheet.total,
            colour=played[one.player].colour.value,
            why=" · ".join(_reasons(one, played[one.player])),
        )
        for one in game.standings
    )
    st.html(places(rows))
    for one in game.standings:
        with st.expander(
            _("{name}: board and sums", name=in_label(one.player)), key=f"sums-{game.number}-{one.player}"
        ):
            board = tiles.small_board(played[one.player].kingdom, over=marks(_pieces(game, played[one.player])))
            st.html(f'<div class="cs-boards"><figure>{board}{sums(one.sheet)}</figure></div>')


def _reasons(standing: Standing, played: Played) -> list[str]:
    """Why the player had this place, and how far the board could be relied on where it was not checked."""
    unsure = reservation(played.state)
    return [translated(said) for said in (standing.why, unsure) if said]


def _pieces(game: Game, one: Played) -> Pieces:
    return pieces_in_play(game.rules.box, one.kingdom, one.pieces)


def _share(game: Game, read: Mapping[str, Source]) -> None:
    """Its pictures and a clip, with the photo of the table where that is kept."""
    line = result_line(game.standings, {one.name: one.state for one in game.players})
    share_pictures(_("Share"), pictures_of_game(game, read), line)
    offer_clip_of_game(game, read)


def _offer_photos(table: int, game: Game) -> None:
    boards = history.photographed(table, game)
    if boards and st.toggle(_("Show the photos"), key=f"photos-{table}-{game.number}"):
        for board in boards:
            _show_photo(table, board)


def _show_photo(table: int, board: int) -> None:
    source = history.photo_of(table, board)
    if source is not None:
        shown = address(source.picture.jpeg)
        st.html(f'<img class="cs-photo" alt="{_("the photo")}" src="{shown}">')
