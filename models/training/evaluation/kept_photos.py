"""Composed photos kept on disk with what lies in them, so that they are composed once and read by every new network."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

from models.training.evaluation.evenings import CASES, Case, Evening, Lying
from scoring.kingdom import Kingdom

QUALITY = 95  # of the JPEG files


def evenings_kept(folder: Path, each: int, compose: Callable[[Case, int], Evening]) -> Iterator[Evening]:
    """So many evenings of each case, the cases in turn; those not yet kept in ``folder`` are composed."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(each):
        for index, case in enumerate(CASES):
            facts = folder / f"{index:02}-{number:04}.json"
            if not facts.exists():
                _keep(facts, compose(case, number))
            told = json.loads(facts.read_text(encoding="utf-8"))
            image = np.asarray(cv2.imread(str(facts.with_suffix(".jpg")), cv2.IMREAD_COLOR), np.uint8)
            lying = [Lying(Kingdom.parse(code), np.array(corners, np.float32)) for code, corners in told["lying"]]
            yield Evening(told["case"], image, tuple(lying), told["cut"])


def _keep(facts: Path, photo: Evening) -> None:
    cv2.imwrite(str(facts.with_suffix(".jpg")), photo.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    lying = [(str(each.kingdom), np.asarray(each.corners).tolist()) for each in photo.lying]
    facts.write_text(json.dumps({"case": photo.case, "cut": photo.cut, "lying": lying}), encoding="utf-8")
