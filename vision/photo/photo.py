"""Load photos: recognise the format, refuse what is too large or damaged, decode to an upright picture."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import BinaryIO, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from scoring.message import message
from vision.errors import PhotoError
from vision.photo.heic import has_hidden_cost
from vision.photo.memory import reserve_memory

Bgr = NDArray[np.uint8]  # shape (height, width, 3)
Points = NDArray[np.float32]  # shape (n, 2), each (x, y)

MAX_PATH_CHARACTERS = 200  # of a path in a message
MAX_BYTES = 40_000_000  # of a file


class Encoding(NamedTuple):
    """Limits of one way to store a picture; together they bound the memory of decoding at 250 MB."""

    max_pixels: int
    decoding_bytes_per_pixel: int


# Phones take up to 50 megapixels as JPEG and HEIC; PNG is used for screenshots, WebP for messages.
ENCODINGS = {
    "JPEG": Encoding(50_000_000, 1),
    "progressive JPEG": Encoding(25_000_000, 8),
    "PNG": Encoding(24_000_000, 6),
    "HEIF": Encoding(50_000_000, 5),
    "HEIF in full colour": Encoding(13_000_000, 16),
    "WEBP": Encoding(13_000_000, 16),
}
MIN_SIDE_PX = 64
MAX_ASPECT = 10.0  # long side to short side
MAX_LONG_SIDE_PX = 3200  # of the decoded picture: the squares of a kingdom that fills a third of it still have 64
STRIP_ROWS = 64  # of the reduced picture
MAX_JPEG_SCANS = 25  # encoders write about 10, and each is a pass over the whole picture
MAX_JPEG_SEGMENTS = 200  # of the header, each up to 64 kB
MAX_PNG_CHUNKS = 20_000  # usually 8 kB each
MAX_TILE_PIXELS = 100_000_000  # of all tiles of a HEIC picture; those at its edges extend beyond it
SIGNATURE_BYTES = 64  # at the beginning of a file, from which its format is detected
HEIC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx"}

# EXIF orientation -> transposition that turns the stored picture upright (EXIF 2.3, tag 0x0112)
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

JPEG_MARKER = re.compile(rb"\xff([^\x00\x01\xd0-\xd8\xff])")  # markers followed by a length, and the end marker
START_OF_SCAN, END_OF_IMAGE = b"\xda", b"\xd9"
END_MARKER = b"\xff" + END_OF_IMAGE
PADDINGS = b"", b"\xaa" * 8  # put before a missing end marker; if pixels are missing, they depend on the padding


@dataclass(frozen=True, eq=False)
class Photo:
    """An upright picture, decoded no larger than needed."""

    image: Bgr
    scale: float  # pixels of the upright original = pixels of the image * scale

    def reduce_to(self, long_side: int) -> Photo:
        """Halve the photo until its long side is at most ``long_side`` pixels."""
        image, scale = self.image, self.scale
        while max(image.shape[:2]) > long_side:
            height, width = image.shape[0] // 2, image.shape[1] // 2
            even = image[: 2 * height, : 2 * width]
            image, scale = np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA)), 2 * scale
        return Photo(image, scale)


PhotoSource = bytes | str | Path | BinaryIO | NDArray[np.uint8] | Image.Image | Photo
"""What ``load`` and ``vision.read`` take as a photo."""


def load(source: PhotoSource) -> Photo:
    """Load a photo: upright, its long side at most MAX_LONG_SIDE_PX pixels.

    A JPEG, PNG, WebP or HEIC file is recognised by its contents, not its name, and its size is checked before anything
    is decoded. The scale is a power of two, exact for JPEG, and to a pixel of the decoded picture for sizes that it
    does not divide.

    Args:
        source: A path, the bytes of a file, an open binary file, a BGR array (height, width, 3) of ``uint8``, or a PIL
            image. A ``Photo`` is returned as it is.

    Raises:
        PhotoError: The photo cannot be used.
        TypeError: ``source`` is none of these.

    Example:
        >>> photo = load("sample_images/cutting-mat.jpg")
        >>> photo.image.shape, photo.scale
        ((1350, 1800, 3), 1.0)
    """
    if isinstance(source, Photo):
        return source
    if isinstance(source, np.ndarray):
        return _from_array(source)
    if isinstance(source, Image.Image):
        _check_size(source, ENCODINGS["JPEG"].max_pixels)
        upright_image = ImageOps.exif_transpose(source).convert("RGB")
        return _from_array(cv2.cvtColor(np.asarray(upright_image), cv2.COLOR_RGB2BGR))
    return _from_file(read_contents(source))


def _from_array(image: NDArray[np.uint8]) -> Photo:
    """Return the photo of a BGR array, reduced to MAX_LONG_SIDE_PX pixels."""
    if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
        raise TypeError(
            f"an image is a BGR array of uint8 and shape (height, width, 3), not of {image.dtype} and {image.shape}"
        )
    _check_size(Image.fromarray(image), ENCODINGS["JPEG"].max_pixels)
    return Photo(np.ascontiguousarray(image), 1.0).reduce_to(MAX_LONG_SIDE_PX)


def _from_file(stored: bytes) -> Photo:
    """Decode the contents of a file."""
    picture = _open_picture(stored)
    encoding = ENCODINGS[_detect_encoding(picture, stored)]
    _check_size(picture, encoding.max_pixels)
    upright = UPRIGHT.get(_read_orientation(picture))
    scale = _choose_reduction(picture.size)
    with reserve_memory(picture.width * picture.height * encoding.decoding_bytes_per_pixel):
        small = _decode(picture, stored, scale)
        del picture  # frees the source of ``small``
    rgb = np.asarray(small if upright is None else small.transpose(upright))
    return Photo(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), float(scale))


def read_contents(source: bytes | str | Path | BinaryIO) -> bytes:
    """Return the bytes of a photo file.

    Raises:
        PhotoError: The file is missing, unreadable, empty or longer than MAX_BYTES.
        TypeError: ``source`` is none of these.
    """
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
    """Return the first MAX_BYTES + 1 bytes of a file."""
    try:
        if not path.is_file():
            raise PhotoError(
                message("There is no photo called {path}. Check the name and the folder.", path=_quote_path(path))
            )
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as unreadable:
        raise PhotoError(
            message("The file {path} cannot be opened. Check its name and who may read it.", path=_quote_path(path))
        ) from unreadable


def _quote_path(path: Path) -> str:
    """Return the path in quotes, or its end if it is too long for a message."""
    name = str(path)
    return repr(name if len(name) <= MAX_PATH_CHARACTERS else f"...{name[-MAX_PATH_CHARACTERS:]}")


def _open_picture(stored: bytes) -> Image.Image:
    """Open a picture: read its header, decode no pixel."""
    kind = detect_format(stored)
    if kind is None:
        raise PhotoError(message("This file is not a photo that can be read. Send a JPEG, PNG, WebP or HEIC picture."))
    try:
        picture = None if _HAS_HIDDEN_COST[kind](stored) else _get_reader(kind)(io.BytesIO(stored))
    except Image.DecompressionBombError:
        raise _too_large_error(ENCODINGS[kind].max_pixels) from None
    except Exception as damaged:  # decoders given hostile bytes raise anything
        raise _incomplete_error() from damaged
    if picture is None or (
        prod(picture.size) <= ENCODINGS[kind].max_pixels and _count_tile_pixels(picture) > MAX_TILE_PIXELS
    ):
        raise PhotoError(
            message("This file is made of far too many parts for a photo. Send the photo as the phone took it.")
        )
    return picture


def _count_tile_pixels(picture: Image.Image) -> int:
    """Return the number of pixels of all tiles of a HEIC picture; 0 for other pictures."""
    tiling = picture.info.get("tiling") or {}
    return prod(tiling.get(name, 0) for name in ("num_columns", "num_rows", "tile_width", "tile_height"))


def _get_reader(kind: str) -> Callable[[io.BytesIO], Image.Image]:
    """Return Pillow's reader of a format.

    ``Image.open`` would need the HEIC reader to be registered for the whole process, and warns of sizes that ENCODINGS
    allows. Readers are imported here because each registers itself with Pillow, and that of HEIC is slow to import.
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


