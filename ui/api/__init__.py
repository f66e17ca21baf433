"""The app's own routes: boards, pictures and updates for pages that fetch, without Streamlit."""

from __future__ import annotations

from starlette.routing import Route

from ui.api import files, tables
from ui.api.access import as_endpoint
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
        Route("/api/news", as_endpoint(updates.of_phone)),
        Route(TABLE, as_endpoint(carry_out), methods=["POST"]),
        Route(f"{TABLE}/news", as_endpoint(updates.of_table)),
        Route(f"{BOARD}/photo.jpg", as_endpoint(tables.show_photo)),
        Route(f"{BOARD}/straight.jpg", as_endpoint(tables.show_straight)),
        Route(FILE, as_endpoint(Files().send), methods=["POST"]),
        Route(FILE, as_endpoint(files.show_progress)),
        Route(f"{FILE}/picture.jpg", as_endpoint(files.show_picture)),
        Route(f"{PICTURES}/{{name}}.jpg", as_endpoint(files.show_drawn)),
    ]
