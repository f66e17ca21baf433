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

Compose = Callable[[Case, int], tuple[Evening, ...]]  # the photos of one scene


def scenes(
    folder: Path, each: int, compose: Compose, which: Callable[[Case], bool] = lambda case: True
) -> Iterator[tuple[Evening, ...]]:
    """The photos of so many scenes of each case, the cases in turn; those not yet kept in ``folder`` are composed."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(each):
        for index, case in enumerate(CASES):
            if not which(case):
                continue
            facts = folder / f"{index:02}-{number:04}.json"
            if not facts.exists():
                _keep(facts, compose(case, number))
            yield _kept(facts)


def _keep(facts: Path, photos: tuple[Evening, ...]) -> None:
    for at, photo in enumerate(photos):
        cv2.imwrite(str(_picture(facts, at)), photo.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    told = [
        {
            "case": photo.case,
            "cut": photo.cut,
            "lying": [
                {
                    "kingdom": str(lying.kingdom),
                    "corners": None if lying.corners is None else lying.corners.tolist(),
                }
                for lying in photo.lying
            ],
        }
        for photo in photos
    ]
    facts.write_text(json.dumps(told), encoding="utf-8")


def _kept(facts: Path) -> tuple[Evening, ...]:
    return tuple(
        Evening(
            told["case"],
            np.asarray(cv2.imread(str(_picture(facts, at)), cv2.IMREAD_COLOR), np.uint8),
            tuple(
                Lying(
                    Kingdom.parse(lying["kingdom"]),
                    None if lying["corners"] is None else np.array(lying["corners"], np.float32),
                )
                for lying in told["lying"]
            ),
            told["cut"],
        )
        for at, told in enumerate(json.loads(facts.read_text(encoding="utf-8")))
    )


def _picture(facts: Path, at: int) -> Path:
    return facts.with_name(f"{facts.stem}-{at}.jpg")