def detect_format(stored: bytes) -> str | None:
    """Return Pillow's name of the format that the first SIGNATURE_BYTES of a file announce, or None for another one."""
    if stored.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if stored.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if stored[:4] == b"RIFF" and stored[8:12] == b"WEBP":
        return "WEBP"
    brands = {stored[at : at + 4] for at in range(8, SIGNATURE_BYTES, 4)}
    return "HEIF" if stored[4:8] == b"ftyp" and HEIC_BRANDS & brands else None


def _is_endless_jpeg(stored: bytes) -> bool:
    """Return whether a JPEG has so many segments or scans that decoding would take minutes."""
    at = segments = scans = 0
    while (marker := JPEG_MARKER.search(stored, at)) and marker[1] != END_OF_IMAGE:
        segments += 1
        scans += marker[1] == START_OF_SCAN
        if segments > MAX_JPEG_SEGMENTS or scans > MAX_JPEG_SCANS:
            return True
        at = marker.end() + int.from_bytes(stored[marker.end() : marker.end() + 2])
    return False


def _is_endless_png(stored: bytes) -> bool:
    """Return whether a PNG has more chunks than a photo needs."""
    at = 8
    for _ in range(MAX_PNG_CHUNKS):
        if at >= len(stored):
            return False
        at += 12 + int.from_bytes(stored[at : at + 4])
    return True


_HAS_HIDDEN_COST: dict[str, Callable[[bytes], bool]] = {
    "JPEG": _is_endless_jpeg,
    "PNG": _is_endless_png,
    "WEBP": lambda _stored: False,  # its decoder opens only the first picture
    "HEIF": has_hidden_cost,
}


