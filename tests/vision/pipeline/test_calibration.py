"""A board is sure if its least sure square is, and unseen squares are doubtful."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.training.networks.publishing import publish, publish_facts
from tests.project import ROOT, copy_with_another_network
from tests.sample_photos import KITCHEN
from vision.networks import FOLDER_VARIABLE
from vision.pipeline.calibration import (
    CALIBRATED_NETWORKS,
    ENTRY,
    KINGDOM,
    UNCALIBRATED,
    Calibration,
    get_calibration,
    identify_networks,
    is_sure,
    load_calibration,
    weaken_hidden_squares,
)
from vision.pipeline.warnings import warn_of_calibration
from vision.squares.classify import KINDS
from vision.squares.reading import SquareReading

CONFIDENCES = st.floats(0, 1)


@given(st.lists(st.tuples(CONFIDENCES, CONFIDENCES), min_size=1))
def test_board_confidence_is_that_of_its_weakest_square(
    seen: list[tuple[float, float]],
) -> None:
    row = tuple(SquareReading(KINDS[0], confidence) for confidence, _ in seen)

    squares = weaken_hidden_squares((row,), np.array([[share for _, share in seen]], np.float32))

    bounds = [min(confidence, 1 - share) for confidence, share in seen]
    assert all(square.confidence <= bound + 1e-6 for square, bound in zip(squares[0], bounds, strict=True))
    assert is_sure(squares, get_calibration()) == all(
        square.confidence >= get_calibration().sure for square in squares[0]
    )
    assert not is_sure(squares, UNCALIBRATED)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of three networks and their calibration."""
    for name in CALIBRATED_NETWORKS:
        publish(name, name.encode(), {}, tmp_path)
    publish_facts(ENTRY, {"sure": 0.7, "doubtful": 0.9, "castle": 0.95, "of": identify_networks(tmp_path)}, tmp_path)
    return tmp_path


def test_calibration_belongs_to_its_networks(folder: Path) -> None:
    assert load_calibration(folder) == Calibration(sure=0.7, doubtful=0.9, castle=0.95)
    assert warn_of_calibration(load_calibration(folder)) == ()


@pytest.mark.parametrize("name", CALIBRATED_NETWORKS)
def test_other_network_keeps_only_the_kingdom_classifier(folder: Path, name: str) -> None:
    fit = {"weights": [1.0] * 8, "bias": 5.0, "accept_log_odds": 0.0, "certain_log_odds": 4.0}
    publish(name, b"other weights", {}, folder)
    before = load_calibration(folder)
    publish_facts(KINGDOM, {**fit, "of": identify_networks(folder)}, folder)

    like = load_calibration(folder).kingdom

    assert before == UNCALIBRATED
    assert like.log_odds([1] * 8) == 13.0
    assert load_calibration(folder) == UNCALIBRATED._replace(kingdom=like)
    assert warn_of_calibration(load_calibration(folder))


def test_reading_by_another_network_is_never_sure(tmp_path: Path) -> None:
    probe = "import sys, vision; (read,) = vision.read(sys.argv[1]); print(read.sure, read.castle, *read.warnings)"
    networks = copy_with_another_network(tmp_path / "networks")

    said = subprocess.run(
        [sys.executable, "-c", probe, str(KITCHEN)],
        env=os.environ | {FOLDER_VARIABLE: str(networks)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert said.stdout.startswith("False None Nothing is called sure")
