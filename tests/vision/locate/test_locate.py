"""Every search locates each kingdom of a photo and flags truncated ones."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from models.training.synthesis.camera import Stance
from models.training.synthesis.legal_play import play
from models.training.synthesis.light import Light
from models.training.synthesis.scene import Laid, Scene, render
from tests.sample_photos import KITCHEN, SAMPLES
from vision import NoKingdomFound, Photo, load, read
from vision.locate.locate import RETRY_SEARCHES, SEARCHES, Search, locate
from vision.rectify import rectify


def test_a_small_kingdom_beside_a_large_one_is_found() -> None:
    photo = load(KITCHEN)
    (large,) = read(photo)
    board = rectify(photo, np.array(large.corners, np.float32), 5, 5)
    step = photo.image.shape[1] // 34
    both = cv2.copyMakeBorder(photo.image, 0, 0, 0, 10 * step, cv2.BORDER_REPLICATE)
    left, top = photo.image.shape[1] + 3 * step, 8 * step
    small = cv2.resize(board, (5 * step, 5 * step), interpolation=cv2.INTER_AREA)
    both[top : top + 5 * step, left : left + 5 * step] = small

    found = locate(Photo(both, photo.scale))

    assert [(place.rows, place.columns) for place in found] == [(5, 5), (5, 5)]
    np.testing.assert_allclose(found[1].corners(photo)[0] / photo.scale, [left, top], atol=0.2 * step)


def test_a_kingdom_is_found_at_a_large_tilt() -> None:
    tilt = 60
    rng = np.random.default_rng(tilt)
    laid = Laid(play(rng, complete=True), turn=10)
    image, (expected,) = render(Scene.frame((laid,), "wood", Stance(tilt), Light(blur=0.5), (1200, 900), 0.75), rng)

    (found,) = locate(Photo(image, 1.0))

    corners = found.corners(Photo(image, 1.0))
    assert (found.rows, found.columns) == (5, 5)
    assert min(np.abs(np.roll(corners, turn, 0) - expected).max() for turn in range(4)) < 12


@pytest.mark.parametrize("name", ["two-kingdoms", "seven-by-seven"])
def test_every_search_finds_the_same_places_in_the_same_order(name: str) -> None:
    photo = load(SAMPLES / f"{name}.jpg")

    searches = [[place.corners(photo) for place in search(photo)] for search in (*SEARCHES[:1], *RETRY_SEARCHES)]

    for before, after in pairwise(searches):
        assert len(before) == len(after) > 0
        for one, other in zip(before, after, strict=True):
            np.testing.assert_allclose(one, other, atol=0.1 * float(np.linalg.norm(one[1] - one[0])) / 5)


def test_every_search_runs_before_no_kingdom_is_reported() -> None:
    steps: list[str] = []

    with pytest.raises(NoKingdomFound):
        read(Photo(np.full((480, 640, 3), 120, np.uint8), 1.0), progress=steps.append)

    assert steps.count("finding") == len(SEARCHES)


@pytest.mark.parametrize("search", SEARCHES)
def test_cut_off_kingdom_is_flagged_by_every_search(search: Search) -> None:
    """The border hides the photo's edge, beyond which nothing is known."""
    photo = load(SAMPLES / "two-kingdoms.jpg")
    place = locate(photo)[0]
    corners = place.corners(photo) / photo.scale
    square = float(np.linalg.norm(corners[1] - corners[0])) / place.columns
    cut = photo.image[:, int(corners[:, 0].min() + 1.5 * square) :]

    found = search(Photo(np.ascontiguousarray(cut), photo.scale))

    assert [each.truncated for each in found] == [True, False]
