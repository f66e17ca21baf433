"""What a phone asks for to put the app on its home screen: the web app manifest, and the icon."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse
from starlette.routing import Route

FILES = {"manifest.webmanifest": "application/manifest+json", "icon.png": "image/png"}
A_DAY = {"Cache-Control": "public, max-age=86400"}


def home_screen() -> list[Route]:
    """The routes of the two files, which stand beside this module."""

    def answer(request: Request) -> FileResponse:
        name = request.url.path.removeprefix("/")
        return FileResponse(Path(__file__).with_name(name), media_type=FILES[name], headers=A_DAY)

    return [Route(f"/{name}", answer) for name in FILES]
