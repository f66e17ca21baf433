"""From a flat rendering to something a phone took: lamp, shadows, glare, lens, sensor."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.photo.photo import Bgr
from vision.training.art.canvas import Canvas, clouds

Shares = NDArray[np.float32]  # shape (height, width), 0 to 1


@dataclass(frozen=True)
class Light:
    """What the room and the phone do to a picture."""

    brightness: float = 1.0
    warmth: float = 0.0  # -1 is blue shade, 1 is a tungsten bulb
    falloff: float = 0.25  # how much darker the corner farthest from the lamp is
    shadow: str = ""  # "hand", "phone" or none
    glare: float = 0.0  # 0 to 1: strength of the lamp's mirror image on the tiles
    blur: float = 0.6  # pixels
    noise: float = 3.0  # grey levels in the shadows
    jpeg: int = 92


def draw_light(rng: Generator) -> Light:
    """An ordinary room: mostly soft, sometimes warm, glossy or dim."""
    return Light(
        brightness=float(np.clip(rng.normal(0.92, 0.14), 0.5, 1.15)),
        warmth=float(np.clip(rng.normal(0.1, 0.35), -0.7, 1.0)),
        falloff=float(rng.uniform(0.05, 0.5)),
        shadow=str(rng.choice(["", "", "", "hand", "phone"])),
        glare=float(rng.uniform(0.2, 0.8)) if rng.random() < 0.3 else 0.0,
        blur=float(rng.uniform(0.3, 1.3)),
        noise=float(rng.uniform(1.0, 7.0)),
        jpeg=int(rng.integers(70, 96)),
    )


def photographed(image: Bgr, gloss: Shares, rng: Generator, light: Light) -> Bgr:
    """The picture as a phone took it; ``gloss`` says where lacquered tiles mirror the lamp."""
    height, width = gloss.shape
    field = _lamp(rng, height, width, light.falloff) * light.brightness
    if light.shadow:
        field = field * _shadow(rng, height, width, light.shadow)
    gains = np.array([1 - 0.38 * light.warmth, 1 - 0.06 * abs(light.warmth), 1 + 0.16 * light.warmth], np.float32)
    seen = image.astype(np.float32) * field[..., None] * gains
    if light.glare:
        seen += 255 * light.glare * (_glare(rng, height, width) * (0.12 + 0.88 * gloss))[..., None]
    seen = _rolled_off(seen)
    seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), max(0.2, light.blur)), np.float32)
    return _compressed(_grained(seen, rng, light.noise), light.jpeg)


def _lamp(rng: Generator, height: int, width: int, falloff: float) -> Shares:
    """The light of one lamp over the table, with a little unevenness, about 1 in the middle."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle, far = float(rng.uniform(0, 2 * pi)), float(rng.uniform(0.2, 0.8))
    lamp = (0.5 + far * cos(angle)) * width, (0.5 + far * sin(angle)) * height
    distance = np.hypot(x - lamp[0], y - lamp[1]) / np.hypot(width, height)
    uneven = np.asarray(cv2.resize(clouds(rng, 64, 2), (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
    field = 1 / (1 + 2.2 * falloff * distance**2) + 0.03 * uneven
    return np.asarray(field / field.mean(), np.float32)


def _shadow(rng: Generator, height: int, width: int, kind: str) -> Shares:
    """The share of light a soft shadow lets through: a hand reaching in, or the phone and the arms that hold it."""
    sheet = np.full((256, 256, 3), 255, np.uint8)
    angle = float(rng.uniform(0, 360))
    canvas = Canvas.of(sheet).placed((0.5, 0.5), turn=angle)
    if kind == "hand":
        reach = float(rng.uniform(0.12, 0.3))
        canvas.polygon([(-0.09, 0.9), (0.09, 0.9), (0.08, reach), (-0.08, reach)], (0, 0, 0))
        canvas.oval((0, reach), (0.11, 0.13), (0, 0, 0), angle)
        for finger in (-0.085, -0.03, 0.03, 0.085):
            canvas.line([(finger, reach), (1.35 * finger, reach - 0.2 + 1.2 * abs(finger))], (0, 0, 0), 0.045)
    else:
        canvas.polygon([(-0.17, 0.0), (0.17, 0.0), (0.17, 0.62), (-0.17, 0.62)], (0, 0, 0))
        canvas.polygon([(-0.3, 0.35), (-0.14, 0.3), (-0.2, 0.9), (-0.5, 0.9)], (0, 0, 0))
    soft = cv2.GaussianBlur(sheet[..., 0], (0, 0), float(rng.uniform(5, 14)))
    share = np.asarray(cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR), np.float32) / 255
    return np.asarray(1 - float(rng.uniform(0.2, 0.45)) * (1 - share), np.float32)


def _glare(rng: Generator, height: int, width: int) -> Shares:
    """The mirror image of a lamp or window on slightly uneven lacquer."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    side = max(height, width)
    angle = float(rng.uniform(0, pi))
    cx, cy = float(rng.uniform(0.25, 0.75)) * width, float(rng.uniform(0.25, 0.75)) * height
    along = ((x - cx) * cos(angle) + (y - cy) * sin(angle)) / (side * float(rng.uniform(0.06, 0.16)))
    across = ((y - cy) * cos(angle) - (x - cx) * sin(angle)) / (side * float(rng.uniform(0.03, 0.07)))
    uneven = np.asarray(cv2.resize(clouds(rng, 256, 48), (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
    return np.asarray(np.exp(-(along**2 + across**2)) * np.clip(1 + 0.35 * uneven, 0.2, 1.6), np.float32)


def _rolled_off(seen: NDArray[np.float32]) -> NDArray[np.float32]:
    """Bright light eased into white as a camera's curve does."""
    knee = np.float32(215)
    over = np.maximum(seen - knee, 0)
    return np.asarray(np.minimum(seen, knee) + 40 * (1 - np.exp(-over / 40)), np.float32)


def _grained(seen: NDArray[np.float32], rng: Generator, noise: float) -> Bgr:
    grain = rng.standard_normal(seen.shape, dtype=np.float32)
    grain = 0.7 * grain[..., :1] + 0.5 * grain  # mostly brightness, some colour
    grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.6), np.float32) * np.float32(1.6)
    strength = noise * (0.5 + 0.5 * np.sqrt(np.clip(seen, 0, 255) / 128))
    return np.asarray(np.clip(seen + grain * strength, 0, 255), np.uint8)


def _compressed(image: Bgr, quality: int) -> Bgr:
    _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
