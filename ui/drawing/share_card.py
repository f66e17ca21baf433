"""Pictures of a game for a chat, as SVG: the winner's square picture, and the boards with what each scored.

Coordinates are pixels of the picture. A text says how wide it may be (``data-width``); the browser shortens it there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil

from scoring import svg
from scoring.svg import FIELD
from ui.drawing import tiles
from ui.drawing.over_photo import BAND_FILLS, CASTLES, CREAM, INK, Point, band_ink

GROUND, SOFT = "#FAF7F0", "#6E625A"
SIDE = 1080  # of the winner's picture, and the width of the other: chats show a square whole
MARGIN, GAP = 48, 36
LINE, ROW = 44, 66  # heights of a text line and of a player's row
HEADLINE, NAME, TEXT, SMALL = 64, 40, 32, 26  # font sizes
BOLD, MEDIUM, PLAIN = 700, 600, 400
DIGIT_WIDTH = 0.62  # in font sizes, at most
BAND = 184  # height of the winner's band with two lines
CROWN = 120  # pixels wide
CROP_MARGIN = 0.07  # of the kingdoms, shown around them
DIM = 0.35  # opacity of the shade over everything but the winner's kingdom
INVALID_CHARACTERS = {0xFFFE: None, 0xFFFF: None}  # no XML may have them


@dataclass(frozen=True)
class DrawnBoard:
    """A board on fields (``FIELD``): its SVG, size in fields, title, and lines of what it scored with amounts."""

    drawn: str
    columns: int
    rows: int
    title: str = ""
    lines: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class PlayerRow:
    """A player's name, place, points, castle colour, and board where each has one."""

    name: str
    rank: int
    total: int
    castle: str
    board: DrawnBoard | None = None

    @property
    def fill(self) -> str:
        """The castle's colour as a background."""
        return BAND_FILLS.get(self.castle, INK)

    @property
    def ink(self) -> str:
        """The colour of text on `fill`."""
        return band_ink(self.castle)


@dataclass(frozen=True)
class TablePhoto:
    """The photo of several kingdoms: its address, its size, and corners in its pixels by player."""

    address: str
    width: int
    height: int
    corners: Mapping[str, tuple[Point, ...]]


@dataclass(frozen=True)
class Caption:
    """The words of a picture: who won and why, more (a Dynasty), the date. ``is_won`` crowns the winner."""

    headline: str
    why: str
    more: str
    date: str
    is_won: bool


@dataclass(frozen=True)
class Crop:
    """A part of a photo, in its pixels."""

    left: float
    top: float
    width: float
    height: float


# --- The winner's picture


def winner_card(caption: Caption, rows: Sequence[PlayerRow], photo: TablePhoto | None) -> str:
    """Draw the kingdoms with names and points over a band in the winner's colour: in the photo if the winner is there.

    Else the kingdoms are drawn.
    """
    band = BAND + (LINE if caption.more else 0)
    shows_winner = photo and any(one.rank == 1 and one.name in photo.corners for one in rows)
    height = SIDE - band
    kingdoms = (
        _draw_photo(photo, caption, rows, height) if photo and shows_winner else _draw_boards(caption, rows, height)
    )
    return _svg(SIDE, kingdoms + _draw_band(caption, rows, height))


