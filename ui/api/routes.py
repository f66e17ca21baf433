"""The addresses of the app's own routes."""

from __future__ import annotations

from starlette.routing import Route

from ui.api import photos, tables
from ui.api.access import endpoint
from ui.api.boards import Boards
from ui.api.events import Events
from ui.api.photos import Photos
from ui.settings import EVENTS

TABLE = "/api/tables/{key}"
BOARD = f"{TABLE}/boards/{{board:int}}"
PHOTO = "/api/photos/{key}"


def routes() -> list[Route]:
    """The routes, with counts of their own."""
    return [
        Route(EVENTS, Events().answer),
        Route(TABLE, endpoint(tables.show_table)),
        Route(BOARD, endpoint(tables.show_board)),
        Route(BOARD, endpoint(Boards().edit), methods=["POST"]),
        Route(f"{BOARD}/photo.jpg", endpoint(tables.show_photo)),
        Route(f"{BOARD}/straight.jpg", endpoint(tables.show_straight)),
        Route(PHOTO, endpoint(Photos().send), methods=["POST"]),
        Route(PHOTO, endpoint(photos.show_progress)),
        Route(f"{PHOTO}/picture.jpg", endpoint(photos.show_picture)),
    ]
