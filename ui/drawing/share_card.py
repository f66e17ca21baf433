"""A game as a picture for a chat, as SVG: a headline, kingdoms in a photo or drawn, a table of who has what, the day.

Coordinates are pixels of the finished picture. Text says how wide it may be; the browser cuts it off there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil

from scoring import svg
from scoring.svg import FIELD
from ui.drawing import tiles
from ui.drawing.over_photo import CASTLES, CREAM, GOLD, INK, Outline, Point, outlines

GROUND, SOFT = "#FAF7F0", "#6E625A"
WIDTH, HEIGHT = 1080, 1350  # as chats show a picture whole
MARGIN, GAP = 48, 36
LINE, ROW = 44, 66  # of text, of a player
HEADLINE, NAME, TEXT, SMALL = 60, 40, 30, 24  # sizes of type
BOLD, PLAIN = 700, 400
FIGURE = 0.62  # the width of a figure in sizes of its type, at most
TOP = 192  # of the kingdoms, below the headline and what decided it
CROWN = 130  # pixels wide
AROUND = 0.09  # of the kingdoms, what is shown around them
DIMMED = 0.55  # how dark is what did not win
_NO_CHARACTERS = {0xFFFE: None, 0xFFFF: None}  # of Unicode's, those that no SVG may have
_TYPE = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Source Sans', sans-serif"


@dataclass(frozen=True)
class DrawnBoard:
    """A board on fields (``FIELD``): its SVG, how many fields it is wide and high, its title, and lines of what
    it brought, each with what stands at its right end."""

    drawn: str
    columns: int
    rows: int
    title: str = ""
    lines: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class PlayerRow:
    """A player's row: name, place, points, the castle's colour, what is in doubt; the board where each has one."""

    name: str
    place: int
    total: int
    castle: str
    board: DrawnBoard | None = None

    @property
    def ink(self) -> str:
        """The castle's colour as it is drawn."""
        return CASTLES.get(self.castle, tiles.CASTLE_TILE.fill)


@dataclass(frozen=True)
class TablePhoto:
    """The photo of several kingdoms: its address, its size, and everybody's corners in its pixels by the name."""

    address: str
    width: int
    height: int
    corners: Mapping[str, tuple[Point, ...]]


@dataclass(frozen=True)
class Caption:
    """The words of a picture besides the table; ``more`` are lines below the players.

    ``is_won`` gives the winner a crown.
    """

    headline: str
    why: str
    more: tuple[str, ...]
    footer: str
    is_won: bool


@dataclass(frozen=True)
class Crop:
    """A part of a photo, in its pixels."""

    left: float
    top: float
    width: float
    height: float


def winner_card(caption: Caption, rows: Sequence[PlayerRow], photo: TablePhoto | None) -> str:
    """The winner's card: the photo with their kingdom alight where it is there, else the kingdoms drawn, best first."""
    room = _table_top(caption, rows) - 28 - TOP
    shows_winner = photo and any(one.place == 1 and one.name in photo.corners for one in rows)
    seen = _photo(photo, caption, rows, room) if photo and shows_winner else _kingdoms(caption, rows, room)
    return _card(caption, rows, seen, HEIGHT)


def boards_card(caption: Caption, rows: Sequence[PlayerRow], boards: Sequence[DrawnBoard]) -> str:
    """The boards beside each other, two or three in a line, with what each brought, and the table below them."""
    across = max(2, len(boards) if len(boards) < 4 else 2)
    size = TEXT if across == 2 else SMALL
    side = (WIDTH - 2 * MARGIN - (across - 1) * GAP) // across
    drawn, top = "", TOP
    for first in range(0, len(boards), across):
        line = boards[first : first + across]
        high = round(max(side * board.rows / max(board.rows, board.columns) for board in line))
        left = (WIDTH - len(line) * (side + GAP) + GAP) // 2
        for at, board in enumerate(line):
            x = left + at * (side + GAP)
            drawn += text(board.title, x, top, size, side, BOLD) + _board(board, x, top + LINE, side, high)
            for number, (said, amount) in enumerate(board.lines):
                below = top + LINE + high + 16 + number * LINE
                room = side - round(len(amount) * FIGURE * size) - 12
                drawn += text(said, x, below, size, room) + at_right(amount, x + side, below, size)
        top += LINE + high + 16 + LINE * max(len(board.lines) for board in line) + GAP
    return _card(caption, rows, drawn, top + HEIGHT - _table_top(caption, rows))


