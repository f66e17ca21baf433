"""Measure castle colours: single castles in several lights, and whole tables of one box.

Castles of the older tile set are classified by perceptrons that were trained on no picture of their game, phone or
photo, in their own light and in computed ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.evaluation.evenings import TABLES, Evening
from models.training.evaluation.outcomes import match_readings, readings_of
from models.training.pictures.castles import LabelledCastle, load_castles, render_castles
from models.training.train_castles import Recipe, looks_at, train
from scoring.castle import BASE_GAME
from vision.photo.light import normalise_light
from vision.photo.photo import Bgr
from vision.rectify import SQUARE_PX, cut_squares
from vision.squares.castles import COLOURS, NO_COLOUR, Perceptron, compute_features, distribute_no_colour

FOLDS = (
    ("game1", "game7"),
    ("game2", "game6"),
    ("game3", "game9"),
    ("game4",),
    ("20180505",),
    ("20180510",),
    ("photo mat",),
    ("photo",),
)
NOISY = 18.0  # grey levels
TRIED = tuple(percent / 100 for percent in range(50, 100))
IN_LIGHTS: dict[str, Callable[[NDArray[np.float32]], NDArray[np.float32]]] = {
    "own light": lambda image: image,
    "a tenth of the light": lambda image: np.round(image * 0.1),
    "a warm lamp": lambda image: image * np.array([0.45, 0.85, 1.25], np.float32),
    "cold shade": lambda image: image * np.array([1.3, 0.95, 0.6], np.float32),
    "half the contrast, under a veil": lambda image: image * 0.45 + 100,
    "overexposed": lambda image: image * 1.8,
    "blurred, a square of 64 pixels by 3": lambda image: cv2.GaussianBlur(image, (0, 0), 3.0),
    "noise": lambda image: image + np.random.default_rng(1).normal(0, NOISY, image.shape).astype(np.float32),
    "green light": lambda image: image * np.array([0.8, 1.15, 0.8], np.float32),
}
GROUPS: dict[str, Callable[[LabelledCastle], bool]] = {
    "lying": lambda castle: not castle.standing and not castle.file.startswith("squares"),
    "standing": lambda castle: castle.standing,
    "loose crops": lambda castle: castle.file.startswith("squares"),
}

TABLE_CASES = tuple(replace(case, one_box=True) for case in TABLES)


@dataclass(frozen=True)
class Look:
    """The classification of one castle, or of another square, in one light."""

    light: str
    castle: LabelledCastle | None  # None for another square
    colour: int  # the most probable one, an index in COLOURS
    probability: float

    @property
    def right(self) -> bool:
        return self.castle is not None and COLOURS[self.colour] == self.castle.castle


def looks(data: Path, recipe: Recipe) -> Iterator[Look]:
    """Predict every castle in every light, and one other square of its board, by networks trained without its fold.

    What is drawn is in every training. All of them show the older edition.
    """
    castles = load_castles(data)
    seen = [looks_at(castle, number, recipe) for number, castle in enumerate(castles)]
    drawn = render_castles(recipe.rendered, 0)
    always = [looks_at(castle, number, recipe) for number, castle in enumerate(drawn)]
    for fold in FOLDS:
        held_out = [castle for castle in castles if _fold(castle) == fold]
        if held_out:
            others = [each for each, castle in zip(seen, castles, strict=True) if _fold(castle) != fold]
            trained = train([*others, *always], recipe)
            for castle in held_out:
                yield from _in_lights(castle, trained)


def plain_from(looks: Sequence[Look]) -> float:
    """Return the lowest probability, in full percent, from which every predicted colour is right; infinite if none."""
    for least in TRIED:
        told = [look.right for look in looks if look.probability >= least]
        if told and all(told):
            return least
    return inf


def _fold(castle: LabelledCastle) -> tuple[str, ...]:
    return next(fold for fold in FOLDS if castle.family.startswith(fold))


def _in_lights(castle: LabelledCastle, trained: Sequence[Perceptron]) -> Iterator[Look]:
    rows, columns = castle.board.shape[0] // SQUARE_PX, castle.board.shape[1] // SQUARE_PX
    own = castle.place[0] * columns + castle.place[1]
    other = (own + 1 + len(castle.file)) % (rows * columns)
    for name, light in IN_LIGHTS.items():
        lit = light(castle.board.astype(np.float32)).clip(0, 255).astype(np.uint8)
        crops = cut_squares(normalise_light(lit), rows, columns)
        yield Look(name, castle, *_likeliest(crops[own], trained))
        if other != own:
            yield Look(name, None, *_likeliest(crops[other], trained))


def _likeliest(crop: Bgr, trained: Sequence[Perceptron]) -> tuple[int, float]:
    seen = compute_features(crop)[None]
    mean: NDArray[np.float32] = np.mean([layers.predict(seen)[0] for layers in trained], axis=0)
    seen_as = distribute_no_colour(BASE_GAME, mean)
    best = int(seen_as[:NO_COLOUR].argmax())
    return best, float(seen_as[best])


def figures(data: Path) -> Iterator[str]:
    """Format a line for each light: the share predicted and the number wrong of every group."""
    found = list(looks(data, Recipe()))
    least = plain_from(found)
    yield f"{'light':<38}" + "".join(f"{name + ': told':>18}{'wrong':>6}" for name in (*GROUPS, "other squares"))
    for light in IN_LIGHTS:
        here = [look for look in found if look.light == light]
        groups = [[look for look in here if look.castle and wanted(look.castle)] for wanted in GROUPS.values()]
        groups.append([look for look in here if look.castle is None])
        yield f"{light:<38}" + "".join(_format_group(group, least) for group in groups)


def _format_group(group: Sequence[Look], least: float) -> str:
    """Format how many of a group are predicted from a probability on, and how many of them wrong."""
    told = [look for look in group if look.probability >= least]
    return f"{f'{len(told)}/{len(group)}':>18}{sum(not look.right for look in told):>6}"


def figures_of_tables(evenings: Iterable[Evening]) -> Iterator[str]:
    """Format how many castles of whole tables are predicted, and of how many tables one or several are not."""
    told, wrong, left = [], 0, []
    for evening in evenings:
        pairs, _ = match_readings(readings_of(evening.image), evening.lying)
        castles = [(None if reading is None else reading.castle, lying.castle) for reading, lying in pairs]
        told += [castle is not None for castle, _ in castles]
        wrong += sum(castle not in (None, truth) for castle, truth in castles)
        left.append(sum(castle is None for castle, _ in castles))
    one, several = left.count(1), sum(number > 1 for number in left)
    yield f"{'tables':>8}{'castles':>9}{'told':>6}{'wrong':>7}{'one left':>10}{'several left':>14}"
    yield f"{len(left):>8}{len(told):>9}{sum(told):>6}{wrong:>7}{one:>10}{several:>14}"
