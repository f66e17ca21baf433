"""Several photos of one game are read together."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.given import KITCHEN, SAMPLES
from vision import NoKingdomFound, read, read_table

PHOTOS = sorted(SAMPLES.glob("*.jpg"))
ONE = KITCHEN


def kingdoms_of(photo: Path) -> list[str]:
    return photo.with_suffix(".txt").read_text(encoding="utf-8").split()


def test_no_photos_are_no_kingdoms() -> None:
    assert read_table([]) == []


def test_a_photo_alone_is_read_as_ever() -> None:
    (alone,), ((together,),) = read(ONE), read_table([ONE])

    assert together.kingdom == alone.kingdom
    assert (together.sure, together.warnings) == (alone.sure, alone.warnings)


def test_photos_that_are_not_of_one_game_are_read_as_if_alone() -> None:
    found = read_table(PHOTOS)

    assert [[str(reading.kingdom) for reading in kingdoms] for kingdoms in found] == [*map(kingdoms_of, PHOTOS)]


def test_a_kingdom_photographed_twice_is_read_twice_and_said_so() -> None:
    (first,), (second,) = read_table([ONE, ONE.read_bytes()])

    assert [str(first.kingdom)] == [str(second.kingdom)] == kingdoms_of(ONE)
    assert not first.sure
    assert not second.sure
    assert "kingdom 1's and kingdom 2's" in " ".join(map(str, first.warnings))


def test_a_photo_without_a_kingdom_is_refused() -> None:
    black = cv2.imencode(".png", np.zeros((400, 400, 3), np.uint8))[1].tobytes()

    with pytest.raises(NoKingdomFound):
        read_table([ONE, black])
