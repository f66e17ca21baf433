"""Choose the reference embeddings of known tiles: ``python -m models.training.train_known DATA``.

A tile that is far from all of them is out of distribution. Empty squares are left out, because tables vary too much.
The embedding is that of an early checkpoint of the squares network (``looks.onnx``), trained on the older tile set
only: a network that learned to ignore the style of tiles cannot detect unknown ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession
from sklearn.cluster import KMeans  # type: ignore[import-untyped]

from models.training.networks.publishing import publish, training_parser
from models.training.pictures.patches import Patch, as_crop, load_patches, without
from models.training.synthesis.squares import JUNK, draw_square
from models.training.synthesis.supply import EMPTY, Mix, make_supply
from vision.networks import open_session, read_network, read_network_id
from vision.squares.classify import KINDS, Embeddings, forward
from vision.squares.out_of_distribution import serialize_examples

UNCOVERED = 0.15  # largest covered share of a drawn square


@dataclass(frozen=True)
class Recipe:
    """Parameters of the choice, besides the data."""

    drawn: int = 12_000  # drawn training squares, in addition to the pictures
    each: int = 40  # kept embeddings of each kind
    seed: int = 7
    mix: Mix = field(default_factory=lambda: Mix(styled=0.0))


def choose_embeddings(network: InferenceSession, patches: Sequence[Patch], data: Path, recipe: Recipe) -> Embeddings:
    """Choose the embeddings (m, width) of cluster centres, for a network trained on these patches."""
    rng = np.random.default_rng(recipe.seed)
    patches = without(patches, ("newer", "redrawn"))
    supply = make_supply(patches, data, recipe.mix, rng)
    drawn = [each for _ in range(recipe.drawn) if (each := draw_square(supply, rng)).covered <= UNCOVERED]
    crops = np.stack([*(as_crop(patch.crop) for patch in patches), *(each.crop for each in drawn)])
    kinds = np.array([*(patch.kind for patch in patches), *(each.kind for each in drawn)])
    _, embeddings = forward(network, crops)
    shown = [kind for kind in np.unique(kinds) if kind not in (JUNK, EMPTY)]
    return np.concatenate([_middles(embeddings[kinds == kind], recipe) for kind in shown])


def _middles(embeddings: Embeddings, recipe: Recipe) -> NDArray[np.float32]:
    """Return the cluster centres of the embeddings, normalised to length one."""
    number = min(recipe.each, len(embeddings))
    centres = KMeans(number, n_init=1, max_iter=30, random_state=recipe.seed).fit(embeddings).cluster_centers_
    return np.asarray(centres / np.linalg.norm(centres, axis=1, keepdims=True), np.float32)


def main() -> None:
    arguments = training_parser("Choose the squares that stand for all that the network was taught.").parse_args()
    recipe = Recipe()
    network = open_session(read_network("looks", arguments.out))
    examples = choose_embeddings(network, load_patches(arguments.data), arguments.data, recipe)
    facts = {
        "of": read_network_id("looks", arguments.out),
        "kinds": len(KINDS),
        "examples": len(examples),
        "recipe": asdict(recipe),
    }
    publish("known", serialize_examples(examples), facts, arguments.out, suffix=".json")


if __name__ == "__main__":
    main()
