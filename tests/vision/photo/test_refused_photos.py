"""An unusable file is refused in one sentence, before it costs anything."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.hostile.pictures import (
    DAMAGED,
    FORMATS,
    LARGEST,
    NOISE,
    REFUSED,
    encode,
    exif,
    other_files,
)
from vision.errors import PhotoError
from vision.photo.photo import MAX_BYTES, MAX_LONG_SIDE_PX, load


def refusal(source: bytes | str | Path) -> str:
    """Return the sentence with which a photo is refused."""
    with pytest.raises(PhotoError) as refused:
        load(source)
    return str(refused.value)


@pytest.mark.parametrize(("make", "sentence"), REFUSED.values(), ids=REFUSED)
def test_unusable_photo_is_refused(make: Callable[[], bytes], sentence: str) -> None:
    assert sentence in refusal(make())


def test_file_of_another_kind_is_refused() -> None:
    for file in other_files():
        assert refusal(file).startswith("This file is not a photo that can be read. Send a JPEG, PNG, WebP or HEIC")


def test_file_over_the_limit_is_refused(tmp_path: Path) -> None:
    endless = tmp_path / "endless.jpg"
    with endless.open("wb") as file:
        file.truncate(MAX_BYTES + 1)

    assert refusal(endless) == "The file is larger than 40 MB. Send a smaller photo."


def test_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    assert "'nowhere.jpg'. Check the name" in refusal("nowhere.jpg")
    assert "There is no photo called" in refusal(tmp_path)
    assert "There is no photo called" in refusal("a\0b.jpg")
    assert len(refusal("a" * 100_000)) < 300


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("share", [0.05, 0.3, 0.6, 0.95])
def test_truncated_file_is_refused(kind: str, share: float) -> None:
    whole = encode(NOISE, kind)

    assert refusal(whole[: int(len(whole) * share)]).startswith(DAMAGED)


@pytest.mark.parametrize("progressive", [False, True])
def test_jpeg_without_its_end_is_read(progressive: bool) -> None:
    whole = encode(NOISE, progressive=progressive)

    for missing in (1, 2):
        assert np.array_equal(load(whole[:-missing]).image, load(whole).image)
    for missing in (4, 40):
        assert refusal(whole[:-missing]).startswith(DAMAGED)


@pytest.mark.parametrize("name", ["JPEG 33 MP in one pass", "small HEIC in full colour"])
def test_picture_that_is_cheap_to_decode_is_read(name: str) -> None:
    assert max(load(LARGEST[name]()).image.shape) <= MAX_LONG_SIDE_PX


def test_refusals_write_nothing_to_the_terminal() -> None:
    """The JPEG library complains of a picture that is cut in the middle and closed again; people must not see that."""
    probe = (
        "import sys; from vision import load, PhotoError\n"
        "for stored in sys.stdin.buffer.read().split(b'-----'):\n"
        "    try: print(load(stored).scale)\n"
        "    except PhotoError as refused: print(refused)\n"
    )
    files = [encode(NOISE, kind, exif=exif(6)) for kind in FORMATS]
    broken = [file.replace(b"II*\0", b"II*\7").replace(b"MM\0*", b"MM\7*") for file in files]
    cut = [file[: len(file) // 2] for file in files] + [files[0][: len(files[0]) // 2] + b"\xff\xd9"]
    bomb = encode(Image.new("1", (10_000, 10_000)), "PNG")

    done = subprocess.run(
        [sys.executable, "-c", probe],
        input=b"-----".join([*files, *broken, *cut, bomb]),
        capture_output=True,
        check=True,
    )

    said = done.stdout.decode().splitlines()
    assert said[: len(files)] == ["1.0"] * len(files)
    assert all(line == "1.0" or line.endswith(".") for line in said)
    assert done.stderr == b""
