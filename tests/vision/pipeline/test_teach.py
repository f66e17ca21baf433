"""One photo of a known kingdom teaches the tiles of an edition or of any box."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring import BASE, COURT, EMPTY, QUEENDOMINO, Kingdom, Square, Terrain
from scoring.boxes import Printing
from scoring.dominoes.legality import find_problems
from scoring.terrain import CASTLE
from tests.sample_photos import KITCHEN, SAMPLES, STYLED, codes_of, game
from vision import Photo, load, read
from vision.errors import EditionKnown, NoKingdomFound, PhotoError
from vision.pipeline.teach import TEACHING_KINGDOM, list_teaching_dominoes, teach
from vision.squares.classify import KINDS
from vision.warning import ReadingWarning, WarningCode

LESSON = STYLED[0]  # the twelve dominoes in tiles of no edition
TOWN = Square(Terrain.TOWN)
QUEEN = "queendomino"


def test_teaching_kingdom_is_legal_and_shows_every_kind() -> None:
    assert find_problems(TEACHING_KINGDOM, 5) == ()
    assert len({domino.number for domino in list_teaching_dominoes()}) == 12
    assert {square for _, square in TEACHING_KINGDOM.squares()} == {*BASE.squares, CASTLE}
    assert TEACHING_KINGDOM[2, 2] == CASTLE


def test_one_photo_teaches_an_unknown_edition() -> None:
    taught = teach(LESSON, "Strange")

    assert codes_of(LESSON) == [str(TEACHING_KINGDOM)]
    assert (taught.tiles.name, taught.tiles.kingdoms) == ("Strange", 1)
    assert set(taught.tiles.squares) == set(KINDS[:-1])
    assert taught.warnings == ()
    for photo in STYLED[1:]:
        untaught = read(photo)
        assert {reading.printing for reading in untaught} == {Printing.OTHER}
        assert not any(reading.sure for reading in untaught)
        assert all(ReadingWarning(WarningCode.UNFAMILIAR_TILES) in reading.warnings for reading in untaught)
        found = read(photo, tiles=taught.tiles)
        assert [str(reading.kingdom) for reading in found] == codes_of(photo)
        assert not any(reading.sure for reading in found)
        assert all(ReadingWarning(WarningCode.TAUGHT_TILES) in reading.warnings for reading in found)


def test_dominoes_laid_wrong_are_named_and_teach_nothing() -> None:
    first, second, *_ = list_teaching_dominoes()
    swapped = TEACHING_KINGDOM
    for one, other in ((first, second), (second, first)):
        for place, square in zip(one.squares, other.squares, strict=True):
            swapped = swapped.with_square(*place, TEACHING_KINGDOM[square])

    taught = teach(LESSON, "Strange", swapped)

    assert len(taught.tiles) == 25 - 4
    assert {*taught.warnings} == {
        ReadingWarning(WarningCode.LEFT_OUT_DOMINO, first.squares, {"number": second.number}),
        ReadingWarning(WarningCode.LEFT_OUT_DOMINO, second.squares, {"number": first.number}),
    }


def test_left_out_dominoes_are_named_by_rows_of_the_photo() -> None:
    one, other = (domino for domino in list_teaching_dominoes() if domino.number in (40, 28))
    lower_rows = Kingdom.parse("/".join(str(TEACHING_KINGDOM).split("/")[2:]))
    for here, there in ((one, other), (other, one)):
        for (row, column), square in zip(here.squares, there.squares, strict=True):
            lower_rows = lower_rows.with_square(row - 2, column, TEACHING_KINGDOM[square])

    taught = teach(LESSON, "Strange", lower_rows)

    assert {warning.squares for warning in taught.warnings} == {one.squares, other.squares}


def in_other_colours(photo: Path) -> Photo:
    """Return the photo with every hue turned by a third of the colour circle: forests are blue, lakes red."""
    shown = load(photo)
    hsv = cv2.cvtColor(shown.image, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0].astype(int) + 60) % 180
    return Photo(np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8), shown.scale)


def test_edition_unlike_kingdomino_is_taught() -> None:
    strange = in_other_colours(LESSON)
    with pytest.raises(NoKingdomFound):
        read(strange)

    taught = teach(strange, "Strange")

    assert len(taught.tiles) >= 15
    assert TEACHING_KINGDOM[2, 2] in taught.tiles.squares


def test_corners_set_by_hand_teach() -> None:
    (reading,) = read(LESSON)

    taught = teach(LESSON, "Strange", corners=np.array(reading.corners, np.float32))

    assert set(taught.tiles.squares) == set(KINDS[:-1])


@pytest.mark.parametrize(
    ("photo", "why"),
    [
        (KITCHEN, "not the twelve dominoes"),
        (SAMPLES / "seven-by-seven.jpg", "not the twelve dominoes"),
        (SAMPLES / "two-kingdoms.jpg", "not the twelve dominoes"),
    ],
    ids=["another kingdom", "a larger one", "two"],
)
def test_a_photo_of_anything_else_teaches_nothing(photo: Path, why: str) -> None:
    with pytest.raises(PhotoError, match=why):
        teach(photo, "Ours")


def test_incomplete_teaching_kingdom_is_refused() -> None:
    whole = load(LESSON)
    (reading,) = read(whole)
    right = np.array(reading.corners)[:, 0]
    left_part = whole.image[:, : int((right.min() + 0.62 * np.ptp(right)) / whole.scale)]

    with pytest.raises(PhotoError, match="is incomplete"):
        teach(Photo(np.ascontiguousarray(left_part), whole.scale), "Strange")


# --- Kingdoms whose code is given


@pytest.fixture(scope="module")
def photo() -> Photo:
    return load(SAMPLES / f"{QUEEN}.jpg")


def test_towns_are_taught_and_never_invented(photo: Photo) -> None:
    kingdoms = [player.kingdom for player in game(QUEEN).players]
    taught = teach(photo, "Queen", kingdoms[1], box=BASE + QUEENDOMINO)
    found = read(photo, box=BASE + QUEENDOMINO, tiles=taught.tiles)

    assert sorted(map(str, taught.tiles.squares)) == sorted(str(square) for _, square in kingdoms[1].squares())
    assert (taught.tiles.squares.count(TOWN), taught.warnings) == (7, ())
    assert [reading.unknown for reading in found] == [frozenset(), frozenset()]
    for reading, kingdom in zip(found, kingdoms, strict=True):
        wrong = {at for at, square in kingdom.squares() if reading.kingdom[at] != square}
        assert wrong <= reading.doubtful
        assert len(wrong) <= 1
        assert not reading.sure


def test_code_matches_a_photo_in_any_orientation() -> None:
    player = game("the-court").players[1]
    hidden = [at for at, _ in (*player.pieces.characters, *player.pieces.buildings)]
    kingdom = player.kingdom
    for at in hidden:
        kingdom = kingdom.with_square(*at, EMPTY)

    taught = teach(SAMPLES / "the-court.jpg", "Court", kingdom.rotate(), box=BASE + COURT)

    assert len(taught.tiles) == 25 - len(hidden)


def test_a_kingdom_that_does_not_lie_there_teaches_nothing(photo: Photo) -> None:
    with pytest.raises(PhotoError, match="no kingdom of 5x5"):
        teach(photo, "Queen", TEACHING_KINGDOM.rotate(), box=BASE + QUEENDOMINO)
    with pytest.raises(PhotoError, match="no kingdom of 7x7"):
        teach(photo, "Queen", Kingdom.parse("/".join(["wwwwwww"] * 7)), box=BASE + QUEENDOMINO)


def test_known_base_game_is_not_taught() -> None:
    (reading,) = read(SAMPLES / "evening-lamp.jpg")

    with pytest.raises(EditionKnown, match="already reads these tiles"):
        teach(SAMPLES / "evening-lamp.jpg", "Ours", reading.kingdom)
