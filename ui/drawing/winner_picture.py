"""Who won as one picture for a chat: the photo of the table with the winner's kingdom alight, and everybody's sum.

The kingdoms are drawn where no photo shows them together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil

from ui.drawing import tiles
from ui.drawing.over_photo import CASTLES, INK, Outline, Point, outlines
from ui.drawing.result_picture import Shared, board
from ui.drawing.share_card import (
    BOLD,
    FIGURE,
    GOLD,
    LINE,
    MARGIN,
    NAME,
    SMALL,
    SOFT,
    TEXT,
    WIDTH,
    at_right,
    card,
    placed,
    text,
    winners_ground,
)

HEIGHT = 1350
TOP = 192  # of the photo, below the headline and what decided it
ROW = 66  # of a player
CROWN = 130  # pixels wide
AROUND = 0.09  # of the kingdoms, what is shown around them
BETWEEN = 36  # boards
DIMMED = 0.55  # how dark the photo is outside the winner's kingdom


@dataclass(frozen=True)
class TablePhoto:
    """The photo of several kingdoms: its address, its size, and everybody's corners in its pixels by the name."""

    address: str
    width: int
    height: int
    corners: Mapping[str, tuple[Point, ...]]


@dataclass(frozen=True)
class View:
    """A part of a photo, in its pixels."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class Told:
    """What the picture says besides names and sums; ``is_won`` gives the winner a crown, ``more`` are lines
    below the players.

    While it ``is_open`` who wins, it tells no sums.
    """

    headline: str
    why: str
    more: tuple[str, ...]
    date: str
    is_won: bool
    is_open: bool = False


def winner_picture(told: Told, players: Sequence[Shared], photo: TablePhoto | None) -> str:
    """An SVG for these players, best first; the photo is shown where the winner's kingdom is on it."""
    shows_winner = photo and any(one.place == 1 and one.name in photo.corners for one in players)
    rows = rows_from(told, players)
    room = rows - 28 - TOP
    seen = _photo(photo, told, players, room) if photo and shows_winner else _boards(told, players, room)
    drawn = (
        text(told.why, MARGIN, 124, TEXT, WIDTH - 2 * MARGIN, ink=SOFT),
        seen,
        *(_row(one, rows + at * ROW, told) for at, one in enumerate(players)),
        *(
            text(line, MARGIN, rows + ROW * len(players) + 12 + at * LINE, TEXT, WIDTH - 2 * MARGIN, BOLD)
            for at, line in enumerate(told.more)
        ),
    )
    return card(told.headline, f"{told.date} · Crownsight", HEIGHT, "".join(drawn))


def rows_from(told: Told, players: Sequence[Shared]) -> int:
    """Where the first row of players begins."""
    return HEIGHT - 2 * MARGIN - SMALL - ROW * len(players) - LINE * len(told.more)


def view(corners: Sequence[Point], width: int, height: int, ratio: float) -> View:
    """The part of a photo that shows all these points with something around them, as wide as high times ``ratio``.

    It lies inside the photo as far as it fits.
    """
    across, down = zip(*corners, strict=True)
    edge = AROUND * max(max(across) - min(across), max(down) - min(down))
    high = max(max(down) - min(down) + 2 * edge, (max(across) - min(across) + 2 * edge) / ratio)
    wide = high * ratio
    return View(_inside(across, wide, width), _inside(down, high, height), wide, high)


def _inside(values: Sequence[float], length: float, most: int) -> float:
    """Where a stretch of that length begins that has the values in its middle, moved into what there is."""
    begin = (min(values) + max(values) - length) / 2
    return (most - length) / 2 if length > most else min(max(0.0, begin), most - length)


def _row(one: Shared, top: int, told: Told) -> str:
    """The line of a player: the castle's colour, the name, what is in doubt, the sum; the name alone at first."""
    total, left = str(one.sheet.total), MARGIN + 64
    if told.is_open:
        return castle(one, top) + text(one.name, left, top + 10, NAME, WIDTH - MARGIN - left, BOLD)
    room = WIDTH - MARGIN - left - round(len(total) * FIGURE * NAME) - 36
    name = f"{one.place}  {one.name}" + (f" · {one.unsure}" if one.unsure else "")
    return (
        (winners_ground(MARGIN - 16, top, WIDTH - 2 * MARGIN + 32, ROW - 6) if one.place == 1 else "")
        + castle(one, top)
        + text(name, left, top + 10, NAME, room, BOLD)
        + at_right(total, WIDTH - MARGIN, top + 10, NAME)
    )


