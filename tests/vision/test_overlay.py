"""Drawings on the photo: new images, in the right places."""

from __future__ import annotations

import numpy as np

from scoring import Kingdom
from vision.overlay import with_grid, with_numbers, with_territories
from vision.photo.photo import Bgr
from vision.rectify import grid_crossings

CORNERS = np.array([[40, 30], [340, 50], [360, 290], [20, 270]], np.float32)
KINGDOM = Kingdom.parse("w1wC/ffl/f1ll")


def photo() -> Bgr:
    return np.full((320, 400, 3), 120, np.uint8)


def changed(drawing: Bgr, x: float, y: float, reach: int = 3) -> bool:
    """Whether anything was drawn near a point."""
    near = drawing[round(y) - reach : round(y) + reach + 1, round(x) - reach : round(x) + reach + 1]
    return bool((near != 120).any())


def test_drawing_leaves_the_photo_as_it_was() -> None:
    image = photo()

    with_grid(image, CORNERS, 3, 3)
    with_territories(image, CORNERS, KINGDOM)
    with_numbers(image, [CORNERS])

    assert (image == 120).all()


def test_the_grid_passes_through_every_crossing() -> None:
    drawing = with_grid(photo(), CORNERS, 3, 3)

    assert all(changed(drawing, x, y) for x, y in grid_crossings(CORNERS, 3, 3).reshape(-1, 2))
    assert not changed(drawing, 390, 310)


def test_no_border_parts_two_squares_of_one_territory() -> None:
    drawing = with_territories(photo(), CORNERS, KINGDOM)
    crossings = grid_crossings(CORNERS, 3, 3)

    between_wheats = (crossings[0, 1] + crossings[1, 1]) / 2
    between_wheat_and_castle = (crossings[0, 2] + crossings[1, 2]) / 2
    x, y = between_wheats
    assert not changed(drawing, x, y + 14, reach=1)
    assert changed(drawing, *between_wheat_and_castle)


def test_every_kingdom_to_choose_from_is_numbered_in_its_middle() -> None:
    outlines = [CORNERS * 0.4, CORNERS * 0.4 + 160]

    drawing = with_numbers(photo(), outlines)

    assert all(changed(drawing, *outline.mean(axis=0)) for outline in outlines)


def test_a_kingdom_keeps_its_number_when_those_before_it_are_dealt() -> None:
    here, there = CORNERS * 0.4, CORNERS * 0.4 + 160
    lower = slice(200, None)

    both = with_numbers(photo(), [here, there])[lower]

    np.testing.assert_array_equal(both, with_numbers(photo(), [there], first=2)[lower])
    assert (both != with_numbers(photo(), [there])[lower]).any()
