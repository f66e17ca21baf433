"""What the corner network answers is judged by what it should."""

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not here: pip install -e '.[train]'")

from models.training.networks.corner_net import loss  # noqa: E402
from vision.locate.heatmaps import CHANNELS  # noqa: E402 - after the skip


def test_a_right_answer_is_less_wrong_than_a_wrong_one() -> None:
    truth = torch.zeros(1, len(CHANNELS), 32, 32)
    truth[:, 0, 10, 10] = 1.0
    truth[:, 1, 5:20, 5:20] = 1.0
    right = torch.cat([20 * truth[:, :2] - 10, truth[:, 2:]], 1)

    assert float(loss(right, truth)) < 0.01 < float(loss(torch.zeros_like(right), truth))
