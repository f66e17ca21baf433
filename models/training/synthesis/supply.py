"""Supply training squares: real and rendered tiles, tables, and objects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import Bgra
from models.training.art.castles import castle_standee, draw_eye, king_pawn
from models.training.art.table_tops import draw_rough_surface, surface_of_colour
from models.training.art.things import reaching_hand, thing
from models.training.art.tiles import tile
from models.training.pictures.castles import CUT_PX, cut_castles
from models.training.pictures.editions import alone, load_styled_squares
from models.training.pictures.labels import KIND_OF
from models.training.pictures.patches import SQUARE_PX, Patch
from vision.photo.photo import Bgr
from vision.squares.classify import CROP_PX, KINDS

RENDERED_SEED = 20_000  # not a seed of the sample photos
DRAWN = "drawn table"  # source of drawn table tops
ALIKE = "drawn table like tiles"  # source of drawn table tops in the colours of tiles
STYLED = "styled"  # source of tiles in painted styles
GAPS = 5.0  # weight of a real gap in a kingdom relative to other table
STEEPEST = 68.0  # degrees, largest tilt of a camera for leaning castles
TOKENS = ("marker", "coin")  # small things in the middle of squares
CASTLE, EMPTY = KIND_OF["castle"], KIND_OF["empty"]


@dataclass(frozen=True)
class Mix:
    """The sources of the training squares, as shares of all squares."""

    newer: float = 0.23  # terrains of the newer edition
    redrawn: float = 0.02
    rendered: float = 0.05
    styled: float = 0.12  # in painted styles
    empty: float = 0.06  # real tables and other places
    drawn_empty: float = 0.04
    empty_alike: float = 0.05  # plain table in the colours of tiles
    castle: float = 0.08
    junk: float = 0.02
    badly_saved: float = 0.04  # with the white line at the top and left that some crops of data/squares carry
    rendered_tiles: int = 40  # drawn of each kind
    drawn_surfaces: int = 800
    surfaces_alike: int = 800
    drawn_castles: int = 300
    leaning_castles: int = 150
    things: int = 150
    tokens: int = 40  # drawn of each of TOKENS


@dataclass(frozen=True, eq=False)
class Supply:
    """The pictures from which training squares are made, and how often each is taken."""

    patches: tuple[Patch, ...]
    odds: NDArray[np.float64]  # cumulative weights of the patches
    near: dict[str, NDArray[np.int64]]  # indices of the patches under the same light
    castle_tiles: NDArray[np.int64]  # indices of the patches of castles
    castles: tuple[Bgra, ...]
    kings: tuple[Bgra, ...]
    leaning: tuple[Bgra, ...]  # castles seen from the side: sheets of five squares a side
    hands: tuple[Bgra, ...]
    things: tuple[Bgra, ...]
    tokens: tuple[Bgra, ...]  # markers of players and coins
    mix: Mix


def make_supply(patches: Sequence[Patch], data: Path, mix: Mix, rng: Generator) -> Supply:
    """Build the supply of a training from these patches and drawn tiles.

    Castles are cut only from kingdoms among the patches.
    """
    art = np.random.default_rng(RENDERED_SEED)
    rendered = [
        Patch(*alone(tile(square, art, SQUARE_PX)), kind, "rendered", "rendered", "rendered", -1)
        for kind, square in enumerate(KINDS)
        for _ in range(0 if square.is_empty else mix.rendered_tiles)
    ]
    styled = [
        Patch(*alone(face), kind, STYLED, f"style {style}", STYLED, -1)
        for style, kind, face in (load_styled_squares(data) if mix.styled else ())
    ]
    surfaces = [_as_patch(draw_rough_surface(rng, 2 * SQUARE_PX), DRAWN) for _ in range(mix.drawn_surfaces)]
    colours = [_colour_of_tile(patches, rng) for _ in range(mix.surfaces_alike)]
    alike = [_as_patch(surface_of_colour(rng, 2 * SQUARE_PX, each), ALIKE) for each in colours]
    everything = (*patches, *rendered, *styled, *surfaces, *alike)
    near: dict[str, list[int]] = {}
    for index, patch in enumerate(everything):
        near.setdefault(light_of(patch), []).append(index)
    cut = cut_castles(data, {patch.group for patch in patches})
    drawn = [castle_standee(rng, CUT_PX) for _ in range(mix.drawn_castles)]
    return Supply(
        everything,
        np.cumsum(_odds(everything, mix)),
        {light: np.array(indices) for light, indices in near.items()},
        np.array([index for index, patch in enumerate(everything) if patch.kind == CASTLE]),
        (*cut, *drawn),
        tuple(king_pawn(rng, CUT_PX) for _ in range(60)),
        tuple(
            castle_standee(rng, CUT_PX, eye=draw_eye(rng, steepest=STEEPEST), reach=2)
            for _ in range(mix.leaning_castles)
        ),
        tuple(reaching_hand(rng, CROP_PX) for _ in range(60)),
        tuple(thing(rng, CROP_PX) for _ in range(mix.things)),
        tuple(thing(rng, CROP_PX, kind) for kind in TOKENS for _ in range(mix.tokens)),
        mix,
    )


def light_of(patch: Patch) -> str:
    """Name the camera and lamp of a patch as far as known: boards by game, single squares by family."""
    return f"{patch.source} {patch.group.split('-')[0] if patch.source == 'boards' else patch.group}"


def _colour_of_tile(patches: Sequence[Patch], rng: Generator) -> NDArray[np.float64]:
    """Return the usual colour (BGR) of some tile."""
    tiles = [patch for patch in patches if patch.kind not in (CASTLE, EMPTY)]
    if not tiles:
        return rng.uniform(0, 255, 3)
    return np.asarray(np.median(tiles[int(rng.integers(len(tiles)))].crop, axis=(0, 1)), np.float64)


def _as_patch(window: Bgr, source: str) -> Patch:
    return Patch(window, np.ones(window.shape[:2], bool), EMPTY, source, source, source, -1)


def _odds(patches: Sequence[Patch], mix: Mix) -> NDArray[np.float64]:
    """Weigh each patch: kinds, and lights within a kind, by the square root of their number."""
    kinds = np.array([patch.kind for patch in patches])
    rendered, styled = (np.array([patch.source == source for patch in patches]) for source in ("rendered", STYLED))
    _, cells, counts = np.unique(
        [f"{patch.kind} {light_of(patch)}" for patch in patches], return_inverse=True, return_counts=True
    )
    odds = 1.0 / np.sqrt(counts[cells])
    odds[[patch.kind == EMPTY and patch.place is not None for patch in patches]] *= GAPS
    for kind in np.unique(kinds):
        chosen = (kinds == kind) & ~rendered & ~styled
        odds[chosen] *= np.sqrt(chosen.sum()) / max(odds[chosen].sum(), 1e-9)
    drawn, alike = (np.array([patch.source == source for patch in patches]) for source in (DRAWN, ALIKE))
    empty, castle = (kinds == EMPTY) & ~drawn & ~alike, (kinds == CASTLE) & ~rendered & ~styled
    newer, redrawn = (np.array([patch.source == source for patch in patches]) for source in ("newer", "redrawn"))
    shares = (
        (mix.rendered, rendered),
        (mix.styled, styled),
        (mix.empty, empty),
        (mix.drawn_empty, drawn),
        (mix.empty_alike, alike),
        (mix.castle, castle),
        (mix.newer, newer & ~castle),
        (mix.redrawn, redrawn & ~castle),
    )
    older = ~np.any([chosen for _, chosen in shares], axis=0)
    rest = 1.0 - sum(share for share, chosen in shares if chosen.any())
    for share, chosen in (*shares, (rest, older)):
        odds[chosen] *= share / max(odds[chosen].sum(), 1e-9)
    return np.asarray(odds / odds.sum(), np.float64)
