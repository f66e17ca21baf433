"""Kingdoms are decoded together from the evidence of photos."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scoring import BASE, Square
from tests.vision.seen_kingdoms import GRASS, SWAMP, evidence_of
from vision.pipeline.calibration import Calibration
from vision.pipeline.evidence import Evidence, assess_together

UNSURE = evidence_of("Cwg2", swamp=0.4)  # the box has one domino of wheat and two crowns of grassland
PLAIN = evidence_of("Cwg2")


@pytest.mark.parametrize(
    ("seen", "read_as"),
    [([UNSURE], [GRASS]), ([UNSURE, PLAIN], [SWAMP, GRASS])],
    ids=["alone", "beside a photo that shows it plainly"],
)
def test_a_domino_is_not_used_twice(seen: list[Evidence], read_as: list[Square]) -> None:
    assert [each.kingdom[0, 2] for each in assess_together(seen, BASE)] == read_as


def test_square_of_low_confidence_is_doubtful() -> None:
    [assessment] = assess_together([UNSURE], BASE)

    assert assessment.doubtful == {(0, 2)}
    assert not assessment.sure


def test_evidence_is_judged_by_its_calibration() -> None:
    lenient = Calibration(sure=0.1, doubtful=0.1, castle=0.1)
    [assessment] = assess_together([replace(UNSURE, calibration=lenient)], BASE)

    assert assessment.doubtful == frozenset()
    assert assessment.sure


def test_both_squares_of_a_stray_domino_are_doubtful() -> None:
    [assessment] = assess_together([evidence_of("wwCwwgg")], BASE)

    assert assessment.doubtful == {(0, 5), (0, 6)}
    assert not assessment.sure


def test_evidence_of_another_box_is_not_reused() -> None:
    assert UNSURE.is_of(BASE)
    wider = Evidence(UNSURE.log_probabilities, UNSURE.occupancy, UNSURE.hidden, np.zeros((1, 3, 17), np.float32))
    assert not wider.is_of(BASE)
