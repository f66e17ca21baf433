"""The websocket between Streamlit's page and the server, in the hands of a test."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import WebSocketRoute

from tests.browser.player import Player


class Link:
    """The websocket of a page that is opened next; what the server sends on it can be held back."""

    def __init__(self, phone: Player) -> None:
        self.held: list[Any] = []
        phone.page.route_web_socket(re.compile("/_stcore/stream"), self._passes_on)

    def _passes_on(self, page: WebSocketRoute) -> None:
        self.page, self._server = page, page.connect_to_server()
        page.on_message(self._server.send)
        self._server.on_message(page.send)

    def holds(self) -> None:
        self._server.on_message(lambda said: self.held.append(said))  # Playwright takes no function of Python's own

    def lets_go(self) -> None:
        self._server.on_message(self.page.send)
        for said in self.held:
            self.page.send(said)
