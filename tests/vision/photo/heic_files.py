"""HEIC files put together box by box, as no phone would."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from PIL import Image

from tests.vision.photo.stored_pictures import stored

FIRST, SECOND = 1, 2  # numbers of pictures


def grid(
    rows: int, columns: int, size: tuple[int, int], tile: tuple[int, int], said: tuple[int, int] = (0, 0)
) -> bytes:
    """A picture of that size laid out of one tile, again and again; ``said`` is the size the file tells of the tile."""
    layout = struct.pack(">BBBBII", 0, 1, rows - 1, columns - 1, *size)
    return _laid(b"grid", layout, rows * columns, size, tile, said if any(said) else tile)


def pile(times: int, size: tuple[int, int], tile: tuple[int, int], said: tuple[int, int] = (0, 0)) -> bytes:
    """A picture of that size with one tile laid on it so many times; ``said`` is the size the file tells of it."""
    layout = struct.pack(">BBHHHHII", 0, 1, 1, 1, 1, 1, *size) + bytes(8) * times
    return _laid(b"iovl", layout, times, said if any(said) else size, tile, tile)


def pictures_in_pictures(levels: int, times: int, side: int) -> bytes:
    """A row of rows of rows ..., each of ``times`` of the one below; all say that they have that side."""
    layout = struct.pack(">BBBBII", 0, 1, 0, times - 1, times * side, side)
    decoder, coded = _coded((side, side))
    pictures = {FIRST: (b"hvc1", coded)} | {FIRST + level: (b"grid", layout) for level in range(1, levels + 1)}
    parts = {FIRST + level: [level] * times for level in range(1, levels + 1)}
    properties = {number: [1, 2] if number == FIRST else [2] for number in pictures}
    return heic(pictures, levels + 1, parts, [_box(b"hvcC", decoder), _size((side, side))], properties)


def within_itself() -> bytes:
    """A picture that is a part of itself."""
    layout = struct.pack(">BBBBII", 0, 1, 0, 1, 192, 96)
    return heic({FIRST: (b"grid", layout)}, FIRST, {FIRST: [FIRST] * 2}, [_size((96, 96))], {FIRST: [1]})


def misjudged(true: tuple[int, int], said: tuple[int, int], chroma: int = 420) -> bytes:
    """A picture of one size in a file that tells of another."""
    decoder, coded = _coded(true, chroma)
    return heic({FIRST: (b"hvc1", coded)}, FIRST, {}, [_box(b"hvcC", decoder), _size(said)], {FIRST: [1, 2]})


def transparent_tiles(times: int, parts: int, side: int) -> bytes:
    """A row of one tile with a transparency laid out of large pictures of that side, which the row does not tell of."""
    decoder, coded = _coded((96, 96))
    large, coded_large = _coded((side, side))
    row = [struct.pack(">BBBBII", 0, 1, 0, columns - 1, 96, 96) for columns in (times, parts)]
    pictures = {1: (b"grid", row[0]), 2: (b"hvc1", coded), 3: (b"grid", row[1]), 4: (b"hvc1", coded_large)}
    transparency = _full(b"auxC", b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0")
    properties = [_box(b"hvcC", decoder), _size((96, 96)), _box(b"hvcC", large), _size((side, side)), transparency]
    of_picture = {1: [2], 2: [1, 2], 3: [2, 5], 4: [3, 4]}
    return heic(pictures, 1, {1: [2] * times, 3: [4] * parts}, properties, of_picture, transparent={3: 2})


def _laid(
    kind: bytes, layout: bytes, times: int, size: tuple[int, int], tile: tuple[int, int], said: tuple[int, int]
) -> bytes:
    decoder, coded = _coded(tile)
    pictures = {FIRST: (kind, layout), SECOND: (b"hvc1", coded)}
    properties = [_box(b"hvcC", decoder), _size(said), _size(size)]
    return heic(pictures, FIRST, {FIRST: [SECOND] * times}, properties, {FIRST: [3], SECOND: [1, 2]})


def heic(
    pictures: Mapping[int, tuple[bytes, bytes]],
    primary: int,
    parts: Mapping[int, Sequence[int]],
    properties: Sequence[bytes],
    of_picture: Mapping[int, Sequence[int]],
    transparent: Mapping[int, int] | None = None,
) -> bytes:
    """A file of pictures, each a kind and its bytes; parts, properties and whose transparency one is are numbers."""
    references = [_box(b"dimg", _numbers(whole, len(some), *some)) for whole, some in parts.items()]
    references += [_box(b"auxl", _numbers(one, 1, other)) for one, other in (transparent or {}).items()]
    start = _box(b"ftyp", b"heic", bytes(4), b"mif1heic")
    boxes = [
        _full(b"hdlr", bytes(4), b"pict", bytes(13)),
        _full(b"pitm", struct.pack(">H", primary)),
        _entries(pictures),
        _full(b"iref", *references),
        _box(b"iprp", _box(b"ipco", *properties), _associations(of_picture)),
    ]
    length = len(start) + 8 + len(_full(b"meta", *boxes, _places(pictures, 0)))
    return (
        start
        + _full(b"meta", *boxes, _places(pictures, length))
        + _box(b"mdat", *(held for _, held in pictures.values()))
    )


def _entries(pictures: Mapping[int, tuple[bytes, bytes]]) -> bytes:
    entries = [_full(b"infe", _numbers(number, 0), kind, b"\0", version=2) for number, (kind, _) in pictures.items()]
    return _full(b"iinf", _numbers(len(pictures)), *entries)


def _associations(of_picture: Mapping[int, Sequence[int]]) -> bytes:
    entries = [_numbers(number) + bytes([len(some), *some]) for number, some in of_picture.items()]
    return _full(b"ipma", struct.pack(">I", len(of_picture)), *entries)


def _places(pictures: Mapping[int, tuple[bytes, bytes]], start: int) -> bytes:
    places = []
    for number, (_, held) in pictures.items():
        places.append(struct.pack(">HHHII", number, 0, 1, start, len(held)))
        start += len(held)
    return _full(b"iloc", b"\x44\0", _numbers(len(pictures)), *places)


@cache
def _coded(size: tuple[int, int], chroma: int = 420) -> tuple[bytes, bytes]:
    """What the decoder has to know of a plain picture, and the picture."""
    meta, decoder, coded = b"", b"", b""
    for kind, content in boxes_in(stored(Image.new("RGB", size, (90, 120, 60)), "HEIF", chroma=chroma)):
        meta, coded = (content[4:] if kind == b"meta" else meta), (content if kind == b"mdat" else coded)
    for path in (b"iprp", b"ipco", b"hvcC"):
        meta = decoder = dict(boxes_in(meta))[path]
    return decoder, coded


def boxes_in(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The boxes one after the other: four letters and what they hold."""
    at = 0
    while at + 8 <= len(content):
        length = max(8, int.from_bytes(content[at : at + 4]))
        yield content[at + 4 : at + 8], content[at + 8 : at + length]
        at += length


def _size(size: tuple[int, int]) -> bytes:
    return _full(b"ispe", struct.pack(">II", *size))


def _numbers(*numbers: int) -> bytes:
    return struct.pack(f">{len(numbers)}H", *numbers)


def _full(kind: bytes, *parts: bytes, version: int = 0) -> bytes:
    return _box(kind, bytes([version, 0, 0, 0]), *parts)


def _box(kind: bytes, *parts: bytes) -> bytes:
    content = b"".join(parts)
    return struct.pack(">I", len(content) + 8) + kind + content
