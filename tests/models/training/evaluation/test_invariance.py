"""What is harmless to a photo leaves its kingdom as it was, and what became worse is named."""

from dataclasses import asdict, replace

import numpy as np
import pytest

from models.training.evaluation import invariance
from models.training.evaluation.invariance import (
    AS_IT_IS,
    QUALITY,
    Answer,
    Answers,
    Shown,
    answers,
    changes,
    cost,
    kept,
    table,
    worse,
)
from tests.given import KITCHEN
from vision.pipeline.read import read

LONGEST = 4000  # pixels of a phone's photo
GOOD = Answer(AS_IT_IS, found=True, exact=True, sure=True)
TURNED = replace(GOOD, change="turned by 90 degrees")


def test_a_sample_photo_seen_plainly_shows_the_same_kingdom_under_every_change() -> None:
    (reading,) = read(KITCHEN)
    corners = np.array(reading.corners, np.float32)

    found = answers(Shown("kitchen", KITCHEN.read_bytes(), reading.kingdom, corners))

    assert found.steady, str(found)
    assert {"JPEG 75", "cut to 0.02 of a square"} < {each.change for each in found.answers}
    assert not found.answers[0].again
    assert 0 < found.answers[0].seconds < 1.5 * found.answers[0].first


def test_a_photo_of_another_kingdom_is_exact_under_no_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invariance, "changes", lambda *photo: changes(*photo)[:1])
    (reading,) = read(KITCHEN)
    turned = replace(reading.kingdom, rows=reading.kingdom.rows[::-1])  # in a mirror

    found = answers(Shown("mirrored", KITCHEN.read_bytes(), turned, None))

    assert all(each.found and not each.exact for each in found.answers)
    assert str(found).split(maxsplit=1) == ["mirrored", "0 of 2"]


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


def test_a_photo_is_shrunk_to_what_is_smaller_than_it() -> None:
    names = [name for name, _, _ in changes(None, (5, 5), 1600)]

    assert [name for name in names if name.endswith("pixels")] == ["1200 pixels"]


def test_what_is_read_worse_than_before_is_named() -> None:
    good = Answers("a.jpg", (GOOD, TURNED))
    lost = Answers("a.jpg", (GOOD, replace(TURNED, found=False, exact=False, sure=False)))
    lying = Answers("a.jpg", (GOOD, replace(TURNED, exact=False)))

    assert list(worse([good], [good])) == []
    assert list(worse([good], [lost])) == ["worse: a.jpg, turned by 90 degrees"]
    assert list(worse([lost], [good])) == ["better: a.jpg, turned by 90 degrees"]
    assert list(worse([lost], [lying])) == ["worse: a.jpg, turned by 90 degrees"]
    assert list(worse([], [lying])) == []


def test_what_was_found_is_compared_as_it_was_written() -> None:
    found = [Answers("a.jpg", (GOOD, replace(TURNED, sure=False)))]

    assert kept([asdict(photo) for photo in found]) == found


def test_a_photo_says_under_which_changes_it_is_read_otherwise_than_as_it_is() -> None:
    wrong, spoilt = replace(GOOD, exact=False), replace(TURNED, exact=False)

    assert str(Answers("a.jpg", (GOOD, TURNED))).endswith("2 of 2")
    assert str(Answers("a.jpg", (GOOD, spoilt))).endswith("1 of 2, not: turned by 90 degrees")
    assert str(Answers("a.jpg", (wrong, TURNED))).endswith("1 of 2, only: turned by 90 degrees")


def test_the_table_counts_every_photo_once_a_change_and_once_in_all() -> None:
    lies = replace(TURNED, exact=False)
    header, _, of_turned, total, steady, *_ = table(
        [Answers("a.jpg", (GOOD, lies)), Answers("b.jpg", (GOOD, replace(TURNED, sure=False)))]
    )

    assert header.split() == ["change", "photos", "exact", "spoilt", "sure", "lost", "sure", "and", "wrong"]
    assert of_turned.split()[-6:] == ["2", "1", "1", "1", "0", "1"]
    assert total.split() == ["all", "4", "3", "1", "3", "0", "1"]
    assert steady == "exact under every change: 1 of 2 photos"


def test_a_photo_that_was_never_exact_is_not_spoilt_by_a_change() -> None:
    wrong = replace(GOOD, exact=False, sure=False)
    _, _, _, total, *_ = table([Answers("a.jpg", (wrong, replace(wrong, change="JPEG 75")))])

    assert total.split() == ["all", "2", "0", "0", "0", "0", "0"]


def test_what_looking_again_costs_is_told_apart_from_what_is_seen_plainly() -> None:
    plain, doubted = replace(GOOD, first=0.5, seconds=0.5), replace(GOOD, again=True, first=0.5, seconds=1.25)

    assert [line.split()[-2:] for line in cost([plain, doubted])] == [["1", "1.00"], ["1", "2.50"], ["2", "1.75"]]
