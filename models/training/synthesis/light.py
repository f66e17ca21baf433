"""Simulate lamps, shadows, gloss and camera effects on pictures of a table or of a single square."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import clouds
from vision.photo.photo import Bgr

Values = NDArray[np.float32]  # a picture (height, width, 3) or shares (height, width, 1), 0 to 1

LUMA = np.array([[0.114, 0.587, 0.299]], np.float32)
EVEN_PX = 64  # side of the sheets on which smooth fields are drawn, and of a square

Cast = tuple[float, float, float]
FAIR_PHOTOS = 0.3  # of crops: sharp, in even light
BLINDS, VEILED = 0.12, 0.22  # of photos of tables: the sun through slats, haze or a window behind the table


@dataclass(frozen=True)
class Light:
    """Effects of a room and a phone on a picture; the defaults change little, and positions are random."""

    brightness: float = 1.0
    cast: tuple[float, float, float] = (0.0, 0.0, 0.0)  # logarithms of the gains of blue, green and red
    falloff: float = 0.0  # how much darker the corner farthest from the lamp is
    shadow: str = ""  # "edge", "slats" of a blind, or none
    shade: float = 0.35  # of the light: what the shadow takes
    softness: float = 0.2  # of an edge: 1 is half the picture wide; of a slat: 1 is the slat's width
    slat: float = 0.1  # from one slat's shadow to the next, as a share of the picture's long side
    glare: float = 0.0  # 0 to 1: how much of what is mirrored covers the print
    mirrored: str = "lamp"  # what is: a "lamp", a "flash" in blotches, the "room"
    glare_size: float = 0.1  # of a lamp's mirror image, as a share of the picture's long side
    haze: float = 0.0  # 0 to 1
    against_window: bool = False  # the haze comes from one side and is gone at the other
    saturation: float = 1.0
    gamma: float = 1.0
    blur: float = 0.0  # pixels
    smear: str = ""  # "motion", "defocus" or none
    depth: float = 0.0  # pixels of blur where the picture is farthest from the plane of focus
    resolution: float = 1.0  # of the camera, as a share of the picture's
    sharpened: float = 0.0
    noise: float = 0.0  # grey levels
    jpeg: int | None = None  # quality, if compressed


def photograph(
    image: Bgr, light: Light, rng: Generator, *, gloss: Values | None = None, reflection: Bgr | None = None
) -> Bgr:
    """Simulate a phone's photo of a picture.

    ``gloss`` (height, width, 1) is the reflectivity of the lacquer, everywhere 1 by default; ``reflection`` is the
    picture of the room in it.
    """
    seen = np.asarray(image.astype(np.float32) / 255, np.float32)
    seen = _tint(_lit(seen, light, rng), light)
    if light.glare:
        cover = light.glare * _reflect(seen.shape[:2], light, rng, reflection)
        cover = np.minimum(cover if gloss is None else cover * (0.12 + 0.88 * gloss), 1)
        seen = seen + (np.float32(1.12) * _white(rng) - seen) * cover
    if light.haze:
        veil = _ramp(rng, seen.shape[:2], rng.uniform(1.0, 2.5)) if light.against_window else np.float32(1)
        seen = seen + (np.float32(rng.uniform(0.5, 1.0)) * _white(rng) - seen) * np.float32(light.haze) * veil
    seen = _add_grain(_focus(np.asarray(seen, np.float32), light, rng), light, rng)
    image = np.clip(seen * 255, 0, 255).astype(np.uint8)
    return image if light.jpeg is None else compress(image, light.jpeg)


def _lit(image: Values, light: Light, rng: Generator) -> Values:
    """Light the picture by one lamp, with a shadow over it."""
    if light.falloff:
        image = image * _lamplight(rng, image.shape[:2], light.falloff)
    if light.shadow == "edge":
        tint = np.exp(rng.normal(0, 0.1, 3)).astype(np.float32)
        image = image * (1 + ((1 - light.shade) * tint - 1) * _ramp(rng, image.shape[:2], light.softness))
    elif light.shadow == "slats":
        image = image * (1 - light.shade * _slats(rng, image.shape[:2], light.slat, light.softness))
    return np.asarray(image, np.float32)


def _tint(image: Values, light: Light) -> Values:
    if light.saturation != 1:
        luma = cv2.transform(image, LUMA)[..., None]
        image = luma + (image - luma) * np.float32(light.saturation)
    image = np.clip(image * np.exp(light.cast).astype(np.float32), 0, 1)
    if light.gamma != 1:
        image = cv2.pow(image, light.gamma)
    return np.asarray(np.minimum(image * np.float32(light.brightness), 1), np.float32)


@lru_cache(maxsize=8)
def _axes(shape: tuple[int, int]) -> tuple[Values, Values]:
    """Return x and y of every pixel, -1 to 1 across the picture's long side."""
    height, width = shape
    side = max(shape) / 2
    y, x = np.mgrid[:height, :width].astype(np.float32)
    return np.asarray((x - width / 2) / side, np.float32), np.asarray((y - height / 2) / side, np.float32)


