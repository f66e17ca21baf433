"""The app's own routes: boards, pictures and updates for pages that fetch, without Streamlit."""

from __future__ import annotations

from starlette.routing import Route

from ui.api import files, tables
from ui.api.access import endpoint
from ui.api.commands import carry_out
from ui.api.files import Files
from ui.api.updates import UpdatesEndpoint
from ui.photos.pictures import PICTURES

TABLE = "/api/tables/{key}"
BOARD = f"{TABLE}/boards/{{board:int}}"
FILE = "/api/files/{key}"


def routes() -> list[Route]:
    updates = UpdatesEndpoint()
    return [
        Route("/api/news", endpoint(updates.of_phone)),
        Route(TABLE, endpoint(carry_out), methods=["POST"]),
        Route(f"{TABLE}/news", endpoint(updates.of_table)),
        Route(f"{BOARD}/photo.jpg", endpoint(tables.show_photo)),
        Route(f"{BOARD}/straight.jpg", endpoint(tables.show_straight)),
        Route(FILE, endpoint(Files().send), methods=["POST"]),
        Route(FILE, endpoint(files.show_progress)),
        Route(f"{FILE}/picture.jpg", endpoint(files.show_picture)),
        Route(f"{PICTURES}/{{name}}.jpg", endpoint(files.show_drawn)),
    ]