def _check_size(picture: Image.Image, max_pixels: int) -> None:
    """Raise PhotoError if a picture is too large, too small or too narrow."""
    short, long = sorted(picture.size)
    if short * long > max_pixels:
        raise _too_large_error(max_pixels)
    if short < MIN_SIDE_PX:
        raise PhotoError(
            message("The picture is only {size} pixels. Send the photo in full size.", size=_format_size(picture))
        )
    if long > MAX_ASPECT * short:
        raise PhotoError(
            message(
                "The picture is a strip of {size} pixels. Send a photo of the whole kingdom.",
                size=_format_size(picture),
            )
        )


def _detect_encoding(picture: Image.Image, stored: bytes) -> str:
    """Return the key of ENCODINGS for a picture."""
    if _is_jpeg(picture):
        return "progressive JPEG" if _is_progressive(picture, stored) else "JPEG"
    if picture.format == "HEIF" and (picture.info["bit_depth"] > 8 or picture.info.get("chroma", 420) != 420):
        return "HEIF in full colour"  # more than 8 bits, or no chroma subsampling
    return str(picture.format)


def _is_jpeg(picture: Image.Image) -> bool:
    """Return whether a picture is a JPEG; Pillow calls one with several pictures an MPO."""
    return picture.format in ("JPEG", "MPO")


def _is_progressive(picture: Image.Image, stored: bytes) -> bool:
    """Return whether the first scan of a JPEG lacks a part of the picture: progressive, or channel by channel."""
    at = 0
    while (marker := JPEG_MARKER.search(stored, at)) and marker[1] != START_OF_SCAN:
        at = marker.end() + int.from_bytes(stored[marker.end() : marker.end() + 2])
    bands = stored[marker.end() + 2] if marker and len(stored) > marker.end() + 2 else 0
    return "progressive" in picture.info or bands < len(picture.getbands())


def _format_size(picture: Image.Image) -> str:
    return f"{picture.width} x {picture.height}"


def _read_orientation(picture: Image.Image) -> int:
    """Return the EXIF orientation, or 1 (upright) if there is none or the metadata is damaged.

    It is 1 for HEIC, which the decoder turns by the ``irot`` box.
    """
    try:
        return int(picture.getexif().get(ORIENTATION, 1))
    except Exception:  # damaged metadata raises anything; the picture may be intact
        return 1


def _choose_reduction(size: tuple[int, int]) -> int:
    """Return the power of two by which the picture is reduced."""
    scale = 1
    while max(size) > MAX_LONG_SIDE_PX * scale:
        scale *= 2
    return scale


def _decode(picture: Image.Image, stored: bytes, scale: int) -> Image.Image:
    """Decode the first picture of a file in RGB, ``scale`` times smaller.

    Raises:
        PhotoError: The file is damaged. A JPEG may lack its end marker, but no pixel.
    """
    width, height = picture.size
    try:
        if picture.format == "HEIF" and picture.mode in ("RGB", "RGBA") and scale > 1:
            return _reduce_heic(stored, scale)
        if _is_jpeg(picture):
            picture.draft(None, (width // scale, height // scale))  # decodes at 1/2, 1/4 or 1/8
        picture.load()
        return _to_rgb(picture, scale // round(width / picture.width))
    except Exception as damaged:  # decoders given hostile bytes raise anything
        if _is_jpeg(picture) and not stored.endswith(END_MARKER):
            ended = (stored.rstrip(END_MARKER[:1]) + padding + END_MARKER for padding in PADDINGS)
            first, second = (_decode(_get_reader("JPEG")(io.BytesIO(file)), file, scale) for file in ended)
            if first.tobytes() == second.tobytes():
                return first
        raise _incomplete_error() from damaged


def _reduce_heic(stored: bytes, scale: int) -> Image.Image:
    """Decode a HEIC file and reduce it strip by strip, because Pillow would copy the whole picture first."""
    from pillow_heif import open_heif

    decoded = np.asarray(open_heif(stored))
    height, width = decoded.shape[:2]
    small = Image.new("RGB", (-(-width // scale), -(-height // scale)))
    for row in range(0, small.height, STRIP_ROWS):
        strip = np.ascontiguousarray(decoded[row * scale : (row + STRIP_ROWS) * scale, :, :3])
        small.paste(Image.fromarray(strip).reduce(scale), (0, row))
    return small


def _to_rgb(picture: Image.Image, scale: int) -> Image.Image:
    """Return the picture in RGB, ``scale`` times smaller; channel by channel, because a copy of a picture is large."""
    if picture.mode == "I;16":
        picture = picture.point(lambda value: value / 256)
    if picture.mode in ("1", "L", "LA", "I;16"):
        return picture.convert("L").reduce(scale).convert("RGB")
    if picture.mode not in ("RGB", "RGBA"):
        picture = picture.convert("RGB")
    if scale == 1:
        return picture if picture.mode == "RGB" else picture.convert("RGB")
    return Image.merge("RGB", [picture.getchannel(band).reduce(scale) for band in "RGB"])


def _too_large_error(max_pixels: int) -> PhotoError:
    return PhotoError(
        message(
            "The picture has more than {most} million pixels. Send a smaller one: 12 million are enough.",
            most=max_pixels // 1_000_000,
        )
    )


def _incomplete_error() -> PhotoError:
    return PhotoError(message("The file is incomplete or damaged: the picture stops before its end. Send it again."))