def _draw_band(caption: Caption, rows: Sequence[PlayerRow], top: int) -> str:
    """Draw who won and why, in the winner's colour, with the date and the name of the app at its foot."""
    winners = [one for one in rows if one.rank == 1]
    fill, ink = (winners[0].fill, winners[0].ink) if len(winners) == 1 else (INK, "#FFF")
    wide = SIDE - 2 * MARGIN
    size = min(HEADLINE, int(HEADLINE * wide / max(1, estimate_width(caption.headline, HEADLINE))))
    foot, app = SIDE - 72, "Crownsight"
    logo_width = round(estimate_width(app, TEXT)) + 52
    date_width = min(round(estimate_width(caption.date, SMALL)), wide // 2)
    before = SIDE - MARGIN - logo_width - GAP - date_width
    lines = [text(caption.headline, MARGIN, top + 20, max(size, 36), wide, BOLD, ink)]
    if caption.more:
        lines.append(text(caption.more, MARGIN, foot - LINE, TEXT, wide, ink=ink))
    lines.append(text(caption.why, MARGIN, foot, TEXT, before - MARGIN - 12, ink=ink))
    lines.append(text(caption.date, before, foot + 5, SMALL, date_width, ink=ink))
    lines.append(_place(f'<path d="{svg.CROWN}" fill="{ink}"/>', SIDE - MARGIN - logo_width, foot - 4, 40 / FIELD))
    lines.append(at_right(app, SIDE - MARGIN, foot, TEXT, ink))
    return f'<rect y="{top}" width="{SIDE}" height="{SIDE - top}" fill="{fill}"/>{"".join(lines)}'


def crop_around(corners: Sequence[Point], width: int, height: int, ratio: float) -> Crop:
    """Return the part of a photo that shows all these points, as wide as high times ``ratio``.

    It lies inside the photo as far as it fits, with a margin around the points where the photo has one.
    """
    across, down = zip(*corners, strict=True)
    least = max(max(down) - min(down), (max(across) - min(across)) / ratio)
    high = max(1.02 * least, min((1 + 2 * CROP_MARGIN) * least, height, width / ratio))
    wide = high * ratio
    return Crop(_place_inside(across, wide, width), _place_inside(down, high, height), wide, high)


def _place_inside(values: Sequence[float], length: float, most: int) -> float:
    """Return the begin of a stretch of that length centred on the values, moved inside 0 to ``most`` if it fits."""
    begin = (min(values) + max(values) - length) / 2
    return (most - length) / 2 if length > most else min(max(0.0, begin), most - length)


def _draw_photo(photo: TablePhoto, caption: Caption, rows: Sequence[PlayerRow], height: int) -> str:
    """Draw the part of the photo with the kingdoms, from edge to edge.

    Where the photo ends before the picture does, a blurred copy of it goes on.
    """
    there = sorted((one for one in rows if one.name in photo.corners), key=lambda one: -one.rank)
    ends = [corner for one in there for corner in photo.corners[one.name]]
    crop = crop_around(ends, photo.width, photo.height, SIDE / height)
    bright = "".join(_path(photo.corners[one.name]) for one in there if one.rank == 1)
    scale = SIDE / crop.width
    pen = 1 / scale  # one pixel of the picture, in those of the photo
    image = f'<image id="photo" href="{escape(photo.address)}" width="{photo.width}" height="{photo.height}"/>'
    frames = "".join(_draw_frame(photo.corners[one.name], one, pen) for one in there)
    cover = max(SIDE / photo.width, height / photo.height)
    left, top = (SIDE - cover * photo.width) / 2, (height - cover * photo.height) / 2
    tags = ""
    for one in there:
        points = [((x - crop.left) * scale, (y - crop.top) * scale) for x, y in photo.corners[one.name]]
        across, down = zip(*points, strict=True)
        centre = sum(across) / len(across)
        tags += _draw_tag(one, centre, max(down) - 26, max(across) - min(across), height)
        if one.rank == 1 and caption.is_won:
            tags += _draw_crown(min(max(centre - CROWN / 2, 0), SIDE - CROWN), max(min(down) - 0.85 * CROWN, 4), CROWN)
    return (
        f'<defs>{image}<filter id="blur"><feGaussianBlur stdDeviation="28"/></filter></defs>'
        f'<svg width="{SIDE}" height="{height}"><rect width="{SIDE}" height="{height}" fill="{INK}"/>'
        f'<g filter="url(#blur)" opacity=".8"><use href="#photo" '
        f'transform="translate({left:.1f} {top:.1f}) scale({cover:.4f})"/></g></svg>'
        f'<svg width="{SIDE}" height="{height}" '
        f'viewBox="{crop.left:.0f} {crop.top:.0f} {crop.width:.0f} {crop.height:.0f}">'
        f'<use href="#photo"/><path d="{_path(_frame_of(crop))}{bright}" fill-rule="evenodd" fill="{INK}" '
        f'fill-opacity="{DIM}"/>{frames}</svg>{tags}'
    )


def _path(corners: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in corners) + "z"


def _frame_of(crop: Crop) -> tuple[Point, ...]:
    """Return the corners of a crop, with a pixel around it."""
    left, top, right, bottom = crop.left - 1, crop.top - 1, crop.left + crop.width + 1, crop.top + crop.height + 1
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _draw_frame(corners: Sequence[Point], one: PlayerRow, pen: float) -> str:
    width = 12 if one.rank == 1 else 7
    path, colour = _path(corners), CASTLES.get(one.castle, CREAM)
    return "".join(
        f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{wide * pen:.1f}" stroke-linejoin="round"/>'
        for ink, wide in ((CREAM, width + 6), (colour, width))
    )


def _draw_tag(one: PlayerRow, centre: float, middle: float, wide: float, height: int) -> str:
    """Draw the pill with name and points of a player on the lower edge of their kingdom, inside the picture."""
    size = NAME if one.rank == 1 else 34
    total = str(one.total)
    points_width = DIGIT_WIDTH * size * len(total)
    most = max(wide, 5 * size) - points_width - 2.3 * size
    name_width = min(estimate_width(one.name, size), most)
    width, high = name_width + points_width + 1.7 * size, 1.6 * size
    left = min(max(centre - width / 2, 12), SIDE - width - 12)
    top = min(middle - high / 2, height - high - 12)
    base = top + 0.3 * size
    return (
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{high:.0f}" rx="{high / 2:.0f}" '
        f'fill="{one.fill}" stroke="{CREAM}" stroke-width="4"/>'
        + text(one.name, round(left + 0.6 * size), round(base), size, name_width, MEDIUM, one.ink)
        + at_right(total, round(left + width - 0.6 * size), round(base), size, one.ink)
    )


def _draw_boards(caption: Caption, rows: Sequence[PlayerRow], height: int) -> str:
    """Draw the kingdoms beside each other on the dark, by their castles, the winners' framed and crowned."""
    down = 1 if len(rows) < 3 else 2
    across = ceil(len(rows) / down)
    side = min((SIDE - GAP) // across, (height - 2 * GAP) // down) - GAP
    left, top = (SIDE - across * (side + GAP) + GAP) // 2, (height - down * (side + GAP) + GAP) // 2
    drawn = f'<rect width="{SIDE}" height="{height}" fill="{INK}"/>'
    tags = ""
    for at, one in enumerate(sorted(rows, key=lambda one: one.castle)):
        x, y = left + at % across * (side + GAP), top + at // across * (side + GAP)
        has_won = one.rank == 1
        drawn += (
            f'<rect x="{x - 6}" y="{y - 6}" width="{side + 12}" height="{side + 12}" rx="14" fill="#4A453D" '
            f'stroke-width="{10 if has_won else 5}" stroke="{CASTLES.get(one.castle, CREAM)}"/>'
            f"{_place_board(one.board, x, y, side, side) if one.board else ''}"
        )
        tags += _draw_tag(one, x + side / 2, y + side - 8, side, height)
        if has_won and caption.is_won:
            tags += _draw_crown(x + (side - CROWN) / 2, max(4, y - 0.6 * CROWN), CROWN)
    return drawn + tags


# --- The boards with what each scored


def boards_card(caption: Caption, rows: Sequence[PlayerRow], boards: Sequence[DrawnBoard]) -> str:
    """Draw the boards, two or three in a line, with what each scored, and the table of players below them."""
    wide = SIDE - 2 * MARGIN
    across = max(2, len(boards) if len(boards) < 4 else 2)
    size = TEXT if across == 2 else SMALL
    side = (wide - (across - 1) * GAP) // across
    drawn = text(caption.headline, MARGIN, MARGIN, HEADLINE, wide, BOLD)
    drawn += text(caption.why, MARGIN, 132, TEXT, wide, ink=SOFT)
    top = 204
    for first in range(0, len(boards), across):
        line = boards[first : first + across]
        high = round(max(side * board.rows / max(board.rows, board.columns) for board in line))
        left = (SIDE - len(line) * (side + GAP) + GAP) // 2
        for at, board in enumerate(line):
            x = left + at * (side + GAP)
            drawn += text(board.title, x, top, size, side, BOLD) + _place_board(board, x, top + LINE, side, high)
            for number, (words, amount) in enumerate(board.lines):
                below = top + LINE + high + 16 + number * LINE
                room = side - round(len(amount) * DIGIT_WIDTH * size) - 12
                drawn += text(words, x, below, size, room) + at_right(amount, x + side, below, size)
        top += LINE + high + 16 + LINE * max(len(board.lines) for board in line) + GAP
    for one in rows:
        drawn += _draw_row(one, top)
        top += ROW
    if caption.more:
        drawn += text(caption.more, MARGIN, top + 12, TEXT, wide, BOLD)
        top += LINE
    drawn += text(f"{caption.date} · Crownsight", MARGIN, top + GAP, SMALL, wide, ink=SOFT)
    height = top + GAP + SMALL + MARGIN
    return _svg(height, f'<rect width="{SIDE}" height="{height}" fill="{GROUND}"/>{drawn}')


def _draw_row(one: PlayerRow, top: int) -> str:
    """Draw the row of a player: castle, place, name and points; that of a winner is in their colour."""
    total, left = str(one.total), MARGIN + 64
    room = SIDE - MARGIN - left - round(len(total) * DIGIT_WIDTH * NAME) - 36
    wide, high = SIDE - 2 * MARGIN + 32, ROW - 6
    ink = one.ink if one.rank == 1 else INK
    band = f'<rect x="{MARGIN - 16}" y="{top}" width="{wide}" height="{high}" rx="14" fill="{one.fill}"/>'
    return (
        (band if one.rank == 1 else "")
        + _draw_castle(one, top)
        + text(f"{one.rank}  {one.name}", left, top + 10, NAME, room, BOLD, ink)
        + at_right(total, SIDE - MARGIN, top + 10, NAME, ink)
    )


def _draw_castle(one: PlayerRow, top: int) -> str:
    tower = f'<g fill="{INK}">{tiles.CASTLE_TILE.icon}</g>'
    colour = CASTLES.get(one.castle, tiles.CASTLE_TILE.fill)
    return (
        f'<rect x="{MARGIN}" y="{top + 7}" width="46" height="46" rx="10" fill="{colour}" stroke="{INK}" '
        f'stroke-opacity=".5"/>{_place(tower, MARGIN + 7, top + 14, 32 / FIELD)}'
    )


# --- Parts of both


def _svg(height: int, drawn: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{height}" viewBox="0 0 {SIDE} {height}" '
        f'font-family="{tiles.FONT}">{drawn}</svg>'
    )


def _draw_crown(left: float, top: float, side: float) -> str:
    shape = f'<path d="{svg.CROWN}" fill="#FFD75E" stroke="{svg.CROWN_RIM}" stroke-width="1.2"/>'
    return _place(shape, left, top, side / FIELD)


def _place_board(board: DrawnBoard, left: float, top: float, width: float, height: float) -> str:
    """Draw a board in the middle of its place, as large as fits."""
    side = min(width / board.columns, height / board.rows)
    left_of, top_of = left + (width - side * board.columns) / 2, top + (height - side * board.rows) / 2
    return _place(board.drawn, left_of, top_of, side / FIELD)


def _place(drawn: str, left: float, top: float, scale: float) -> str:
    return f'<g transform="translate({left:.1f} {top:.1f}) scale({scale:.3f})">{drawn}</g>'


def estimate_width(words: str, size: float) -> float:
    """Estimate how wide a bold text is, rather too wide; only the browser can measure it."""
    return size * sum(0.33 if one in "fijlrtI.,:;'|! " else 0.92 if one in "mwMW@" else _width_of(one) for one in words)


def _width_of(character: str) -> float:
    return 1.0 if ord(character) > 0x2E7F else 0.68 if character.isupper() else 0.57


def text(words: str, left: float, top: float, size: int, width: float, weight: int = PLAIN, ink: str = INK) -> str:
    """Draw a line of text at most ``width`` wide."""
    return _draw_line(words, left, top, size, weight, ink, f'data-width="{round(width)}"')


def at_right(words: str, right: float, top: float, size: int, ink: str = INK) -> str:
    """Draw a short line of text that ends at ``right``."""
    return _draw_line(words, right, top, size, BOLD, ink, 'text-anchor="end"')


def _draw_line(words: str, x: float, top: float, size: int, weight: int, ink: str, how: str) -> str:
    baseline = top + round(0.86 * size)
    return (
        f'<text x="{x}" y="{baseline}" font-size="{size}" font-weight="{weight}" fill="{ink}" {how}>'
        f"{escape(words.translate(INVALID_CHARACTERS))}</text>"
    )
