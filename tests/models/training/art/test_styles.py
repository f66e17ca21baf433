"""Styles draw every square and domino of the game, each in one manner, with as many crowns as there are."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.training.art.courtyards import INKS
from models.training.art.editions import Edition
from models.training.art.painting.palettes import lightness_and_tint
from models.training.art.styles import Style, draw_style
from scoring.dominoes import DOMINOES
from scoring.terrain import CASTLE, EMPTY, Square, Terrain
from vision.photo.photo import Bgr

KINDS = sorted({square for piece in DOMINOES for square in piece.squares} | {CASTLE}, key=str)
CROWNED = [kind for kind in KINDS if kind.crowns]
SEEDS = range(12)
MAGENTA = (255.0, 0.0, 255.0)  # a metal nothing else is drawn in


def _style(seed: int) -> Style:
    return draw_style(np.random.default_rng(seed))


def _in_magenta(style: Style) -> Style:
    """The style with bare magenta crowns, small enough to stand apart, on pictures that keep their colours."""
    crowns = replace(
        style.crowns,
        metal=MAGENTA,
        size=0.2,
        pitch=1.3,
        balls=False,
        gems=False,
        band=False,
        line=None,
        rim=None,
        shadow=False,
    )
    return replace(style, crowns=crowns, finish=replace(style.finish, spares_crowns=True, saturation=1.0, contrast=1.0))


def _magenta_patches(image: Bgr) -> int:
    inked = np.abs(image.astype(int) - np.array(MAGENTA, int)).max(axis=-1) < 40
    count, _, stats, _ = cv2.connectedComponentsWithStats(inked.astype(np.uint8))
    return sum(bool(stats[label, cv2.CC_STAT_AREA] > 0.004 * inked.size) for label in range(1, count))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_seed_draws_the_same_style_and_square(seed: int) -> None:
    for kind in KINDS:
        once, again = (_style(seed).square(kind, np.random.default_rng(7), 64) for _ in range(2))

        assert once.shape == (64, 64, 3)
        assert once.dtype == np.uint8
        assert np.array_equal(once, again)


def test_two_squares_of_one_style_differ_in_detail() -> None:
    style = _style(3)

    for kind in KINDS:
        once, again = (style.square(kind, np.random.default_rng(seed), 64) for seed in (1, 2))
        assert not np.array_equal(once, again)


@pytest.mark.parametrize("seed", SEEDS)
def test_as_many_crowns_are_drawn_as_the_square_has(seed: int) -> None:
    style = _in_magenta(_style(seed))

    for kind in KINDS:
        assert _magenta_patches(style.square(kind, np.random.default_rng(seed), 192)) == kind.crowns


@pytest.mark.parametrize("seed", SEEDS)
def test_crowns_show_clearly_on_every_ground_of_their_style(seed: int) -> None:
    style = _style(seed)

    for kind in CROWNED:
        ground = style.lands[Terrain(kind.terrain)].colour
        bare: Bgr = np.full((96, 96, 3), ground, np.uint8)
        crowned = bare.copy()
        style.crowns.paint(crowned, kind.crowns, True, np.random.default_rng(1))
        changed = np.abs(crowned.astype(int) - bare).max(axis=-1) > 40
        assert changed.mean() > 0.004 * kind.crowns


@pytest.mark.parametrize("seed", range(40))
def test_no_two_terrains_of_a_style_share_their_ground(seed: int) -> None:
    grounds = [lightness_and_tint(land.colour) for land in _style(seed).lands.values()]

    apart = [np.linalg.norm(a - b) for at, a in enumerate(grounds) for b in grounds[:at]]
    assert min(apart) > 20


def test_every_domino_is_drawn_with_its_first_square_left() -> None:
    box: Edition = _in_magenta(_style(5))

    for piece in DOMINOES:
        image = box.domino(np.random.default_rng(piece.number), 128, piece.number)

        assert image.shape == (128, 256, 3)
        assert (_magenta_patches(image[:, :128]), _magenta_patches(image[:, 128:])) == tuple(
            half.crowns for half in piece.squares
        )


@pytest.mark.parametrize("seed", SEEDS)
def test_the_start_tile_has_the_players_colour(seed: int) -> None:
    style = _style(seed)
    tiles = [style.start_tile(np.random.default_rng(2), 96, player) for player in INKS]

    assert all(tile.shape == (96, 96, 3) and tile.dtype == np.uint8 for tile in tiles)
    assert all(np.abs(one.astype(int) - tiles[0]).max() > 40 for one in tiles[1:])


@pytest.mark.parametrize("px", [32, 50, 100, 160])
def test_a_square_is_drawn_in_any_size(px: int) -> None:
    for seed in SEEDS:
        assert _style(seed).square(Square(Terrain.LAKE, 1), np.random.default_rng(seed), px).shape == (px, px, 3)


def test_an_empty_square_has_no_picture() -> None:
    with pytest.raises(ValueError, match="table"):
        _style(1).square(EMPTY, np.random.default_rng(0), 64)
