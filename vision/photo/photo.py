"""Decoding: from bytes or a path to an upright picture of bounded size."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import BinaryIO

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from scoring.message import message
from vision.errors import PhotoError
from vision.photo.heic import hides_its_cost
from vision.photo.memory import room_for

Bgr = NDArray[np.uint8]  # shape (height, width, 3)
Points = NDArray[np.float32]  # shape (n, 2), each (x, y)

LONGEST_NAME = 200  # characters of a path, in a sentence
MAX_BYTES = 40_000_000  # of a file
# By how a picture is stored: the pixels of the largest one, and the bytes for each while it is decoded, 250 million at
# most. Phones take up to 50 million pixels as JPEG and HEIC; PNG is for screens, WebP for messages.
MAX_PIXELS = {
    "JPEG": 50_000_000,
    "JPEG in passes": 25_000_000,
    "PNG": 24_000_000,
    "HEIF": 50_000_000,
    "HEIF in full colour": 13_000_000,
    "WEBP": 13_000_000,
}
HELD = {"JPEG": 1, "JPEG in passes": 8, "PNG": 6, "HEIF": 5, "HEIF in full colour": 16, "WEBP": 16}
MIN_SIDE = 64  # pixels
MAX_ASPECT = 10.0  # long side to short side
LONGEST_SIDE = 3200  # pixels of the decoded picture: a square of a kingdom that fills a third of it still gets 64
STRIP = 64  # rows of the reduced picture
MAX_SCANS = 25  # passes over one JPEG; encoders write about 10, and each is a walk over the whole picture
MAX_SEGMENTS = 200  # of a JPEG's header, each up to 64 kB
MAX_CHUNKS = 20_000  # of a PNG, usually 8 kB each
MAX_TILED = 100_000_000  # pixels of all tiles of a HEIC picture; those at its edges reach beyond it
BEGINNING = 64  # bytes of a file, by which its format is told
HEIC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx"}

# EXIF orientation -> what turns the stored picture upright (EXIF 2.3, tag 0x0112)
ORIENTATION = 0x0112
UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}

JPEG_MARKER = re.compile(rb"\xff([^\x00\x01\xd0-\xd8\xff])")  # those followed by a length, and the end of the image
START_OF_SCAN, END_OF_IMAGE = b"\xda", b"\xd9"
END = b"\xff" + END_OF_IMAGE
FILLINGS = b"", b"\xaa" * 8


@dataclass(frozen=True, eq=False)
class Photo:
    """An upright picture, decoded no larger than needed.

    ``image`` is the picture; ``scale`` turns its pixels into those of the original
    (original = image * scale), upright in both.
    """

    image: Bgr
    scale: float

    def reduced(self, long_side: int) -> Photo:
        """The same photo halved until its long side is at most ``long_side`` pixels; itself if it is."""
        image, scale = self.image, self.scale
        while max(image.shape[:2]) > long_side:
            height, width = image.shape[0] // 2, image.shape[1] // 2
            even = image[: 2 * height, : 2 * width]
            image, scale = np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA)), 2 * scale
        return Photo(image, scale)


PhotoSource = bytes | str | Path | BinaryIO | NDArray[np.uint8] | Image.Image | Photo
"""What ``load`` and ``vision.read`` take as a photo."""


def load(source: PhotoSource) -> Photo:
    """Load a photo: upright, its long side at most LONGEST_SIDE pixels.

    A JPEG, PNG, WebP or HEIC file is recognised by its contents, not its name, and its size is checked before anything
    is decoded. The scale is a power of two, exact for JPEG, and to a pixel of the decoded picture for sizes that it
    does not divide.

    Args:
        source: A path, the bytes of a file, an open binary file, a BGR array (height, width, 3) of ``uint8``, or a PIL
            image. A ``Photo`` is returned as it is.

    Raises:
        PhotoError: The photo cannot be used.
        TypeError: ``source`` is none of these.
    """
    if isinstance(source, Photo):
        return source
    if isinstance(source, np.ndarray):
        return _from_array(source)
    if isinstance(source, Image.Image):
        _refuse_size(source, MAX_PIXELS["JPEG"])
        upright_image = ImageOps.exif_transpose(source).convert("RGB")
        return _from_array(cv2.cvtColor(np.asarray(upright_image), cv2.COLOR_RGB2BGR))
    return _from_file(contents(source))


def _from_array(image: NDArray[np.uint8]) -> Photo:
    """Return the photo of a BGR array, reduced to LONGEST_SIDE pixels."""
    if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
        raise TypeError(
            f"an image is a BGR array of uint8 and shape (height, width, 3), not of {image.dtype} and {image.shape}"
        )
    _refuse_size(Image.fromarray(image), MAX_PIXELS["JPEG"])
    return Photo(np.ascontiguousarray(image), 1.0).reduced(LONGEST_SIDE)


def _from_file(stored: bytes) -> Photo:
    """Decode the contents of a file."""
    picture = _open(stored)
    way = _way_stored(picture, stored)
    _refuse_size(picture, MAX_PIXELS[way])
    upright = UPRIGHT.get(_orientation(picture))
    scale = _reduction(picture.size)
    with room_for(picture.width * picture.height * HELD[way]):
        small = _decode(picture, stored, scale)
        del picture  # what it was decoded from
    rgb = np.asarray(small if upright is None else small.transpose(upright))
    return Photo(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), float(scale))


def contents(source: bytes | str | Path | BinaryIO) -> bytes:
    """Return the bytes of a photo file; raise PhotoError if it is missing, empty or longer than MAX_BYTES."""
    if isinstance(source, bytes):
        stored = source
    elif isinstance(source, str | Path):
        stored = _read_file(Path(source))
    elif hasattr(source, "read"):
        stored = source.read(MAX_BYTES + 1)
    else:
        raise TypeError(
            f"a photo is a path, bytes, an open binary file, a BGR array or a PIL image, not {type(source).__name__}"
        )
    if not isinstance(stored, bytes):
        raise TypeError("open the photo as a binary file")
    if not stored:
        raise PhotoError(message("The file is empty. Send the photo again."))
    if len(stored) > MAX_BYTES:
        raise PhotoError(
            message("The file is larger than {size} MB. Send a smaller photo.", size=MAX_BYTES // 1_000_000)
        )
    return stored


def _read_file(path: Path) -> bytes:
    try:
        if not path.is_file():
            raise PhotoError(
                message("There is no photo called {path}. Check the name and the folder.", path=_named(path))
            )
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as unreadable:
        raise PhotoError(
            message("The file {path} cannot be opened. Check its name and who may read it.", path=_named(path))
        ) from unreadable


def _named(path: Path) -> str:
    """The path in quotes; of one longer than any file has, the end."""
    name = str(path)
    return repr(name if len(name) <= LONGEST_NAME else f"...{name[-LONGEST_NAME:]}")


def _open(stored: bytes) -> Image.Image:
    """The picture with its header read and no pixel decoded."""
    kind = kind_of(stored)
    if kind is None:
        raise PhotoError(message("This file is not a photo that can be read. Send a JPEG, PNG, WebP or HEIC picture."))
    try:
        picture = None if _ENDLESS[kind](stored) else _reader(kind)(io.BytesIO(stored))
    except Image.DecompressionBombError:
        raise _too_large(MAX_PIXELS[kind]) from None
    except Exception as damaged:  # decoders given hostile bytes raise anything
        raise _incomplete() from damaged
    if picture is None or (prod(picture.size) <= MAX_PIXELS[kind] and _tiled(picture) > MAX_TILED):
        raise PhotoError(
            message("This file is made of far too many parts for a photo. Send the photo as the phone took it.")
        )
    return picture


def _tiled(picture: Image.Image) -> int:
    """The pixels of all tiles of a HEIC picture that is laid of them."""
    tiling = picture.info.get("tiling") or {}
    return prod(tiling.get(name, 0) for name in ("num_columns", "num_rows", "tile_width", "tile_height"))


def _reader(kind: str) -> Callable[[io.BytesIO], Image.Image]:
    """Pillow's reader of a format.

    Not ``Image.open``: that needs the HEIC reader registered with Pillow for the whole process, and warns of sizes that
    MAX_PIXELS decides on. Imported when it is needed: each registers itself with Pillow, and HEIC's is slow to import.
    """
    if kind == "HEIF":
        from pillow_heif import HeifImageFile

        return HeifImageFile
    if kind == "JPEG":
        from PIL.JpegImagePlugin import jpeg_factory

        return jpeg_factory
    if kind == "PNG":
        from PIL.PngImagePlugin import PngImageFile

        return PngImageFile
    from PIL.WebPImagePlugin import WebPImageFile

    return WebPImageFile


def kind_of(stored: bytes) -> str | None:
    """The one of the four formats that the first BEGINNING bytes announce, in Pillow's words; None for another file."""
    if stored.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if stored.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if stored[:4] == b"RIFF" and stored[8:12] == b"WEBP":
        return "WEBP"
    brands = {stored[at : at + 4] for at in range(8, BEGINNING, 4)}
    return "HEIF" if stored[4:8] == b"ftyp" and HEIC_BRANDS & brands else None


