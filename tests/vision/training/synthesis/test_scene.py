"""Rendered photos show what their truth says, where it says."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.kingdom import Kingdom
from scoring.terrain import Terrain
from vision.photo.photo import Bgr
from vision.training.art.table_tops import SURFACES, surface
from vision.training.art.terrains import GROUND
from vision.training.renderer.laid_kingdom import Hand
from vision.training.renderer.lamp_light import Light
from vision.training.renderer.table_scene import Laid, Scene, Truth, draw_scene, render
from vision.training.renderer.table_view import Stance, framed
from vision.training.synthesis.legal_play import play

EVEN_LIGHT = Light(falloff=0.0, noise=1.0, blur=0.3)
FLAT = {terrain: colour for terrain, colour in GROUND.items() if terrain not in (Terrain.FOREST, Terrain.MINE)}


def _scene(seed: int, **changes: object) -> Scene:
    laid = Laid(play(np.random.default_rng(seed), complete=True), turn=12)
    stance = Stance(tilt=30, heading=-60, roll=5)
    scene = Scene((laid,), "felt", stance, EVEN_LIGHT, Hand(0, 0), 640, 480)
    return replace(scene, **changes)  # type: ignore[arg-type]


def _rectified(image: Bgr, truth: Truth) -> Bgr:
    kingdom = Kingdom.parse(truth.code)
    width, height = kingdom.width * 40, kingdom.height * 40
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(truth.corners, target)
    return np.asarray(cv2.warpPerspective(image, matrix, (width, height)), np.uint8)


@pytest.mark.parametrize("seed", [0, 1])
def test_the_squares_lie_where_the_true_corners_say(seed: int) -> None:
    image, (truth,) = render(_scene(seed), np.random.default_rng(seed))
    board = _rectified(image, truth)
    checked = 0
    for (row, col), square in Kingdom.parse(truth.code).squares():
        if square.terrain in FLAT and not square.crowns:
            seen = np.median(board[row * 40 + 5 : row * 40 + 35, col * 40 + 5 : col * 40 + 35], axis=(0, 1))
            assert min(FLAT, key=lambda other: float(np.linalg.norm(seen - np.array(FLAT[other])))) is square.terrain
            checked += 1
    assert checked >= 5


def test_table_shows_in_the_gaps_and_begins_at_the_true_corners() -> None:
    laid = Laid(play(np.random.default_rng(11), turns=8))  # 17 squares fill no rectangle
    scene = _scene(0, kingdoms=(laid,), surface="felt")
    image, (truth,) = render(scene, np.random.default_rng(2))
    table = np.median(image[:20].reshape(-1, 3), axis=0)
    board = _rectified(image, truth)
    kingdom = Kingdom.parse(truth.code)
    gaps = [position for position, square in kingdom.squares() if square.is_empty]

    assert gaps
    for row, col in gaps:
        middle = board[row * 40 + 15 : row * 40 + 25, col * 40 + 15 : col * 40 + 25]
        assert np.abs(np.median(middle, axis=(0, 1)) - table).max() < 40


def test_the_same_seed_takes_the_same_photo() -> None:
    scene = replace(draw_scene(np.random.default_rng(3)), width=320, height=240)
    (once, truths), (again, same) = (render(scene, np.random.default_rng(4)) for _ in range(2))

    assert np.array_equal(once, again)
    assert [truth.code for truth in truths] == [truth.code for truth in same]


@given(seed=st.integers(0, 10**6))
@settings(max_examples=30)
def test_random_scenes_show_whole_kingdoms_turned_less_than_45_degrees(seed: int) -> None:
    scene = draw_scene(np.random.default_rng(seed), width=400, height=300)
    places = np.concatenate([laid.corners() for laid in scene.kingdoms])
    view = framed(places, scene.stance, scene.width, scene.height, scene.fill)
    for laid in scene.kingdoms:
        seen = view.to_picture(laid.corners())
        assert (seen > 0).all()
        assert (seen < [400, 300]).all()
        across = (seen[1] + seen[2] - seen[0] - seen[3]) / 2
        assert abs(np.degrees(np.arctan2(across[1], across[0]))) < 45


@given(tilt=st.floats(0, 45), heading=st.floats(-180, 180), roll=st.floats(-20, 20))
@settings(max_examples=40)
def test_a_view_returns_to_the_table_what_it_took_from_it(tilt: float, heading: float, roll: float) -> None:
    places = np.array([(0, 0), (5, 0), (5, 5), (0, 5)], np.float64)
    view = framed(places, Stance(tilt, heading, roll), 400, 300, 0.8)
    seen = view.to_picture(places)

    assert np.allclose(view.to_table(seen), places, atol=1e-6)
    assert np.ptp(seen, axis=0)[0] <= 0.81 * 400
    assert np.ptp(seen, axis=0)[1] <= 0.81 * 300
    assert view.eye[2] > 0


@pytest.mark.parametrize("kind", SURFACES)
def test_every_table_top_can_be_drawn_and_is_no_flat_colour(kind: str) -> None:
    top = surface(np.random.default_rng(1), 128, square_px=32, kind=kind)

    assert top.shape == (128, 128, 3)
    assert top.std(axis=(0, 1)).max() > 1
