"""Kingdoms are found at tilts at which the far squares look a third as large as the near ones."""

import numpy as np
import pytest

from models.training.synthesis.camera import Stance
from models.training.synthesis.legal_play import play
from models.training.synthesis.light import Light
from models.training.synthesis.scene import Laid, Scene, render
from vision.locate.heatmaps import Heatmaps
from vision.locate.locate import locate
from vision.locate.steep import view_from_above
from vision.photo.photo import Photo


@pytest.mark.parametrize("tilt", [15, 60])
def test_a_kingdom_is_found_at_any_tilt(tilt: int) -> None:
    rng = np.random.default_rng(tilt)
    laid = Laid(play(rng, complete=True), turn=10)
    image, (truth,) = render(Scene.framed((laid,), "wood", Stance(tilt), Light(blur=0.5), (1200, 900), 0.75), rng)

    (found,) = locate(Photo(image, 1.0))

    corners = found.corners(Photo(image, 1.0))
    assert (found.rows, found.columns) == (5, 5)
    assert min(np.abs(np.roll(corners, turn, 0) - truth.corners).max() for turn in range(4)) < 12


def test_where_nothing_is_like_a_tile_there_is_no_view_from_above() -> None:
    nothing = np.zeros((32, 32), np.float32)
    heatmaps = Heatmaps(nothing, nothing, np.zeros((5, 32, 32), np.float32), 2, 24.0)

    assert view_from_above(np.zeros((64, 64, 3), np.uint8), heatmaps, np.eye(3)) is None
