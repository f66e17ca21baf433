"""Drawings over a board: pieces, or the numbers of dominoes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from scoring import Box, Building, Character, Kingdom, Pieces, Position
from scoring.dominoes.legality import PlacedDomino
from scoring.limits import pieces_in_play
from scoring.svg import CROWN, FIELD
from ui.drawing import tiles
from ui.drawing.over_photo import CREAM, INK

GIANT, TOKEN, BUILDING = "giant", "token", "building"
_AXE = "M11 2h2v20h-2zM13 4q6-1 8 5-4 0-8 2z"
GLYPHS: dict[str, str] = {
    GIANT: "M12 1a4 4 0 1 0 .01 0zM5 22V14q0-4 4-4h6q4 0 4 4v8h-4v-6h-6v6z",
    TOKEN: "M12 4a8 8 0 1 0 .01 0z",
    BUILDING: "M3 22V11l9-8 9 8v11h-6v-7H9v7z",
    Character.FARMER: "M13 3q9 1 8 9-1 7-9 8 5-4 5-8 0-5-6-6zM9 15l4 4-6 4-3-3z",
    Character.LUMBERJACK: _AXE,
    Character.FISHERMAN: "M2 12q6-8 13-2l6-4v12l-6-4q-7 6-13-2z",
    Character.SHEPHERDESS: "M9 22V8q0-6 5-6t5 5q0 4-4 4V8q1 0 1-1 0-2-2-2t-2 3v14z",
    Character.MERCHANT: "M8 2h8l-2 4h-4zM10 7h4q7 6 6 11-1 4-8 4t-8-4q-1-5 6-11z",
    Character.AXE_WARRIOR: f"{_AXE}M11 4q-6-1-8 5 4 0 8 2z",
    Character.SWORD_WARRIOR: "M12 1l2 3v10h-4V4zM6 14h12v2.5H6zM11 16h2v6h-2z",
    Character.LIGHT_ARCHER: "M6 1q16 11 0 22l-1-2q11-9 0-18zM1 11h15V8l6 4-6 4v-3H1z",
    Character.HEAVY_ARCHER: "M2 9q10-10 20 0l-2 2q-8-7-16 0zM10.5 6h3v17h-3zM8 8l4-7 4 7z",
    Character.CAPTAIN: "M5 2h2v20H5zM8 3h13l-4 4.5 4 4.5H8z",
    Character.KING: CROWN,
    Character.QUEEN: "M12 22L3 13Q-1 6 5 3.5q5-1 7 4 2-5 7-4 6 2.5 2 9.5z",
}
"""The glyph of each piece, by its name in a board code, as a path in a field of 24 by 24."""

_SIDE = 8.0  # of a mark, of a field of 24
_FIGURE = 4.4  # the width of a character beside a glyph


def sprite() -> str:
    """Return the glyphs as an SVG sprite: ``glyph-giant``."""
    return f'<defs>{"".join(f"""<path id="glyph-{name}" d="{path}"/>""" for name, path in GLYPHS.items())}</defs>'


def marks(pieces: Pieces) -> str:
    """Everything that stands on the squares as SVG, on the fields of ``draw_squares``; nothing for no pieces."""
    standing: dict[Position, list[tuple[str, str]]] = defaultdict(list)
    for position, glyph, beside in _positions(pieces):
        standing[position].append((glyph, beside))
    return "".join(_on_square(position, here) for position, here in sorted(standing.items()))


def _positions(pieces: Pieces) -> Iterator[tuple[Position, str, str]]:
    """Yield each piece with its square, its glyph and its caption."""
    for position, giants in pieces.giants:
        yield position, GIANT, str(giants) if giants > 1 else ""
    yield from ((position, TOKEN, "") for position in pieces.tokens)
    yield from ((position, who.value, "") for position, who in pieces.characters)
    yield from ((position, BUILDING, in_figures(building)) for position, building in pieces.buildings)


def in_figures(building: Building) -> str:
    """Format the earnings of a building briefly: ``+1`` crown, ``5`` points, ``2×`` something."""
    if building.per is not None:
        return f"{building.each}×"
    return f"+{building.crowns}" if building.crowns else str(building.points)


def _on_square(position: Position, here: list[tuple[str, str]]) -> str:
    widths = [_SIDE + _FIGURE * len(beside) for _glyph, beside in here]
    left, top = (FIELD - sum(widths)) / 2, FIELD - _SIDE - 1
    drawn = []
    for (glyph, beside), width in zip(here, widths, strict=True):
        drawn.append(
            f'<g transform="translate({left:.1f} {top})"><rect width="{width:.1f}" height="{_SIDE}" rx="4" '
            f'fill="#26221B" stroke="#FFF6DC" stroke-width=".7"/><path transform="translate(1.4 1.4) scale(.217)" '
            f'fill="#FFF6DC" d="{GLYPHS[glyph]}"/><text x="7" y="6.2" font-size="5.6" font-weight="700" '
            f'font-family="{tiles.FONT}" fill="#FFF6DC">{beside}</text></g>'
        )
        left += width
    return f'<g transform="translate({position[1] * FIELD} {position[0] * FIELD})">{"".join(drawn)}</g>'


def with_pieces(kingdom: Kingdom, pieces: Pieces, box: Box) -> str:
    """Draw the kingdom as an HTML image with the pieces of the boxes on its table."""
    return tiles.small_board(kingdom, over=marks(pieces_in_play(box, kingdom, pieces)))


def with_numbers(kingdom: Kingdom, dominoes: Sequence[PlacedDomino]) -> str:
    """Draw the kingdom as HTML with an outline round each domino and its number below the crowns.

    The numbers stand over the image, which has only the typefaces of the machine.
    """
    wide, high = kingdom.width * FIELD + 2, kingdom.height * FIELD + 2  # with the edge of the image
    numbers = "".join(
        f'<b aria-hidden="true" style="left:{100 * (x + 1) / wide:.1f}%;top:{100 * (y + 1) / high:.1f}%">'
        f"{domino.number}</b>"
        for domino in dominoes
        for x, y in [_place_number(domino)]
    )
    return f'<div class="cs-numbered">{tiles.small_board(kingdom, over="".join(map(_domino, dominoes)))}{numbers}</div>'


def _place_number(domino: PlacedDomino) -> tuple[float, float]:
    """Return the centre (x, y) of the number of a domino on the fields of ``draw_squares``."""
    (top, left), (_bottom, right) = sorted(domino.squares)
    return (left + 1) * FIELD if right > left else left * FIELD + 8.5, (top + 1) * FIELD - 6.5


def _domino(domino: PlacedDomino) -> str:
    (top, left), (bottom, right) = sorted(domino.squares)
    x, y, width, height = left * FIELD, top * FIELD, (right - left + 1) * FIELD, (bottom - top + 1) * FIELD
    middle_x, middle_y = _place_number(domino)
    return (
        f'<rect x="{x + 1}" y="{y + 1}" width="{width - 2}" height="{height - 2}" rx="4" fill="none" '
        f'stroke="{INK}" stroke-width="2"/>'
        f'<rect x="{middle_x - 6.5}" y="{middle_y - 4.5}" width="13" height="9" rx="4.5" fill="{CREAM}" '
        f'stroke="{INK}" stroke-width=".8"/>'
    )
