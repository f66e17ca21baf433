"""News: what the server knows and this page does not; a badge while it cannot be reached, with how much waits.

The browser asks ``ui.api.news`` again with every answer, as long as the page is seen. An answer that stays away is
*offline*, whatever the sockets believe; the page is back when an answer comes and Streamlit's websocket is open. A run
of the page is asked for when what it shows is older than the news, no run is under way, no finger is down and nothing
of ours is on its way, and once after each opening of the websocket. Other scripts of the page are told by events on
``window``:

While the page is drawn, waits for nothing and has nothing to send, ``<html data-at-rest>`` says so: whoever drives the
page asks that.

``crownsight:offline``, ``crownsight:online``
    the connection is lost, or back; ``<html data-connection>`` says which of the two holds
``crownsight:waiting``
    sent by those who keep changes until they can be sent: ``detail`` has how many (``count``), and an element of
    theirs (``holder``), which stands for them as long as it is on the page
``crownsight:refused``
    sent where something was pressed that needs the server while there is none: the badge says so; with words in
    ``detail`` where the server has answered that it does not do something
``crownsight:board``
    a board as the server has it: ``detail`` has the key of its ``table``, the ``version`` of that, and the ``board``
``crownsight:card``
    a player's card as the server draws it: the ``table``, the ``version``, and the ``card`` (``ui.api.tables.Card``)
``crownsight:photo``
    how far the photo of this page is, as ``ui.api.files.UploadView`` has it
``crownsight:sent``
    an edit of a board was answered; ``window.crownsightOutbox`` has those that were not
"""

from __future__ import annotations

import streamlit as st

from ui.api.tables import Card
from ui.components import HERE, Component
from ui.i18n.translate import language
from ui.table.converter import written

_news = Component("news", "../words.js", "socket.js", "runs.js", "badge.js", "news.js")


def news(run: str, table: str, version: int, seat: int | str | None, waits: bool) -> None:
    """Ask for news, and show while the server cannot be reached; the last of a page, drawn by that run of its script.

    The page shows that version of the table with that key, and of it the kingdom of a ``seat``, ``all`` cards, or
    neither. One that ``waits`` for changes to be saved, or for what is being sought, is drawn again every two seconds.
    Until this comes, presses of the page's buttons wait in the browser.
    """
    shown = {"table": table, "version": version, "seat": seat, "waits": waits}
    with st.container(key="news"):
        _news.show(
            key="news-badge",
            data={"words": _news.words, "run": run, "language": language(), "shown": shown},
            on_asked_change=lambda: None,  # a run is all that is wanted
            height=1,
        )


# --- The card of a player

_card = st.components.v2.component(
    "player_card",
    html='<div class="card"></div>',
    js=(HERE / "news" / "cards.js").read_text(encoding="utf-8"),
    isolate_styles=False,  # the look of the app draws it
)


def player_card(card: Card, table: str, version: int, *, note: str) -> None:
    """A player's card as it is in that version of the table with that key; stands in one container with its button.

    ``note`` is what this phone alone says behind the state.
    """
    data = {"table": table, "state": {"version": version, "card": written(card)}, "note": note}
    _card(key=f"face-{card.seat}", data=data)
