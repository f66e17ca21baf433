"""Twelve dominoes, laid by their numbers and photographed, teach what the tiles of an edition look like."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.training.synthesis.camera import Stance
from models.training.synthesis.legal_play import Play
from models.training.synthesis.light import Light
from models.training.synthesis.scene import Laid, Scene, render
from scoring.boxes import BASE, FACE_OF
from scoring.dominoes.legality import PlacedDomino, problems
from scoring.kingdom import Kingdom
from scoring.terrain import CASTLE
from tests.given import KITCHEN
from vision.editions.teach import TEACHING_KINGDOM, Taught, teach, teaching_dominoes
from vision.errors import EditionKnown, PhotoError
from vision.photo.photo import Bgr, Photo
from vision.pipeline.read import read
from vision.squares.classify import KINDS

STANCE = Stance(15.0, -90.0, 0.0, 0.78)
HUE, PALER = 15, 0.7  # of OpenCV's 180, and of colours: no edition looks so


def photographed(*laid: tuple[PlacedDomino, ...]) -> Bgr:
    """A photo of kingdoms side by side, in our own art."""
    kingdoms = tuple(
        Laid(Play(laid_out(dominoes), dominoes), (2.5 + 7.5 * number, 0.0)) for number, dominoes in enumerate(laid)
    )
    rng = np.random.default_rng(5)
    return render(Scene.framed(kingdoms, "wood", STANCE, Light(blur=0.5), (1200, 900), 0.72), rng)[0]


def laid_out(dominoes: tuple[PlacedDomino, ...]) -> Kingdom:
    kingdom = Kingdom.empty(5, 5).with_square(2, 2, CASTLE)
    for domino in dominoes:
        for place, square in zip(domino.squares, FACE_OF[domino.number], strict=True):
            kingdom = kingdom.with_square(*place, square)
    return kingdom.trimmed()


def strange(image: Bgr) -> Photo:
    """The photo in the colours of no edition."""
    seen = cv2.cvtColor(image, cv2.COLOR_BGR2HSV).astype(np.int64)
    seen[..., 0] = (seen[..., 0] + HUE) % 180
    seen[..., 1] = seen[..., 1] * PALER
    return Photo(np.asarray(cv2.cvtColor(seen.astype(np.uint8), cv2.COLOR_HSV2BGR)), 1.0)


@pytest.fixture(scope="module")
def image() -> Bgr:
    return photographed(teaching_dominoes())


@pytest.fixture(scope="module")
def taught(image: Bgr) -> Taught:
    return teach(strange(image), "Strange")


def test_the_kingdom_can_be_laid_and_shows_every_kind_round_the_castle() -> None:
    dominoes = teaching_dominoes()

    assert problems(TEACHING_KINGDOM, 5) == ()
    assert laid_out(dominoes) == TEACHING_KINGDOM
    assert len({domino.number for domino in dominoes}) == 12
    assert {square for _, square in TEACHING_KINGDOM.squares()} == {*BASE.squares, CASTLE}
    assert TEACHING_KINGDOM[2, 2] == CASTLE


def test_one_photo_teaches_every_kind(taught: Taught) -> None:
    assert taught.edition.name == "Strange"
    assert taught.edition.kingdoms == 1
    assert set(taught.edition.squares) == set(KINDS[:-1])
    assert taught.warnings == ()


def test_what_was_taught_reads_its_photo(image: Bgr, taught: Taught) -> None:
    (reading,) = read(strange(image), edition=taught.edition)

    assert reading.kingdom.canonical() == TEACHING_KINGDOM.canonical()


def test_dominoes_laid_wrong_are_named_and_teach_nothing() -> None:
    first, second, *others = teaching_dominoes()
    swapped = (replace(first, number=second.number), replace(second, number=first.number), *others)

    taught = teach(strange(photographed(swapped)), "Strange")

    assert {domino.number for domino in taught.doubted} == {first.number, second.number}
    assert len(taught.edition) == 25 - 4
    assert len(taught.warnings) == 2
    assert f"domino {first.number}" in " ".join(map(str, taught.warnings))


def test_tiles_that_are_read_already_are_not_taught(image: Bgr) -> None:
    with pytest.raises(EditionKnown, match="read these tiles already"):
        teach(Photo(image, 1.0), "Ours")


def test_other_dominoes_teach_nothing() -> None:
    with pytest.raises(PhotoError, match="not the twelve dominoes"):
        teach(KITCHEN, "Kitchen")


def test_half_a_kingdom_teaches_nothing() -> None:
    half = tuple(domino for domino in teaching_dominoes() if all(row <= 2 for row, _ in domino.squares))

    with pytest.raises(PhotoError, match="whole kingdom"):
        teach(Photo(photographed(half), 1.0), "Half")
