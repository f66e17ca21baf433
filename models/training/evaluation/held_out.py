"""Pictures with the answers of networks that have not seen them, and the networks trained for it.

Networks are kept in a cache and trained again only when their recipe, the code that trains them or the pictures change;
a measurement that was broken off goes on where it stopped.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.training.networks.publishing import publish
from models.training.networks.square_net import as_onnx
from models.training.pictures.patches import FOLDS, Patch
from models.training.train_squares import Recipe, facts_of, train
from vision.networks import manifest, open_session, verified_bytes
from vision.squares.classify import Logs, as_crop, predict

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

TRIAL = Recipe().of(80_000)  # of the networks trained only to be measured: a quarter of the product's training
ROOTS = ("models.training.train_squares",)


@dataclass(frozen=True, eq=False)
class HeldOut:
    """Patches with the answers of a network that was trained without them: log-probabilities (n, 18)."""

    patches: tuple[Patch, ...]
    logs: Logs

    def where(self, wanted: Callable[[Patch], bool]) -> HeldOut:
        """The part whose patches are wanted."""
        return self.at([index for index, patch in enumerate(self.patches) if wanted(patch)])

    def at(self, indices: Sequence[int]) -> HeldOut:
        """The patches of these places, in this order."""
        return HeldOut(tuple(self.patches[index] for index in indices), self.logs[list(indices)])

    @property
    def truth(self) -> NDArray[np.int64]:
        return np.array([patch.kind for patch in self.patches], np.int64)

    def __add__(self, other: HeldOut) -> HeldOut:
        return HeldOut(self.patches + other.patches, np.concatenate([self.logs, other.logs]))


class Trial(NamedTuple):
    """A network, which also gives its embedding, and pictures it has not seen."""

    network: InferenceSession
    temperature: float
    held_out: HeldOut


def whole_boards(held_out: HeldOut) -> Iterator[HeldOut]:
    """Every kingdom whose squares are all there, its squares row by row."""
    sheets: dict[str, list[int]] = {}
    for index, patch in enumerate(held_out.patches):
        if patch.place is not None:
            sheets.setdefault(f"{patch.source} {patch.sheet}", []).append(index)
    for indices in sheets.values():
        yield held_out.at(sorted(indices, key=lambda index: held_out.patches[index].place or (0, 0)))


def crops_of(patches: Sequence[Patch]) -> NDArray[np.uint8]:
    """The squares as the network is shown them."""
    return np.stack([as_crop(patch.crop) for patch in patches])


def by_quarters(patches: Sequence[Patch], data: Path, recipe: Recipe, cache: Path) -> list[Trial]:
    """Every patch of the four quarters, answered by the network trained on the other three."""
    return [
        trial_without(f"fold{fold}", lambda p, fold=fold: p.fold == fold, patches, data, recipe, cache)  # type: ignore[misc]
        for fold in range(FOLDS)
    ]


def without_source(source: str, patches: Sequence[Patch], data: Path, recipe: Recipe, cache: Path) -> Trial:
    """The patches of one source, answered by a network trained without any of it."""
    return trial_without(f"without-{source}", lambda p: p.source == source, patches, data, recipe, cache)


def as_shipped(patches: Sequence[Patch]) -> Trial:
    """Patches answered by the network of the product: for pictures it has not seen."""
    network = open_session(verified_bytes("squares"))
    return _answered(network, float(manifest("squares")["temperature"]), patches)


def trial_without(
    name: str,
    held_back: Callable[[Patch], bool],
    patches: Sequence[Patch],
    data: Path,
    recipe: Recipe,
    cache: Path,
) -> Trial:
    """What is held back, answered by the network trained on everything else, which is kept in the cache."""
    folder = cache / f"{name}-{_stamp(recipe, data)}"
    if not (folder / "squares.onnx").exists():
        net = train([patch for patch in patches if not held_back(patch)], data, recipe)
        publish("squares", as_onnx(net), facts_of(recipe), folder)
    network = open_session(verified_bytes("squares", folder))
    return _answered(network, recipe.temperature, [patch for patch in patches if held_back(patch)])


def _answered(network: InferenceSession, temperature: float, patches: Sequence[Patch]) -> Trial:
    return Trial(network, temperature, HeldOut(tuple(patches), predict(network, crops_of(patches), temperature)))


def _stamp(recipe: Recipe, data: Path) -> str:
    """Twelve letters that change with the recipe, the code that trains and the pictures."""
    found = hashlib.sha256(json.dumps(asdict(replace(recipe, temperature=1.0)), sort_keys=True).encode())
    for module in sorted(training_code(ROOTS)):
        found.update(_source(module))
    for picture in sorted(path for path in data.rglob("*") if path.is_file()):
        found.update(f"{picture.relative_to(data)} {picture.stat().st_size}\n".encode())
    return found.hexdigest()[:12]


def training_code(roots: Sequence[str]) -> set[str]:
    """The modules of ``models.training`` that these import, and those that they import in turn."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            imported = [node for node in ast.walk(ast.parse(_source(module))) if isinstance(node, ast.ImportFrom)]
            waiting += [node.module for node in imported if (node.module or "").startswith("models.training.")]  # type: ignore[misc]
    return found


def _source(module: str) -> bytes:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ImportError(f"{module} has no source")
    return Path(spec.origin).read_bytes()
