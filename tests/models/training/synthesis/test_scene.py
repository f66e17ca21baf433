"""Rendered photos show what their truth says, where it says."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.training.art.terrains import GROUND
from models.training.synthesis.camera import Stance, framed
from models.training.synthesis.legal_play import play
from models.training.synthesis.light import Light
from models.training.synthesis.scene import Laid, Scene, Truth, render
from scoring.terrain import Terrain
from vision.photo.photo import Bgr

EVEN_LIGHT = Light(noise=1.0, blur=0.3)
FLAT = {terrain: colour for terrain, colour in GROUND.items() if terrain not in (Terrain.FOREST, Terrain.MINE)}


def _scene(laid: Laid) -> Scene:
    return replace(Scene.framed((laid,), "felt", Stance(30, -60, 5), EVEN_LIGHT, (640, 480)), drift=0.0)


def _rectified(image: Bgr, truth: Truth) -> Bgr:
    kingdom = truth.kingdom
    width, height = kingdom.width * 40, kingdom.height * 40
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(truth.corners, target)
    return np.asarray(cv2.warpPerspective(image, matrix, (width, height)), np.uint8)


@pytest.mark.parametrize("seed", [0, 1])
def test_the_squares_lie_where_the_true_corners_say(seed: int) -> None:
    laid = Laid(play(np.random.default_rng(seed), complete=True), turn=12)
    image, (truth,) = render(_scene(laid), np.random.default_rng(seed))
    board = _rectified(image, truth)
    checked = 0
    for (row, col), square in truth.kingdom.squares():
        if square.terrain in FLAT and not square.crowns:
            seen = np.median(board[row * 40 + 5 : row * 40 + 35, col * 40 + 5 : col * 40 + 35], axis=(0, 1))
            assert min(FLAT, key=lambda other: float(np.linalg.norm(seen - np.array(FLAT[other])))) is square.terrain
            checked += 1
    assert checked >= 5


def test_table_shows_in_the_gaps_and_begins_at_the_true_corners() -> None:
    laid = Laid(play(np.random.default_rng(11), turns=8))  # 17 squares fill no rectangle
    image, (truth,) = render(_scene(laid), np.random.default_rng(2))
    table = np.median(image[:20].reshape(-1, 3), axis=0)
    board = _rectified(image, truth)
    gaps = [position for position, square in truth.kingdom.squares() if square.is_empty]

    assert gaps
    for row, col in gaps:
        middle = board[row * 40 + 15 : row * 40 + 25, col * 40 + 15 : col * 40 + 25]
        assert np.abs(np.median(middle, axis=(0, 1)) - table).max() < 40


def test_the_same_seed_takes_the_same_photo() -> None:
    scene = _scene(Laid(play(np.random.default_rng(3), turns=4)))
    (once, _), (again, _) = (render(scene, np.random.default_rng(4)) for _ in range(2))

    assert np.array_equal(once, again)


@given(tilt=st.floats(0, 45), heading=st.floats(-180, 180), roll=st.floats(-20, 20))
@settings(max_examples=40)
def test_a_camera_returns_to_the_table_what_it_took_from_it(tilt: float, heading: float, roll: float) -> None:
    places = np.array([(0, 0), (5, 0), (5, 5), (0, 5)], np.float64)
    camera = framed(places, Stance(tilt, heading, roll), 400, 300, 0.8)
    seen = camera.to_picture(places)

    assert np.allclose(camera.to_plane(seen), places, atol=1e-6)
    assert np.ptp(seen, axis=0)[0] <= 0.81 * 400
    assert np.ptp(seen, axis=0)[1] <= 0.81 * 300
    assert camera.eye[2] > 0