def _ramp(rng: Generator, shape: tuple[int, int], softness: float) -> Values:
    """Draw a ramp from 0 on one side of a random line through the picture to 1 on the other."""
    x, y = _axes(shape)
    angle = rng.uniform(0, 2 * pi)
    line = x * np.float32(cos(angle)) + y * np.float32(sin(angle)) - np.float32(rng.uniform(-0.8, 0.8))
    return np.asarray(np.clip(line / np.float32(softness) + 0.5, 0, 1)[..., None], np.float32)


def _slats(rng: Generator, shape: tuple[int, int], period: float, softness: float) -> Values:
    """Draw the shadows of a blind's slats: 1 in the shadow, 0 in the sun between."""
    x, y = _axes(shape)
    angle, sun = rng.uniform(0, 2 * pi), np.float32(rng.uniform(0.3, 0.65))
    across = x * np.float32(cos(angle)) + y * np.float32(sin(angle))
    turns = across / np.float32(2 * period) + np.float32(rng.random())
    from_middle = np.abs(turns - np.floor(turns) - np.float32(0.5)) * 2
    return np.asarray(np.clip((from_middle - sun) / np.float32(max(softness, 0.02)) + 0.5, 0, 1)[..., None], np.float32)


def _lamplight(rng: Generator, shape: tuple[int, int], falloff: float) -> Values:
    """Draw the light of one lamp over the table, with a little unevenness, 1 on average."""
    x, y = _axes(shape)
    angle, far = rng.uniform(0, 2 * pi), rng.uniform(0.4, 1.6)
    distance = ((x - far * cos(angle)) ** 2 + (y - far * sin(angle)) ** 2) / 8
    field = 1 / (1 + 2.2 * falloff * distance) + 0.03 * _spread(clouds(rng, EVEN_PX, 2), shape)
    return np.asarray((field / field.mean())[..., None], np.float32)


