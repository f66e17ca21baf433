"""Every kingdom of a photo is found, the small ones beside large ones too."""

from __future__ import annotations

import cv2
import numpy as np

from tests.given import KITCHEN
from vision import Photo, load, read, rectify
from vision.locate.locate import locate


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


def test_a_plain_picture_holds_no_kingdom() -> None:
    assert locate(Photo(np.full((480, 640, 3), 120, np.uint8), 1.0)) == []
