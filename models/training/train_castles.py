"""Train the perceptrons of castle colours: ``python -m models.training.train_castles DATA [--out models]``.

An ensemble of perceptrons on the features of ``vision.squares.castles`` is fitted by scikit-learn in a minute and
stored as JSON. No labelled picture shows a brown tile, so other tiles are recoloured for it.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from sklearn.neural_network import MLPClassifier  # type: ignore[import-untyped]

from models.training.networks.publishing import publish, training_parser
from models.training.pictures.castles import LabelledCastle, load_castles, newer_castles, render_castles
from models.training.synthesis.light import of_square, of_table, photograph
from scoring.boxes import Printing
from scoring.castle import Castle
from scoring.kingdom import Position
from vision.photo.light import normalise_light
from vision.photo.photo import Bgr
from vision.rectify import SQUARE_PX
from vision.squares.castles import COLOURS, NO_COLOUR, ZONES, Perceptron, compute_features

BROWN = (-0.45, 0.55)  # blue and red to green, natural logarithms, of a recoloured tile
DARKER = 0.35  # loss of brightness of a recoloured place, natural logarithm
DYED = 0.1  # share of recoloured tiles; brown castles are rare: one box of two has one, for a fifth player


@dataclass(frozen=True)
class Recipe:
    """All parameters of a training, besides the data."""

    looks: int = 24  # of each castle, in different lights
    rendered: int = 3  # castles of procedural art in each colour
    newer: int = 72  # start tiles of the newer tile set in each colour, and half as many under a castle
    perceptrons: int = 4
    width: int = 32
    decay: float = 1.0
    newer_decay: float = 0.1  # for the newer tile set, of which there are more examples with less variety
    rounds: int = 40
    seed: int = 7


class Looks(NamedTuple):
    """Features (n, 38) and classes (n,) of one castle and of other squares of its board in simulated lights."""

    seen: NDArray[np.float32]
    kinds: NDArray[np.int64]


def train(looks: Sequence[Looks], recipe: Recipe) -> list[Perceptron]:
    """Train perceptrons on these looks, each from another start."""
    seen = np.concatenate([each.seen for each in looks])
    kinds = np.concatenate([each.kinds for each in looks])
    return [_fit_perceptron(seen, kinds, recipe, number) for number in range(recipe.perceptrons)]


def looks_at(castle: LabelledCastle, number: int, recipe: Recipe) -> Looks:
    """Return the training examples of one castle."""
    seen, kinds = zip(*_draw_looks(castle, number, recipe), strict=True)
    return Looks(np.array(seen), np.array(kinds))


def _draw_looks(castle: LabelledCastle, number: int, recipe: Recipe) -> Iterator[tuple[NDArray[np.float32], int]]:
    """Yield the features of a castle in synthetic lights with their class, and of other squares of its board."""
    rng = np.random.default_rng((recipe.seed, number))
    rows, columns = castle.board.shape[0] // SQUARE_PX, castle.board.shape[1] // SQUARE_PX
    for _ in range(recipe.looks):
        brown = castle.castle is not None and not castle.standing and rng.random() < DYED
        board = dyed(castle.board, castle.place) if brown else castle.board
        light = of_table(rng) if rng.random() < 0.6 else of_square(rng)
        lit = normalise_light(photograph(board, light, rng))
        colour = Castle.BROWN if brown else castle.castle
        yield compute_features(_cut(lit, castle.place, rng)), NO_COLOUR if colour is None else COLOURS.index(colour)
        other = (int(rng.integers(rows)), int(rng.integers(columns)))
        if other != castle.place:
            yield compute_features(_cut(lit, other, rng)), NO_COLOUR


def _cut(board: Bgr, place: Position, rng: Generator) -> Bgr:
    """Cut a square as a fitted grid does: slightly shifted, turned and scaled, any side up."""
    middle = (np.array(place[::-1]) + 0.5 + rng.normal(0, 0.03, 2)) * SQUARE_PX
    turn = cv2.getRotationMatrix2D(tuple(middle.tolist()), float(rng.normal(0, 3)), float(np.exp(rng.normal(0, 0.03))))
    turn[:, 2] += SQUARE_PX / 2 - middle
    crop = cv2.warpAffine(board, turn, (SQUARE_PX, SQUARE_PX), borderMode=cv2.BORDER_REPLICATE)
    return np.ascontiguousarray(np.rot90(crop, int(rng.integers(4))))


def dyed(board: Bgr, place: Position) -> Bgr:
    """Dye the castle's tile brown: coloured pixels get the hue and the darkness of brown."""
    found = board.copy()
    square = np.s_[place[0] * SQUARE_PX : (place[0] + 1) * SQUARE_PX, place[1] * SQUARE_PX : (place[1] + 1) * SQUARE_PX]
    logs = np.log(found[square].astype(np.float32) + 1)
    against_green = logs[..., [0, 2]] - logs[..., 1:2]
    chroma = against_green - np.median(against_green[ZONES.cobbles], axis=0)
    strength = (np.hypot(chroma[..., 0], chroma[..., 1]) / 0.5).clip(0, 1)[..., None]
    hue = np.insert(np.array(BROWN, np.float32), 1, 0.0)
    plain = logs - np.insert(chroma, 1, 0.0, axis=-1)
    found[square] = (np.exp(plain + strength * (hue - DARKER)) - 1).clip(0, 255).astype(np.uint8)
    return found


def _fit_perceptron(seen: NDArray[np.float32], truth: NDArray[np.int64], recipe: Recipe, number: int) -> Perceptron:
    mean, deviation = seen.mean(0), seen.std(0).clip(1e-3)
    net = MLPClassifier((recipe.width,), alpha=recipe.decay, max_iter=recipe.rounds, random_state=recipe.seed + number)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that it stops before it has converged: it is meant to
        net.fit((seen - mean) / deviation, truth)
    (hidden, out), (hidden_bias, out_bias) = net.coefs_, net.intercepts_
    return Perceptron(1 / deviation, -mean / deviation, hidden, hidden_bias, out, out_bias)


def content_of(perceptrons: Mapping[Printing, Sequence[Perceptron]]) -> bytes:
    """Serialise the perceptrons to the file that ``parse_ensembles`` reads: numbers of five digits."""
    every = {
        printing: [{name: _short(values) for name, values in layers._asdict().items()} for layers in trained]
        for printing, trained in perceptrons.items()
    }
    return (json.dumps({"perceptrons": every}) + "\n").encode()


def _short(values: NDArray[np.floating]) -> object:
    return json.loads(json.dumps(np.asarray(values).tolist()), parse_float=lambda number: float(f"{float(number):.5g}"))


def main() -> None:
    arguments = training_parser("Train what tells the castles' colours.").parse_args()
    recipe = Recipe()
    castles = {
        Printing.OLDER: [*load_castles(arguments.data), *render_castles(recipe.rendered, recipe.seed)],
        Printing.NEWER: newer_castles(arguments.data, recipe.newer, recipe.seed),
    }
    recipes = {Printing.OLDER: recipe, Printing.NEWER: replace(recipe, decay=recipe.newer_decay)}
    trained = {
        printing: train([looks_at(castle, number, recipe) for number, castle in enumerate(shown)], recipes[printing])
        for printing, shown in castles.items()
    }
    number = {printing: len(shown) for printing, shown in castles.items()}
    facts = {"classes": [*COLOURS, "none"], "castles": number, "recipe": asdict(recipe)}
    publish("castles", content_of(trained), facts, arguments.out, suffix=".json")


if __name__ == "__main__":
    main()
