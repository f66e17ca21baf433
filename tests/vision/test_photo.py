"""A photo comes out upright and bounded, or with one sentence that says what to do."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pillow_heif
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from vision.photo import LONGEST_SIDE, MAX_BYTES, Photo, PhotoError, load

pillow_heif.register_heif_opener()

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")
RED, GREEN, BLUE, WHITE = (200, 30, 30), (30, 160, 40), (30, 40, 200), (240, 240, 240)  # RGB


def corners_in_four_colours(width: int = 240, height: int = 160) -> Image.Image:
    """Red top left, green top right, blue bottom right, white bottom left."""
    picture = Image.new("RGB", (width, height), WHITE)
    picture.paste(RED, (0, 0, width // 2, height // 2))
    picture.paste(GREEN, (width // 2, 0, width, height // 2))
    picture.paste(BLUE, (width // 2, height // 2, width, height))
    return picture


def stored(picture: Image.Image, kind: str = "JPEG", **options: object) -> bytes:
    file = io.BytesIO()
    picture.save(file, kind, **options)
    return file.getvalue()


def exif(orientation: int) -> bytes:
    tags = Image.Exif()
    tags[0x0112] = orientation
    return tags.tobytes()


def colours_clockwise(image: NDArray[np.uint8]) -> list[tuple[int, int, int]]:
    """The nearest of the four colours in each corner, from the top left, read as BGR."""
    height, width = image.shape[:2]
    points = [(20, 20), (20, width - 20), (height - 20, width - 20), (height - 20, 20)]
    seen = [image[y, x].astype(int)[::-1] for y, x in points]
    return [min((RED, GREEN, BLUE, WHITE), key=lambda known: int(np.abs(colour - known).sum())) for colour in seen]


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def refusal(source: bytes | str | Path) -> str:
    with pytest.raises(PhotoError) as refused:
        load(source)
    return str(refused.value)


def photo_or_sentence(source: bytes) -> Photo | str:
    try:
        return load(source)
    except PhotoError as refused:
        return str(refused)


# --- What is read


@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_comes_out_as_bgr_in_its_own_size(kind: str) -> None:
    photo = load(stored(corners_in_four_colours(), kind))

    assert photo.image.shape == (160, 240, 3)
    assert photo.image.dtype == np.uint8
    assert photo.scale == 1.0
    assert colours_clockwise(photo.image) == [RED, GREEN, BLUE, WHITE]


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize(
    ("orientation", "clockwise"),
    [
        (1, [RED, GREEN, BLUE, WHITE]),
        (2, [GREEN, RED, WHITE, BLUE]),
        (3, [BLUE, WHITE, RED, GREEN]),
        (4, [WHITE, BLUE, GREEN, RED]),
        (5, [RED, WHITE, BLUE, GREEN]),
        (6, [WHITE, RED, GREEN, BLUE]),
        (7, [BLUE, GREEN, RED, WHITE]),
        (8, [GREEN, BLUE, WHITE, RED]),
    ],
)
def test_a_photo_is_turned_upright_exactly_once(
    kind: str, orientation: int, clockwise: list[tuple[int, int, int]]
) -> None:
    photo = load(stored(corners_in_four_colours(), kind, exif=exif(orientation)))

    assert colours_clockwise(photo.image) == clockwise
    assert photo.image.shape == ((160, 240, 3) if orientation < 5 else (240, 160, 3))


def test_a_path_a_name_and_the_bytes_give_the_same_photo(tmp_path: Path) -> None:
    file = tmp_path / "kingdom.jpg"
    file.write_bytes(stored(corners_in_four_colours()))

    from_bytes = load(file.read_bytes())

    assert np.array_equal(load(file).image, from_bytes.image)
    assert np.array_equal(load(str(file)).image, from_bytes.image)


def test_the_contents_decide_and_not_the_name(tmp_path: Path) -> None:
    file = tmp_path / "really-a-jpeg.png"
    file.write_bytes(stored(corners_in_four_colours()))

    assert load(file).image.shape == (160, 240, 3)


@pytest.mark.parametrize(
    "picture",
    [
        Image.new("L", (100, 80), 120),
        Image.new("LA", (100, 80), (120, 7)),
        Image.new("RGBA", (100, 80), (120, 120, 120, 7)),
        Image.new("RGB", (100, 80), (120, 120, 120)).quantize(8),
        Image.fromarray(np.full((80, 100), 120 * 256, np.uint16)),
    ],
    ids=["grey", "grey with alpha", "colour with alpha", "palette", "16 bits"],
)
def test_any_kind_of_pixel_becomes_plain_colour(picture: Image.Image) -> None:
    photo = load(stored(picture, "PNG"))

    assert photo.image.shape == (80, 100, 3)
    assert np.abs(photo.image.astype(int) - 120).max() <= 1


def test_a_black_and_white_drawing_is_black_and_white() -> None:
    assert load(stored(Image.new("1", (100, 80), 1), "PNG")).image.min() == 255


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_an_animation_is_its_first_picture(kind: str) -> None:
    frames = [Image.new("RGB", (100, 80), colour) for colour in (RED, GREEN, BLUE)]

    photo = load(stored(frames[0], kind, save_all=True, append_images=frames[1:]))

    assert np.abs(photo.image[40, 50].astype(int)[::-1] - RED).max() <= 6


def test_a_jpeg_that_carries_further_pictures_is_its_first() -> None:
    other = corners_in_four_colours().transpose(Image.Transpose.ROTATE_180)

    several = stored(corners_in_four_colours(), "MPO", save_all=True, append_images=[other])

    assert colours_clockwise(load(several).image) == [RED, GREEN, BLUE, WHITE]


def test_damaged_metadata_does_not_spoil_the_picture() -> None:
    whole = stored(corners_in_four_colours(), exif=exif(6))
    at = whole.index(b"Exif\0\0")

    for length in range(1, 20):
        damaged = whole[: at + 6] + b"\xff" * length + whole[at + 6 + length :]

        assert sorted(load(damaged).image.shape) == [3, 160, 240]


# --- How large it comes out


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize(
    ("long_side", "scale"),
    [(LONGEST_SIDE, 1), (LONGEST_SIDE + 1, 2), (4032, 2), (6400, 2), (6401, 4)],
)
def test_a_large_photo_is_decoded_smaller_and_says_by_how_much(kind: str, long_side: int, scale: int) -> None:
    photo = load(stored(corners_in_four_colours(long_side, 700), kind, **({"method": 0} if kind == "WEBP" else {})))

    assert photo.scale == scale
    assert photo.image.shape[1] == -(-long_side // scale)
    assert LONGEST_SIDE // 2 <= photo.image.shape[1] <= LONGEST_SIDE


@pytest.mark.parametrize(
    ("kind", "orientation"),
    [("JPEG", 1), ("JPEG", 3), ("JPEG", 6), ("JPEG", 8), ("PNG", 1), ("PNG", 6), ("HEIF", 6)],
)
def test_scaled_points_of_the_small_picture_are_points_of_the_upright_original(kind: str, orientation: int) -> None:
    original = Image.new("RGB", (3600, 800), WHITE)
    original.paste(BLUE, (1000, 200, 2600, 600))
    turned = {1: (1000, 200), 3: (3600 - 2600, 800 - 600), 6: (800 - 600, 1000), 8: (200, 3600 - 2600)}

    photo = load(stored(original, kind, exif=exif(orientation)))
    rows, columns = np.nonzero(photo.image[:, :, 2] < 135)

    assert (columns.min() * photo.scale, rows.min() * photo.scale) == turned[orientation]


# --- What is refused


@pytest.mark.parametrize(
    "junk",
    [
        b"not a picture at all",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"%PDF-1.7\n",
        stored(corners_in_four_colours(), "GIF"),
        stored(corners_in_four_colours(), "BMP"),
        stored(corners_in_four_colours(), "TIFF"),
        b"\x00\x00\x00\x18ftypisom\x00\x00\x00\x00mp42",
    ],
    ids=["text", "SVG", "PDF", "GIF", "BMP", "TIFF", "video"],
)
def test_only_the_four_formats_are_opened(junk: bytes) -> None:
    assert refusal(junk) == "This file is not a photo that can be read. Send a JPEG, PNG, WebP or HEIC picture."


def test_an_empty_file_is_refused() -> None:
    assert refusal(b"") == "The file is empty. Send the photo again."


def test_an_endless_file_is_refused(tmp_path: Path) -> None:
    endless = tmp_path / "endless.jpg"
    with endless.open("wb") as file:
        file.truncate(MAX_BYTES + 1)

    assert refusal(endless) == "The file is larger than 40 MB. Send a smaller photo."


def test_a_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    assert "'nowhere.jpg'. Check the name" in refusal("nowhere.jpg")
    assert "There is no photo called" in refusal(tmp_path)
    assert "There is no photo called" in refusal("a\0b.jpg")
    assert len(refusal("a" * 100_000)) < 300


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("kept", [0.05, 0.3, 0.6, 0.95])
def test_a_file_cut_short_is_refused(kind: str, kept: float) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (120, 160, 3), np.uint8)
    whole = stored(Image.fromarray(noise), kind)

    assert refusal(whole[: int(len(whole) * kept)]).startswith("The file is incomplete or damaged")


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_bomb_of_200_megapixels_is_refused_before_it_is_decoded(kind: str) -> None:
    small = bytearray(stored(corners_in_four_colours(), kind))
    if kind == "PNG":
        small[8:33] = chunk(b"IHDR", struct.pack(">IIBBBBB", 20_000, 10_000, 8, 2, 0, 0, 0))
    else:
        at = small.index(b"\xff\xc0") + 5
        small[at : at + 4] = struct.pack(">HH", 10_000, 20_000)

    assert refusal(bytes(small)).startswith("The picture has more than 60 million pixels.")


def test_a_picture_between_our_limit_and_pillows_is_refused_in_the_same_words() -> None:
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 10_000, 10_000, 8, 2, 0, 0, 0))

    assert refusal(b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", b"") + chunk(b"IEND", b"")).startswith(
        "The picture has more than 60 million pixels."
    )


def test_a_thumbnail_is_refused() -> None:
    assert "only 63 x 200 pixels" in refusal(stored(Image.new("RGB", (63, 200))))


def test_a_strip_is_refused() -> None:
    assert "strip of 900 x 80 pixels" in refusal(stored(Image.new("RGB", (900, 80))))


def test_a_jpeg_of_endless_passes_is_refused() -> None:
    whole = stored(corners_in_four_colours(), progressive=True)
    last = whole.rindex(b"\xff\xda")
    again = whole[:-2] + whole[last:-2] * 30 + whole[-2:]

    assert "far too many parts" in refusal(again)


def test_a_jpeg_of_endless_metadata_is_refused() -> None:
    whole = stored(corners_in_four_colours())

    assert "far too many parts" in refusal(whole[:2] + b"\xff\xe1\x00\x02" * 1_000_000 + whole[2:])


def test_a_png_of_endless_chunks_is_refused() -> None:
    whole = stored(corners_in_four_colours(), "PNG")

    assert "far too many parts" in refusal(whole[:33] + chunk(b"prVt", b"") * 100_000 + whole[33:])


# --- Whatever arrives


@pytest.mark.parametrize("kind", FORMATS)
@settings(max_examples=60)
@given(data=st.data())
def test_a_mutated_file_is_a_photo_or_a_sentence(kind: str, data: st.DataObject) -> None:
    whole = bytearray(MUTATED[kind])
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at : at + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=4))

    outcome = photo_or_sentence(bytes(whole))

    assert outcome.endswith(".") if isinstance(outcome, str) else max(outcome.image.shape) <= LONGEST_SIDE


MUTATED = {kind: stored(corners_in_four_colours(96, 80), kind, exif=exif(6)) for kind in FORMATS}


@settings(max_examples=60)
@given(
    start=st.sampled_from([b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF\x20\0\0\0WEBP", b"\0\0\0\x18ftypheic"]),
    rest=st.binary(max_size=200),
)
def test_no_bytes_at_all_get_past_a_sentence(start: bytes, rest: bytes) -> None:
    assert refusal(start + rest).endswith(".")


def test_nothing_is_written_to_the_terminal() -> None:
    """A picture cut in the middle and closed again makes the JPEG library complain; players should not see that."""
    probe = (
        "import sys; from vision.photo import load, PhotoError\n"
        "for stored in sys.stdin.buffer.read().split(b'-----'):\n"
        "    try: load(stored)\n"
        "    except PhotoError: pass\n"
    )
    noise = Image.fromarray(np.random.default_rng(4).integers(0, 255, (120, 160, 3), np.uint8))
    files = [stored(noise, kind, exif=exif(6)) for kind in FORMATS]
    cut = [file[: len(file) // 2] for file in files] + [files[0][: len(files[0]) // 2] + b"\xff\xd9"]
    broken = [file.replace(b"II*\0", b"II*\7").replace(b"MM\0*", b"MM\7*") for file in files]

    done = subprocess.run(
        [sys.executable, "-c", probe], input=b"-----".join(cut + broken), capture_output=True, check=True
    )

    assert (done.stdout, done.stderr) == (b"", b"")
