"""Lessons about the pieces of Kingdoms: how they look, from every checked epoch, kept with the table."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache

from ui import store
from ui.photos.kingdoms_reading import Known, view
from ui.session.tab import tab
from ui.store import StoreError
from ui.store.lessons import PIECES
from ui.table.kingdoms import Epoch
from vision.kingdoms import BrokenMemoryError, Memory

REMEMBERED = 16  # tables whose lessons are not unpacked again


def pieces() -> Memory:
    """What the table in play has taught; nothing while the store does not answer."""
    kept = tab().stored
    try:
        content = store.opened().lessons.find(kept.number, PIECES) if kept else None
    except StoreError as fault:
        tab().in_trouble(fault)
        return Memory.empty()
    return _unpacked(content)


def known() -> Known:
    """What the table in play has taught, and whose castles may stand on its boards."""
    game = tab().table.kingdoms
    return Known(pieces(), game.known_colours) if game and game.players else Known(pieces())


def learn(epoch: Epoch) -> None:
    """Remember what the photo of an epoch shows, whose board somebody has found right."""
    photographed = view(epoch.source) if epoch.source else None
    if photographed is None:
        return
    looks, shown = photographed.seen.looks, epoch.pieces_shown
    _teach(lambda content: _packed(_unpacked(content).with_named(looks, shown)))


def take_up(memory: Memory) -> None:
    """Remember what a file says of the pieces, in place of what is known."""
    if memory.spaces:
        _teach(lambda _content: _packed(memory))


def _teach(taught: Callable[[bytes | None], bytes]) -> None:
    kept = tab().stored
    try:
        if kept:
            store.opened().lessons.add(kept.number, PIECES, taught)
    except StoreError as fault:
        tab().in_trouble(fault)


@lru_cache(maxsize=REMEMBERED)
def _unpacked(content: bytes | None) -> Memory:
    try:
        return Memory.from_json(json.loads(content)) if content else Memory.empty()
    except (BrokenMemoryError, ValueError):
        return Memory.empty()


def _packed(memory: Memory) -> bytes:
    return json.dumps(memory.as_json()).encode()
