"""Drawings of terrains and crowns: colours, icons and small boards."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape

from scoring import CASTLE, EMPTY, Kingdom, Square, Terrain
from scoring.boxes import BASE, Box
from scoring.message import Text
from scoring.svg import CASTLE_STYLE, TERRAIN_STYLES, XMLNS, TileStyle, draw_kingdom
from ui.i18n.translate import n_

FONT = "'Source Sans', system-ui, sans-serif"  # the first is that of the app; an image has those of the machine alone


@dataclass(frozen=True)
class Look:
    """The look of one kind of square or piece: its name, fill, the ink of its icon, and the icon on a 24 x 24 field."""

    name: Text
    fill: str
    ink: str
    icon: str
    most: int = 0  # crowns that one square of the game has, or the highest number on a piece


def _land(terrain: Terrain, style: TileStyle) -> Look:
    most = max((square.crowns for square in BASE.squares if square.terrain is terrain), default=0)
    return Look(terrain.value, style.fill, style.ink, style.icon, most)


EMPTY_TILE = Look("empty", "transparent", "currentColor", "")
CASTLE_TILE = Look("castle", CASTLE_STYLE.fill, CASTLE_STYLE.ink, CASTLE_STYLE.icon)
LANDS = {terrain: _land(terrain, style) for terrain, style in TERRAIN_STYLES.items()}


@cache
def most_crowns(box: Box) -> dict[str, int]:
    """Map the letter of each square kind in these boxes to its largest number of crowns."""
    most = dict.fromkeys((terrain.letter for terrain in box.terrains), 0) | {"C": 0, ".": 0}
    for square in box.squares:
        most[str(square)[0]] = max(most[str(square)[0]], square.crowns)
    return most


DRAWN = 500  # boards that are not drawn again for the next phone that shows them, 10 KB each


def tile(square: Square) -> Look:
    if square.terrain is None:
        return CASTLE_TILE if square.is_castle else EMPTY_TILE
    return LANDS[square.terrain]


LOOKS = {str(square): tile(square) for square in (*map(Square, Terrain), CASTLE, EMPTY)}
"""Every kind of square by its letter."""


def in_browser(looks: Mapping[str, Look], *, least: int) -> dict[str, dict[str, str | int]]:
    """Name, fill and the numbers of every kind by its letter, for the board; ``least`` of those that have a number."""
    return {
        kind: {"name": str(look.name), "fill": look.fill, "least": min(least, look.most), "most": look.most}
        for kind, look in looks.items()
    }


def svg_image(svg: str, alt: str, style: str) -> str:
    """Embed an SVG drawing as an HTML image, which Streamlit accepts; ``alt`` is empty for decoration."""
    return f'<img class="{style}" alt="{escape(alt)}" src="{data_url(svg)}">'


def data_url(svg: str) -> str:
    """Return the data URL of an SVG drawing, for an image or a style."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def icon(terrain: Terrain) -> str:
    """Draw a terrain's icon on its colour, as an HTML image for use beside its name."""
    land = LANDS[terrain]
    badge = (
        f'<rect width="24" height="24" rx="6" fill="{land.fill}"/>'
        f'<g transform="translate(3.6 3.6) scale(.7)" fill="{land.ink}" stroke="{land.ink}">{land.icon}</g>'
    )
    return svg_image(f'<svg {XMLNS} viewBox="0 0 24 24">{badge}</svg>', "", "cs-icon")


def castle_icon() -> str:
    """Draw a castle as an HTML image, for use on a player's colour."""
    tower = f'<g fill="{CASTLE_TILE.ink}">{CASTLE_TILE.icon}</g>'
    return svg_image(f'<svg {XMLNS} viewBox="0 0 24 24">{tower}</svg>', "", "cs-castle")


def small_board(kingdom: Kingdom, over: str = "") -> str:
    """Draw the kingdom small, with SVG ``over`` its squares, as an HTML image that states its size in words."""
    words = n_(
        "a kingdom of {number} square, {height} by {width}",
        "a kingdom of {number} squares, {height} by {width}",
        kingdom.tile_count,
        height=kingdom.height,
        width=kingdom.width,
    )
    return svg_image(board(kingdom, over), words, "cs-board")


@lru_cache(maxsize=DRAWN)
def board(kingdom: Kingdom, over: str = "") -> str:
    """Draw a kingdom small as SVG, with more SVG ``over`` its squares."""
    return draw_kingdom(kingdom, over)
