"""What is no usable photo is refused in one sentence, before it costs anything."""

from __future__ import annotations

import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from tests.vision.photo.heic_files import grid, misjudged, pictures_in_pictures, pile, transparent_tiles, within_itself
from tests.vision.photo.stored_pictures import (
    FORMATS,
    chunk,
    corners_in_four_colours,
    exif,
    photo_or_sentence,
    refusal,
    stored,
)
from vision.photo.heic import LONGEST, MOST_BOXES
from vision.photo.photo import LONGEST_SIDE, MAX_BYTES, load


def in_endless_passes() -> bytes:
    whole = stored(corners_in_four_colours(), progressive=True)
    last = whole.rindex(b"\xff\xda")
    return whole[:-2] + whole[last:-2] * 30 + whole[-2:]


JPEG, PNG, WEBP, HEIC = (stored(corners_in_four_colours(96, 80), kind, exif=exif(6)) for kind in FORMATS)
TILE = (96, 96)
NO_PHOTO = "This file is not a photo that can be read. Send a JPEG, PNG, WebP or HEIC picture."
PARTS = "far too many parts"
DAMAGED = "The file is incomplete or damaged"
REFUSED: dict[str, tuple[bytes, str]] = {
    "text": (b"not a picture at all", NO_PHOTO),
    "SVG": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", NO_PHOTO),
    "PDF": (b"%PDF-1.7\n", NO_PHOTO),
    "GIF": (stored(corners_in_four_colours(), "GIF"), NO_PHOTO),
    "BMP": (stored(corners_in_four_colours(), "BMP"), NO_PHOTO),
    "TIFF": (stored(corners_in_four_colours(), "TIFF"), NO_PHOTO),
    "video": (b"\x00\x00\x00\x18ftypisom\x00\x00\x00\x00mp42", NO_PHOTO),
    "0 bytes": (b"", "The file is empty. Send the photo again."),
    "a thumbnail": (stored(Image.new("RGB", (63, 200))), "only 63 x 200 pixels"),
    "a strip": (stored(Image.new("RGB", (900, 80))), "strip of 900 x 80 pixels"),
    "a JPEG of endless passes": (in_endless_passes(), PARTS),
    "a JPEG of endless metadata": (JPEG[:2] + b"\xff\xe1\x00\x02" * 1_000_000 + JPEG[2:], PARTS),
    "a PNG of endless chunks": (PNG[:33] + chunk(b"prVt", b"") * 100_000 + PNG[33:], PARTS),
    "a HEIC of endless boxes": (HEIC + b"\0\0\0\x08free" * MOST_BOXES, PARTS),
    "a HEIC with more about its pictures than any photo has": (
        HEIC + (8 + LONGEST + 1).to_bytes(4) + b"meta" + bytes(LONGEST + 1),
        PARTS,
    ),
    "HEIC tiles far larger than the picture": (grid(16, 16, (4000, 4000), (2048, 2048)), PARTS),
    "a HEIC pile": (pile(1, TILE, TILE), PARTS),
    "a HEIC pile that hides its size": (pile(1, (20_000, 20_000), TILE, said=TILE), PARTS),
    "HEIC tiles laid of tiles": (pictures_in_pictures(2, 2, 96), PARTS),
    "HEIC tiles laid of tiles, seven times": (pictures_in_pictures(7, 16, 96), PARTS),
    "HEIC tiles with large transparencies": (transparent_tiles(4, 16, 2048), PARTS),
    "a HEIC that is a part of itself": (within_itself(), PARTS),
    "a HEIC larger than it says": (misjudged((1024, 1024), (128, 128)), DAMAGED),
    "a HEIC smaller than it says": (misjudged((1024, 1024), (2000, 2000)), DAMAGED),
    "HEIC tiles of too many pixels, not blamed for their number": (
        grid(2, 2, (12240, 16320), (96, 96), said=(6144, 8192)),
        "The picture has more than 50 million pixels.",
    ),
}


