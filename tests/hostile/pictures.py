"""Hostile picture files: the largest accepted ones, and the error of each refused one."""

from __future__ import annotations

import gzip
import io
import struct
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

import numpy as np
import pillow_heif
from PIL import Image

from vision.photo.heic import MAX_BOXES, MAX_META_BYTES

pillow_heif.register_heif_opener()

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")
PNG_START = b"\x89PNG\r\n\x1a\n"
NOISE = Image.fromarray(np.random.default_rng(3).integers(0, 255, (120, 160, 3), np.uint8))
Size = tuple[int, int]  # width and height


def encode(picture: Image.Image, kind: str = "JPEG", **options: object) -> bytes:
    """Return the picture as a file of that format."""
    file = io.BytesIO()
    picture.save(file, kind, **options)
    return file.getvalue()


def exif(orientation: int) -> bytes:
    """Return EXIF metadata with that orientation."""
    tags = Image.Exif()
    tags[0x0112] = orientation
    return tags.tobytes()


@cache
def small_files() -> tuple[bytes, ...]:
    """Return one small picture in each format, and a HEIC grid of tiles."""
    red = Image.new("RGB", (96, 80), (200, 30, 30))
    return (*(encode(red, kind, exif=exif(6)) for kind in FORMATS), heic_grid(2, 2, (192, 192), TILE))


@cache
def other_files() -> tuple[bytes, ...]:
    """Return files that are no photos, or photos in formats that are not read."""
    red = Image.new("RGB", (320, 240), (200, 30, 30))
    return (
        *(encode(red, kind) for kind in ("GIF", "TIFF", "BMP", "ICO", "TGA", "PPM", "PDF", "JPEG2000")),
        gzip.compress(bytes(5_000_000)),
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><image href='file:///etc/passwd'/></svg>",
        b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf" + bytes(300),
        b"\0\0\0\x0cJXL \r\n\x87\n" + bytes(300),
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(/etc/passwd) (r) file\n",
        b"PK\x03\x04" + bytes(30),
    )


# --- HEIC files, built box by box


class HeicItem(NamedTuple):
    """One image item of a HEIC file; ``parts`` and ``alpha_of`` are numbers of other items, from 1."""

    kind: bytes
    content: bytes
    properties: tuple[bytes, ...]
    parts: tuple[int, ...] = ()
    alpha_of: int = 0


def heic_grid(rows: int, columns: int, size: Size, tile: Size, declared: Size | None = None) -> bytes:
    """Build a grid that repeats one tile; ``declared`` is the size of the tile in the metadata."""
    return heic(_grid(rows, columns, size, _ispe(size)), _encode(tile, declared))


def heic_overlay(times: int, size: Size, tile: Size, declared: Size | None = None) -> bytes:
    """Build an overlay of one tile, repeated; ``declared`` is the size of the overlay in the metadata."""
    layout = struct.pack(">BBHHHHII", 0, 1, 1, 1, 1, 1, *size) + bytes(8) * times
    return heic(HeicItem(b"iovl", layout, (_ispe(declared or size),), (2,) * times), _encode(tile))


def heic_nested_grids(levels: int, times: int, side: int) -> bytes:
    """Build grids whose tiles are grids, each of ``times`` tiles."""
    size = _ispe((side, side))
    rows = [_grid(1, times, (times * side, side), size, part=level + 2) for level in range(levels)]
    return heic(*rows, _encode((side, side)))


def heic_misdeclared(true: Size, declared: Size, chroma: int = 420) -> bytes:
    """Build a picture of one size whose metadata declare another."""
    return heic(_encode(true, declared, chroma))


