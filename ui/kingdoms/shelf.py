"""Games of Kingdoms under way, in this server's memory: a page that is loaded again has its game back."""

from __future__ import annotations

import threading
from collections import OrderedDict

from ui.kingdoms.game import Game

MOST_GAMES = 60  # on one server, up to 3 MB each with their photos; beyond, those untouched for longest go


class Shelf:
    """Games by the key of their address."""

    def __init__(self, most: int = MOST_GAMES) -> None:
        self.most = most
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, key: str, game: Game) -> None:
        """Put a game there, in place of what it was before."""
        with self._lock:
            self._games[key] = game
            self._games.move_to_end(key)
            while len(self._games) > self.most:
                self._games.popitem(last=False)

    def find(self, key: str) -> Game | None:
        """The game with that key, None if there is none (any more)."""
        with self._lock:
            return self._games.get(key)


SHELF = Shelf()
