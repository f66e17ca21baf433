"""What is read with a taught edition is read by it, and never called sure."""

import numpy as np
import pytest

from tests.given import SAMPLES
from vision import Photo, load, read
from vision.pipeline.advice import TAUGHT
from vision.pipeline.calibration import CHECKED
from vision.squares.edition import Edition, learn


@pytest.fixture(scope="module")
def photo() -> Photo:
    return load(SAMPLES / "cutting-mat.jpg")


@pytest.fixture(scope="module")
def edition(photo: Photo) -> Edition:
    """What the kingdom of the photo teaches."""
    (reading,) = read(photo)
    return learn("Kitchen", photo, np.array(reading.corners, np.float32), reading.kingdom)


def test_a_taught_edition_reads_what_it_was_taught_and_is_not_sure(photo: Photo, edition: Edition) -> None:
    (plain,), (taught,) = read(photo), read(photo, edition=edition)

    assert taught.kingdom == plain.kingdom
    assert plain.sure
    assert not taught.sure
    assert TAUGHT in taught.warnings
    assert TAUGHT not in plain.warnings


def test_so_many_kingdoms_without_a_mistake_prove_that_two_in_a_hundred_are_wrong_at_most() -> None:
    assert 0.98**CHECKED <= 0.05 < 0.98 ** (CHECKED - 1)
