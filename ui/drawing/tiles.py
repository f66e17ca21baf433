"""How terrains and crowns look: colours, icons and small boards, the same on every screen."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape

from scoring import CASTLE, EMPTY, Kingdom, Square, Terrain
from scoring.boxes import BASE, Box
from scoring.message import Text
from ui.i18n.translate import n_


@dataclass(frozen=True)
class Look:
    """The look of one kind of square or piece: its name, fill, the ink of its icon, and the icon on a 24 x 24 field."""

    name: Text
    fill: str
    ink: str
    icon: str
    most: int = 0  # crowns that one square of the game has, or the highest number on a piece


def _land(terrain: Terrain, fill: str, ink: str, icon: str) -> Look:
    most = max((square.crowns for square in BASE.squares if square.terrain is terrain), default=0)
    return Look(terrain.value, fill, ink, icon, most)


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

EMPTY_TILE = Look("empty", "transparent", "currentColor", "")
CASTLE_TILE = Look("castle", "#B8B2A6", "#3A362F", _TOWER)
LANDS = {
    Terrain.WHEAT: _land(Terrain.WHEAT, "#E8BE3F", "#7A5600", _EAR),
    Terrain.FOREST: _land(Terrain.FOREST, "#2E6B3C", "#C9E8CF", _FIR),
    Terrain.LAKE: _land(Terrain.LAKE, "#3D7FC1", "#EAF4FF", _WAVE),
    Terrain.GRASSLAND: _land(Terrain.GRASSLAND, "#A3CF57", "#3B600F", _TUFT),
    Terrain.SWAMP: _land(Terrain.SWAMP, "#8C7C68", "#FFF6E6", _REEDS),
    Terrain.MINE: _land(Terrain.MINE, "#37363D", "#F2C14A", _NUGGET),
    Terrain.TOWN: _land(Terrain.TOWN, "#A8402F", "#FFE9DC", _HOUSES),
}


@cache
def most_crowns(box: Box) -> dict[str, int]:
    """The squares that a table with these boxes has, by their letter, each with the most crowns of one."""
    most = dict.fromkeys((terrain.letter for terrain in box.terrains), 0) | {"C": 0, ".": 0}
    for square in box.squares:
        most[str(square)[0]] = max(most[str(square)[0]], square.crowns)
    return most


CROWN = "M3.5 18.5L2 7.5l5.3 4L12 4.5l4.7 7L22 7.5l-1.5 11z"
DRAWN = 500  # boards that are not drawn again for the next phone that shows them, 10 KB each
CROWN_FILL, CROWN_RIM = "#C8931A", "#4A3505"
MOST_CROWNS = 3  # on a square of any box
FIELD = 24  # the side of the field that icons, squares and the crown are drawn on


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


def sprite(squares: Iterable[Square] | None = None) -> str:
    """The drawings of squares of these kinds, or of all, as SVG to be used by name: ``kingdomino-w1``, ``crown``."""
    every = [Square(terrain, crowns) for terrain in Terrain for crowns in range(MOST_CROWNS + 1)]
    chosen = sorted({*every, CASTLE} if squares is None else {*squares}, key=str)
    kinds = {str(square)[0]: tile(square) for square in chosen}
    icons = "".join(
        f'<g id="kingdomino-icon-{letter}" fill="{look.ink}" stroke="{look.ink}">{look.icon}</g>'
        for letter, look in kinds.items()
    )
    return f'<defs><g id="crown">{_CROWN_BADGE}</g>{icons}{"".join(map(_art, chosen))}</defs>'


def _art(square: Square) -> str:
    """Draw a square's icon and its crowns side by side above it; three are smaller, so that they fit the tile."""
    side = 8 if square.crowns < MOST_CROWNS else 6.8
    crowns = "".join(
        f'<use href="#crown" transform="translate({12 - square.crowns * side / 2 + number * side:.4g} 1.5) '
        f'scale({side * 0.0425:.3g})"/>'
        for number in range(square.crowns)
    )
    place = f"translate(5.5 {8 if crowns else 5.5}) scale(.54)"
    icon = f'<use href="#kingdomino-icon-{str(square)[0]}" transform="{place}"/>'
    return f'<g id="kingdomino-{square}">{icon}{crowns}</g>'


