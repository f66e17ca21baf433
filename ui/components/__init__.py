"""Streamlit components of the app: their scripts, and the arguments and results of each.

A component has a module, its HTML and its look; ``README.md`` describes the modules. What a finger must feel at once,
or what must outlive the network, it sends by the own routes of the app.
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
from ui.api.table_view import Card
from ui.drawing import knizia_pieces, piece_marks, tiles
from ui.i18n.translate import LANGUAGE_COOKIE, for_browser, in_browser
from ui.serving.modules import PATH, find_dependencies, get_version, read_modules
from ui.table.serialization import CONVERTER

HERE = Path(__file__).parent


# The script that Streamlit runs for a component. It imports the module; Streamlit runs scripts from `blob:` addresses,
# which have no relative imports. It has no `await` at its top: in WebKit several components that import such a script
# at the same moment get it before it has run (https://bugs.webkit.org/show_bug.cgi?id=242740). A page of an older
# version is loaded again, and so is, once, a page for which a module could not be fetched, as browsers do not fetch it
# again. While a page is being left, Firefox reports that its requests failed, and a reload would end the navigation.
LOADER = """
const page = (window.crownsight ??= { version: VERSION });
addEventListener('beforeunload', () => {
  page.isBeingLeft = true;
});
if (page.version !== VERSION) location.reload();
let render;
const loaded = import(new URL(PATH, document.baseURI).href).then(
  (module) => {
    sessionStorage.removeItem('crownsight reloaded');
    render = module.default;
  },
  (failed) => {
    if (page.isBeingLeft) return;
    const isKept = sessionStorage instanceof Storage; // else its stand-in does not outlive a reload
    if (isKept && sessionStorage.getItem('crownsight reloaded') !== VERSION) {
      sessionStorage.setItem('crownsight reloaded', VERSION);
      location.reload();
    }
    throw failed;
  },
);
export default (component) => {
  if (render) render(component);
  else loaded.then(() => render?.(component));
};
"""


class Component:
    """A component: the module at a path, and ``NAME.html`` and ``NAME.css``, where there are such.

    ``put_in`` has what stands for words of the HTML. It says ``names`` beside the words of its modules and its HTML.
    One that is not ``isolated`` is drawn by the look of the app.
    """

    def __init__(
        self, name: str, module: str, *, names: Iterable[str] = (), isolated: bool = True, **put_in: str
    ) -> None:
        html, css = (
            file.read_text(encoding="utf-8") if file.exists() else None
            for file in (HERE / f"{name}.html", HERE / f"{name}.css")
        )
        for word, stands in put_in.items():
            html = (html or "").replace(word, stands)
        texts = [read_modules()[path] for path in find_dependencies(module)]
        self._messages = (*in_browser("\n".join([*texts, html or ""])), *names)
        address = f".{PATH}/{get_version()}/{module}"
        loader = LOADER.replace("VERSION", json.dumps(get_version())).replace("PATH", json.dumps(address))
        self._mounted = st.components.v2.component(name, html=html, css=css, js=loader, isolate_styles=isolated)

    def show(self, key: str, data: dict[str, Any], **how: Any) -> Any:
        """Draw it where the page is, and return what it holds by now.

        Args:
            key: of Streamlit's element.
            data: for the module, which also gets the ``words`` that it says itself, in the reader's language.
            how: further arguments of Streamlit's component.
        """
        return self._mounted(key=key, data={**data, "words": for_browser(self._messages)}, **how)


def _nothing() -> None:
    """Do nothing, for components that only rerun the page."""


# --- Boards

_LOOK = {
    "kingdomino": tiles.in_browser(tiles.LOOKS, least=0),
    "kingdoms": tiles.in_browser(knizia_pieces.LOOKS, least=1),
}
_board = Component(
    "board",
    "board/board.js",
    names=[str(look["name"]) for looks in _LOOK.values() for look in looks.values()],
    SPRITE=f"{draw_sprite()}{knizia_pieces.sprite()}{piece_marks.sprite()}",
)


def board_editor(
    board: BoardView | EpochView,
    table: str,
    version: int,
    *,
    on_stored: Callable[[], None] | None,
    square_request: tuple[Position, int] | None = None,
    reveal: bool = False,
    asks: bool = True,
) -> bool:
    """Show the editor of a board; return True once all its questions are answered.

    It draws every edit at once, sends it to ``ui.api.command_endpoint``, and receives the edits of others with the
    answers and the updates. So its own board may be newer than ``board``; the versions tell.

    Args:
        board: The board as it is stored.
        table: The key of the table.
        version: The version of the table with this board.
        on_stored: Called before the page is drawn again, once another board is stored; None if nothing else on the page
            depends on the board.
        square_request: A square to select, and the number of that request.
        reveal: Whether to show the photo first.
        asks: Whether to ask about squares in doubt, at the bottom of the window.
    """
    game = "kingdoms" if isinstance(board, EpochView) else "kingdomino"
    state = _board.show(
        key=f"epoch-{board.epoch}" if isinstance(board, EpochView) else f"board-of-{board.seat}",
        data={
            "game": game,
            "styles": _LOOK[game],
            "table": table,
            "state": {"version": version, "board": CONVERTER.unstructure(board)},
            "followsBoard": on_stored is not None,
            "squareRequest": square_request and {"place": square_request[0], "number": square_request[1]},
            "reveal": reveal,
            "asks": asks,
        },
        on_stored_change=on_stored or _nothing,
        on_closed_change=_nothing,
    )
    return state.closed is not None


# --- Photos and files

_camera = Component("camera", "photos/camera.js")


def photograph(
    label: str,
    *,
    slot: str,
    field: str,
    most: int,
    quiet: bool = False,
    compact: bool = False,
    without_camera: str = "",
) -> tuple[str, ...]:
    """Show the button that takes a photo; return the keys of photos that were read.

    The browser sends 2400 pixels a side at most, without metadata.

    Args:
        slot: tells what is asked for here from what is next, after a reload too.
        field: the name under which the server expects the photos.
        most: pictures at once.
        quiet: not gold, as something else is to be done next.
        compact: as high as the page's other buttons, without one for stored photos; hidden where there is no camera.
        without_camera: label where there is a mouse and the button opens files; empty for ``label``.
    """
    with st.container(key="camera"):
        data = {
            "label": label,
            "withoutCamera": without_camera,
            "quiet": quiet,
            "compact": compact,
            "slot": slot,
            "field": field,
            "most": most,
        }
        said = _camera.show("camera-sends", data, on_read_change=_nothing, on_forgotten_change=_nothing)
        read = said.get("read")
    return tuple(key for key in read if isinstance(key, str)) if isinstance(read, list) else ()


_field = Component("file_field", "file_field.js")


def choose_file(label: str, *, key: str, field: str) -> str | None:
    """Show a file field; return the key of a JSON file that has just arrived."""
    data = {"label": label, "field": field}
    read = _field.show(key, data, on_read_change=_nothing, on_forgotten_change=_nothing).get("read")
    return read if isinstance(read, str) else None


_share = Component("share", "share.js")


def share_pictures(pictures: Mapping[str, str], text: str) -> None:
    """Show a button that shares pictures (SVGs by file name, sent as PNG) and a text.

    The browser paints each, so that it has the icons and the type of the app. A drawing may name photos by their
    addresses; they are put into the picture.
    """
    _share.show("pictures", {"drawings": dict(pictures), "text": text})


# --- The page around them

_window = Component("window", "page/page.js")


def update_browser(path: str, query: Mapping[str, str], visit: int, *, has_arrived: bool) -> bool:
    """Tell the browser the language, the address and the visit of the screen.

    Args:
        path: the last part of the screen's address.
        query: of that address; what the address in the browser lacks of it is added.
        visit: counts the screens visited in this tab.
        has_arrived: whether this is the screen to which the tab navigated last.

    Returns:
        True if the browser learns of a visit by another screen, since its own was lost with the connection.
    """
    data = {"cookie": LANGUAGE_COOKIE, "path": path, "query": query, "visit": visit, "hasArrived": has_arrived}
    with st.container(key="window"):
        state = _window.show("window-state", data, on_lost_change=_nothing, height=1)
    return state.lost is not None


_updates = Component("updates", "updates/updates.js")


def poll_updates(run: str, table: str, version: int, seat: int | str | None, waits: bool) -> None:
    """Poll for updates, and show while the server cannot be reached; the last element of a page, drawn by that run.

    The page shows that version of the table with that key, and of it the kingdom of a ``seat``, ``all`` cards, or
    neither. One that ``waits`` for changes to be saved, or for what is being sought, is drawn again every two seconds.
    Until this comes, presses of the page's buttons wait in the browser.
    """
    shown = {"table": table, "version": version, "seat": seat, "waits": waits}
    with st.container(key="updates"):
        _updates.show("updates-badge", {"run": run, "shown": shown}, on_asked_change=_nothing, height=1)


_card = Component("player_card", "card.js", isolated=False)  # the look of the app draws it


def player_card(card: Card, table: str, version: int, *, note: str) -> None:
    """Show a player's card at a version of a table, in one container with its button.

    ``note`` is what this phone alone adds to the state.
    """
    data = {"table": table, "state": {"version": version, "card": CONVERTER.unstructure(card)}, "note": note}
    _card.show(f"face-{card.seat}", data)
