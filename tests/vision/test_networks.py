"""Shipped networks match the manifest, and damaged ones are refused."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import vision
from models.training.networks.publishing import publish
from vision.networks import WeightsError, read_manifest_entry, read_network, read_network_id


def test_network_identity_is_that_of_its_weights(tmp_path: Path) -> None:
    publish("corners", b"new weights", {}, tmp_path)
    publish("squares", b"the same weights", {"identity": "as first published"}, tmp_path)

    assert read_network_id("corners", tmp_path) == read_manifest_entry("corners", tmp_path)["sha256"]
    assert read_network_id("squares", tmp_path) == "as first published"


@pytest.mark.parametrize(("content", "said"), [(b"other weights", "damaged"), (None, "missing")])
def test_damaged_or_missing_network_is_refused(tmp_path: Path, content: bytes | None, said: str) -> None:
    publish("squares", b"weights", {}, tmp_path)
    (tmp_path / "squares.onnx").unlink()
    if content:
        (tmp_path / "squares.onnx").write_bytes(content)

    with pytest.raises(WeightsError, match=rf"squares\.onnx is {said}"):
        read_network("squares", tmp_path)


@pytest.mark.parametrize("listed", [None, "", "{}", "[1]", "{not json"])
def test_unknown_network_is_refused(tmp_path: Path, listed: str | None) -> None:
    if listed is not None:
        (tmp_path / "manifest.json").write_text(listed)

    with pytest.raises(WeightsError, match="'squares' is not listed"):
        read_manifest_entry("squares", tmp_path)


def test_networks_are_found_beside_the_code(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "__init__.py").touch()
    command = "from vision.networks import read_manifest_entry; read_manifest_entry('squares')"
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{Path(vision.__file__).parents[1]}"}

    subprocess.run([sys.executable, "-c", command], cwd=tmp_path, env=environment, check=True)
