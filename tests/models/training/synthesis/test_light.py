"""What a light does to a picture is what it says."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.random import Generator

from models.training.synthesis.light import Light, glare, lamp, of_square, of_table, photographed, room

GREY = np.full((60, 80, 3), 120, np.uint8)


def rng() -> Generator:
    return np.random.default_rng(1)


def test_no_light_at_all_leaves_the_picture_as_it_is() -> None:
    assert (photographed(GREY, Light(), rng()) == GREY).all()


def test_a_warm_lamp_is_redder_and_a_dark_photo_darker() -> None:
    warm, dark = (photographed(GREY, light, rng()).mean((0, 1)) for light in (Light(cast=lamp(1.0)), Light(0.3)))

    assert warm[2] > 120 > warm[0]
    assert dark.max() < 60


@pytest.mark.parametrize("mirrored", ["lamp", "flash", "room"])
def test_what_lacquer_mirrors_whitens_the_picture(mirrored: str) -> None:
    light = Light(glare=1.0, mirrored=mirrored, glare_size=0.2, glare_at=(0.5, 0.5))

    glaring = photographed(GREY, light, rng(), reflection=np.full((9, 9, 3), 250, np.uint8))

    assert (glaring > 200).all(2).mean() > 0.01


def test_a_lamp_is_mirrored_where_it_is_said_and_as_large() -> None:
    small, large = (glare(rng(), (60, 80), size, (0.25, 0.5))[..., 0] for size in (0.05, 0.2))
    y, x = np.unravel_index(small.argmax(), small.shape)

    assert abs(x - 20) <= 2
    assert abs(y - 30) <= 2
    assert (large > 0.5).sum() > 4 * (small > 0.5).sum()


@pytest.mark.parametrize("kind", ["edge", "hand", "phone", "slats"])
def test_a_shadow_darkens_a_part_of_the_picture(kind: str) -> None:
    grey = photographed(GREY, Light(shadow=kind, shade=0.5, softness=0.05), rng()).mean(2)

    assert grey.min() < 80
    assert grey.max() > 105


def test_slats_follow_each_other_at_their_distance() -> None:
    def edges(slat: float) -> int:
        """How many edges lie along the whole of the picture, down and across: one more or less by where they begin."""
        shadows = photographed(GREY, Light(shadow="slats", shade=0.6, softness=0.02, slat=slat), rng()).mean(2) < 80
        return int(np.diff(shadows[:, 40]).sum() + np.diff(shadows[30]).sum())

    assert edges(0.1) == pytest.approx(2 * edges(0.2), abs=2)
    assert edges(0.2) == pytest.approx(2 * edges(0.4), abs=2)


def test_against_a_window_one_side_is_veiled_more() -> None:
    veiled = photographed(GREY, Light(haze=0.6, against_window=True), rng()).mean(2)

    assert veiled.max() - veiled.min() > 25


def test_far_from_the_plane_of_focus_the_picture_is_soft() -> None:
    noise = np.random.default_rng(3).integers(0, 255, (60, 80, 3)).astype(np.uint8)
    seen = photographed(noise, Light(depth=3.0), rng()).astype(float)

    corners = [seen[rows, columns].std() for rows in (np.s_[:15], np.s_[-15:]) for columns in (np.s_[:15], np.s_[-15:])]
    assert max(corners) > 1.5 * min(corners)


def test_matt_things_mirror_little() -> None:
    light = Light(glare=1.0, glare_size=0.5, glare_at=(0.5, 0.5))

    matt, glossy = (photographed(GREY, light, rng(), gloss=np.full((60, 80, 1), share, np.float32)) for share in (0, 1))

    assert matt.mean() < glossy.mean() - 20


@pytest.mark.parametrize("draw", [room, of_table, of_square])
def test_lights_leave_the_picture_itself_alone_and_are_ever_new(draw) -> None:  # type: ignore[no-untyped-def]
    before = GREY.copy()

    seen = [photographed(GREY, draw(generator), generator) for generator in map(np.random.default_rng, range(5))]

    assert (before == GREY).all()
    assert len({picture.tobytes() for picture in seen}) == 5
    assert {picture.shape for picture in seen} == {GREY.shape}


def test_a_blurred_photo_has_softer_edges() -> None:
    edge = np.zeros((40, 40, 3), np.uint8)
    edge[:, 20:] = 200

    sharp, soft = (photographed(edge, light, rng()) for light in (Light(), replace(Light(), blur=3.0)))

    assert np.abs(np.diff(sharp.astype(int), axis=1)).max() > 3 * np.abs(np.diff(soft.astype(int), axis=1)).max()
