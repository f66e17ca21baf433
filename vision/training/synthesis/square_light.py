"""What lamps, shadows and cameras do to a crop; every function takes and returns float32 BGR, 0 to 1."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.photo.photo import Bgr

Light = NDArray[np.float32]

FAIR_PHOTOS = 0.3  # of all: sharp, in even light

_AXIS = np.linspace(-1.0, 1.0, 64, dtype=np.float32)
_X, _Y = np.meshgrid(_AXIS, _AXIS)
_LUMA = np.array([[0.114, 0.587, 0.299]], np.float32)


def photographed(crop: Bgr, reflection: Bgr, rng: Generator) -> Bgr:
    """The crop as some camera under some lamp would show it; the other picture may be mirrored in its gloss."""
    image = crop.astype(np.float32) / 255.0
    if rng.random() < FAIR_PHOTOS:
        image = _coloured(image, rng, 0.5)
    else:
        image = _noisy(_blurred(_lit(image, reflection, rng), rng), rng)
    return _compressed(np.clip(image * 255.0, 0, 255).astype(np.uint8), rng)


def _lit(image: Light, reflection: Bgr, rng: Generator) -> Light:
    if rng.random() < 0.22:
        image = _shadow(image, rng)
    image = _coloured(image, rng, 1.0)
    chance = rng.random()
    if chance < 0.1:
        image = _glare(image, rng)
    elif chance < 0.2:
        image = _flash(image, rng)
    elif chance < 0.26:
        image = _mirror(image, reflection, rng)
    elif chance < 0.35:
        image = _haze(image, rng)
    return image


def _coloured(image: Light, rng: Generator, strength: float) -> Light:
    """Colour temperature, gains, saturation, brightness and gamma."""
    gains, saturation, exposure = _cast(rng), rng.uniform(-0.5, 0.4), np.log(_exposure(rng))
    luma = cv2.transform(image, _LUMA)[:, :, None]
    image = luma + (image - luma) * np.float32(1.0 + strength * saturation)
    image = np.clip(image * np.exp(strength * gains).astype(np.float32), 0.0, 1.0)
    image = cv2.pow(image, float(np.exp(strength * rng.normal(0, 0.22))))
    return np.asarray(np.minimum(image * np.float32(np.exp(strength * exposure)), 1.0), np.float32)


def _cast(rng: Generator) -> NDArray[np.float64]:
    """The logarithms of the gains of blue, green and red; sometimes a tungsten lamp that leaves hardly any blue."""
    chance = rng.random()
    if chance < 0.28:
        return np.log([rng.uniform(0.25, 0.85), rng.uniform(0.75, 1.0), rng.uniform(1.0, 1.75)])
    warmth = rng.normal(0.0, 0.22) if chance < 0.85 else rng.uniform(-0.6, 0.7)
    return np.array([-warmth, rng.normal(0, 0.06), 0.8 * warmth]) + rng.normal(0, 0.05, 3)


def _exposure(rng: Generator) -> float:
    chance = rng.random()
    if chance < 0.14:
        return float(rng.uniform(0.22, 0.55))
    if chance < 0.2:
        return float(rng.uniform(1.3, 2.0))
    return float(rng.uniform(0.55, 1.35))


def _ramp(rng: Generator, softness: float) -> Light:
    """0 on one side of a random line through the crop, 1 on the other."""
    angle = rng.uniform(0, 2 * np.pi)
    line = _X * np.float32(np.cos(angle)) + _Y * np.float32(np.sin(angle)) - np.float32(rng.uniform(-0.8, 0.8))
    return np.asarray(np.clip(line / np.float32(softness) + 0.5, 0.0, 1.0)[:, :, None], np.float32)


def _shadow(image: Light, rng: Generator) -> Light:
    """A shadow's edge, sharp or soft, or light of another colour falling off."""
    dark = rng.uniform(0.3, 0.85) * np.exp(rng.normal(0, 0.1, 3)).astype(np.float32)
    return np.asarray(image * (1.0 + (dark - 1.0) * _ramp(rng, float(rng.uniform(0.03, 2.5)))), np.float32)


def _lamp_colour(rng: Generator) -> Light:
    return np.asarray(np.clip(1.0 + rng.normal(0, 0.08, 3), 0.6, 1.0), np.float32)


