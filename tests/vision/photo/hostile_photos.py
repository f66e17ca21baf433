"""Pictures as files, and files that no phone takes: damaged photos, bombs, and other files dressed up as photos."""

from __future__ import annotations

import gzip
import io
import struct
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import NamedTuple

import pillow_heif
from PIL import Image

from tests.given import SAMPLES

pillow_heif.register_heif_opener()

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")
WHOLE = sorted(SAMPLES.glob("*.jpg"))[::3]
SIDES = (240, 480, 900)  # pixels of the long side
EXTREMES = (0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
PNG_START = b"\x89PNG\r\n\x1a\n"

Size = tuple[int, int]  # width and height
Damage = Callable[[Random, bytes, str], bytes]


def stored(picture: Image.Image, kind: str = "JPEG", **options: object) -> bytes:
    file = io.BytesIO()
    picture.save(file, kind, **options)
    return file.getvalue()


def exif(orientation: int) -> bytes:
    tags = Image.Exif()
    tags[0x0112] = orientation
    return tags.tobytes()


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


@cache
def whole(kind: str, sample: int, side: int) -> bytes:
    """One of our samples as a file of that kind."""
    picture = Image.open(WHOLE[sample])
    picture.thumbnail((side, side))
    return stored(picture, kind, exif=exif(6))


def damaged(random: Random) -> bytes:
    """A photo of any kind, damaged in one to three ways."""
    kind = random.choice(FORMATS)
    file = whole(kind, random.randrange(len(WHOLE)), random.choice(SIDES))
    for _ in range(random.choice((1, 1, 2, 3))):
        file = random.choice(DAMAGES)(random, file, kind) or file
    return file


def _flipped(random: Random, file: bytes, _kind: str) -> bytes:
    changed = bytearray(file)
    start = random.choice((64, 1024, len(file)))  # heads have more to say than pixels
    for _ in range(random.choice((1, 4, 40))):
        changed[random.randrange(min(start, len(file)))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _cut(random: Random, file: bytes, _kind: str) -> bytes:
    return file[: random.randrange(len(file))] + random.choice((b"", b"\xff\xd9", bytes(500)))


def _spliced(random: Random, file: bytes, _kind: str) -> bytes:
    other = whole(random.choice(FORMATS), random.randrange(len(WHOLE)), random.choice(SIDES))
    return file[: random.randrange(len(file))] + other[random.randrange(len(other)) :]


def _lengths(random: Random, file: bytes, _kind: str) -> bytes:
    changed = bytearray(file)
    for _ in range(random.choice((1, 2, 5))):
        width = random.choice((1, 2, 4))
        at = random.randrange(min(random.choice((100, 1000, len(file))), len(file) - 4))
        changed[at : at + width] = random.choice(EXTREMES).to_bytes(4, "big")[-width:]
    return bytes(changed)


def _sizes(random: Random, file: bytes, kind: str) -> bytes:
    """Another width and height where the format keeps them: behind a mark, and so many bytes behind it."""
    width, height = (random.choice((0, 1, 63, 64, 700, 4000, 8000, 16_383, 65_535)) for _ in range(2))
    mark, behind, form = {
        "JPEG": (b"\xff\xc0", 5, ">HH"),
        "PNG": (b"IHDR", 4, ">II"),
        "WEBP": (b"\x9d\x01\x2a", 3, "<HH"),
        "HEIF": (b"ispe", 8, ">II"),
    }[kind]
    before, found, after = file.partition(mark)
    written = struct.pack(form, *((height, width) if kind == "JPEG" else (width, height)))
    return before + found + after[: behind - len(mark)] + written + after[behind - len(mark) + len(written) :]


def _repeated(random: Random, file: bytes, kind: str) -> bytes:
    """A part of the file many times over: a segment, a chunk or a box where one is found."""
    boxes = random.choice((b"meta", b"iref", b"ipco", b"mdat"))
    mark = {"JPEG": b"\xff", "PNG": b"IDAT", "WEBP": b"VP8", "HEIF": boxes}[kind]
    at = max(0, file.find(mark, random.randrange(2, 200)) - (4 if kind in ("PNG", "HEIF") else 0))
    part = file[at : at + random.choice((8, 100, 5000))]
    return file[:at] + part * min(random.choice((2, 50, 3000, 60_000)), 2_000_000 // max(1, len(part))) + file[at:]


DAMAGES: tuple[Damage, ...] = (_flipped, _flipped, _cut, _lengths, _spliced, _sizes, _repeated)


# --- HEIC files put together box by box


class Picture(NamedTuple):
    """A picture of a HEIC file; parts, and the one whose transparency it is, are numbers of others."""

    kind: bytes
    held: bytes
    properties: tuple[bytes, ...]
    parts: tuple[int, ...] = ()
    transparency_of: int = 0


def grid(rows: int, columns: int, size: Size, tile: Size, said: Size | None = None) -> bytes:
    """A picture of that size laid out of one tile, again and again; ``said`` is the size the file tells of the tile."""
    return heic(_laid(rows, columns, size, _size(size)), _coded(tile, said))


def pile(times: int, size: Size, tile: Size, said: Size | None = None) -> bytes:
    """A picture of that size with one tile laid on it so many times; ``said`` is the size the file tells of it."""
    layout = struct.pack(">BBHHHHII", 0, 1, 1, 1, 1, 1, *size) + bytes(8) * times
    return heic(Picture(b"iovl", layout, (_size(said or size),), (2,) * times), _coded(tile))


def pictures_in_pictures(levels: int, times: int, side: int) -> bytes:
    """A row of rows of rows ..., each of ``times`` of the next; all say that they have that side."""
    size = _size((side, side))
    rows = [_laid(1, times, (times * side, side), size, part=level + 2) for level in range(levels)]
    return heic(*rows, _coded((side, side)))


def within_itself() -> bytes:
    """A picture that is a part of itself."""
    return heic(_laid(1, 2, (192, 96), _size((96, 96)), part=1))


def misjudged(true: Size, said: Size, chroma: int = 420) -> bytes:
    """A picture of one size in a file that tells of another."""
    return heic(_coded(true, said, chroma))


def transparent_tiles(times: int, parts: int, side: int) -> bytes:
    """A row of one tile with a transparency laid out of large pictures of that side, which the row does not tell of."""
    small, transparency = (96, 96), _full(b"auxC", b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0")
    alpha = _laid(1, parts, small, _size(small), transparency, part=4)._replace(transparency_of=2)
    return heic(_laid(1, times, small, _size(small)), _coded(small), alpha, _coded((side, side)))


def heic(*pictures: Picture) -> bytes:
    """A file of pictures, numbered from 1; the first is shown."""
    entries: list[bytes] = []
    references: list[bytes] = []
    properties: list[bytes] = []
    places: list[bytes] = []
    of_picture: list[bytes] = []
    for number, one in enumerate(pictures, 1):
        entries.append(_full(b"infe", _numbers(number, 0), one.kind, b"\0", version=2))
        references += [_box(b"dimg", _numbers(number, len(one.parts), *one.parts))] * bool(one.parts)
        references += [_box(b"auxl", _numbers(number, 1, one.transparency_of))] * bool(one.transparency_of)
        known = range(len(properties) + 1, len(properties) + len(one.properties) + 1)
        of_picture.append(_numbers(number) + bytes([len(known), *known]))
        properties += one.properties

    def described(at: int) -> bytes:
        places.clear()
        for number, one in enumerate(pictures, 1):
            places.append(struct.pack(">HHHII", number, 0, 1, at, len(one.held)))
            at += len(one.held)
        return _full(
            b"meta",
            _full(b"hdlr", bytes(4), b"pict", bytes(13)),
            _full(b"pitm", _numbers(1)),
            _full(b"iinf", _numbers(len(pictures)), *entries),
            _full(b"iref", *references),
            _box(b"iprp", _box(b"ipco", *properties), _full(b"ipma", struct.pack(">I", len(pictures)), *of_picture)),
            _full(b"iloc", b"\x44\0", _numbers(len(pictures)), *places),
        )

    start = _box(b"ftyp", b"heic", bytes(4), b"mif1heic")
    meta = described(len(start) + len(described(0)) + 8)
    return start + meta + _box(b"mdat", *(one.held for one in pictures))


def _laid(rows: int, columns: int, size: Size, *properties: bytes, part: int = 2) -> Picture:
    layout = struct.pack(">BBBBII", 0, 1, rows - 1, columns - 1, *size)
    return Picture(b"grid", layout, properties, (part,) * (rows * columns))


@cache
def _coded(size: Size, said: Size | None = None, chroma: int = 420) -> Picture:
    """A plain picture; ``said`` is the size the file tells of it."""
    file = stored(Image.new("RGB", size, (90, 120, 60)), "HEIF", chroma=chroma)
    decoder, coded = (_found(file, kind) for kind in (b"hvcC", b"mdat"))
    return Picture(b"hvc1", coded[8:], (decoder, _size(said or size)))


def _found(file: bytes, kind: bytes) -> bytes:
    """The first box of a kind."""
    at = file.index(kind) - 4
    return file[at : at + int.from_bytes(file[at : at + 4])]


def _size(size: Size) -> bytes:
    return _full(b"ispe", struct.pack(">II", *size))


def _numbers(*numbers: int) -> bytes:
    return struct.pack(f">{len(numbers)}H", *numbers)


def _full(kind: bytes, *parts: bytes, version: int = 0) -> bytes:
    return _box(kind, bytes([version, 0, 0, 0]), *parts)


def _box(kind: bytes, *parts: bytes) -> bytes:
    content = b"".join(parts)
    return struct.pack(">I", len(content) + 8) + kind + content


# --- Bombs


def zeros_png(width: int, height: int, depth: int = 8, colours: int = 0, interlaced: int = 0) -> bytes:
    """A PNG of that size with nothing but zeros in it: thousands of times larger when opened."""
    row = bytes(1 + (width * depth * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colours] + 7) // 8)
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colours, 0, 0, interlaced))
    return PNG_START + head + chunk(b"PLTE", bytes(768)) * (colours == 3) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def metadata_png(kind: bytes, before: bytes, megabytes: int, times: int = 1) -> bytes:
    """A small PNG whose packed metadata is that large when opened."""
    bomb = chunk(kind, before + zlib.compress(bytes(megabytes * 1_000_000)))
    small = zeros_png(200, 200)
    return small[:33] + bomb * times + small[33:]


def passes_jpeg(side: int, passes: int, mode: str = "RGB") -> bytes:
    """A JPEG with so many passes over the whole picture."""
    file = stored(Image.new(mode, (side, side)), "JPEG", progressive=True, subsampling=0)
    last = file.rindex(b"\xff\xda")
    return file[:-2] + file[last:-2] * (passes - file.count(b"\xff\xda")) + file[-2:]


def frames(kind: str, number: int) -> bytes:
    """A film of so many pictures."""
    film = [Image.new("RGB", (400, 400), (shade % 255, shade // 255, 7)) for shade in range(number)]
    return stored(film[0], kind, save_all=True, append_images=film[1:])


BOMBS: Mapping[str, Callable[[], bytes]] = {
    "PNG of zeros 30,000 x 30,000": lambda: zeros_png(30_000, 30_000, 1),
    "PNG 60 MP, palette": lambda: zeros_png(7_700, 7_700, 8, 3),
    "PNG 24 MP, 16 bits, alpha": lambda: zeros_png(4_890, 4_890, 16, 6),
    "PNG 24 MP, palette": lambda: zeros_png(4_890, 4_890, 8, 3),
    "PNG 24 MP, interlaced": lambda: zeros_png(4_890, 4_890, 8, 2, 1),
    "PNG with 60 texts of 1 MB": lambda: metadata_png(b"zTXt", b"k\0\0", 1, 60),
    "PNG with a profile of 200 MB": lambda: metadata_png(b"iCCP", b"k\0\0", 200),
    "PNG with XMP of 200 MB": lambda: metadata_png(b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0", 200),
    "PNG of 300 pictures": lambda: frames("PNG", 300),
    "WebP of 300 pictures": lambda: frames("WEBP", 300),
    "WebP 24 MP": lambda: stored(Image.new("RGBA", (4_890, 4_890)), "WEBP", lossless=True),
    "WebP 13 MP": lambda: stored(Image.new("RGBA", (3_600, 3_600)), "WEBP", lossless=True),
    "JPEG 49 MP": lambda: stored(Image.new("RGB", (7_000, 7_000)), "JPEG"),
    "JPEG 49 MP, CMYK in 25 passes": lambda: passes_jpeg(7_000, 25, "CMYK"),
    "JPEG 25 MP, CMYK in 25 passes": lambda: passes_jpeg(4_990, 25, "CMYK"),
    "JPEG 55 MP, 26 passes": lambda: passes_jpeg(7_400, 26),
    "HEIC 49 MP": lambda: grid(7, 7, (7_000, 7_000), (1_000, 1_000)),
    "HEIC grid, 256 tiles of 1 MP": lambda: grid(16, 16, (7_000, 7_000), (1_000, 1_000)),
    "HEIC grid, 196 MP": lambda: grid(14, 14, (7_000, 7_000), (1_000, 1_000)),
    "HEIC grid, tiles that lie": lambda: grid(16, 16, (200, 200), (1_000, 1_000), (64, 64)),
    "HEIC pile of 400": lambda: pile(400, (7_000, 7_000), (1_000, 1_000)),
    "HEIC pile that hides its size": lambda: pile(1, (20_000, 20_000), (96, 96), said=(96, 96)),
    "HEIC pictures in pictures": lambda: pictures_in_pictures(8, 16, 512),
    "HEIC within itself": within_itself,
    "HEIC tiles with large transparencies": lambda: transparent_tiles(16, 64, 2_000),
    "HEIC larger than it says": lambda: misjudged((1_000, 1_000), (128, 128)),
}


bomb = cache(lambda name: BOMBS[name]())  # each is made once


def exploding(random: Random) -> bytes:
    """A bomb; every other one a little damaged."""
    file = bomb(random.choice(sorted(BOMBS)))
    return file if random.random() < 0.5 else _flipped(random, file, "")


# --- Files of other kinds


@cache
def strangers() -> tuple[bytes, ...]:
    """Files of other kinds, whole."""
    picture = Image.open(WHOLE[0])
    picture.thumbnail((320, 320))
    made = [stored(picture, kind) for kind in ("GIF", "TIFF", "BMP", "ICO", "TGA", "PPM", "PDF", "JPEG2000")]
    return (
        *made,
        gzip.compress(bytes(5_000_000)),
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><image href='file:///etc/passwd'/></svg>",
        b"<!doctype html><script>alert(1)</script>",
        b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf" + bytes(300),
        b"\xff\x0a" + bytes(300),
        b"\0\0\0\x0cJXL \r\n\x87\n" + bytes(300),
        b"\0\0\0\x18ftypisom\0\0\0\0mp42" + bytes(300),
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(/etc/passwd) (r) file\n",
        b"PK\x03\x04" + bytes(30),
        b"",
    )


BEGINNINGS = (
    b"\xff\xd8\xff\xe0",
    PNG_START,
    b"RIFF\xff\xff\0\0WEBPVP8 ",
    b"\0\0\0\x18ftypheic\0\0\0\0mif1heic",
    b"GIF89a",
)


def polyglot(random: Random) -> bytes:
    """A file of two kinds: one behind, inside or dressed as the other."""
    stranger = random.choice(strangers())
    photo = whole(random.choice(FORMATS), random.randrange(len(WHOLE)), 320)
    at = random.randrange(1, len(photo))
    ways = (
        lambda: photo + stranger,
        lambda: random.choice(BEGINNINGS) + stranger,
        lambda: stranger,
        lambda: stranger + photo,
        lambda: photo[:at] + stranger + photo[at:],
    )
    return random.choice(ways)()


PHOTOS: Mapping[str, Callable[[Random], bytes]] = {
    "damaged": damaged,
    "bombs": exploding,
    "polyglots": polyglot,
}