def drawn(svg: str, alt: str, style: str) -> str:
    """An SVG drawing as an HTML image, the form that Streamlit lets through; ``alt`` empty if it only decorates."""
    return f'<img class="{style}" alt="{escape(alt)}" src="{data_url(svg)}">'


def data_url(svg: str) -> str:
    """The address of an SVG drawing that holds all of it, for an image or a style."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def icon(terrain: Terrain) -> str:
    """A terrain's icon on its colour, as an HTML image for use beside its name."""
    land = LANDS[terrain]
    badge = (
        f'<rect width="24" height="24" rx="6" fill="{land.fill}"/>'
        f'<g transform="translate(3.6 3.6) scale(.7)" fill="{land.ink}" stroke="{land.ink}">{land.icon}</g>'
    )
    return drawn(f'<svg {_XMLNS} viewBox="0 0 24 24">{badge}</svg>', "", "cs-icon")


def castle_icon() -> str:
    """A castle as an HTML image, for use on the colour of a player's own."""
    tower = f'<g fill="{CASTLE_TILE.ink}">{CASTLE_TILE.icon}</g>'
    return drawn(f'<svg {_XMLNS} viewBox="0 0 24 24">{tower}</svg>', "", "cs-castle")


def small_board(kingdom: Kingdom, over: str = "") -> str:
    """The kingdom drawn small, SVG ``over`` its squares, as an HTML image that says its size to a screen reader."""
    words = n_(
        "a kingdom of {number} square, {height} by {width}",
        "a kingdom of {number} squares, {height} by {width}",
        kingdom.tile_count,
        height=kingdom.height,
        width=kingdom.width,
    )
    return drawn(board(kingdom, over), words, "cs-board")


@lru_cache(maxsize=DRAWN)
def board(kingdom: Kingdom, over: str = "") -> str:
    """The kingdom drawn small as SVG, with more SVG ``over`` its squares."""
    size = f"{kingdom.width * 24 + 2} {kingdom.height * 24 + 2}"
    return f'<svg {_XMLNS} viewBox="-1 -1 {size}">{squares(kingdom)}{over}</svg>'


def squares(kingdom: Kingdom) -> str:
    """The squares of a kingdom as SVG, each on its field."""
    laid = [(position, square) for position, square in kingdom.squares()]
    drawn_squares = (
        free_field(*position) if square.is_empty else field(*position, tile(square).fill, f"kingdomino-{square}")
        for position, square in laid
    )
    return sprite(square for _, square in laid if not square.is_empty) + "".join(drawn_squares)


def field(row: int, column: int, fill: str, art: str) -> str:
    """Draw a square of a board as SVG: the art of that name in the sprite on a ground.

    A mine has an edge, as it is as dark as the ground of a page in the dark.
    """
    edge = ' stroke="#8F8A9C" stroke-width=".8"' if fill == LANDS[Terrain.MINE].fill else ""
    return (
        f'<g transform="translate({column * FIELD} {row * FIELD})">'
        f'<rect x=".5" y=".5" width="23" height="23" rx="4" fill="{fill}"{edge}/><use href="#{art}"/></g>'
    )


def free_field(row: int, column: int) -> str:
    """A square of a board on which nothing lies."""
    return (
        f'<rect transform="translate({column * FIELD} {row * FIELD})" x="2" y="2" width="20" height="20" rx="4" '
        'fill="none" stroke="#9A9181" stroke-dasharray="3 3"/>'
    )


_XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
_CROWN_BADGE = (
    f'<circle cx="12" cy="12" r="11.5" fill="#FFF6DC" stroke="{CROWN_RIM}" stroke-width="1"/>'
    f'<path transform="translate(4.6 4.4) scale(.617)" d="{CROWN}" fill="{CROWN_FILL}" '
    f'stroke="{CROWN_RIM}" stroke-width="1.8" stroke-linejoin="round"/>'
)
