"""Detect HEIC files that would take far more time or memory to decode than their headers say.

pillow-heif reports the size of a picture and of the tiles that it consists of. libheif refuses pictures of another
size than declared, pictures that contain themselves, and too many boxes or parts. Three ways to hide cost remain, none
of which phones use, and such files are refused:

- tiles that consist of tiles themselves (3 kB took 29 s);
- transparency, stored as a picture for each tile (3 kB took 16 s);
- overlays, for which memory is allocated before sizes are compared (478 bytes took 1.1 GB).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

MAX_META_BYTES = 2_000_000  # of metadata about pictures, usually 10,000; parsing more would take seconds
MAX_BOXES = 10_000  # at the top level of the file, usually 4
OVERLAY, ALPHA = re.compile(rb"iovl"), re.compile(rb"auxid:1|auxiliary:alpha")


def has_hidden_cost(stored: bytes) -> bool:
    """Return whether the boxes of a file (ISO/IEC 14496-12, 23008-12) hide tiles in tiles, transparency or overlays."""
    has_alpha, primary, tiles_of, remaining = False, set[int](), defaultdict[int, set[int]](set), MAX_META_BYTES
    for number, (kind, meta) in enumerate(_iterate_boxes(memoryview(stored))):
        if number == MAX_BOXES:
            return True
        if kind != b"meta":
            continue
        remaining -= len(meta)
        if remaining < 0 or OVERLAY.search(meta):
            return True
        has_alpha = has_alpha or ALPHA.search(meta) is not None
        for name, content in _iterate_boxes(meta[4:]):
            width = 2 if bytes(content[:1]) == b"\0" else 4  # bytes of an item ID
            if name == b"pitm":
                primary.add(int.from_bytes(content[4 : 4 + width]))
            for reference, item in _iterate_boxes(content[4:]) if name == b"iref" else ():
                if reference == b"dimg":
                    tiles = {int.from_bytes(item[at : at + width]) for at in range(width + 2, len(item), width)}
                    tiles_of[int.from_bytes(item[:width])] |= tiles
    return (has_alpha and len(tiles_of) > 0) or any(tiles_of[each] & tiles_of.keys() for each in primary)


def _iterate_boxes(content: memoryview) -> Iterator[tuple[bytes, memoryview]]:
    """Yield the type (four letters) and the content of each box, up to the first of an impossible length."""
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