def _spread(field: Values, shape: tuple[int, int]) -> Values:
    return np.asarray(cv2.resize(field, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def _white(rng: Generator) -> Values:
    """Draw the colour of a lamp: white, or nearly."""
    return np.asarray(np.clip(1 + rng.normal(0, 0.08, 3), 0.6, 1), np.float32)


def _reflect(shape: tuple[int, int], light: Light, rng: Generator, reflection: Bgr | None) -> Values:
    """Return how much the reflection covers each pixel, 0 to about 1."""
    if light.mirrored == "flash":
        return _blotches(rng, shape)
    if light.mirrored == "room" and reflection is not None:
        room = cv2.resize(reflection, shape[::-1]).astype(np.float32).max(-1, keepdims=True) / 255
        return np.asarray(np.maximum(room - rng.uniform(0, 0.3), 0) * _ramp(rng, shape, rng.uniform(0.1, 1.5)))
    return _glare(rng, shape, light.glare_size)


def _glare(rng: Generator, shape: tuple[int, int], size: float) -> Values:
    """Draw the mirror image of a lamp or window on slightly uneven lacquer, its core white."""
    x, y = _axes(shape)
    angle = rng.uniform(0, pi)
    across, down = rng.uniform(-1, 1, 2) * shape[::-1] / max(shape)
    wide, high = 2 * size * np.exp(rng.uniform(-0.5, 0.5, 2))
    c, s = np.float32(cos(angle)), np.float32(sin(angle))
    along = ((x - across) * c + (y - down) * s) / np.float32(wide)
    aside = ((y - down) * c - (x - across) * s) / np.float32(high)
    uneven = 1 + 0.25 * _spread(clouds(rng, EVEN_PX, 12), shape)
    return np.asarray((np.exp(-(along**2 + aside**2)) * uneven.clip(0.2, 1.6))[..., None], np.float32)


def _blotches(rng: Generator, shape: tuple[int, int]) -> Values:
    """Draw a flash in the gloss of a slightly bent card: broken blotches of white, thick to one side."""
    cells = int(rng.integers(4, 26))
    bumps = _spread(rng.standard_normal((cells, cells), np.float32), shape)[..., None]
    if rng.random() < 0.5:
        bumps = bumps + np.float32(rng.uniform(0.1, 0.6)) * rng.standard_normal((*shape, 1), np.float32)
    side = _ramp(rng, shape, rng.uniform(0.6, 2.5)) * np.float32(rng.uniform(0.5, 1.2))
    relief = side + np.float32(rng.uniform(0.03, 0.3)) * bumps
    return np.asarray(np.clip((relief - rng.uniform(0.2, 0.8)) * rng.uniform(0.7, 2.5), 0, 1), np.float32)


def _focus(image: Values, light: Light, rng: Generator) -> Values:
    if light.blur:
        image = cv2.GaussianBlur(image, (0, 0), light.blur)
    if light.smear:
        image = cv2.filter2D(image, -1, _motion(rng) if light.smear == "motion" else _disc(rng))
    if light.depth:
        soft = np.asarray(cv2.GaussianBlur(image, (0, 0), light.depth), np.float32)
        image = image + (soft - image) * _ramp(rng, image.shape[:2], rng.uniform(0.8, 2.0))
    if light.resolution < 1:
        shape = image.shape[1::-1]
        small = cv2.resize(image, None, fx=light.resolution, fy=light.resolution, interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, shape, interpolation=int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC])))
    if light.sharpened:
        image = image + (image - cv2.GaussianBlur(image, (0, 0), 1.2)) * np.float32(light.sharpened)
    return np.asarray(image, np.float32)


def _motion(rng: Generator) -> Values:
    side = 2 * int(rng.integers(1, 6)) + 1
    kernel = np.zeros((side, side), np.float32)
    angle, middle = rng.uniform(0, pi), (side - 1) / 2
    step = middle * np.array([cos(angle), sin(angle)])
    start, end = np.rint(middle - step).astype(int), np.rint(middle + step).astype(int)
    cv2.line(kernel, start.tolist(), end.tolist(), 1.0)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _disc(rng: Generator) -> Values:
    radius = int(rng.integers(1, 4))
    kernel = np.zeros((2 * radius + 1, 2 * radius + 1), np.float32)
    cv2.circle(kernel, (radius, radius), radius, 1.0, -1)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _add_grain(image: Values, light: Light, rng: Generator) -> Values:
    if not light.noise:
        return image
    grain = rng.standard_normal(image.shape, np.float32)
    if rng.random() < 0.4:
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.8), np.float32) * np.float32(2.2)
    return np.asarray(image + grain * np.float32(light.noise / 255), np.float32)


def compress(image: Bgr, quality: int) -> Bgr:
    """Encode the image as a JPEG of that quality and decode it again."""
    file = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(file, cv2.IMREAD_COLOR), np.uint8)


def of_table(rng: Generator) -> Light:
    """Draw the light of any photo of a table, bad ones too."""
    warmth = rng.normal(0, 0.3) if rng.random() < 0.35 else 0.0  # a warm lamp, or shade under a blue sky
    focus, shadow = rng.random(), rng.random()
    veiled, blinds = rng.random() < VEILED, shadow >= 1 - BLINDS
    return Light(
        brightness=float(np.exp(rng.choice([rng.normal(0, 0.15), rng.uniform(-1.3, 0.25 + 0.3 * blinds)]))),
        cast=_cast(rng.normal(0, 0.12, 3) + np.array([-warmth, 0, 0.8 * warmth])),
        falloff=float(rng.uniform(0, 0.6)),
        shadow="slats" if blinds else "edge" if shadow < 0.32 else "",
        shade=float(rng.uniform(0.2, 0.8 if blinds else 0.65)),
        softness=float(rng.choice([0.04, 0.4, 1.6])),
        slat=float(np.exp(rng.uniform(np.log(0.03), np.log(0.3)))),
        glare=float(rng.uniform(0.16, 1.0)) if rng.random() < 0.25 else 0.0,
        glare_size=float(rng.uniform(0.07, 0.5)),
        haze=float(rng.uniform(0.1, 0.7)) if veiled else 0.0,
        against_window=bool(rng.random() < 0.6),
        saturation=float(rng.uniform(0.45, 1.35)),
        gamma=float(np.exp(rng.normal(0, 0.25))),
        blur=float(rng.uniform(0.3, 1.4)) if focus < 0.35 else 0.0,
        resolution=0.6 if 0.35 <= focus < 0.5 else 1.0,
        depth=float(rng.uniform(0.6, 2.6)) if 0.5 <= focus < 0.7 else 0.0,
        noise=float(rng.choice([1.0, 4.0, 9.0])),
        jpeg=int(rng.integers(25, 92)) if rng.random() < 0.5 else None,
    )


