"""The corner network answers at half the picture's resolution, in training and once exported."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not here: pip install -e '.[train]'")

from models.training.networks.corner_net import CornerNet, as_onnx, loss  # noqa: E402
from vision.locate.heatmaps import CHANNELS, STRIDE  # noqa: E402 - after the skip
from vision.networks import open_session  # noqa: E402


def test_the_answer_has_a_layer_for_every_channel() -> None:
    answer = CornerNet().eval()(torch.zeros(1, 3, 64, 96))

    assert answer.shape == (1, len(CHANNELS), 64 // STRIDE, 96 // STRIDE)


def test_the_exported_network_answers_the_same() -> None:
    torch.manual_seed(3)
    net = CornerNet().eval()
    picture = 255 * torch.rand(1, 3, 96, 128)

    with torch.no_grad():
        expected = net(picture).numpy()

    (answer,) = open_session(as_onnx(net)).run(None, {"picture": picture.numpy()})
    np.testing.assert_allclose(answer, expected, atol=1e-4)


def test_a_right_answer_is_less_wrong_than_a_wrong_one() -> None:
    truth = torch.zeros(1, len(CHANNELS), 32, 32)
    truth[:, 0, 10, 10] = 1.0
    truth[:, 1, 5:20, 5:20] = 1.0
    right = torch.cat([20 * truth[:, :2] - 10, truth[:, 2:]], 1)

    assert float(loss(right, truth)) < 0.01 < float(loss(torch.zeros_like(right), truth))
