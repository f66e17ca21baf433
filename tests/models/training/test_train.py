"""Every shipped network has a training program that runs."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.boxes import Printing
from tests.project import ROOT
from vision.locate.heatmaps import CHANNELS
from vision.networks import open_session, read_network
from vision.pipeline.calibration import ENTRY, KINGDOM
from vision.squares.castles import parse_ensembles

pytest.importorskip("torch", reason="PyTorch is not here: pip install --group train")

import torch
from torch import Tensor, nn

from models.training import train_castles, train_corners, train_known, train_squares
from models.training.networks import corner_net, square_net
from models.training.networks.corner_net import CornerNet
from models.training.networks.fit import Recipe, fit
from models.training.networks.layers import between, load_folded_weights
from models.training.networks.square_net import SquareNet
from models.training.pictures.castles import render_castles
from models.training.pictures.patches import load_patches
from models.training.pictures.textures import TextureBank
from models.training.synthesis.supply import Supply
from models.training.train import AFTER, NETWORKS

KEPT = {"looks"}  # a first training that everything goes on from
PUBLISHED = re.compile(r"publish(?:_facts)?\(\s*(\"?\w+\"?),")


def test_every_manifest_entry_has_a_training_program() -> None:
    sources = [Path(str(find_spec(module).origin)).read_text() for module in (*NETWORKS, *AFTER)]  # type: ignore[union-attr]
    named = {"ENTRY": ENTRY, "KINGDOM": KINGDOM}
    made = {named.get(name, name.strip('"')) for source in sources for name in PUBLISHED.findall(source)}

    assert made | KEPT == {*json.loads((ROOT / "models" / "manifest.json").read_text(encoding="utf-8"))}


def test_the_corner_network_is_trained_and_answers(bank: TextureBank) -> None:
    kept: list[CornerNet] = []

    train_corners.train(bank, train_corners.Recipe(steps=2, batch=2), lambda net, _: kept.append(net))

    network = open_session(corner_net.as_onnx(kept[-1]))
    (answer,) = network.run(None, {"picture": np.zeros((1, 3, 64, 64), np.float32)})
    assert np.isfinite(answer).all()


def test_the_squares_network_is_trained_and_answers(data: Path, supply: Supply) -> None:
    kept: list[SquareNet] = []
    recipe = train_squares.Recipe(steps=2, batch=8, mix=supply.mix)

    train_squares.train(load_patches(data), data, recipe, lambda net, _: kept.append(net))

    network = open_session(square_net.as_onnx(kept[-1]))
    logs = network.run(["log_probabilities"], {"crops": np.zeros((2, 64, 64, 3), np.uint8)})[0]
    assert np.exp(logs).sum(1) == pytest.approx(1.0, abs=1e-3)


def test_castle_perceptrons_are_stored_as_numbers() -> None:
    recipe = train_castles.Recipe(looks=3, perceptrons=1, rounds=3)
    looks = [train_castles.looks_at(each, number, recipe) for number, each in enumerate(render_castles(1, 3))]

    trained = train_castles.train(looks, recipe)

    stored = parse_ensembles(train_castles.content_of({Printing.OLDER: trained}))[Printing.OLDER]
    np.testing.assert_allclose(stored[0].predict(looks[0].seen), trained[0].predict(looks[0].seen), atol=1e-2)


def test_known_tiles_are_chosen_of_every_kind(data: Path, supply: Supply) -> None:
    network = open_session(read_network("looks"))

    chosen = train_known.choose_embeddings(
        network, load_patches(data), data, train_known.Recipe(drawn=20, each=1, mix=supply.mix)
    )

    assert len(chosen) >= 16
    assert np.linalg.norm(chosen, axis=1) == pytest.approx(1.0, abs=1e-3)


# --- Networks


RECIPE = Recipe(steps=60, batch=16, peak_rate=0.3, averaging=0.5)


def draw(step: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Numbers and their negatives."""
    x = np.random.default_rng(step).normal(0, 1, (RECIPE.batch, 1)).astype(np.float32)
    return x, -x


