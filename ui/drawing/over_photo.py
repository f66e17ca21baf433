"""What is drawn over a photo: kingdoms in the colours of their castles, and the frame that they belong in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ui.drawing import tiles

Point = tuple[float, float]  # (x, y) in pixels of the photo
GOLD, CREAM, INK = "#C8931A", "#FFF6DC", "#1C1A17"
FRAME, BRACKET = 0.1, 0.18  # of the shorter side: table to be left around kingdoms, the length of a bracket
CASTLES = {
    "blue": "#2F6DB3",
    "green": "#3F8F4F",
    "pink": "#CF5A90",
    "yellow": "#E3B22B",
    "brown": "#7A5230",
    "orange": "#D9741C",
    "purple": "#7B4B9E",
    "white": "#D8D4CC",
    "red": "#C62F33",
}

_GLOW = (
    "<style>.asked{animation:glow 1s ease-in-out infinite alternate}@keyframes glow{from{stroke-opacity:.45}}"
    "@media (prefers-reduced-motion:reduce){.asked{animation:none}}</style>"
)


@dataclass(frozen=True)
class Outline:
    """A kingdom in a photo: its corners clockwise, its castle's colour if it has one, what is written on it."""

    corners: tuple[Point, ...]
    castle: str | None
    label: str
    asked: bool = False


def draw_over(photo: str, width: int, height: int, drawing: str, alt: str) -> str:
    """Draw over a photo, as HTML; ``photo`` is its address, width and height are its pixels."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{_GLOW}{drawing}</svg>'
    return (
        f'<figure class="cs-shot" style="--ratio:{width / height:.4f}"><img class="cs-photo" alt="{escape(alt)}" '
        f'src="{photo}">{tiles.svg_image(svg, "", "cs-over") if drawing else ""}</figure>'
    )


def outlines(kingdoms: Sequence[Outline], width: int) -> str:
    return "".join(_outline(one, width / 400) for one in kingdoms)


def frame(width: int, height: int) -> str:
    """Draw the brackets that show where kingdoms belong in a photo of that width and height."""
    shorter = min(width, height)
    inset, length = FRAME * shorter, BRACKET * shorter
    corners = [(x, y) for x in (inset, width - inset) for y in (inset, height - inset)]
    ends = [(x + (length if x == inset else -length), y + (length if y == inset else -length)) for x, y in corners]
    brackets = zip(corners, ends, strict=True)
    path = "".join(f"M{right:.0f} {y:.0f}H{x:.0f}V{down:.0f}" for (x, y), (right, down) in brackets)
    return "".join(
        f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{wide * width / 400:.1f}" stroke-linejoin="round"/>'
        for ink, wide in ((INK, 7), (CREAM, 4))
    )


def _outline(one: Outline, pen: float) -> str:
    points = " ".join(f"{x:.0f},{y:.0f}" for x, y in one.corners)
    ink = CASTLES.get(one.castle or "", CREAM)
    wide = 7 if one.asked else 4
    frame = (
        f'<polygon points="{points}" fill="{GOLD if one.asked else ink}" fill-opacity="{0.18 if one.asked else 0}" '
        f'stroke="{INK}" stroke-width="{(wide + 3) * pen:.1f}" stroke-linejoin="round"/>'
        f'<polygon class="{"asked" if one.asked else ""}" points="{points}" fill="none" '
        f'stroke="{GOLD if one.asked else ink}" stroke-width="{wide * pen:.1f}" stroke-linejoin="round"/>'
    )
    return frame + _label(one, ink, pen)


def _label(one: Outline, ink: str, pen: float) -> str:
    x, y = (sum(values) / len(one.corners) for values in zip(*one.corners, strict=True))
    half = max(15, 8 + 6.7 * len(one.label)) * pen  # a bold figure is at most 0.7 of its size wide
    return (
        f'<rect x="{x - half:.0f}" y="{y - 15 * pen:.0f}" width="{2 * half:.0f}" height="{30 * pen:.0f}" '
        f'rx="{15 * pen:.0f}" fill="{CREAM}" stroke="{GOLD if one.asked else ink}" stroke-width="{3 * pen:.1f}"/>'
        f'<text x="{x:.0f}" y="{y + 6.5 * pen:.0f}" text-anchor="middle" fill="{INK}" '
        f'font-family="system-ui,sans-serif" font-weight="700" font-size="{19 * pen:.0f}">{escape(one.label)}</text>'
    )
