"""Drawings over a photo: kingdoms in the colours of their castles, and the camera frame."""

from __future__ import annotations

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


BAND_FILLS = {  # white text on each of them has a contrast of at least 4.5; dark text on yellow and white
    "red": "#9C2428",
    "blue": "#22558F",
    "green": "#2A6E39",
    "pink": "#A3376A",
    "yellow": "#E3B22B",
    "brown": "#6B4A2F",
    "orange": "#A8520B",
    "purple": "#5E3580",
    "white": "#D8D4CC",
}
LIGHT_FILLS = {"yellow", "white"}


def band_ink(castle: str | None) -> str:
    """Return the colour of text on the fill of a castle."""
    return INK if castle in LIGHT_FILLS else "#FFF"


@dataclass(frozen=True)
class Outline:
    """A kingdom in a photo: its corners clockwise, its castle's colour if it has one, its label, its player's name."""

    corners: tuple[Point, ...]
    castle: str | None
    label: str
    asked: bool = False
    name: str = ""


def draw_over(photo: str, width: int, height: int, drawing: str, alt: str, *, pills: str = "") -> str:
    """Return a photo with an SVG drawing and HTML pills over it; ``photo`` is its address, the sizes are its pixels.

    A blurred copy lies behind it, for a photo that is narrower than its place.
    """
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{_GLOW}{drawing}</svg>'
    return (
        f'<img class="cs-behind" alt="" src="{photo}">'
        f'<figure class="cs-shot" style="--ratio:{width / height:.4f}"><img class="cs-photo" alt="{escape(alt)}" '
        f'src="{photo}">{tiles.svg_image(svg, "", "cs-over") if drawing else ""}{pills}</figure>'
    )


def draw_pill(one: Outline, width: int, height: int) -> str:
    """Draw name and label of a kingdom as an HTML pill on its lower edge; its button says the same."""
    across, down = zip(*one.corners, strict=True)
    left, top = 100 * sum(across) / len(across) / width, 100 * max(down) / height
    widest = min(47.0, 132 * (max(across) - min(across)) / width)
    fill = BAND_FILLS.get(one.castle or "", INK)
    name = f"<span>{escape(one.name)}</span>" if one.name else ""
    label = f"<b>{escape(one.label)}</b>" if one.label else ""
    return (
        f'<span class="cs-pill{" asked" if one.asked else ""}" aria-hidden="true" style="left:{left:.1f}%;'
        f"top:min({top:.1f}%, 100% - 20px);max-width:{widest:.1f}%;background:{fill};color:{band_ink(one.castle)}"
        f'">{name}{label}</span>'
    )


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


def draw_outline(one: Outline, pen: float) -> str:
    """Draw the outline of a kingdom as SVG with a pen of that many pixels of the photo."""
    points = " ".join(f"{x:.0f},{y:.0f}" for x, y in one.corners)
    ink = CASTLES.get(one.castle or "", CREAM)
    wide = 7 if one.asked else 4
    return (
        f'<polygon points="{points}" fill="{GOLD if one.asked else ink}" fill-opacity="{0.18 if one.asked else 0}" '
        f'stroke="{INK}" stroke-width="{(wide + 3) * pen:.1f}" stroke-linejoin="round"/>'
        f'<polygon class="{"asked" if one.asked else ""}" points="{points}" fill="none" '
        f'stroke="{GOLD if one.asked else ink}" stroke-width="{wide * pen:.1f}" stroke-linejoin="round"/>'
    )
