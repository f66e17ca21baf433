"""What a style does to a whole picture once it is drawn: pixels, watercolour, hatching, print."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import clouds
from vision.photo.photo import Bgr

Apply = Callable[[Bgr, Generator, float], Bgr]  # strength 0 to 1


@dataclass(frozen=True)
class Finish:
    """A way to treat a whole square, and the colours of the print."""

    apply: Apply
    strength: float
    spares_crowns: bool  # whether crowns are drawn upon the finished picture
    saturation: float
    contrast: float

    def on(self, image: Bgr, rng: Generator) -> Bgr:
        """The finished picture, the same shape."""
        return self.apply(image, rng, self.strength)

    def print(self, image: Bgr) -> Bgr:
        """The picture in the colours of the print."""
        grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        tinted = cv2.addWeighted(image, self.saturation, grey, 1 - self.saturation, 0)
        return np.asarray(cv2.convertScaleAbs(tinted, alpha=self.contrast, beta=110 * (1 - self.contrast)))


def clean(image: Bgr, rng: Generator, strength: float) -> Bgr:
    return image


def soft(image: Bgr, rng: Generator, strength: float) -> Bgr:
    """Slightly out of focus, as a rendered picture."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), image.shape[0] * (0.003 + 0.006 * strength)))


def rendered(image: Bgr, rng: Generator, strength: float) -> Bgr:
    """A picture out of a renderer: things stand off from the ground around them, soft light and fine grain over all."""
    size = image.shape[0]
    around = cv2.GaussianBlur(image, (0, 0), 0.06 * size)
    lifted = cv2.addWeighted(image, 1.25 + 0.5 * strength, around, -0.25 - 0.5 * strength, 0)
    light = 1 + 0.07 * clouds(rng, size, 3) + (0.02 + 0.05 * strength) * clouds(rng, size, size // 2)
    return _limited(cv2.GaussianBlur(lifted, (0, 0), 0.005 * size) * light[..., None])


def pixelled(image: Bgr, rng: Generator, strength: float) -> Bgr:
    """Coarse pixels, 44 to 20 on a side."""
    size = image.shape[0]
    coarse = cv2.resize(image, (round(44 - 24 * strength),) * 2, interpolation=cv2.INTER_AREA)
    steps = (coarse // 24) * 24 + 12
    return np.asarray(cv2.resize(steps.astype(np.uint8), (size, size), interpolation=cv2.INTER_NEAREST))


def watered(image: Bgr, rng: Generator, strength: float) -> Bgr:
    """Watercolour: edges that run, pigment that pools, paper that shows."""
    size = image.shape[0]
    steps = np.arange(size, dtype=np.float32)
    reach = size * (0.01 + 0.03 * strength)
    x = steps[None, :] + reach * clouds(rng, size, 9)
    y = steps[:, None] + reach * clouds(rng, size, 9)
    run = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT).astype(np.float32)
    pigment = 1 + 0.22 * strength * clouds(rng, size, 5) + 0.12 * clouds(rng, size, size // 3)
    paper = 0.1 + 0.25 * strength
    return _limited(255 * paper + (1 - paper) * run * pigment[..., None])


def oiled(image: Bgr, rng: Generator, strength: float) -> Bgr:
    """Daubs of a brush: fine detail gone, edges kept, a little relief."""
    daubs = cv2.medianBlur(image, 5 if strength > 0.5 and image.shape[0] > 70 else 3)
    relief = clouds(rng, image.shape[0], image.shape[0] // 3)
    return _limited(daubs * (1 + 0.16 * strength * relief)[..., None])


def hatched(image: Bgr, rng: Generator, strength: float) -> Bgr:
    """Pen lines over whatever is dark."""
    size = image.shape[0]
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    steps = np.linspace(0, 2 * np.pi * (9 + 10 * strength), size, dtype=np.float32)
    lines = np.sin(steps[None, :] + steps[:, None] + 1.5 * clouds(rng, size, 4))
    inked = lines > 0.35 + (grey - 90) / 160
    return np.asarray(np.where(inked[..., None], (image * (0.75 - 0.4 * strength)).astype(np.uint8), image))


def photographed(image: Bgr, rng: Generator, strength: float) -> Bgr:
    """The rough light and shade of a photo."""
    size = image.shape[0]
    noise = clouds(rng, size, 6) + clouds(rng, size, size // 5) + clouds(rng, size, size // 2)
    return _limited(image * (1 + (0.1 + 0.2 * strength) * noise)[..., None])


def wobbled(image: Bgr, rng: Generator, strength: float) -> Bgr:
    """Lines of an unsteady hand."""
    size = image.shape[0]
    steps = np.arange(size, dtype=np.float32)
    reach = size * (0.01 + 0.02 * strength)
    x, y = steps[None, :] + reach * clouds(rng, size, 7), steps[:, None] + reach * clouds(rng, size, 7)
    return np.asarray(cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT))


def _limited(image: NDArray[np.floating]) -> Bgr:
    return np.asarray(np.clip(image, 0, 255).astype(np.uint8))


_FINISHES: dict[Apply, float] = {
    clean: 0.2,
    rendered: 0.22,
    soft: 0.12,
    oiled: 0.12,
    watered: 0.1,
    photographed: 0.08,
    wobbled: 0.06,
    hatched: 0.05,
    pixelled: 0.05,
}


def draw_finish(rng: Generator) -> Finish:
    """A finish; what would make small crowns uncountable leaves them alone."""
    apply = list(_FINISHES)[int(rng.choice(len(_FINISHES), p=list(_FINISHES.values())))]
    spares = apply in (pixelled, oiled, hatched) or bool(rng.random() < 0.5)
    return Finish(
        apply,
        float(rng.random()),
        spares,
        float(np.clip(rng.normal(1.0, 0.14), 0.6, 1.3)),
        float(rng.uniform(0.85, 1.12)),
    )
