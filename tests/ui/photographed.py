"""An epoch of Kingdoms as its photo is read, once for all tests that begin with one."""

from __future__ import annotations

from functools import cache

from models.training.kingdoms.samples import FOLDER
from ui.photos.kingdoms_reading import Known, read_board
from ui.table.kingdoms import Epoch
from vision.kingdoms import Memory


@cache
def epoch_from_a_photo() -> Epoch:
    photo = (FOLDER / "epoch-1-window.jpg").read_bytes()
    epoch = read_board(photo, Known(Memory.empty()), show=lambda _: None, progress=lambda _: None).epoch
    assert epoch is not None
    return epoch