def heic_alpha_tiles(times: int, parts: int, side: int) -> bytes:
    """Build a row of one small tile whose alpha channel is a grid of large pictures."""
    alpha_type = _full(b"auxC", b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0")
    alpha = _grid(1, parts, TILE, _ispe(TILE), alpha_type, part=4)._replace(alpha_of=2)
    return heic(_grid(1, times, TILE, _ispe(TILE)), _encode(TILE), alpha, _encode((side, side)))


def heic(*items: HeicItem) -> bytes:
    """Build a file of these items; the first is the primary one."""
    entries, references, properties, owned = (list[bytes]() for _ in range(4))
    for number, item in enumerate(items, 1):
        entries.append(_full(b"infe", _u16(number, 0), item.kind, b"\0", version=2))
        references += [_box(b"dimg", _u16(number, len(item.parts), *item.parts))] * bool(item.parts)
        references += [_box(b"auxl", _u16(number, 1, item.alpha_of))] * bool(item.alpha_of)
        known = range(len(properties) + 1, len(properties) + len(item.properties) + 1)
        owned.append(_u16(number) + bytes([len(known), *known]))
        properties += item.properties

    def meta(offset: int) -> bytes:
        locations = list[bytes]()
        for number, item in enumerate(items, 1):
            locations.append(struct.pack(">HHHII", number, 0, 1, offset, len(item.content)))
            offset += len(item.content)
        return _full(
            b"meta",
            _full(b"hdlr", bytes(4), b"pict", bytes(13)),
            _full(b"pitm", _u16(1)),
            _full(b"iinf", _u16(len(items)), *entries),
            _full(b"iref", *references),
            _box(b"iprp", _box(b"ipco", *properties), _full(b"ipma", struct.pack(">I", len(items)), *owned)),
            _full(b"iloc", b"\x44\0", _u16(len(items)), *locations),
        )

    start = _box(b"ftyp", b"heic", bytes(4), b"mif1heic")
    return start + meta(len(start) + len(meta(0)) + 8) + _box(b"mdat", *(item.content for item in items))


def _grid(rows: int, columns: int, size: Size, *properties: bytes, part: int = 2) -> HeicItem:
    layout = struct.pack(">BBBBII", 0, 1, rows - 1, columns - 1, *size)
    return HeicItem(b"grid", layout, properties, (part,) * (rows * columns))


@cache
def _encode(size: Size, declared: Size | None = None, chroma: int = 420) -> HeicItem:
    file = encode(Image.new("RGB", size, (90, 120, 60)), "HEIF", chroma=chroma)
    starts = [file.index(kind) - 4 for kind in (b"hvcC", b"mdat")]
    decoder, coded = (file[at : at + int.from_bytes(file[at : at + 4])] for at in starts)
    return HeicItem(b"hvc1", coded[8:], (decoder, _ispe(declared or size)))


def _ispe(size: Size) -> bytes:
    return _full(b"ispe", struct.pack(">II", *size))


def _u16(*numbers: int) -> bytes:
    return struct.pack(f">{len(numbers)}H", *numbers)


def _full(kind: bytes, *parts: bytes, version: int = 0) -> bytes:
    return _box(kind, bytes([version, 0, 0, 0]), *parts)


def _box(kind: bytes, *parts: bytes) -> bytes:
    content = b"".join(parts)
    return struct.pack(">I", len(content) + 8) + kind + content


# --- Other formats


def png(width: int, height: int, depth: int = 8, colour: int = 0) -> bytes:
    """Build a PNG of zeros, which is thousands of times larger when it is decoded."""
    row = bytes(1 + (width * depth * {0: 1, 3: 1, 6: 4}[colour] + 7) // 8)
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
    return PNG_START + head + chunk(b"PLTE", bytes(768)) * (colour == 3) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def chunk(kind: bytes, content: bytes) -> bytes:
    """Build a chunk of a PNG."""
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png_with(kind: bytes, start: bytes, megabytes: int, times: int = 1) -> bytes:
    """Build a small PNG whose compressed metadata are that large when they are unpacked."""
    small = png(200, 200)
    return small[:33] + chunk(kind, start + zlib.compress(bytes(megabytes * 1_000_000))) * times + small[33:]


def jpeg_of_passes(side: int, passes: int, mode: str = "RGB") -> bytes:
    """Build a progressive JPEG with so many scans."""
    file = encode(Image.new(mode, (side, side)), progressive=True, subsampling=0)
    last = file.rindex(b"\xff\xda")
    return file[:-2] + file[last:-2] * (passes - file.count(b"\xff\xda")) + file[-2:]


def resize_in_header(file: bytes, width: int, height: int) -> bytes:
    """Declare another size in the header of a JPEG."""
    at = file.index(b"\xff\xc0") + 5
    return file[:at] + struct.pack(">HH", height, width) + file[at + 4 :]


def insert_long_box(file: bytes, length: int) -> bytes:
    """Insert a box with a 64-bit length behind the first box of a HEIC."""
    start = int.from_bytes(file[:4])
    return file[:start] + b"\0\0\0\1free" + length.to_bytes(8) + file[start:]


TILE, LARGE = (96, 96), (3700, 3600)
LARGEST: Mapping[str, Callable[[], bytes]] = {  # that are accepted
    "HEIC 49 MP": lambda: heic_grid(7, 7, (7_000, 7_000), (1_000, 1_000)),
    "WebP 13 MP": lambda: encode(Image.new("RGBA", (3_600, 3_600)), "WEBP", lossless=True),
    "PNG 24 MP, palette": lambda: png(4_890, 4_890, 8, 3),
    "JPEG 25 MP, CMYK in 25 passes": lambda: jpeg_of_passes(4_990, 25, "CMYK"),
    "JPEG 33 MP in one pass": lambda: encode(Image.new("L", (6_000, 5_500))),
    "small HEIC in full colour": lambda: heic_misdeclared((400, 300), (400, 300), chroma=444),
    "PNG 24 MP, 16 bits, alpha": lambda: png(4_890, 4_890, 16, 6),
    "PNG with 60 MB of texts": lambda: png_with(b"zTXt", b"k\0\0", 1, 60),
}
PARTS, DAMAGED = "far too many parts", "The file is incomplete or damaged"
REFUSED: Mapping[str, tuple[Callable[[], bytes], str]] = {  # and a part of the sentence that refuses it
    "empty file": (lambda: b"", "The file is empty. Send the photo again."),
    "thumbnail": (lambda: encode(Image.new("RGB", (63, 200))), "only 63 x 200 pixels"),
    "strip": (lambda: encode(Image.new("RGB", (900, 80))), "strip of 900 x 80 pixels"),
    "JPEG 200 MP": (lambda: resize_in_header(small_files()[0], 20_000, 10_000), "more than 50 million pixels."),
    "JPEG 33 MP in passes": (
        lambda: encode(Image.new("L", (6000, 5500)), progressive=True),
        "more than 25 million pixels.",
    ),
    "JPEG of 40 passes": (lambda: jpeg_of_passes(240, 40), PARTS),
    "JPEG of 1,000,000 segments": (
        lambda: small_files()[0][:2] + b"\xff\xe1\x00\x02" * 1_000_000 + small_files()[0][2:],
        PARTS,
    ),
    "PNG of 100,000 chunks": (
        lambda: small_files()[1][:33] + chunk(b"prVt", b"") * 100_000 + small_files()[1][33:],
        PARTS,
    ),
    "PNG 900 MP of zeros": (lambda: png(30_000, 30_000, 1), "million pixels."),
    "PNG with a profile of 200 MB": (lambda: png_with(b"iCCP", b"k\0\0", 200), DAMAGED),
    "WebP 24 MP": (lambda: encode(Image.new("RGBA", (4_890, 4_890)), "WEBP", lossless=True), "million pixels."),
    "HEIC of 10,000 boxes": (lambda: small_files()[3] + b"\0\0\0\x08free" * MAX_BOXES, PARTS),
    "HEIC of 2 MB metadata": (
        lambda: small_files()[3] + (8 + MAX_META_BYTES + 1).to_bytes(4) + b"meta" + bytes(MAX_META_BYTES + 1),
        PARTS,
    ),
    "HEIC overlay behind a long box": (lambda: insert_long_box(heic_overlay(1, TILE, TILE), 16), PARTS),
    "HEIC box without an end": (lambda: insert_long_box(small_files()[3], 0), DAMAGED),
    "HEIC overlay of 400": (lambda: heic_overlay(400, (7_000, 7_000), (1_000, 1_000)), PARTS),
    "HEIC overlay larger than declared": (lambda: heic_overlay(1, (20_000, 20_000), TILE, declared=TILE), PARTS),
    "HEIC nested grids": (lambda: heic_nested_grids(8, 16, 512), PARTS),
    "HEIC grid of itself": (lambda: heic(_grid(1, 2, (192, 96), _ispe(TILE), part=1)), PARTS),
    "HEIC tiles with large alpha": (lambda: heic_alpha_tiles(16, 64, 2_000), PARTS),
    "HEIC grid 196 MP": (lambda: heic_grid(14, 14, (7_000, 7_000), (1_000, 1_000)), PARTS),
    "HEIC tiles of 200 MP": (
        lambda: heic_grid(2, 2, (12240, 16320), TILE, declared=(6144, 8192)),
        "more than 50 million pixels.",
    ),
    "HEIC tiles larger than declared": (lambda: heic_grid(16, 16, (200, 200), (1_000, 1_000), (64, 64)), DAMAGED),
    "HEIC larger than declared": (lambda: heic_misdeclared((1_000, 1_000), (128, 128)), DAMAGED),
    "HEIC smaller than declared": (lambda: heic_misdeclared((400, 300), LARGE), DAMAGED),
    "HEIC 13 MP in full colour": (
        lambda: heic_misdeclared((400, 300), LARGE, chroma=444),
        "more than 13 million pixels.",
    ),
}
