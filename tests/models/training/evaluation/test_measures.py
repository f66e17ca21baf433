"""What could tell right readings from wrong ones is measured on the kingdoms that may be called sure."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

pytest.importorskip("torch")

from models.training.evaluation.evenings import Case, Evening, Lying, evenings
from models.training.evaluation.measures import measured
from scoring.kingdom import Kingdom

EASY = Case("easy", tilt=(5.0, 6.0))


@pytest.fixture(scope="module")
def easy() -> Evening:
    return next(evenings(EASY, 1))


def test_looks_at_an_easy_photo_agree(easy: Evening) -> None:
    (found,) = measured(easy)

    assert found.right
    assert min(found.extra.turned, found.extra.shifted, found.extra.lit_otherwise) > np.log(0.2)
    assert found.extra.familiar > -1.0


def test_a_blurred_photo_is_less_sharp(easy: Evening) -> None:
    blurred = replace(easy, image=np.asarray(cv2.GaussianBlur(easy.image, (0, 0), 2.0), np.uint8))
    ((sharp,), (soft,)) = (list(measured(evening)) for evening in (easy, blurred))

    assert soft.extra.sharp < sharp.extra.sharp


def test_another_kingdom_is_read_wrong(easy: Evening) -> None:
    other = Lying(Kingdom.parse("C w1 f / w s . / w f ."), easy.lying[0].corners)

    assert not any(each.right for each in measured(replace(easy, lying=(other,))))