def _svg(height: int, drawn: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="{_TYPE}">{drawn}</svg>'
    )


def _card(caption: Caption, rows: Sequence[PlayerRow], drawn: str, height: int) -> str:
    """The headline, what is ``drawn`` between it and the table, the table, the lines below it and the foot."""
    wide, top = WIDTH - 2 * MARGIN, _table_top(caption, rows) + height - HEIGHT
    texts = (
        text(caption.headline, MARGIN, MARGIN, HEADLINE, wide, BOLD),
        text(caption.why, MARGIN, 124, TEXT, wide, ink=SOFT),
        drawn,
        *(_row(one, top + at * ROW) for at, one in enumerate(rows)),
        *(
            text(line, MARGIN, top + ROW * len(rows) + 12 + at * LINE, TEXT, wide, BOLD)
            for at, line in enumerate(caption.more)
        ),
        text(caption.footer, MARGIN, height - MARGIN, SMALL, wide, ink=SOFT),
    )
    return _svg(height, f'<rect width="{WIDTH}" height="{height}" fill="{GROUND}"/>{"".join(texts)}')


def _table_top(caption: Caption, rows: Sequence[PlayerRow]) -> int:
    """The height at which the first row of players begins on a usual card."""
    return HEIGHT - 2 * MARGIN - SMALL - ROW * len(rows) - LINE * len(caption.more)


def _row(one: PlayerRow, top: int) -> str:
    """The line of a player: the castle's colour, the name, what is in doubt, the sum."""
    total, left = str(one.total), MARGIN + 64
    room = WIDTH - MARGIN - left - round(len(total) * FIGURE * NAME) - 36
    wide, high = WIDTH - 2 * MARGIN + 32, ROW - 6
    gold = f'<rect x="{MARGIN - 16}" y="{top}" width="{wide}" height="{high}" rx="14" fill="{GOLD}"/>'
    return (
        (gold if one.place == 1 else "")
        + _castle(one, top)
        + text(f"{one.place}  {one.name}", left, top + 10, NAME, room, BOLD)
        + at_right(total, WIDTH - MARGIN, top + 10, NAME)
    )


def _castle(one: PlayerRow, top: int) -> str:
    tower = f'<g fill="{INK}">{tiles.CASTLE_TILE.icon}</g>'
    return (
        f'<rect x="{MARGIN}" y="{top + 7}" width="46" height="46" rx="10" fill="{one.ink}" stroke="{INK}" '
        f'stroke-opacity=".5"/>{_placed(tower, MARGIN + 7, top + 14, 32 / FIELD)}'
    )


def cropped(corners: Sequence[Point], width: int, height: int, ratio: float) -> Crop:
    """The part of a photo that shows all these points with something around them, as wide as high times ``ratio``.

    It lies inside the photo as far as it fits.
    """
    across, down = zip(*corners, strict=True)
    edge = AROUND * max(max(across) - min(across), max(down) - min(down))
    high = max(max(down) - min(down) + 2 * edge, (max(across) - min(across) + 2 * edge) / ratio)
    wide = high * ratio
    return Crop(_inside(across, wide, width), _inside(down, high, height), wide, high)


def _inside(values: Sequence[float], length: float, most: int) -> float:
    """The beginning of a stretch of that length that has the values in its middle, moved into what there is."""
    begin = (min(values) + max(values) - length) / 2
    return (most - length) / 2 if length > most else min(max(0.0, begin), most - length)


