"""Predict pictures held out from the training, by networks that are trained for this.

Networks are kept in a cache and trained again only when the training code or the pictures change. An interrupted
measurement continues where it stopped.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession

from models.training.networks.publishing import publish
from models.training.pictures.patches import FOLDS, Patch, as_crop
from vision.networks import open_session, read_manifest_entry, read_network
from vision.squares.classify import Logs, SquareClassifier

SAMPLES = 80_000  # of training for each measured network: a sixth of the shipped one's
TRAINING = Path(__file__).parents[1]


@dataclass(frozen=True, eq=False)
class HeldOut:
    """Patches and their log-probabilities (n, 18) by a network that was trained without them."""

    patches: tuple[Patch, ...]
    logs: Logs

    def where(self, wanted: Callable[[Patch], bool]) -> HeldOut:
        """Select the patches that satisfy the predicate."""
        return self.at([index for index, patch in enumerate(self.patches) if wanted(patch)])

    def at(self, indices: Sequence[int]) -> HeldOut:
        """Select the patches at these indices, in this order."""
        return HeldOut(tuple(self.patches[index] for index in indices), self.logs[list(indices)])

    @property
    def truth(self) -> NDArray[np.int64]:
        return np.array([patch.kind for patch in self.patches], np.int64)

    def __add__(self, other: HeldOut) -> HeldOut:
        return HeldOut(self.patches + other.patches, np.concatenate([self.logs, other.logs]))


class Trial(NamedTuple):
    """A network with embeddings, and pictures that it was trained without."""

    network: InferenceSession
    temperature: float
    held_out: HeldOut


def whole_boards(held_out: HeldOut) -> Iterator[HeldOut]:
    """Yield every kingdom whose squares are complete, its squares row by row."""
    sheets: dict[str, list[int]] = {}
    for index, patch in enumerate(held_out.patches):
        if patch.place is not None:
            sheets.setdefault(f"{patch.source} {patch.sheet}", []).append(index)
    for indices in sheets.values():
        yield held_out.at(sorted(indices, key=lambda index: held_out.patches[index].place or (0, 0)))


def by_quarters(patches: Sequence[Patch], data: Path, cache: Path) -> list[Trial]:
    """Predict every patch of the four folds by the network trained on the other three."""
    return [
        _without(f"fold{fold}", lambda p, fold=fold: p.fold == fold, patches, data, cache)  # type: ignore[misc]
        for fold in range(FOLDS)
    ]


def without_source(source: str, patches: Sequence[Patch], data: Path, cache: Path) -> Trial:
    """Predict the patches of one source by a network trained without any of it."""
    return _without(f"without-{source}", lambda p: p.source == source, patches, data, cache)


def as_shipped(patches: Sequence[Patch]) -> Trial:
    """Predict patches by the shipped network; it must not have been trained on them."""
    return _predict_with(None, patches)


def _without(name: str, held_back: Callable[[Patch], bool], patches: Sequence[Patch], data: Path, cache: Path) -> Trial:
    """Predict the held-out patches by the network trained on all others, which is kept in the cache."""
    folder = cache / f"{name}-{_stamp(data)}"
    if not (folder / "squares.onnx").exists():
        _train_into(folder, [patch for patch in patches if not held_back(patch)], data)
    return _predict_with(folder, [patch for patch in patches if held_back(patch)])


def _train_into(folder: Path, patches: Sequence[Patch], data: Path) -> None:
    """Train a squares network on these patches and publish it into the folder."""
    # PyTorch is needed for training only: measuring the shipped networks works without it.
    from models.training.networks.square_net import as_onnx
    from models.training.train_squares import Recipe, facts_of, train

    recipe = Recipe().of(SAMPLES)
    publish("squares", as_onnx(train(patches, data, recipe)), facts_of(recipe), folder)


def _predict_with(folder: Path | None, patches: Sequence[Patch]) -> Trial:
    """Predict patches by the network of a folder; None: the shipped one."""
    network = open_session(read_network("squares", folder))
    temperature = float(read_manifest_entry("squares", folder)["temperature"])
    crops = np.stack([as_crop(patch.crop) for patch in patches])
    return Trial(network, temperature, HeldOut(tuple(patches), SquareClassifier(network, temperature).classify(crops)))


def _stamp(data: Path) -> str:
    """Return twelve letters that change with the code that trains, recipe and all, and with the pictures."""
    found = hashlib.sha256()
    for module in sorted(path for path in TRAINING.rglob("*.py") if "evaluat" not in str(path.relative_to(TRAINING))):
        found.update(module.read_bytes())
    for picture in sorted(path for path in data.rglob("*") if path.is_file()):
        found.update(f"{picture.relative_to(data)} {picture.stat().st_size}\n".encode())
    return found.hexdigest()[:12]
