"""What is harmless to a photo leaves its kingdom as it was, and what became worse is named."""

from dataclasses import replace

import cv2
import numpy as np

from models.training.evaluation.same import QUALITY, Answer, changes, table, worse
from tests.given import KITCHEN
from vision.pipeline.read import read

GOOD = Answer("a.jpg", "turned by 90 degrees", found=True, exact=True, sure=True)


def test_a_sample_photo_shows_the_same_kingdom_under_every_change() -> None:
    photo = np.asarray(cv2.imread(str(KITCHEN)), np.uint8)
    (reading,) = read(KITCHEN)
    corners = np.array(reading.corners, np.float32)
    squares = sorted(str(square) for _, square in reading.kingdom.squares())

    for _, apply, quality in changes(corners, (reading.kingdom.height, reading.kingdom.width)):
        file = cv2.imencode(".jpg", apply(photo), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        (same,) = read(file.tobytes())
        assert sorted(str(square) for _, square in same.kingdom.squares()) == squares


def test_a_photo_whose_corners_nobody_knows_is_not_cut() -> None:
    with_corners = changes(np.array([[0, 0], [9, 0], [9, 9], [0, 9]], np.float32), (3, 3))
    names = [name for name, _, _ in changes(None, (3, 3))]

    assert len(with_corners) == len(names) + 3
    assert not any(name.startswith("cut") for name in names)
    assert len(set(names)) == len(names)
    assert {quality for _, _, quality in with_corners} == {92, 75, QUALITY}


def test_a_cut_photo_ends_where_the_kingdom_does() -> None:
    image = np.zeros((100, 120, 3), np.uint8)
    corners = np.array([[20, 30], [80, 30], [80, 90], [20, 90]], np.float32)

    cut = next(apply for name, apply, _ in changes(corners, (3, 3)) if name == "cut to 0.1 of a square")

    assert cut(image).shape == (64, 64, 3)


def test_what_is_read_worse_than_before_is_named() -> None:
    lost, lying = replace(GOOD, found=False, exact=False, sure=False), replace(GOOD, exact=False)

    assert list(worse([GOOD], [GOOD])) == []
    assert list(worse([GOOD], [lost])) == ["worse: a.jpg, turned by 90 degrees"]
    assert list(worse([lost], [GOOD])) == ["better: a.jpg, turned by 90 degrees"]
    assert list(worse([lost], [lying])) == ["worse: a.jpg, turned by 90 degrees"]


def test_the_table_counts_every_photo_once_a_change_and_once_in_all() -> None:
    *_, total, steady = table([GOOD, replace(GOOD, change="JPEG 75", exact=False), replace(GOOD, photo="b.jpg")])

    assert total.split() == ["all", "3", "2", "3", "0", "1"]
    assert steady == "exact under every change: 1 of 2 photos"
