"""The decoding cost of a HEIC file: the pixels of every picture that its pictures are made of.

A HEIC picture may be a grid or a pile of others, each of those again, and the same one any number of times: a file of
11 kB can so ask for the decoding of 4,000 million pixels. The boxes that say so are read here (ISO/IEC 14496-12 and
23008-12), before the decoder is asked. A pile says only where it is stored how large it is, and libheif 1.23 makes room
for that before it compares: 700 bytes ask for 2.6 GB. Phones take no piles, and none is opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

DEEPEST = 8  # pictures made of pictures made of ...; phones make them of tiles, at most twice
LONGEST = 2_000_000  # bytes about pictures, usually 10 thousand; following more would take seconds by itself
MOST_BOXES = 10_000  # beside each other in the file, usually 4
ENDLESS = 1 << 62  # pixels

SIZE, PART_OF, PILE = b"ispe", b"dimg", b"iovl"


@dataclass
class _Meta:
    """What the boxes say: sizes in pixels by property (from 1), properties by picture, and parts by picture."""

    sizes: dict[int, int] = field(default_factory=dict)
    properties: dict[int, set[int]] = field(default_factory=dict)
    parts: dict[int, list[int]] = field(default_factory=dict)


def pixels_to_decode(stored: bytes) -> int:
    """The pixels that decoding the costliest picture of a HEIC file takes, its parts counted as often as they are used.

    Pictures whose boxes cannot be followed count nothing: the decoder refuses them. What would take too long to follow,
    leads in a circle, or is a pile, counts ENDLESS.
    """
    meta, left = _Meta(), LONGEST
    for number, (kind, content) in enumerate(_boxes(memoryview(stored))):
        if kind == b"meta":
            left -= len(content)
        if left < 0 or number == MOST_BOXES or (kind == b"meta" and PILE in bytes(content)):
            return ENDLESS
        for part, inner in _boxes(content[4:]) if kind == b"meta" else ():
            _read(meta, part, inner)
    known: dict[int, int] = {}
    return max((_cost(meta, picture, known, DEEPEST) for picture in meta.parts), default=0)


def _cost(meta: _Meta, picture: int, known: dict[int, int], deep: int) -> int:
    if picture in known or deep == 0:
        return known.get(picture, ENDLESS)
    known[picture] = ENDLESS  # a picture that is part of itself
    own = max((meta.sizes.get(one, 0) for one in meta.properties.get(picture, ())), default=0)
    parts = (_cost(meta, part, known, deep - 1) for part in meta.parts.get(picture, ()))
    known[picture] = min(own + sum(parts), ENDLESS)
    return known[picture]


def _read(meta: _Meta, kind: bytes, content: memoryview) -> None:
    if kind == b"iref":
        _read_references(meta, content)
    elif kind == b"iprp":
        for part, inner in _boxes(content):
            if part == b"ipma":
                _read_associations(meta, inner)
            elif part == b"ipco":
                for number, (name, held) in enumerate(_boxes(inner), start=1):
                    if name == SIZE:
                        pixels = int.from_bytes(held[4:8]) * int.from_bytes(held[8:12])
                        meta.sizes[number] = max(pixels, meta.sizes.get(number, 0))


def _read_references(meta: _Meta, content: memoryview) -> None:
    """Which pictures are made of which others."""
    width = 4 if bytes(content[:1]) != b"\0" else 2  # bytes of a number
    for kind, inner in _boxes(content[4:]):
        if kind == PART_OF:
            numbers = [int.from_bytes(inner[at : at + width]) for at in range(width + 2, len(inner), width)]
            meta.parts.setdefault(int.from_bytes(inner[:width]), []).extend(numbers)


def _read_associations(meta: _Meta, content: memoryview) -> None:
    """Which properties belong to which pictures."""
    width = 4 if bytes(content[:1]) != b"\0" else 2  # bytes of a picture's number
    wide = bool(content[3:4] and content[3] & 1)  # whether a property's number has two bytes; the top bit is no part
    at = 8
    while at + width < len(content):
        count, start = content[at + width], at + width + 1
        at = start + count * (1 + wide)
        numbers = [int.from_bytes(content[one : one + 1 + wide]) for one in range(start, at, 1 + wide)]
        picture = int.from_bytes(content[start - 1 - width : start - 1])
        meta.properties.setdefault(picture, set()).update(number & (0x7FFF if wide else 0x7F) for number in numbers)


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
