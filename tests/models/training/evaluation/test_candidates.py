"""Networks that might read squares are comparable, and the floor beneath them can be trained."""

import numpy as np
import pytest

pytest.importorskip("torch")

from models.training.art.tiles import tile
from models.training.evaluation.candidates import NETWORKS
from models.training.evaluation.classical import Classical, features
from models.training.networks.square_net import as_onnx
from models.training.pictures.patches import Patch
from vision.networks import open_session
from vision.squares.classify import KINDS

SOME = (0, 2, 4, 8)  # kinds


def patches(seed: int) -> list[Patch]:
    found = []
    for kind in SOME:
        for index in range(6):
            art = np.asarray(tile(KINDS[kind], np.random.default_rng((seed, kind, index)), 64))
            window = np.pad(art, ((32, 32), (32, 32), (0, 0)))
            found.append(Patch(window, window[..., 0] > 0, kind, "rendered", "a", "a", 0))
    return found


@pytest.mark.parametrize("name", list(NETWORKS))
def test_every_network_answers_for_all_kinds(name: str) -> None:
    crops = np.stack([patch.crop for patch in patches(1)])

    answers, _ = open_session(as_onnx(NETWORKS[name]())).run(["log_probabilities", "embedding"], {"crops": crops})

    assert answers.shape == (len(crops), len(KINDS))
    np.testing.assert_allclose(np.exp(answers).sum(1), 1.0, atol=1e-4)


def test_the_floor_tells_plain_terrains_apart() -> None:
    floor = Classical.trained(patches(1), seed=3)

    logs = floor.log_probabilities(np.stack([patch.crop for patch in patches(2)]))

    assert logs.shape == (len(patches(2)), len(KINDS))
    assert np.mean(logs.argmax(1) == [patch.kind for patch in patches(2)]) >= 0.8


def test_features_are_finite_for_a_crop_without_any_texture() -> None:
    found = features(np.zeros((1, 64, 64, 3), np.uint8))

    assert found.shape == (1, 336)
    assert np.isfinite(found).all()
