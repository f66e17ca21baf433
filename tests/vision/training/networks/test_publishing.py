"""What trainings publish at the same time is all in the manifest."""

import json
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from vision.networks import MANIFEST
from vision.training.networks.publishing import publish

TIMES = 40


def _publish_often(name: str, folder: Path) -> None:
    for step in range(TIMES):
        publish(name, b"weights", {"steps": step}, folder)


def test_two_trainings_that_publish_at_once_keep_each_others_entry(tmp_path: Path) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as trainings:
        list(trainings.map(_publish_often, ["corners", "squares"], [tmp_path, tmp_path]))

    entries = json.loads((tmp_path / MANIFEST).read_text(encoding="utf-8"))
    assert {name: entry["steps"] for name, entry in entries.items()} == {"corners": TIMES - 1, "squares": TIMES - 1}
