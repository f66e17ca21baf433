"""A loaded photo is upright and bounded, or refused with one sentence."""

from __future__ import annotations

import io

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from tests.hostile.pictures import FORMATS, encode, exif
from vision.photo.photo import MAX_LONG_SIDE_PX, load

RED, GREEN, BLUE, WHITE = (200, 30, 30), (30, 160, 40), (30, 40, 200), (240, 240, 240)  # RGB


def corners_in_four_colours(width: int = 240, height: int = 160) -> Image.Image:
    """Red top left, green top right, blue bottom right, white bottom left."""
    picture = Image.new("RGB", (width, height), WHITE)
    picture.paste(RED, (0, 0, width // 2, height // 2))
    picture.paste(GREEN, (width // 2, 0, width, height // 2))
    picture.paste(BLUE, (width // 2, height // 2, width, height))
    return picture


def colours_clockwise(image: NDArray[np.uint8]) -> list[tuple[int, int, int]]:
    """Return the nearest of the four colours in each corner, clockwise from the top left, as BGR."""
    height, width = image.shape[:2]
    points = [(20, 20), (20, width - 20), (height - 20, width - 20), (height - 20, 20)]
    seen = [image[y, x].astype(int)[::-1] for y, x in points]
    return [min((RED, GREEN, BLUE, WHITE), key=lambda known: int(np.abs(colour - known).sum())) for colour in seen]


def test_heic_reduced_in_strips_equals_reduction_at_once() -> None:
    noise = np.random.default_rng(5).integers(0, 255, (5, 20, 4), dtype=np.uint8)
    file = encode(Image.fromarray(noise).resize((3301, 333)), "HEIF", quality=20)

    photo = load(file)

    at_once = Image.open(io.BytesIO(file)).convert("RGB").reduce(2)
    assert photo.scale == 2.0
    assert np.array_equal(photo.image[:, :, ::-1], np.asarray(at_once))


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
    photo = load(encode(corners_in_four_colours(), kind, exif=exif(orientation)))

    assert colours_clockwise(photo.image) == clockwise
    assert photo.image.shape == ((160, 240, 3) if orientation < 5 else (240, 160, 3))


@pytest.mark.parametrize(
    ("picture", "kind"),
    [
        (Image.new("L", (100, 80), 120), "PNG"),
        (Image.new("LA", (100, 80), (120, 7)), "PNG"),
        (Image.new("RGBA", (100, 80), (120, 120, 120, 7)), "PNG"),
        (Image.new("RGBA", (100, 80), (120, 120, 120, 7)), "HEIF"),
        (Image.new("RGB", (100, 80), (120, 120, 120)).quantize(8), "PNG"),
        (Image.fromarray(np.full((80, 100), 120 * 256, np.uint16)), "PNG"),
    ],
    ids=["grey", "grey with alpha", "colour with alpha", "HEIC with alpha", "palette", "16 bits"],
)
def test_any_kind_of_pixel_becomes_plain_colour(picture: Image.Image, kind: str) -> None:
    photo = load(encode(picture, kind))

    assert photo.image.shape == (80, 100, 3)
    assert np.abs(photo.image.astype(int) - 120).max() <= 1


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "MPO"])
def test_a_file_of_several_pictures_is_its_first(kind: str) -> None:
    frames = [Image.new("RGB", (100, 80), colour) for colour in (RED, GREEN, BLUE)]

    photo = load(encode(frames[0], kind, save_all=True, append_images=frames[1:]))

    assert np.abs(photo.image[40, 50].astype(int)[::-1] - RED).max() <= 6


def test_damaged_metadata_does_not_spoil_the_picture() -> None:
    whole = encode(corners_in_four_colours(), exif=exif(6))
    at = whole.index(b"Exif\0\0")

    for length in range(1, 20):
        damaged = whole[: at + 6] + b"\xff" * length + whole[at + 6 + length :]

        assert sorted(load(damaged).image.shape) == [3, 160, 240]


@pytest.mark.parametrize(
    ("kind", "orientation", "long_side", "scale"),
    [
        ("JPEG", 1, MAX_LONG_SIDE_PX, 1),
        ("JPEG", 3, MAX_LONG_SIDE_PX + 1, 2),
        ("JPEG", 6, 2 * MAX_LONG_SIDE_PX, 2),
        ("JPEG", 8, 2 * MAX_LONG_SIDE_PX + 1, 4),
        ("PNG", 1, MAX_LONG_SIDE_PX, 1),
        ("PNG", 6, 2 * MAX_LONG_SIDE_PX + 1, 4),
        ("WEBP", 1, MAX_LONG_SIDE_PX + 1, 2),
        ("HEIF", 6, 3600, 2),
    ],
)
def test_scaled_points_match_the_upright_original(kind: str, orientation: int, long_side: int, scale: int) -> None:
    original = Image.new("RGB", (long_side, 800), WHITE)
    original.paste(BLUE, (1000, 200, 2600, 600))
    turned = {1: (1000, 200), 3: (long_side - 2600, 200), 6: (200, 1000), 8: (200, long_side - 2600)}

    photo = load(encode(original, kind, exif=exif(orientation)))

    rows, columns = np.nonzero(photo.image[:, :, 2] < 135)
    seen = photo.scale * np.array([columns.min(), rows.min()])
    assert (photo.scale, max(photo.image.shape)) == (scale, -(-long_side // scale))
    np.testing.assert_allclose(seen, turned[orientation], atol=scale if long_side % scale else 0)
