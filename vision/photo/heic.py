"""HEIC files that hide how much there is to decode.

pillow-heif tells the size of a picture and of the tiles that it is laid of; libheif refuses pictures of another size
than they say, parts of themselves, and boxes or parts beyond number. Neither tells of tiles that are laid of tiles
(3 kB took 29 s), of transparency, which each tile has as a picture of its own (3 kB took 16 s), and of piles, for which
room is made before sizes are compared (478 bytes took 1.1 GB). Phones take none of these, and none is opened.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

LONGEST = 2_000_000  # bytes about pictures, usually 10 thousand; following more would take seconds by itself
MOST_BOXES = 10_000  # beside each other in the file, usually 4
PILE, TRANSPARENCY = re.compile(rb"iovl"), re.compile(rb"auxid:1|auxiliary:alpha")


def hides_its_cost(stored: bytes) -> bool:
    """True for a file whose boxes (ISO/IEC 14496-12, 23008-12) have what its size and its tiles do not tell of."""
    transparent, shown, parts, left = False, set[int](), defaultdict[int, set[int]](set), LONGEST
    for number, (kind, meta) in enumerate(_boxes(memoryview(stored))):
        if number == MOST_BOXES:
            return True
        if kind != b"meta":
            continue
        left -= len(meta)
        if left < 0 or PILE.search(meta):
            return True
        transparent = transparent or TRANSPARENCY.search(meta) is not None
        for name, content in _boxes(meta[4:]):
            width = 2 if bytes(content[:1]) == b"\0" else 4  # bytes of a picture's number
            if name == b"pitm":
                shown.add(int.from_bytes(content[4 : 4 + width]))
            for reference, held in _boxes(content[4:]) if name == b"iref" else ():
                if reference == b"dimg":
                    tiles = {int.from_bytes(held[at : at + width]) for at in range(width + 2, len(held), width)}
                    parts[int.from_bytes(held[:width])] |= tiles
    return (transparent and len(parts) > 0) or any(parts[one] & parts.keys() for one in shown)


def _boxes(content: memoryview) -> Iterator[tuple[bytes, memoryview]]:
    """The boxes one after the other, as four letters and what they hold, up to the first whose length cannot be."""
    at = 0
    while at + 8 <= len(content):
        length, head = int.from_bytes(content[at : at + 4]), 8
        if length == 1:
            length, head = int.from_bytes(content[at + 8 : at + 16]), 16
        elif length == 0:
            length = len(content) - at
        if length < head:
            return
        yield bytes(content[at + 4 : at + 8]), content[at + head : at + length]
        at += length
