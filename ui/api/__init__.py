"""HTTP routes: boards, pictures and updates for pages that fetch, independent of Streamlit."""

from __future__ import annotations

from starlette.routing import Route

from ui.api import table_view, uploads
from ui.api.access import respond_unknown
from ui.api.command_endpoint import run_or_show_error
from ui.api.updates import UpdatesEndpoint
from ui.api.uploads import Files
from ui.photos.pictures import PICTURES

TABLE = "/api/tables/{key}"
BOARD = f"{TABLE}/boards/{{board:int}}"
FILE = "/api/files/{key}"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def routes() -> list[Route]:
    updates = UpdatesEndpoint()
    return [
        Route("/api/updates", updates.of_phone),
        Route(TABLE, run_or_show_error, methods=["POST"]),
        Route(f"{TABLE}/updates", updates.of_table),
        Route(f"{BOARD}/photo.jpg", table_view.show_photo),
        Route(f"{BOARD}/straight.jpg", table_view.show_straight),
        Route(FILE, Files().send, methods=["POST"]),
        Route(FILE, uploads.show_progress),
        Route(f"{FILE}/picture.jpg", uploads.show_picture),
        Route(f"{PICTURES}/{{name}}.jpg", uploads.show_drawn),
        Route("/api/{path:path}", respond_unknown, methods=METHODS),
    ]
