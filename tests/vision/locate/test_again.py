"""A kingdom lies where it lies, however it is looked for."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from tests.given import KITCHEN, SAMPLES
from vision import NoKingdomFound, Photo, load, read
from vision.locate.again import SEARCHES, Search
from vision.locate.locate import locate
from vision.photo.photo import Points
from vision.pipeline.find import find_grids

CLOSE = 0.1  # of a square


def found(photo: Photo) -> list[list[Points]]:
    """The corners that each search gives each kingdom, in pixels of the photo."""
    return [[place.corners(photo) for place in search(photo)] for search in SEARCHES]


@pytest.mark.parametrize("name", ["two-kingdoms", "kitchen-table", "seven-by-seven"])
def test_every_search_finds_the_same_places_in_the_same_order(name: str) -> None:
    searches = found(load(SAMPLES / f"{name}.jpg"))

    for before, after in pairwise(searches):
        assert len(before) == len(after) > 0
        for one, other in zip(before, after, strict=True):
            np.testing.assert_allclose(one, other, atol=CLOSE * float(np.linalg.norm(one[1] - one[0])) / 5)


def test_what_lies_on_the_squares_is_found_the_right_way_round() -> None:
    photo = load(KITCHEN)
    upright, _, turned = (search(photo)[0].occupancy for search in SEARCHES)

    np.testing.assert_allclose(upright, turned, atol=0.3)


def test_a_plain_picture_is_looked_at_in_every_way_before_it_holds_no_kingdom() -> None:
    steps: list[str] = []

    with pytest.raises(NoKingdomFound):
        read(Photo(np.full((480, 640, 3), 120, np.uint8), 1.0), progress=steps.append)

    assert steps.count("finding") == len(SEARCHES)


@pytest.mark.parametrize("search", SEARCHES)
def test_a_kingdom_that_the_photo_cuts_off_is_cut_off_however_it_is_looked_for(search: Search) -> None:
    """The border hides the photo's edge, beyond which nothing is known."""
    photo = load(SAMPLES / "two-kingdoms.jpg")
    place = locate(photo)[0]
    corners = place.corners(photo) / photo.scale
    square = float(np.linalg.norm(corners[1] - corners[0])) / place.columns
    cut = photo.image[:, int(corners[:, 0].min() + 1.5 * square) :]

    found = search(Photo(np.ascontiguousarray(cut), photo.scale))

    assert [each.truncated for each in found] == [True, False]


def test_the_seconds_of_every_step_make_up_what_reading_took() -> None:
    assert all(seconds > 0 for seconds in find_grids(KITCHEN).timings.values())
