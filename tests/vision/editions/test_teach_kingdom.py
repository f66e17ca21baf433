"""Tiles of any box are taught by one photo of a kingdom whose code is given."""

from __future__ import annotations

import pytest

from scoring import BASE, COURT, EMPTY, QUEENDOMINO, Kingdom, Square, Terrain
from tests.given import SAMPLES, game
from vision import Photo, load, read
from vision.editions.teach import TEACHING_KINGDOM, Taught, teach_kingdom
from vision.errors import EditionKnown, PhotoError

TOWN = Square(Terrain.TOWN)
QUEEN = "queendomino"


@pytest.fixture(scope="module")
def photo() -> Photo:
    return load(SAMPLES / f"{QUEEN}.jpg")


@pytest.fixture(scope="module")
def kingdoms() -> list[Kingdom]:
    return [player.kingdom for player in game(QUEEN).players]


@pytest.fixture(scope="module")
def taught(photo: Photo, kingdoms: list[Kingdom]) -> Taught:
    """What the second kingdom of two in a photo teaches."""
    return teach_kingdom(photo, "Queen", kingdoms[1], box=BASE + QUEENDOMINO)


def test_a_kingdom_with_towns_teaches_them(taught: Taught, kingdoms: list[Kingdom]) -> None:
    assert sorted(map(str, taught.edition.squares)) == sorted(str(square) for _, square in kingdoms[1].squares())
    assert taught.edition.squares.count(TOWN) == 7
    assert taught.warnings == ()


def test_the_towns_of_another_kingdom_are_read_and_none_is_made_up(
    photo: Photo, taught: Taught, kingdoms: list[Kingdom]
) -> None:
    found = read(photo, box=BASE + QUEENDOMINO, edition=taught.edition)

    assert [reading.unknown for reading in found] == [frozenset(), frozenset()]
    for reading, kingdom in zip(found, kingdoms, strict=True):
        wrong = {at for at, square in kingdom.squares() if reading.kingdom[at] != square}
        assert wrong <= reading.doubtful
        assert len(wrong) <= 1
        assert not reading.sure


def test_a_kingdom_of_a_photo_is_found_by_its_code_whichever_way_round() -> None:
    player = game("the-court").players[1]
    hidden = [at for at, _ in (*player.pieces.characters, *player.pieces.buildings)]
    kingdom = player.kingdom
    for at in hidden:
        kingdom = kingdom.with_square(*at, EMPTY)

    taught = teach_kingdom(SAMPLES / "the-court.jpg", "Court", kingdom.rotated(), box=BASE + COURT)

    assert len(taught.edition) == 25 - len(hidden)


def test_a_kingdom_that_does_not_lie_there_teaches_nothing(photo: Photo) -> None:
    with pytest.raises(PhotoError, match="don't see this kingdom of 5x5"):
        teach_kingdom(photo, "Queen", TEACHING_KINGDOM, box=BASE + QUEENDOMINO)
    with pytest.raises(PhotoError, match="don't see this kingdom of 7x7"):
        teach_kingdom(photo, "Queen", Kingdom.parse("/".join(["wwwwwww"] * 7)), box=BASE + QUEENDOMINO)


def test_a_kingdom_of_the_base_game_that_is_read_already_is_not_taught() -> None:
    (reading,) = read(SAMPLES / "evening-lamp.jpg")

    with pytest.raises(EditionKnown, match="read these tiles already"):
        teach_kingdom(SAMPLES / "evening-lamp.jpg", "Ours", reading.kingdom)