def _glare(image: Light, rng: Generator) -> Light:
    """A lamp's or a flash's blob, bleaching what lies under it; its core hides everything."""
    x, y = rng.uniform(-1.1, 1.1, 2)
    wide, high, angle = rng.uniform(0.12, 0.9), rng.uniform(0.12, 0.9), rng.uniform(0, np.pi)
    c, s = np.float32(np.cos(angle)), np.float32(np.sin(angle))
    across, along = (_X - x) * c + (_Y - y) * s, (_Y - y) * c - (_X - x) * s
    blob = np.exp(-((across / wide) ** 2 + (along / high) ** 2)).astype(np.float32)[:, :, None]
    cover = np.minimum(blob * np.float32(rng.uniform(0.3, 1.1)), 1.0)
    return np.asarray(image + (_lamp_colour(rng) * np.float32(1.15) - image) * cover, np.float32)


def _flash(image: Light, rng: Generator) -> Light:
    """A lamp in the gloss of a card that is not quite flat: broken blotches of white, thick to one side."""
    cells = int(rng.integers(4, 26))
    bumps = np.asarray(
        cv2.resize(rng.standard_normal((cells, cells), np.float32), (64, 64), interpolation=cv2.INTER_CUBIC)
    )
    if rng.random() < 0.5:
        bumps = bumps + np.float32(rng.uniform(0.1, 0.6)) * rng.standard_normal((64, 64), np.float32)
    side = _ramp(rng, float(rng.uniform(0.6, 2.5))) * np.float32(rng.uniform(0.5, 1.2))
    relief = np.float32(rng.uniform(0.03, 0.3)) * bumps[:, :, None]
    white = np.clip((side + relief - np.float32(rng.uniform(0.2, 0.8))) * np.float32(rng.uniform(0.7, 2.5)), 0.0, 1.0)
    white = white * np.float32(rng.uniform(0.5, 1.0))
    return np.asarray(image + (_lamp_colour(rng) * np.float32(1.1) - image) * white, np.float32)


def _mirror(image: Light, reflection: Bgr, rng: Generator) -> Light:
    """Something bright of the room seen in the gloss, within a soft edge."""
    seen = cv2.resize(reflection, (64, 64)).astype(np.float32) / 255.0
    sheen = np.maximum(seen - np.float32(rng.uniform(0.0, 0.3)), 0.0) * np.float32(rng.uniform(0.4, 1.4))
    sheen = sheen * _lamp_colour(rng) * _ramp(rng, float(rng.uniform(0.1, 1.5)))
    return np.asarray(1.0 - (1.0 - image) * (1.0 - np.minimum(sheen, 1.0)), np.float32)


def _haze(image: Light, rng: Generator) -> Light:
    """Light veiling the whole crop, as on a matt plastic sleeve or against a window."""
    veil = np.float32(rng.uniform(0.1, 0.6))
    level = np.float32(rng.uniform(0.5, 1.0)) * _lamp_colour(rng)
    return np.asarray(image * (1.0 - veil) + level * veil, np.float32)


def _blurred(image: Light, rng: Generator) -> Light:
    chance = rng.random()
    if chance < 0.22:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 1.4)))
    elif chance < 0.3:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(1.4, 2.8)))
    elif chance < 0.38:
        image = cv2.filter2D(image, -1, _motion(rng))
    elif chance < 0.43:
        image = cv2.filter2D(image, -1, _disc(rng))
    if rng.random() < 0.3:
        side = int(rng.integers(14, 52))
        small = cv2.resize(image, (side, side), interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, (64, 64), interpolation=int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC])))
    if rng.random() < 0.15:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = image + (image - soft) * np.float32(rng.uniform(0.3, 1.5))
    return np.asarray(image, np.float32)


def _motion(rng: Generator) -> Light:
    side = 2 * int(rng.integers(1, 6)) + 1
    kernel = np.zeros((side, side), np.float32)
    angle, middle = rng.uniform(0, np.pi), (side - 1) / 2
    step = middle * np.array([np.cos(angle), np.sin(angle)])
    start, end = np.rint(middle - step).astype(int), np.rint(middle + step).astype(int)
    cv2.line(kernel, start.tolist(), end.tolist(), 1.0)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _disc(rng: Generator) -> Light:
    radius = int(rng.integers(1, 4))
    kernel = np.zeros((2 * radius + 1, 2 * radius + 1), np.float32)
    cv2.circle(kernel, (radius, radius), radius, 1.0, -1)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _noisy(image: Light, rng: Generator) -> Light:
    if rng.random() > 0.45:
        return image
    strength = rng.uniform(0.0, 0.06) if rng.random() < 0.85 else rng.uniform(0.06, 0.16)
    grain = rng.standard_normal(image.shape, np.float32)
    if rng.random() < 0.4:
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.8), np.float32) * np.float32(2.2)
    return image + grain * np.float32(strength)


def _compressed(crop: Bgr, rng: Generator) -> Bgr:
    if rng.random() > 0.5:
        return crop
    _, jpeg = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(15, 92))])
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