def square_loss(net: nn.Module, pictures: Tensor, truth: Tensor) -> Tensor:
    return ((net(pictures).float() - truth) ** 2).mean()


def test_a_network_learns_what_its_batches_show() -> None:
    net = fit(lambda: nn.Linear(1, 1), draw, square_loss, RECIPE)

    x = torch.tensor([[-1.0], [2.0]])
    assert square_loss(net, x, -x).item() < 0.05
    assert not net.training


def test_weights_depend_on_the_seed_alone() -> None:
    first, again = (fit(lambda: nn.Linear(1, 1), draw, square_loss, RECIPE).state_dict() for _ in range(2))
    other = fit(lambda: nn.Linear(1, 1), draw, square_loss, replace(RECIPE, seed=8)).state_dict()

    assert all(torch.equal(first[name], again[name]) for name in first)
    assert not all(torch.equal(first[name], other[name]) for name in first)


def test_batches_are_drawn_by_opencv_after_its_threads_have_run() -> None:
    def draw_blurred(step: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        x, y = draw(step)
        return cv2.GaussianBlur(np.tile(x, (200, 2000)), (0, 0), 3.0)[: len(x), :1], y

    cv2.setNumThreads(4)
    cv2.GaussianBlur(np.zeros((2000, 2000), np.float32), (0, 0), 3.0)

    assert fit(lambda: nn.Linear(1, 1), draw_blurred, square_loss, replace(RECIPE, steps=2))


def test_a_right_answer_is_less_wrong_than_a_wrong_one() -> None:
    truth = torch.zeros(1, len(CHANNELS), 32, 32)
    truth[:, 0, 10, 10] = 1.0
    truth[:, 1, 5:20, 5:20] = 1.0
    right = torch.cat([20 * truth[:, :2] - 10, truth[:, 2:]], 1)

    assert float(corner_net.loss(right, truth)) < 0.01 < float(corner_net.loss(torch.zeros_like(right), truth))


EXAMPLE = torch.zeros(1, 3, 64, 64)


def test_the_first_training_is_taken_up_as_it_was_left() -> None:
    picture = np.random.default_rng(0).uniform(0, 255, (1, 3, 64, 96)).astype(np.float32)
    net = load_folded_weights(CornerNet(), train_corners.FIRST.read_bytes(), EXAMPLE).eval()

    (expected,) = open_session(train_corners.FIRST.read_bytes()).run(None, {"picture": picture})

    with torch.no_grad():
        np.testing.assert_allclose(net(torch.from_numpy(picture)).numpy(), expected, atol=1e-4)
    assert all(parameter.requires_grad for parameter in net.parameters())


def test_the_file_of_another_network_is_refused() -> None:
    narrow = corner_net.as_onnx(CornerNet((8, 8, 8, 8, 8)))

    with pytest.raises(ValueError, match="not the network's"):
        load_folded_weights(CornerNet(), narrow, EXAMPLE)


def test_interpolated_network_mixes_weights_of_both() -> None:
    torch.manual_seed(0)
    one, other = CornerNet(), CornerNet()

    quarter = between(one, other, 0.25)

    for name, weight in quarter.named_parameters():
        expected = 0.25 * one.get_parameter(name) + 0.75 * other.get_parameter(name)
        torch.testing.assert_close(weight, expected)


def test_squares_training_starts_from_stored_weights() -> None:
    crops = np.random.default_rng(0).integers(0, 255, (3, 64, 64, 3), dtype=np.uint8)

    expected = open_session(train_squares.FIRST.read_bytes()).run(["log_probabilities", "covered"], {"crops": crops})
    outputs = ["log_probabilities", "covered", "in_printings"]
    seen, covered, joint = open_session(square_net.as_onnx(train_squares.first())).run(outputs, {"crops": crops})

    np.testing.assert_allclose(seen, expected[0], atol=1e-4)
    np.testing.assert_allclose(covered, expected[1], atol=1e-4)
    np.testing.assert_allclose(np.logaddexp.reduce(joint, 2), seen, atol=1e-4)