@pytest.mark.parametrize(("file", "said"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_usable_photo_is_refused_in_a_sentence(file: bytes, said: str) -> None:
    assert said in refusal(file)


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

    assert refusal(whole[: int(len(whole) * kept)]).startswith(DAMAGED)


@pytest.mark.parametrize("progressive", [False, True])
def test_a_jpeg_without_its_end_is_read_unless_pixels_are_missing(progressive: bool) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (120, 160, 3), np.uint8)
    whole = stored(Image.fromarray(noise), progressive=progressive)

    for missing in (1, 2):
        assert np.array_equal(load(whole[:-missing]).image, load(whole).image)
    for missing in (4, 40):
        assert refusal(whole[:-missing]).startswith(DAMAGED)


def test_a_jpeg_of_200_megapixels_is_refused_before_it_is_decoded() -> None:
    at = JPEG.index(b"\xff\xc0") + 5

    bomb = JPEG[:at] + struct.pack(">HH", 10_000, 20_000) + JPEG[at + 4 :]

    assert refusal(bomb).startswith("The picture has more than 50 million pixels.")


def test_a_jpeg_in_passes_is_bounded_by_what_they_hold_in_memory() -> None:
    large = Image.new("L", (6000, 5500))

    assert refusal(stored(large, progressive=True)).startswith("The picture has more than 25 million pixels.")
    assert photo_or_sentence(stored(large)).scale == 2  # type: ignore[union-attr]


def test_a_heic_picture_in_full_colour_is_bounded_by_what_it_takes_to_decode() -> None:
    large, usual = ((3700, 3600), (400, 300))  # what a file says of a small picture is enough to refuse it

    assert refusal(misjudged(usual, large, chroma=444)).startswith("The picture has more than 13 million pixels.")
    assert not refusal(misjudged(usual, large)).startswith("The picture has more than")
    assert photo_or_sentence(misjudged(usual, usual, chroma=444)).scale == 1  # type: ignore[union-attr]


# --- Whatever arrives


@pytest.mark.parametrize("file", [JPEG, PNG, WEBP, HEIC, grid(2, 2, (192, 192), TILE)], ids=[*FORMATS, "HEIC of tiles"])
@settings(max_examples=60)
@given(data=st.data())
def test_a_mutated_file_is_a_photo_or_a_sentence(file: bytes, data: st.DataObject) -> None:
    whole = bytearray(file)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at : at + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=4))

    outcome = photo_or_sentence(bytes(whole))

    assert outcome.endswith(".") if isinstance(outcome, str) else max(outcome.image.shape) <= LONGEST_SIDE


@settings(max_examples=60)
@given(
    start=st.sampled_from([b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF\x20\0\0\0WEBP", b"\0\0\0\x18ftypheic"]),
    rest=st.binary(max_size=200),
)
def test_no_bytes_at_all_get_past_a_sentence(start: bytes, rest: bytes) -> None:
    assert refusal(start + rest).endswith(".")


def test_without_any_preparation_photos_are_opened_or_refused_and_nothing_is_written_to_the_terminal() -> None:
    """A picture cut in the middle and closed again makes the JPEG library complain; players should not see that."""
    probe = (
        "import sys; from vision import load, PhotoError\n"
        "for stored in sys.stdin.buffer.read().split(b'-----'):\n"
        "    try: print(load(stored).scale)\n"
        "    except PhotoError as refused: print(refused)\n"
    )
    noise = Image.fromarray(np.random.default_rng(4).integers(0, 255, (120, 160, 3), np.uint8))
    files = [stored(noise, kind, exif=exif(6)) for kind in FORMATS]
    broken = [file.replace(b"II*\0", b"II*\7").replace(b"MM\0*", b"MM\7*") for file in files]
    cut = [file[: len(file) // 2] for file in files] + [files[0][: len(files[0]) // 2] + b"\xff\xd9"]
    bomb = stored(Image.new("1", (10_000, 10_000)), "PNG")

    done = subprocess.run(
        [sys.executable, "-c", probe],
        input=b"-----".join([*files, *broken, *cut, bomb]),
        capture_output=True,
        check=True,
    )

    said = done.stdout.decode().splitlines()
    assert said[: len(files)] == ["1.0"] * len(files)
    assert all(one == "1.0" or "damaged" in one for one in said[:-1])
    assert "more than 24 million pixels" in said[-1]
    assert done.stderr == b""
