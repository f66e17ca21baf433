"""What is harmless to a photo leaves its kingdom as it was, and what became worse is named."""

from dataclasses import replace

import numpy as np
import pytest

from models.training.evaluation import invariance
from models.training.evaluation.invariance import AS_IT_IS, QUALITY, Answer, Answers, Shown, answers, changes, table
from tests.given import KITCHEN
from vision.pipeline.read import read

LONGEST = 4000  # pixels of a phone's photo
GOOD = Answer(AS_IT_IS, found=True, exact=True, sure=True)
TURNED = replace(GOOD, change="turned by 90 degrees")


def test_a_sample_photo_seen_plainly_shows_the_same_kingdom_under_every_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(invariance, "changes", lambda *photo: changes(*photo)[::9])
    (reading,) = read(KITCHEN)
    corners = np.array(reading.corners, np.float32)

    found = answers(Shown("kitchen", KITCHEN.read_bytes(), reading.kingdom, corners))

    assert found.steady, str(found)
    assert len(found.answers) > 2
    assert not found.answers[0].again


def test_a_photo_whose_corners_nobody_knows_is_not_cut() -> None:
    with_corners = changes(np.array([[0, 0], [9, 0], [9, 9], [0, 9]], np.float32), (3, 3), LONGEST)
    names = [name for name, _, _ in changes(None, (3, 3), LONGEST)]

    assert len(with_corners) == len(names) + 3
    assert not any(name.startswith("cut") for name in names)
    assert len(set(names)) == len(names)
    assert {quality for _, _, quality in with_corners} == {92, 75, QUALITY}


def test_the_table_counts_every_photo_once_a_change_and_once_in_all() -> None:
    lies = replace(TURNED, exact=False)
    header, _, of_turned, total, steady, *_ = table(
        [Answers("a.jpg", (GOOD, lies)), Answers("b.jpg", (GOOD, replace(TURNED, sure=False)))]
    )

    assert header.split() == ["change", "photos", "exact", "spoilt", "sure", "lost", "sure", "and", "wrong"]
    assert of_turned.split()[-6:] == ["2", "1", "1", "1", "0", "1"]
    assert total.split() == ["all", "4", "3", "1", "3", "0", "1"]
    assert steady == "exact under every change: 1 of 2 photos"
