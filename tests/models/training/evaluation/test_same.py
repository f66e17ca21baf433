"""What is harmless to a photo leaves its kingdom as it was, and what became worse is named."""

from dataclasses import replace

import cv2
import numpy as np

from models.training.art.editions import Drawn
from models.training.evaluation.same import (
    AS_IT_IS,
    QUALITY,
    Answer,
    answers,
    changes,
    composed_photos,
    table,
    worse,
)
from tests.given import KITCHEN
from vision.pipeline.read import read

GOOD = Answer("a.jpg", "turned by 90 degrees", found=True, exact=True, sure=True)
LONGEST = 4000  # pixels of a phone's photo


def test_a_sample_photo_shows_the_same_kingdom_under_every_change() -> None:
    photo = np.asarray(cv2.imread(str(KITCHEN)), np.uint8)
    (reading,) = read(KITCHEN)
    corners = np.array(reading.corners, np.float32)
    squares = sorted(str(square) for _, square in reading.kingdom.squares())

    for _, apply, quality in changes(corners, (reading.kingdom.height, reading.kingdom.width), max(photo.shape)):
        file = cv2.imencode(".jpg", apply(photo), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        (same,) = read(file.tobytes())
        assert sorted(str(square) for _, square in same.kingdom.squares()) == squares


def test_a_photo_whose_corners_nobody_knows_is_not_cut() -> None:
    with_corners = changes(np.array([[0, 0], [9, 0], [9, 9], [0, 9]], np.float32), (3, 3), LONGEST)
    names = [name for name, _, _ in changes(None, (3, 3), LONGEST)]

    assert len(with_corners) == len(names) + 3
    assert not any(name.startswith("cut") for name in names)
    assert len(set(names)) == len(names)
    assert {quality for _, _, quality in with_corners} == {92, 75, QUALITY}


def test_a_cut_photo_ends_where_the_kingdom_does() -> None:
    image = np.zeros((100, 120, 3), np.uint8)
    corners = np.array([[20, 30], [80, 30], [80, 90], [20, 90]], np.float32)

    cut = next(apply for name, apply, _ in changes(corners, (3, 3), LONGEST) if name == "cut to 0.1 of a square")

    assert cut(image).shape == (64, 64, 3)


def test_what_is_read_worse_than_before_is_named() -> None:
    lost, lying = replace(GOOD, found=False, exact=False, sure=False), replace(GOOD, exact=False)

    assert list(worse([GOOD], [GOOD])) == []
    assert list(worse([GOOD], [lost])) == ["worse: a.jpg, turned by 90 degrees"]
    assert list(worse([lost], [GOOD])) == ["better: a.jpg, turned by 90 degrees"]
    assert list(worse([lost], [lying])) == ["worse: a.jpg, turned by 90 degrees"]


def test_the_table_counts_every_photo_once_a_change_and_once_in_all() -> None:
    as_it_is, turned = replace(GOOD, change=AS_IT_IS), replace(GOOD, exact=False)
    header, _, of_turned, total, *_, steady = table([as_it_is, turned, replace(GOOD, photo="b.jpg", sure=False)])

    assert header.split() == ["change", "photos", "exact", "spoilt", "sure", "lost", "sure", "and", "wrong"]
    assert of_turned.split()[-6:] == ["2", "1", "1", "1", "0", "1"]
    assert total.split() == ["all", "3", "2", "1", "2", "0", "1"]
    assert steady == "exact under every change: 1 of 2 photos"


def test_a_photo_that_was_never_exact_is_not_spoilt_by_a_change() -> None:
    hard = replace(GOOD, change=AS_IT_IS, exact=False, sure=False)
    *_, total, _, told, _ = table([hard, replace(hard, change="JPEG 75")])

    assert total.split() == ["all", "2", "0", "0", "0", "0", "0"]
    assert told == "a.jpg: exact under 0 of 2"


def test_a_photo_is_shrunk_to_what_is_smaller_than_it() -> None:
    names = [name for name, _, _ in changes(None, (5, 5), 1600)]

    assert [name for name in names if name.endswith("pixels")] == ["1200 pixels"]


def test_composed_photos_show_one_whole_kingdom_each() -> None:
    shown = next(composed_photos(1, Drawn.box))
    answer = next(answers([shown]))

    assert shown.name == "cloth: blue 0"
    assert shown.corners is not None
    assert answer == Answer(shown.name, AS_IT_IS, found=True, exact=True, sure=answer.sure)