def _is_endless_jpeg(stored: bytes) -> bool:
    """True where so many segments or passes follow each other that decoding would take minutes."""
    at = segments = scans = 0
    while (marker := JPEG_MARKER.search(stored, at)) and marker[1] != END_OF_IMAGE:
        segments += 1
        scans += marker[1] == START_OF_SCAN
        if segments > MAX_SEGMENTS or scans > MAX_SCANS:
            return True
        at = marker.end() + int.from_bytes(stored[marker.end() : marker.end() + 2])
    return False


def _is_endless_png(stored: bytes) -> bool:
    """True for a file with more chunks than a photo could need."""
    at = 8
    for _ in range(MAX_CHUNKS):
        if at >= len(stored):
            return False
        at += 12 + int.from_bytes(stored[at : at + 4])
    return True


_ENDLESS: dict[str, Callable[[bytes], bool]] = {
    "JPEG": _is_endless_jpeg,
    "PNG": _is_endless_png,
    "WEBP": lambda _stored: False,  # its decoder opens the first picture alone
    "HEIF": hides_its_cost,
}


def _refuse_size(picture: Image.Image, most: int) -> None:
    short, long = sorted(picture.size)
    if short * long > most:
        raise _too_large(most)
    if short < MIN_SIDE:
        raise PhotoError(
            message("The picture is only {size} pixels. Send the photo in full size.", size=_size(picture))
        )
    if long > MAX_ASPECT * short:
        raise PhotoError(
            message("The picture is a strip of {size} pixels. Send a photo of the whole kingdom.", size=_size(picture))
        )


