"""Drawings of squares and kingdoms as SVG, for the app, documents and notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.terrain import CASTLE, MAX_CROWNS, Square, Terrain

FIELD = 24  # side of the field on which icons, squares and the crown are drawn
XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
CROWN = "M3.5 18.5L2 7.5l5.3 4L12 4.5l4.7 7L22 7.5l-1.5 11z"
CROWN_FILL, CROWN_RIM = "#C8931A", "#4A3505"


@dataclass(frozen=True)
class TileStyle:
    """How a kind of square is drawn: its fill, and its icon with the ink."""

    fill: str
    ink: str
    icon: str


_EAR = (
    '<path d="M12 22V8" fill="none" stroke-width="1.6" stroke-linecap="round"/>'
    '<path stroke="none" d="M12 8c-1.7-1.4-1.7-3.9 0-6 1.7 2.1 1.7 4.6 0 6z'
    "M11.3 12.2C8.8 12 7.3 10.4 7.3 7.8c2.5.2 4 1.8 4 4.4z"
    "M12.7 12.2c2.5-.2 4-1.8 4-4.4-2.5.2-4 1.8-4 4.4z"
    "M11.3 17C8.8 16.8 7.3 15.2 7.3 12.6c2.5.2 4 1.8 4 4.4z"
    'M12.7 17c2.5-.2 4-1.8 4-4.4-2.5.2-4 1.8-4 4.4z"/>'
)
_FIR = '<path stroke="none" d="M12 2l4.6 6h-2.2l4 5h-2.4l4 5.4H13.2V22h-2.4v-3.6H4L8 13H5.6l4-5H7.4z"/>'
_WAVE = (
    '<g fill="none" stroke-width="2" stroke-linecap="round">'
    '<path d="M3 8c2-2.2 4-2.2 6 0s4 2.2 6 0 4-2.2 6 0"/>'
    '<path d="M3 13c2-2.2 4-2.2 6 0s4 2.2 6 0 4-2.2 6 0"/>'
    '<path d="M3 18c2-2.2 4-2.2 6 0s4 2.2 6 0 4-2.2 6 0"/></g>'
)
_TUFT = (
    '<g fill="none" stroke-width="2" stroke-linecap="round">'
    '<path d="M12 20V7"/><path d="M12 20C11.6 15 9.8 11.8 7 9.6"/><path d="M12 20c.4-5 2.2-8.2 5-10.4"/>'
    '<path d="M12 20C10.5 17.5 7.8 15.6 4 15"/><path d="M12 20c1.5-2.5 4.2-4.4 8-5"/></g>'
)
_REEDS = (
    '<g fill="none" stroke-width="1.6" stroke-linecap="round"><path d="M7 21v-7M12.5 21V9M18 21v-6"/>'
    '<path d="M4 21h16"/></g><g stroke="none"><rect x="5.6" y="7.5" width="2.8" height="7" rx="1.4"/>'
    '<rect x="11.1" y="2.5" width="2.8" height="7.5" rx="1.4"/>'
    '<rect x="16.6" y="9" width="2.8" height="6.5" rx="1.4"/></g>'
)
_NUGGET = (
    '<path stroke="none" d="M8.5 4.5l6.5-1 5 5.5-1.5 8-6.5 3.5-7-2.5L3 10.5z"/>'
    '<path d="M8.5 4.5l3 5.5 8.5-1M11.5 10l-8.5.5M11.5 10l.5 10.5" fill="none" stroke="#37363D" '
    'stroke-width="1.2" stroke-linejoin="round"/>'
)
_HOUSES = (
    '<path stroke="none" d="M2.5 22V12l4.5-4 4.5 4v10z"/><path stroke="none" d="M12.5 22V8.5L17 3l4.5 5.5V22z"/>'
    '<path stroke="none" d="M5.5 22v-4.5h3V22zM15.5 12.5h3v-3h-3zM15.5 18.5h3v-3h-3z" fill="#A8402F"/>'
)
_TOWER = (
    '<path stroke="none" d="M5 3h3v2.5h2.5V3h3v2.5H16V3h3v6.5l-2 1.5v8.5h2V22H5v-2.5h2V11L5 9.5z"/>'
    '<path stroke="none" d="M10.2 22v-4.5a1.8 1.8 0 0 1 3.6 0V22z" fill="#B8B2A6"/>'
)

CASTLE_STYLE = TileStyle("#B8B2A6", "#3A362F", _TOWER)
TERRAIN_STYLES = {
    Terrain.WHEAT: TileStyle("#E8BE3F", "#7A5600", _EAR),
    Terrain.FOREST: TileStyle("#2E6B3C", "#C9E8CF", _FIR),
    Terrain.LAKE: TileStyle("#3D7FC1", "#EAF4FF", _WAVE),
    Terrain.GRASSLAND: TileStyle("#A3CF57", "#3B600F", _TUFT),
    Terrain.SWAMP: TileStyle("#8C7C68", "#FFF6E6", _REEDS),
    Terrain.MINE: TileStyle("#37363D", "#F2C14A", _NUGGET),
    Terrain.TOWN: TileStyle("#A8402F", "#FFE9DC", _HOUSES),
}
_CROWN_BADGE = (
    f'<circle cx="12" cy="12" r="11.5" fill="#FFF6DC" stroke="{CROWN_RIM}" stroke-width="1"/>'
    f'<path transform="translate(4.6 4.4) scale(.617)" d="{CROWN}" fill="{CROWN_FILL}" '
    f'stroke="{CROWN_RIM}" stroke-width="1.8" stroke-linejoin="round"/>'
)


def draw_kingdom(rows: Iterable[Sequence[Square]], over: str = "", size: int | None = None) -> str:
    """Draw a kingdom.

    Args:
        rows: The kingdom, or its rows from the top.
        over: SVG to draw over its squares.
        size: Width in pixels; by default the image scales to its surroundings.
    """
    rows = tuple(rows)
    width, height = len(rows[0]) * FIELD + 2, len(rows) * FIELD + 2
    pixels = "" if size is None else f' width="{size}" height="{round(size * height / width)}"'
    return f'<svg {XMLNS}{pixels} viewBox="-1 -1 {width} {height}">{draw_squares(rows)}{over}</svg>'


def draw_squares(rows: Iterable[Sequence[Square]]) -> str:
    """Draw the squares of a kingdom, each on its field, with the sprite they need."""
    squares = [(row, column, square) for row, across in enumerate(rows) for column, square in enumerate(across)]
    drawn = (
        draw_free_field(row, column)
        if square.is_empty
        else draw_field(row, column, style_of(square).fill, f"kingdomino-{square}")
        for row, column, square in squares
    )
    return draw_sprite(square for *_, square in squares if not square.is_empty) + "".join(drawn)


def style_of(square: Square) -> TileStyle:
    """Return how a terrain or castle is drawn."""
    return CASTLE_STYLE if square.terrain is None else TERRAIN_STYLES[square.terrain]


def draw_sprite(squares: Iterable[Square] | None = None) -> str:
    """Draw squares of these kinds, or of all, as SVG definitions to use by name: ``kingdomino-w1``, ``crown``."""
    every = [Square(terrain, crowns) for terrain in Terrain for crowns in range(MAX_CROWNS + 1)]
    chosen = sorted({*every, CASTLE} if squares is None else {*squares}, key=str)
    kinds = {str(square)[0]: style_of(square) for square in chosen}
    icons = "".join(
        f'<g id="kingdomino-icon-{letter}" fill="{style.ink}" stroke="{style.ink}">{style.icon}</g>'
        for letter, style in kinds.items()
    )
    return f'<defs><g id="crown">{_CROWN_BADGE}</g>{icons}{"".join(map(_draw_art, chosen))}</defs>'


def _draw_art(square: Square) -> str:
    """Draw a square's icon below its crowns, side by side; three are smaller, so that they fit the tile.

    A style sheet may set ``--icon-place`` to move the icon out of the way of what it writes on the square.
    """
    side = 8 if square.crowns < MAX_CROWNS else 6.8
    crowns = "".join(
        f'<use href="#crown" transform="translate({12 - square.crowns * side / 2 + number * side:.4g} 1) '
        f'scale({side * 0.0425:.3g})"/>'
        for number in range(square.crowns)
    )
    left, top, scale = (6, 9.4, 0.5) if crowns else (5.5, 5.5, 0.54)
    place = f'style="transform:var(--icon-place,translate({left}px,{top}px) scale({scale}))"'
    icon = f'<use href="#kingdomino-icon-{str(square)[0]}" transform="translate({left} {top}) scale({scale})" {place}/>'
    return f'<g id="kingdomino-{square}">{icon}{crowns}</g>'


def draw_field(row: int, column: int, fill: str, art: str) -> str:
    """Draw a square of a board with the art of that name in the sprite.

    A mine has an edge, as it is as dark as the ground of a page in the dark.
    """
    edge = ' stroke="#8F8A9C" stroke-width=".8"' if fill == TERRAIN_STYLES[Terrain.MINE].fill else ""
    return (
        f'<g transform="translate({column * FIELD} {row * FIELD})">'
        f'<rect x=".5" y=".5" width="23" height="23" rx="4" fill="{fill}"{edge}/><use href="#{art}"/></g>'
    )


def draw_free_field(row: int, column: int) -> str:
    """Draw an empty square of a board."""
    return (
        f'<rect transform="translate({column * FIELD} {row * FIELD})" x="2" y="2" width="20" height="20" rx="4" '
        'fill="none" stroke="#9A9181" stroke-dasharray="3 3"/>'
    )
