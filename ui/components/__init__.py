"""The app's own components for Streamlit: what runs in the browser, and what a page gives it and hears from it.

A component has a script, its HTML and its look; scripts share ``shared/`` and ``streamlit/``. What a finger must feel
at once, or what must outlive the network, it sends by the own routes of the app.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from scoring import Position
from scoring.svg import draw_sprite
from ui.api.board_view import BoardView, EpochView
from ui.api.tables import Card
from ui.drawing import piece_marks, pieces, tiles
from ui.i18n.translate import LANGUAGE_COOKIE, _, for_browser, in_browser, language
from ui.table.serialization import CONVERTER

HERE = Path(__file__).parent


class Component:
    """A component from the files with its name: ``NAME.html`` and ``NAME.css``, where there are such.

    ``scripts`` run as one, after their ``constants``, which may be anything of JSON; ``put_in`` has what stands for
    words of the HTML. It says ``names`` beside the words of its scripts and its HTML.
    """

    def __init__(
        self,
        name: str,
        *scripts: str,
        constants: Mapping[str, object] | None = None,
        names: Iterable[str] = (),
        **put_in: str,
    ) -> None:
        html, css = (
            file.read_text(encoding="utf-8") if file.exists() else None
            for file in (HERE / f"{name}.html", HERE / f"{name}.css")
        )
        for word, stands in put_in.items():
            html = (html or "").replace(word, stands)
        given = [f"const {constant} = {json.dumps(value)};" for constant, value in (constants or {}).items()]
        script = "\n".join([*given, *((HERE / part).read_text(encoding="utf-8") for part in scripts)])
        self._messages = (*in_browser(f"{script}{html or ''}"), *names)
        self._mounted = st.components.v2.component(name, html=html, css=css, js=script)

    def show(self, **how: Any) -> Any:
        """Draw it where the page is, with the arguments of Streamlit's component; what it holds by now."""
        return self._mounted(**how)

    @property
    def words(self) -> dict[str, Any]:
        """The words that it says itself, in the reader's language."""
        return for_browser(self._messages)


def _nothing() -> None:
    """What is done when a component asks for a run of the page alone."""


# --- Boards

_LOOK = {"kingdomino": tiles.in_browser(tiles.LOOKS, least=0), "kingdoms": tiles.in_browser(pieces.LOOKS, least=1)}
_board = Component(
    "board",
    "shared/words.js",
    "streamlit/reruns.js",
    "board/edits.js",
    "shared/outbox.js",
    "board/editor.js",
    "board/kingdom.js",
    "board/epoch.js",
    constants={"LOOK": _LOOK},
    names=[str(look["name"]) for looks in _LOOK.values() for look in looks.values()],
    SPRITE=f"{draw_sprite()}{pieces.sprite()}{piece_marks.sprite()}",
)


def board_editor(
    board: BoardView | EpochView,
    table: str,
    version: int,
    *,
    on_stored: Callable[[], None] | None,
    look: tuple[Position, int] | None = None,
    reveal: bool = False,
    asks: bool = True,
) -> bool:
    """The editor of a board as it is in that version of the table with that key; True once all questions were answered.

    It draws every change at once, sends it to ``ui.api.commands``, and receives what others change with the answers and
    the news. What it was drawn with is only where it begins: what it has received since is newer, as the version says,
    and what was not answered yet newer still.

    ``on_stored`` is called, and the page drawn again, when the board is another; None where nothing beside the editor
    follows it. ``look`` is a square to choose with the number of that request. ``reveal`` shows the photo first.
    Where it ``asks`` about the squares in doubt, it has the bottom of the window meanwhile.
    """
    state = _board.show(
        key=f"epoch-{board.epoch}" if isinstance(board, EpochView) else f"board-of-{board.seat}",
        data={
            "game": "kingdoms" if isinstance(board, EpochView) else "kingdomino",
            "language": language(),
            "words": _board.words,
            "table": table,
            "state": {"version": version, "board": CONVERTER.unstructure(board)},
            "tells": on_stored is not None,
            "look": {"place": look[0], "asked": look[1]} if look else None,
            "reveal": reveal,
            "asks": asks,
        },
        on_stored_change=on_stored or _nothing,
        on_closed_change=_nothing,
    )
    return state.closed is not None


# --- Photos and files

_camera = Component("camera", "shared/words.js", "streamlit/reruns.js", "photos/kept_photos.js", "photos/camera.js")