def _way_stored(picture: Image.Image, stored: bytes) -> str:
    """The way in which a picture is stored, as MAX_PIXELS spells it."""
    if _is_jpeg(picture):
        return "JPEG in passes" if _is_in_passes(picture, stored) else "JPEG"
    if picture.format == "HEIF" and (picture.info["bit_depth"] > 8 or picture.info.get("chroma", 420) != 420):
        return "HEIF in full colour"  # more than 8 bits, or no colour shared by four pixels
    return str(picture.format)


def _is_jpeg(picture: Image.Image) -> bool:
    """True for a JPEG; one that holds further pictures is an MPO to Pillow."""
    return picture.format in ("JPEG", "MPO")


def _is_in_passes(picture: Image.Image, stored: bytes) -> bool:
    """True for a JPEG whose first pass does not hold the whole picture."""
    at = 0
    while (marker := JPEG_MARKER.search(stored, at)) and marker[1] != START_OF_SCAN:
        at = marker.end() + int.from_bytes(stored[marker.end() : marker.end() + 2])
    bands = stored[marker.end() + 2] if marker and len(stored) > marker.end() + 2 else 0
    return "progressive" in picture.info or bands < len(picture.getbands())


def _size(picture: Image.Image) -> str:
    return f"{picture.width} x {picture.height}"


def _orientation(picture: Image.Image) -> int:
    """The EXIF orientation, 1 (upright) where there is none or the metadata is damaged.

    HEIC turns itself while it is decoded (its ``irot`` box rules, not EXIF), and Pillow then says 1.
    """
    try:
        return int(picture.getexif().get(ORIENTATION, 1))
    except Exception:  # damaged metadata raises anything; the picture itself may well be whole
        return 1


def _reduction(size: tuple[int, int]) -> int:
    scale = 1
    while max(size) > LONGEST_SIDE * scale:
        scale *= 2
    return scale


def _decode(picture: Image.Image, stored: bytes, scale: int) -> Image.Image:
    """The first picture of the file in RGB, ``scale`` times smaller; a JPEG may lack its end, but no pixel."""
    width, height = picture.size
    try:
        if picture.format == "HEIF" and picture.mode in ("RGB", "RGBA") and scale > 1:
            return _rgb_of_heic(stored, scale)
        if _is_jpeg(picture):
            picture.draft(None, (width // scale, height // scale))  # decodes at 1/2, 1/4 or 1/8
        picture.load()
        return _rgb(picture, scale // round(width / picture.width))
    except Exception as damaged:  # decoders given hostile bytes raise anything
        if _is_jpeg(picture) and not stored.endswith(END):  # pixels that are missing depend on what follows
            ended = (stored.rstrip(END[:1]) + filling + END for filling in FILLINGS)
            whole, other = (_decode(_reader("JPEG")(io.BytesIO(file)), file, scale) for file in ended)
            if whole.tobytes() == other.tobytes():
                return whole
        raise _incomplete() from damaged


def _rgb_of_heic(stored: bytes, scale: int) -> Image.Image:
    """The picture of a HEIC file, reduced strip by strip where its decoder put it: Pillow would hold it once more."""
    from pillow_heif import open_heif

    decoded = np.asarray(open_heif(stored))
    height, width = decoded.shape[:2]
    small = Image.new("RGB", (-(-width // scale), -(-height // scale)))
    for row in range(0, small.height, STRIP):
        strip = np.ascontiguousarray(decoded[row * scale : (row + STRIP) * scale, :, :3])
        small.paste(Image.fromarray(strip).reduce(scale), (0, row))
    return small


def _rgb(picture: Image.Image, scale: int) -> Image.Image:
    """The picture without alpha, ``scale`` times smaller; band by band, because whole copies of 60 MP are large."""
    if picture.mode == "I;16":
        picture = picture.point(lambda value: value / 256)
    if picture.mode in ("1", "L", "LA", "I;16"):
        return picture.convert("L").reduce(scale).convert("RGB")
    if picture.mode not in ("RGB", "RGBA"):
        picture = picture.convert("RGB")
    if scale == 1:
        return picture if picture.mode == "RGB" else picture.convert("RGB")
    return Image.merge("RGB", [picture.getchannel(band).reduce(scale) for band in "RGB"])


def _too_large(most: int) -> PhotoError:
    return PhotoError(
        message(
            "The picture has more than {most} million pixels. Send a smaller one: 12 million are enough.",
            most=most // 1_000_000,
        )
    )


def _incomplete() -> PhotoError:
    return PhotoError(message("The file is incomplete or damaged: the picture stops before its end. Send it again."))
