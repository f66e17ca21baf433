"""Photos given together, and the order of doubts."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import BASE, QUEENDOMINO, Box, Position, Square, Terrain
from tests.sample_photos import KITCHEN, codes_of
from tests.ui.factories import ANA_AND_BEN, board_of, reading_of
from tests.vision.seen_kingdoms import SWAMP, evidence_of
from ui.photos.photo_reader import decode_together
from ui.table.board import Board, PhotoResult, make_board
from ui.table.photo_reading import Picture
from ui.table.table import order_doubts
from vision import Reading, ReadingWarning, WarningCode
from vision.pipeline.evidence import Evidence


def photo_of(seen: Evidence, *doubtful: Position, code: str = "Cwg2", **more: Any) -> PhotoResult:
    reading = reading_of(code, *doubtful, confidence=0.6, other=SWAMP, evidence=seen, **more)
    return PhotoResult(Picture(b"", 1, 1, 1.0), readings=(reading,))


UNCERTAIN = (ReadingWarning(WarningCode.UNCERTAIN_KINGDOM),)
UNSURE, PLAIN = photo_of(evidence_of("Cwg2", swamp=0.4), (0, 2)), photo_of(evidence_of("Cwg2"))


@pytest.mark.parametrize("photos", [(UNSURE, PLAIN), (PLAIN, UNSURE)], ids=["first", "last"])
def test_photos_given_together_share_no_domino(photos: tuple[PhotoResult, ...]) -> None:
    found = decode_together(photos, BASE)

    [settled] = [photo.readings[0] for photo, before in zip(found, photos, strict=True) if photo != before]
    assert settled.kingdom[0, 2] == SWAMP


@pytest.mark.parametrize(
    ("photos", "box"),
    [
        pytest.param((UNSURE,), BASE, id="alone"),
        pytest.param((UNSURE, photo_of(evidence_of("Cwg2"), warnings=UNCERTAIN)), BASE, id="beside no kingdom"),
        pytest.param((UNSURE, PLAIN), QUEENDOMINO, id="of another box"),
        pytest.param((UNSURE, PhotoResult()), BASE, id="beside nothing"),
    ],
)
def test_a_photo_stays_as_it_was_read(photos: tuple[PhotoResult, ...], box: Box) -> None:
    assert decode_together(photos, box) == [*photos]


def test_a_kingdom_in_two_photos_is_decoded_once() -> None:
    [code] = codes_of(KITCHEN)
    twice = [photo_of(evidence_of(code), code=code) for _ in range(2)]

    assert decode_together(twice, BASE) == twice


# --- Boards


LAKE = Square(Terrain.LAKE)


def reading(code: str, *doubtful: Position) -> Reading:
    return reading_of(code, *doubtful, other=LAKE)


def table_with(code: str, *doubtful: Position) -> Board:
    return make_board(reading(code, *doubtful), Picture(b"", 1, 1, 1.0))


def test_deciding_square_is_asked_before_a_costlier_one() -> None:
    alone = ANA_AND_BEN.with_new_board(1, table_with("m3mm/l1wC", (0, 1), (1, 1)))
    assert order_doubts(alone, board_of(alone)) == ((0, 1), (1, 1))

    one_behind = alone.with_new_board(2, table_with("m3mm/l1lC"))
    assert order_doubts(one_behind, board_of(alone)) == ((1, 1), (0, 1))
