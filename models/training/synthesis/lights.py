"""The lights that pictures are made in: a careful player's room, any photo of a table, any crop of a square."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from models.training.synthesis.light import EVEN_PX, Light, lamp

Cast = tuple[float, float, float]

FAIR_PHOTOS = 0.3  # of crops: sharp, in even light
BLINDS, VEILED = 0.12, 0.22  # of photos of tables: the sun through slats, haze or a window behind the table


def room(rng: Generator) -> Light:
    """An ordinary room: mostly soft, sometimes warm, glossy or dim."""
    return Light(
        brightness=float(np.clip(rng.normal(0.92, 0.14), 0.5, 1.15)),
        cast=lamp(float(np.clip(rng.normal(0.1, 0.35), -0.7, 1.0))),
        falloff=float(rng.uniform(0.05, 0.5)),
        shadow=str(rng.choice(["", "", "", "hand", "phone"])),
        shade=float(rng.uniform(0.2, 0.45)),
        glare=float(rng.uniform(0.2, 0.8)) if rng.random() < 0.3 else 0.0,
        blur=float(rng.uniform(0.3, 1.3)),
        noise=float(rng.uniform(1.0, 7.0)),
        jpeg=int(rng.integers(70, 96)),
    )


def of_table(rng: Generator) -> Light:
    """The light of any photo of a table, bad ones too."""
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
    """The light of any crop of a square."""
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
    """The same with a shadow, with something mirrored or hazy, out of focus, noisy: each now and then."""
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
    """Sometimes that of a tungsten lamp, which leaves hardly any blue."""
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
