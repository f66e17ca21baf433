"""Canvas for the pictures that are passed on: one width, one background, text cut off where it would not fit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

import cv2
import numpy as np
from PIL import Image

from vision.photo.photo import Bgr

GROUND, GOLD = "#FAF7F0", "#C8931A"
INK, SOFT = (27, 34, 38), (90, 98, 110)  # as OpenCV counts: blue, green, red
WIDTH, MARGIN, GAP = 1080, 48, 40
LINE = 44
HEADLINE, NAME, TEXT, SMALL = 60, 40, 30, 24  # sizes of type
BOLD, PLAIN = 700, 400
ELLIPSIS = "…"
_FONT = cv2.FontFace("sans")  # comes with OpenCV, and knows the letters of most languages


@dataclass(frozen=True)
class Text:
    """A line of text: where it begins, its size, and how wide it may be."""

    words: str
    left: int
    top: int
    size: int
    width: int
    weight: int = PLAIN
    ink: tuple[int, int, int] = INK


def blank(height: int) -> Image.Image:
    """An empty sheet of the width that phones show sharply, ``height`` pixels high."""
    return Image.new("RGB", (WIDTH, height), GROUND)


def framing(headline: str, footer: str, height: int) -> tuple[Text, Text]:
    """What stands at the top and at the foot of a sheet."""
    wide = WIDTH - 2 * MARGIN
    return (
        Text(headline, MARGIN, MARGIN, HEADLINE, wide, BOLD),
        Text(footer, MARGIN, height - MARGIN, SMALL, wide, ink=SOFT),
    )


def printed(sheet: Image.Image, texts: Iterable[Text]) -> bytes:
    """The sheet with its texts as a PNG."""
    canvas: Bgr = cv2.cvtColor(np.asarray(sheet, np.uint8), cv2.COLOR_RGB2BGR)
    for text in texts:
        _write(canvas, text)
    return cv2.imencode(".png", canvas)[1].tobytes()


def centred(words: str, middle: int, top: int, size: int, weight: int, ink: tuple[int, int, int]) -> Text:
    """A line of text round the middle of its place."""
    wide = width_of(words, size, weight)
    return Text(words, middle - wide // 2, top, size, wide, weight, ink)


def _write(canvas: Bgr, text: Text) -> None:
    """Text in one line, cut off where it would not fit."""
    shown, wide = text.words, width_of(text.words, text.size, text.weight)
    while shown and wide > text.width:
        keep = min(len(shown) - 1, ceil(len(shown) * text.width / wide))
        shown = shown[: keep - 1].rstrip() + ELLIPSIS if keep > 1 else ""
        wide = width_of(shown, text.size, text.weight)
    if shown:
        baseline = text.top + round(0.86 * text.size)
        cv2.putText(canvas, shown, (text.left, baseline), text.ink, _FONT, text.size, text.weight)


def width_of(words: str, size: int, weight: int) -> int:
    """How many pixels a line of text is wide."""
    if not words:
        return 0
    left, _, width, _ = cv2.getTextSize((0, 0), words, (0, 0), _FONT, size, weight)
    return int(left + width) + 2
