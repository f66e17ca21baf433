"""What a phone asks for to put the app on its home screen: the web app manifest, and the icon in two sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

GROUND, GOLD = "#FAF7F0", "#C8931A"
A_DAY = {"Cache-Control": "public, max-age=86400"}


def home_screen(icon: Callable[[int], bytes], sizes: Sequence[int]) -> list[Route]:
    """The routes; ``icon`` gives the PNG of a size in pixels a side."""
    shown = [
        {"src": f"/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any maskable"}
        for size in sizes
    ]
    described = {
        "id": "/",
        "name": "Crownsight",
        "short_name": "Crownsight",
        "start_url": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GOLD,
        "icons": shown,
    }

    def manifest(_request: Request) -> JSONResponse:
        return JSONResponse(described, headers=A_DAY, media_type="application/manifest+json")

    return [Route("/manifest.webmanifest", manifest), *(_icon_route(icon, size) for size in sizes)]


def _icon_route(icon: Callable[[int], bytes], size: int) -> Route:
    def answer(_request: Request) -> Response:
        return Response(icon(size), media_type="image/png", headers=A_DAY)

    return Route(f"/icon-{size}.png", answer)