def of_square(rng: Generator) -> Light:
    """Draw the light of any crop of a square."""
    fair = rng.random() < FAIR_PHOTOS
    strength = 0.5 if fair else 1.0
    jpeg = int(rng.integers(15, 92)) if rng.random() < 0.5 else None
    light = Light(
        brightness=_exposure(rng) ** strength,
        cast=_cast(strength * _square_cast(rng)),
        saturation=float(1 + strength * rng.uniform(-0.5, 0.4)),
        gamma=float(np.exp(strength * rng.normal(0, 0.22))),
        jpeg=jpeg,
    )
    return light if fair else _bad(light, rng)


def _bad(fair: Light, rng: Generator) -> Light:
    """Add shadow, reflection, haze, defocus and noise, each with some probability."""
    mirror, focus, shadow = rng.random(), rng.random(), rng.random()
    blinds = shadow >= 0.88
    noise = rng.uniform(0, 15) if rng.random() < 0.85 else rng.uniform(15, 41)
    blur = rng.uniform(0.4, 1.4) if focus < 0.22 else rng.uniform(1.4, 2.8) if focus < 0.3 else 0.0
    return Light(
        fair.brightness * float(rng.uniform(0.9, 1.6) if blinds else 1.0),
        fair.cast,
        shadow="slats" if blinds else "edge" if shadow < 0.22 else "",
        shade=float(rng.uniform(0.15, 0.8 if blinds else 0.7)),
        softness=float(rng.uniform(0.03, 2.5)),
        slat=float(np.exp(rng.uniform(np.log(0.15), np.log(1.6)))),
        glare=float(rng.uniform(0.3, 1.1)) if mirror < 0.26 else 0.0,
        mirrored="lamp" if mirror < 0.1 else "flash" if mirror < 0.2 else "room",
        glare_size=float(rng.uniform(0.06, 0.45)),
        haze=float(rng.uniform(0.1, 0.75)) if 0.2 <= mirror < 0.4 else 0.0,
        against_window=bool(rng.random() < 0.3),
        saturation=fair.saturation,
        gamma=fair.gamma,
        blur=float(blur),
        smear="motion" if 0.3 <= focus < 0.38 else "defocus" if 0.38 <= focus < 0.43 else "",
        resolution=float(rng.integers(14, 52)) / EVEN_PX if rng.random() < 0.3 else 1.0,
        sharpened=float(rng.uniform(0.3, 1.5)) if rng.random() < 0.15 else 0.0,
        noise=float(noise) if rng.random() < 0.45 else 0.0,
        jpeg=fair.jpeg,
    )


def _square_cast(rng: Generator) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Draw a cast, at times that of a tungsten lamp, which leaves hardly any blue."""
    chance = rng.random()
    if chance < 0.28:
        return np.log([rng.uniform(0.25, 0.85), rng.uniform(0.75, 1.0), rng.uniform(1.0, 1.75)])
    warmth = rng.normal(0.0, 0.22) if chance < 0.85 else rng.uniform(-0.6, 0.7)
    return np.array([-warmth, rng.normal(0, 0.06), 0.8 * warmth]) + rng.normal(0, 0.05, 3)


def _cast(logarithms: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Cast:
    blue, green, red = logarithms.tolist()
    return blue, green, red


def _exposure(rng: Generator) -> float:
    chance = rng.random()
    if chance < 0.14:
        return float(rng.uniform(0.22, 0.55))
    if chance < 0.2:
        return float(rng.uniform(1.3, 2.0))
    return float(rng.uniform(0.55, 1.35))
