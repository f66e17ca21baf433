"""All that ships is made by the programs of one recipe, and each of them runs."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is not here: pip install -e '.[train]'")

from models.training import train_castles, train_corners, train_known, train_squares
from models.training.networks import corner_net, square_net
from models.training.networks.corner_net import CornerNet
from models.training.networks.square_net import SquareNet
from models.training.pictures.castles import rendered_castles
from models.training.pictures.patches import load_patches
from models.training.pictures.textures import TextureBank
from models.training.synthesis.supply import Supply
from models.training.train import AFTER, NETWORKS
from scoring.boxes import Printing
from tests.given import ROOT
from vision.networks import open_session, verified_bytes
from vision.pipeline.calibration import ENTRY, KINGDOM
from vision.squares.castles import layers_in

KEPT = {"looks"}  # a first training that everything goes on from
PUBLISHED = re.compile(r"publish(?:_facts)?\(\s*(\"?\w+\"?),")


def test_every_entry_of_the_manifest_is_made_by_a_program_of_the_recipe() -> None:
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


def test_perceptrons_for_castles_are_trained_and_stored_as_numbers() -> None:
    recipe = train_castles.Recipe(looks=3, perceptrons=1, rounds=3)
    looks = [train_castles.looks_at(each, number, recipe) for number, each in enumerate(rendered_castles(1, 3))]

    trained = train_castles.train(looks, recipe)

    stored = layers_in(train_castles.content_of({Printing.OLDER: trained}))[Printing.OLDER]
    np.testing.assert_allclose(
        stored[0].probabilities(looks[0].seen), trained[0].probabilities(looks[0].seen), atol=1e-2
    )


def test_known_tiles_are_chosen_of_every_kind(data: Path, supply: Supply) -> None:
    network = open_session(verified_bytes("looks"))

    chosen = train_known.chosen(network, load_patches(data), data, train_known.Recipe(drawn=20, each=1, mix=supply.mix))

    assert len(chosen) >= 16
    assert np.linalg.norm(chosen, axis=1) == pytest.approx(1.0, abs=1e-3)
