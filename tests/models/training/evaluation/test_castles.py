"""A castle's colour is told from the confidence on from which none was wrong."""

from __future__ import annotations

from math import inf

import numpy as np

from models.training.evaluation.castles import Look, plain_from
from models.training.pictures.castles import LabelledCastle
from scoring.castle import Castle
from vision.squares.castles import COLOURS

BOARD = np.zeros((64, 64, 3), np.uint8)
BLUE = LabelledCastle("one.jpg", "game1", BOARD, (0, 0), Castle.BLUE)


def seen_as(colour: Castle, probability: float) -> Look:
    return Look("own light", BLUE, COLOURS.index(colour), probability)


def test_colours_are_told_from_above_the_surest_mistake() -> None:
    assert plain_from([seen_as(Castle.BLUE, 0.99), seen_as(Castle.PINK, 0.952), seen_as(Castle.BLUE, 0.9)]) == 0.96


def test_where_no_confidence_is_always_right_no_colour_is_told() -> None:
    assert plain_from([seen_as(Castle.PINK, 0.999)]) == inf