def _photo(photo: TablePhoto, caption: Caption, rows: Sequence[PlayerRow], room: int) -> str:
    """The part of the photo with the kingdoms, dark but for the winners', on linen where there is no more of it."""
    there = [one for one in rows if one.name in photo.corners]
    ends = [corner for one in there for corner in photo.corners[one.name]]
    crop = cropped(ends, photo.width, photo.height, WIDTH / room)
    alight = [photo.corners[one.name] for one in there if one.place == 1]
    holes = "".join("M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in corners) + "z" for corners in alight)
    whole = f"M0 0H{photo.width}V{photo.height}H0z"
    named = [Outline(photo.corners[one.name], one.castle, str(one.total)) for one in there]
    crowns = "".join(_crown_over(corners, crop) for corners in alight) if caption.is_won else ""
    return (
        f'<rect y="{TOP}" width="{WIDTH}" height="{room}" fill="{CREAM}"/>'
        f'<svg y="{TOP}" width="{WIDTH}" height="{room}" '
        f'viewBox="{crop.left:.0f} {crop.top:.0f} {crop.width:.0f} {crop.height:.0f}">'
        f'<image href="{escape(photo.address)}" width="{photo.width}" height="{photo.height}"/>'
        f'<path d="{whole}{holes}" fill-rule="evenodd" fill="{INK}" fill-opacity="{DIMMED}"/>'
        f"{outlines(named, round(0.6 * crop.width))}{crowns}</svg>"
    )


def _crown_over(corners: Sequence[Point], crop: Crop) -> str:
    """A crown on the upper edge of a kingdom, wholly in view."""
    across, down = zip(*corners, strict=True)
    side = CROWN * crop.width / WIDTH
    left = min(max(sum(across) / len(across) - side / 2, crop.left), crop.left + crop.width - side)
    return _crown(left, max(min(down) - 0.85 * side, crop.top), side)


def _crown(left: float, top: float, side: float) -> str:
    shape = f'<path d="{svg.CROWN}" fill="#FFD75E" stroke="{svg.CROWN_RIM}" stroke-width="1.2"/>'
    return _placed(shape, left, top, side / FIELD)


def _kingdoms(caption: Caption, rows: Sequence[PlayerRow], room: int) -> str:
    """The kingdoms drawn beside each other on the dark, by their castles, faint but for the winners', framed and
    crowned."""
    down = 1 if len(rows) < 3 else 2
    across = ceil(len(rows) / down)
    side = min((WIDTH - GAP) // across, (room - GAP) // down) - GAP
    left, top = (WIDTH - across * (side + GAP) + GAP) // 2, TOP + (room - down * (side + GAP) + GAP) // 2
    drawn = f'<rect y="{TOP}" width="{WIDTH}" height="{room}" fill="{INK}"/>'
    for at, one in enumerate(sorted(rows, key=lambda one: one.castle)):
        x, y = left + at % across * (side + GAP), top + at // across * (side + GAP)
        has_won = one.place == 1
        drawn += (
            f'<g opacity="{1 if has_won else DIMMED}"><rect x="{x - 8}" y="{y - 8}" width="{side + 16}" '
            f'height="{side + 16}" rx="14" fill="#4A453D" stroke-width="6" '
            f'stroke="{GOLD if has_won else one.ink}"/>'
            f"{_board(one.board, x, y, side, side) if one.board else ''}</g>"
        )
        if has_won and caption.is_won:
            drawn += _crown(x + (side - CROWN) / 2, y - 0.7 * CROWN, CROWN)
    return drawn


def _board(board: DrawnBoard, left: float, top: float, width: float, height: float) -> str:
    """A board in the middle of its place, as large as that lets it be."""
    side = min(width / board.columns, height / board.rows)
    left_of, top_of = left + (width - side * board.columns) / 2, top + (height - side * board.rows) / 2
    return _placed(board.drawn, left_of, top_of, side / FIELD)


def _placed(drawn: str, left: float, top: float, scale: float) -> str:
    return f'<g transform="translate({left:.1f} {top:.1f}) scale({scale:.3f})">{drawn}</g>'


def text(words: str, left: float, top: float, size: int, width: float, weight: int = PLAIN, ink: str = INK) -> str:
    """A line of text at most ``width`` wide."""
    return _line(words, left, top, size, weight, ink, f'data-width="{round(width)}"')


def at_right(words: str, right: float, top: float, size: int) -> str:
    """A short line of text that ends at ``right``."""
    return _line(words, right, top, size, BOLD, INK, 'text-anchor="end"')


def _line(words: str, x: float, top: float, size: int, weight: int, ink: str, how: str) -> str:
    baseline = top + round(0.86 * size)
    return (
        f'<text x="{x}" y="{baseline}" font-size="{size}" font-weight="{weight}" fill="{ink}" {how}>'
        f"{escape(words.translate(_NO_CHARACTERS))}</text>"
    )