def castle(one: Shared, top: int) -> str:
    """The castle of a player's row, in its colour."""
    return (
        f'<rect x="{MARGIN}" y="{top + 7}" width="46" height="46" rx="10" fill="{ink(one)}" stroke="{INK}" '
        'stroke-opacity=".5"/>'
        + placed(f'<g fill="{INK}">{tiles.CASTLE_TILE.icon}</g>', MARGIN + 7, top + 14, 32 / tiles.FIELD)
    )


def by_castle(one: Shared) -> str:
    """What puts players into an order that tells nothing of their places."""
    return one.castle


def ink(one: Shared) -> str:
    """The colour of a player's castle."""
    return CASTLES.get(one.castle, tiles.CASTLE_TILE.fill)


def _photo(photo: TablePhoto, told: Told, players: Sequence[Shared], room: int) -> str:
    """The part of the photo with the kingdoms, dark but for the winners'."""
    there = [one for one in players if one.name in photo.corners]
    ends = [corner for one in there for corner in photo.corners[one.name]]
    seen = view(ends, photo.width, photo.height, WIDTH / room)
    alight = [photo.corners[one.name] for one in there if one.place == 1]
    holes = "".join("M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in corners) + "z" for corners in alight)
    whole = f"M0 0H{photo.width}V{photo.height}H0z"
    said = [one.name[:1] if told.is_open else str(one.sheet.total) for one in there]
    named = [Outline(photo.corners[one.name], one.castle, on) for one, on in zip(there, said, strict=True)]
    crowns = "".join(_crown_over(corners, seen) for corners in alight) if told.is_won else ""
    return (
        f'<rect y="{TOP}" width="{WIDTH}" height="{room}" fill="{INK}"/>'
        f'<svg y="{TOP}" width="{WIDTH}" height="{room}" '
        f'viewBox="{seen.left:.0f} {seen.top:.0f} {seen.width:.0f} {seen.height:.0f}">'
        f'<image href="{escape(photo.address)}" width="{photo.width}" height="{photo.height}"/>'
        f'<path d="{whole}{holes}" fill-rule="evenodd" fill="{INK}" fill-opacity="{DIMMED}"/>'
        f"{outlines(named, round(0.6 * seen.width))}{crowns}</svg>"
    )


def _crown_over(corners: Sequence[Point], seen: View) -> str:
    """A crown on the upper edge of a kingdom, wholly in view."""
    across, down = zip(*corners, strict=True)
    side = CROWN * seen.width / WIDTH
    left = min(max(sum(across) / len(across) - side / 2, seen.left), seen.left + seen.width - side)
    return _crown(left, max(min(down) - 0.85 * side, seen.top), side)


def _crown(left: float, top: float, side: float) -> str:
    shape = f'<path d="{tiles.CROWN}" fill="#FFD75E" stroke="{tiles.CROWN_RIM}" stroke-width="1.2"/>'
    return placed(shape, left, top, side / tiles.FIELD)


def _boards(told: Told, players: Sequence[Shared], room: int) -> str:
    """The kingdoms drawn beside each other on the dark, by their castles, faint but for the winners'."""
    down = 1 if len(players) < 3 else 2
    across = ceil(len(players) / down)
    side = min((WIDTH - BETWEEN) // across, (room - BETWEEN) // down) - BETWEEN
    left, top = (WIDTH - across * (side + BETWEEN) + BETWEEN) // 2, (room - down * (side + BETWEEN) + BETWEEN) // 2
    drawn = (
        _drawn(one, left + at % across * (side + BETWEEN), TOP + top + at // across * (side + BETWEEN), side, told)
        for at, one in enumerate(sorted(players, key=by_castle))
    )
    return f'<rect y="{TOP}" width="{WIDTH}" height="{room}" fill="{INK}"/>{"".join(drawn)}'


def _drawn(one: Shared, left: int, top: int, side: int, told: Told) -> str:
    """A kingdom in a frame of its castle's colour, the winner's with a crown."""
    has_won = one.place == 1
    frame = (
        f'<rect x="{left - 8}" y="{top - 8}" width="{side + 16}" height="{side + 16}" rx="14" fill="#4A453D" '
        f'stroke="{GOLD if has_won and not told.is_open else ink(one)}" stroke-width="6"/>'
    )
    drawing = f'<g opacity="{1 if has_won else DIMMED}">{frame}{board(one.kingdom, one.pieces, left, top, side)}</g>'
    is_crowned = has_won and told.is_won
    return drawing + (_crown(left + (side - CROWN) / 2, top - 0.7 * CROWN, CROWN) if is_crowned else "")
