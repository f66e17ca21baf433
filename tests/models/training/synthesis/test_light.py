"""What a light does to a picture is what it says."""

import numpy as np
import pytest
from numpy.random import Generator

from models.training.synthesis.light import Light, of_square, of_table, photographed

GREY = np.full((60, 80, 3), 120, np.uint8)


def rng() -> Generator:
    return np.random.default_rng(1)


def test_no_light_at_all_leaves_the_picture_as_it_is() -> None:
    assert (photographed(GREY, Light(), rng()) == GREY).all()


def test_a_warm_lamp_is_redder_and_a_dark_photo_darker() -> None:
    warm, dark = (
        photographed(GREY, light, rng()).mean((0, 1)) for light in (Light(cast=(-0.48, -0.06, 0.15)), Light(0.3))
    )

    assert warm[2] > 120 > warm[0]
    assert dark.max() < 60


def test_matt_things_mirror_little() -> None:
    light = Light(glare=1.0, glare_size=2.0)

    matt, glossy = (photographed(GREY, light, rng(), gloss=np.full((60, 80, 1), share, np.float32)) for share in (0, 1))

    assert matt.mean() < glossy.mean() - 20


@pytest.mark.parametrize("draw", [of_table, of_square])
def test_lights_leave_the_picture_itself_alone_and_are_ever_new(draw) -> None:  # type: ignore[no-untyped-def]
    before = GREY.copy()

    seen = [photographed(GREY, draw(generator), generator) for generator in map(np.random.default_rng, range(5))]

    assert (before == GREY).all()
    assert len({picture.tobytes() for picture in seen}) == 5
    assert {picture.shape for picture in seen} == {GREY.shape}