def photograph(
    label: str, *, slot: str, place: str, most: int, quiet: bool = False, without_camera: str = ""
) -> tuple[str, ...]:
    """The button that takes a photo; the keys of photos that were read, for the page to take what they gave.

    The browser sends 2400 pixels a side at most, without metadata, and ``most`` pictures at once. ``slot`` tells what
    is asked for here from what is next, after a reload too; ``place`` is where the server expects it. A ``quiet``
    button is not gold: something else is to be done next. Where there is a mouse it opens files, and is called
    ``without_camera`` if that is given.
    """
    with st.container(key="camera"):
        data = {
            "label": label,
            "withoutCamera": without_camera,
            "quiet": quiet,
            "slot": slot,
            "place": place,
            "most": most,
            "language": language(),
            "words": _camera.words,
        }
        said = _camera.show(key="camera-sends", data=data, on_read_change=_nothing, on_forgotten_change=_nothing)
        read = said.get("read")
    return tuple(key for key in read if isinstance(key, str)) if isinstance(read, list) else ()


_field = Component("file_field", "shared/words.js", "streamlit/reruns.js", "file_field.js")


def choose_file(label: str, *, key: str, place: str) -> str | None:
    """The field; the key of a JSON file that has just come, for the page to take. ``place`` is where it is expected."""
    data = {"label": label, "place": place, "language": language(), "words": _field.words}
    read = _field.show(key=key, data=data, on_read_change=_nothing, on_forgotten_change=_nothing).get("read")
    return read if isinstance(read, str) else None


_share = Component("share", "share.js")


def share_pictures(pictures: Mapping[str, str], text: str) -> None:
    """A button that passes on pictures, SVGs by the names of their files (PNG), and the text with them.

    The browser paints each, so that it has the icons and the type of the app. A drawing may name photos by their
    addresses; they are put into the picture.
    """
    words = {"label": _("Share"), "hold": _("Touch and hold to save"), "close": _("Close")}
    _share.show(key="pictures", data={"drawings": dict(pictures), "text": text, **words})


# --- The page around them

_window = Component(
    "window",
    "page/double_tap.js",
    "page/focus.js",
    "page/wake_lock.js",
    "page/file_drop.js",
    "streamlit/labels.js",
    "streamlit/history.js",
    "page/page.js",
)


def update_browser(path: str, query: Mapping[str, str], step: int, *, has_arrived: bool) -> bool:
    """Tell the browser the language of the page, to be remembered there, and the step at which it is.

    ``path`` is the last part of the page's address; what the address in the browser lacks of the query is added to it.
    ``has_arrived`` says that the page is the one to which the step led. True where the browser hears of the step by
    another page, so that its own was lost with the connection.
    """
    data = {
        "language": language(),
        "cookie": LANGUAGE_COOKIE,
        "path": path,
        "query": query,
        "step": step,
        "hasArrived": has_arrived,
        "skip": _("Skip to the content"),
        "named": {
            "Open": _("Open"),
            "Close": _("Close"),
            "Decrement": _("Less"),
            "Increment": _("More"),
            "Copy to clipboard": _("Copy"),
        },
    }
    with st.container(key="window"):
        state = _window.show(key="window-state", data=data, on_lost_change=_nothing, height=1)
    return state.lost is not None


_news = Component(
    "news",
    "shared/words.js",
    "streamlit/reruns.js",
    "streamlit/socket.js",
    "updates/badge.js",
    "updates/updates.js",
)


def news(run: str, table: str, version: int, seat: int | str | None, waits: bool) -> None:
    """Ask for news, and show while the server cannot be reached; the last of a page, drawn by that run of its script.

    The page shows that version of the table with that key, and of it the kingdom of a ``seat``, ``all`` cards, or
    neither. One that ``waits`` for changes to be saved, or for what is being sought, is drawn again every two seconds.
    Until this comes, presses of the page's buttons wait in the browser.
    """
    shown = {"table": table, "version": version, "seat": seat, "waits": waits}
    data = {"words": _news.words, "run": run, "language": language(), "shown": shown}
    with st.container(key="news"):
        _news.show(key="news-badge", data=data, on_asked_change=_nothing, height=1)


_card = st.components.v2.component(
    "player_card",
    html='<div class="card"></div>',
    js=(HERE / "card.js").read_text(encoding="utf-8"),
    isolate_styles=False,  # the look of the app draws it
)


def player_card(card: Card, table: str, version: int, *, note: str) -> None:
    """A player's card as it is in that version of the table with that key; stands in one container with its button.

    ``note`` is what this phone alone says behind the state.
    """
    data = {"table": table, "state": {"version": version, "card": CONVERTER.unstructure(card)}, "note": note}
    _card(key=f"face-{card.seat}", data=data)
