"""A network taken up again from its file answers as that file does, and can be trained on."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not here: pip install -e '.[train]'")

from models.training.networks.corner_net import CornerNet, as_onnx  # noqa: E402
from models.training.networks.layers import between, taken_up  # noqa: E402
from models.training.networks.square_net import as_onnx as squares_onnx  # noqa: E402
from models.training.train_corners import FIRST  # noqa: E402
from models.training.train_squares import FIRST as FIRST_SQUARES  # noqa: E402
from models.training.train_squares import first  # noqa: E402
from vision.networks import open_session  # noqa: E402 - after the skip

EXAMPLE = torch.zeros(1, 3, 64, 64)


def test_the_first_training_is_taken_up_as_it_was_left() -> None:
    picture = np.random.default_rng(0).uniform(0, 255, (1, 3, 64, 96)).astype(np.float32)
    net = taken_up(CornerNet(), FIRST.read_bytes(), EXAMPLE).eval()

    (expected,) = open_session(FIRST.read_bytes()).run(None, {"picture": picture})

    with torch.no_grad():
        np.testing.assert_allclose(net(torch.from_numpy(picture)).numpy(), expected, atol=1e-4)
    assert all(parameter.requires_grad for parameter in net.parameters())


def test_the_file_of_another_network_is_refused() -> None:
    narrow = as_onnx(CornerNet((8, 8, 8, 8, 8)))

    with pytest.raises(ValueError, match="not the network's"):
        taken_up(CornerNet(), narrow, EXAMPLE)


def test_between_two_networks_lie_those_with_a_share_of_the_weights_of_each() -> None:
    torch.manual_seed(0)
    one, other = CornerNet(), CornerNet()

    quarter = between(one, other, 0.25)

    for name, weight in quarter.named_parameters():
        expected = 0.25 * one.get_parameter(name) + 0.75 * other.get_parameter(name)
        torch.testing.assert_close(weight, expected)


def test_the_squares_network_begins_as_its_first_training_left_it() -> None:
    crops = np.random.default_rng(0).integers(0, 255, (3, 64, 64, 3), dtype=np.uint8)

    expected = open_session(FIRST_SQUARES.read_bytes()).run(["log_probabilities", "covered"], {"crops": crops})
    outputs = ["log_probabilities", "covered", "in_printings"]
    seen, covered, joint = open_session(squares_onnx(first())).run(outputs, {"crops": crops})

    np.testing.assert_allclose(seen, expected[0], atol=1e-4)
    np.testing.assert_allclose(covered, expected[1], atol=1e-4)
    np.testing.assert_allclose(np.logaddexp.reduce(joint, 2), seen, atol=1e-4)
