"""What is no usable photo is refused in one sentence, before it costs anything."""

from __future__ import annotations

import struct
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from tests.vision.photo.hostile_photos import (
    BOMBS,
    FORMATS,
    chunk,
    exif,
    grid,
    misjudged,
    passes_jpeg,
    pictures_in_pictures,
    pile,
    stored,
    strangers,
)
from vision.errors import PhotoError
from vision.photo.heic import LONGEST, MOST_BOXES
from vision.photo.photo import LONGEST_SIDE, MAX_BYTES, load


def with_long_box(file: bytes, length: int) -> bytes:
    """A HEIC file with a box behind its first one whose length has 64 bits."""
    start = int.from_bytes(file[:4])
    return file[:start] + b"\0\0\0\1free" + length.to_bytes(8) + file[start:]


JPEG, PNG, WEBP, HEIC = (stored(Image.new("RGB", (96, 80), (200, 30, 30)), kind, exif=exif(6)) for kind in FORMATS)
SIZE = JPEG.index(b"\xff\xc0") + 5
TILE, LARGE = (96, 96), (3700, 3600)
PARTS = "far too many parts"
DAMAGED = "The file is incomplete or damaged"
REFUSED: dict[str, tuple[bytes, str]] = {
    "0 bytes": (b"", "The file is empty. Send the photo again."),
    "a thumbnail": (stored(Image.new("RGB", (63, 200))), "only 63 x 200 pixels"),
    "a strip": (stored(Image.new("RGB", (900, 80))), "strip of 900 x 80 pixels"),
    "a JPEG of 200 million pixels": (
        JPEG[:SIZE] + struct.pack(">HH", 10_000, 20_000) + JPEG[SIZE + 4 :],
        "The picture has more than 50 million pixels.",
    ),
    "a JPEG in passes, which are held in memory, of 33 million pixels": (
        stored(Image.new("L", (6000, 5500)), progressive=True),
        "The picture has more than 25 million pixels.",
    ),
    "a JPEG of endless passes": (passes_jpeg(240, 40), PARTS),
    "a JPEG of endless metadata": (JPEG[:2] + b"\xff\xe1\x00\x02" * 1_000_000 + JPEG[2:], PARTS),
    "a PNG of endless chunks": (PNG[:33] + chunk(b"prVt", b"") * 100_000 + PNG[33:], PARTS),
    "a HEIC of endless boxes": (HEIC + b"\0\0\0\x08free" * MOST_BOXES, PARTS),
    "a HEIC with more about its pictures than any photo has": (
        HEIC + (8 + LONGEST + 1).to_bytes(4) + b"meta" + bytes(LONGEST + 1),
        PARTS,
    ),
    "a HEIC pile of one, behind a box with a length of 64 bits": (with_long_box(pile(1, TILE, TILE), 16), PARTS),
    "a HEIC with a box that ends where it begins": (with_long_box(HEIC, 0), DAMAGED),
    "HEIC tiles laid of tiles": (pictures_in_pictures(2, 2, 96), PARTS),
    "HEIC tiles of too many pixels, not blamed for their number": (
        grid(2, 2, (12240, 16320), TILE, said=(6144, 8192)),
        "The picture has more than 50 million pixels.",
    ),
    "a HEIC in full colour, by what it takes to decode": (
        misjudged((400, 300), LARGE, chroma=444),
        "The picture has more than 13 million pixels.",
    ),
    "a HEIC smaller than it says": (misjudged((400, 300), LARGE), DAMAGED),
    **{name: (BOMBS[name](), DAMAGED) for name in ("HEIC grid, tiles that lie", "HEIC larger than it says")},
    **{
        name: (BOMBS[name](), PARTS)
        for name in (
            "HEIC grid, 196 MP",
            "HEIC pile of 400",
            "HEIC pile that hides its size",
            "HEIC pictures in pictures",
            "HEIC tiles with large transparencies",
            "HEIC within itself",
        )
    },
}


def refusal(source: bytes | str | Path) -> str:
    with pytest.raises(PhotoError) as refused:
        load(source)
    return str(refused.value)


def test_a_file_of_another_kind_is_said_to_be_no_photo() -> None:
    for stranger in filter(None, strangers()):
        assert refusal(stranger).startswith("This file is not a photo that can be read. Send a JPEG, PNG, WebP or HEIC")


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


@pytest.mark.parametrize(
    "file",
    [stored(Image.new("L", (6000, 5500))), misjudged((400, 300), (400, 300), chroma=444)],
    ids=["a JPEG of 33 million pixels in one pass", "a small HEIC in full colour"],
)
def test_what_takes_no_more_than_others_is_read(file: bytes) -> None:
    assert max(load(file).image.shape) <= LONGEST_SIDE


# --- Whatever arrives


@pytest.mark.parametrize("file", [JPEG, PNG, WEBP, HEIC, grid(2, 2, (192, 192), TILE)], ids=[*FORMATS, "HEIC of tiles"])
@settings(max_examples=60)
@given(data=st.data())
def test_a_mutated_file_is_read_or_refused(file: bytes, data: st.DataObject) -> None:
    whole = bytearray(file)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at : at + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=4))

    with suppress(PhotoError):
        assert max(load(bytes(whole)).image.shape) <= LONGEST_SIDE


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
    assert all(one == "1.0" or one.endswith(".") for one in said)
    assert done.stderr == b""
