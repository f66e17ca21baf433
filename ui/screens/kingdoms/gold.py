"""Everybody's gold: places with their reasons, what each epoch brought, and sharing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from scoring.kingdoms import GOLD_AT_THE_START, Purse
from ui.components.reveal.telling import tell
from ui.drawing.html import in_html
from ui.drawing.kingdoms_picture import game_picture
from ui.drawing.kingdoms_text import game_csv, game_line
from ui.drawing.kingdoms_words import called, headline, signed, why
from ui.drawing.pieces import SWATCHES
from ui.i18n.translate import _
from ui.photos.kingdoms_reading import pieces_json
from ui.screens.kingdoms.telling import telling
from ui.screens.result.share import BYTE_ORDER_MARK
from ui.session import kingdoms_tab
from ui.session.kingdoms_lessons import pieces
from ui.streamlit_patch import when_asked_for
from ui.table.kingdoms import Game
from ui.table.kingdoms_json import game_text

SLOWLY = "kingdoms-slowly"  # the key of the switch for the slow telling


@dataclass(frozen=True)
class Shown:
    """What follows every correction: the places with their title, and the line for a chat."""

    places: DeltaGenerator
    line: DeltaGenerator

    def draw(self, game: Game) -> None:
        """Show the game as it now is."""
        heading = "h1" if game.is_over else "h2"
        self.places.html(f"<{heading}>{_title(game)}</{heading}>{places(game)}")
        self.line.code(game_line(game), language=None, wrap_lines=True)


def show_gold(game: Game) -> Shown | None:
    """Who is where and why, richest first; or the same told slowly, once every board is checked.

    The first can be drawn again without the screen around it; None for anything else.
    """
    if game.sheet is None:
        return None
    if game.is_checked and st.toggle(_("Line by line"), key=SLOWLY):
        tell(telling(game))
        st.button(_("All the sums"), width="stretch", on_click=all_at_once)
        return None
    shown = Shown(st.empty(), share())
    shown.draw(game)
    return shown


def told_slowly(game: Game) -> bool:
    """Whether the game is being told line by line."""
    return game.is_checked and bool(st.session_state.get(SLOWLY))


def all_at_once() -> None:
    """End the slow telling."""
    st.session_state[SLOWLY] = False


def places(game: Game) -> str:
    """Everybody's place with its reason, as an HTML list, the richest first."""
    purses = game.sheet.purses if game.sheet else ()
    return f'<ol class="cs-places">{"".join(_place(purse, game) for purse in purses)}</ol>'


def _title(game: Game) -> str:
    if game.sheet is None or not game.is_checked:
        return _("Gold so far")
    return headline(game, [in_html(called(colour, game)) for colour in game.sheet.richest])


def _place(purse: Purse, game: Game) -> str:
    before = (GOLD_AT_THE_START, *purse.gold)
    steps = " ".join(signed(after - earlier) for earlier, after in zip(before, purse.gold, strict=False))
    said = escape(_("{start} at the start, then {epochs}", start=GOLD_AT_THE_START, epochs=steps))
    return (
        f'<li class="cs-place {"first" if purse.place == 1 else ""}" style="--castle:{SWATCHES[purse.colour]}">'
        f'<span class="number">{purse.place}</span>'
        f'<span class="cs-name"><span class="castle"></span>{in_html(called(purse.colour, game))}</span>'
        f'<span class="sum">{purse.now}</span><span></span>'
        f'<span class="why" style="grid-column:2/-1">{escape(why(purse, game))} · {said}</span></li>'
    )


def share() -> DeltaGenerator:
    """What can be passed on, folded away until it is wanted; the place of the line for a chat comes back, empty.

    The game as a file can be taken up again.
    """
    with st.expander(_("Share"), key="kingdoms-share"):
        line = st.empty()
        files: tuple[tuple[str, str, str, Callable[[], str | bytes]], ...] = (
            (_("Picture"), "kingdoms.png", "image/png", lambda: game_picture(kingdoms_tab.game())),
            (_("Table (CSV)"), "kingdoms.csv", "text/csv", lambda: BYTE_ORDER_MARK + game_csv(kingdoms_tab.game())),
            (
                _("Game (JSON)"),
                "kingdoms.json",
                "application/json",
                lambda: game_text(kingdoms_tab.game(), pieces_json(pieces())),
            ),
        )
        with st.container(horizontal=True):
            for label, name, kind, made in files:
                st.download_button(label, when_asked_for(made), name, kind, on_click="ignore")
    return line
