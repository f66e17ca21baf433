"""The sample photos are ours, legal, small, and others like them can be rendered."""

from pathlib import Path

import pytest

from models.training.sample_images import GAMES, PHOTOS, STYLED, game, scene, write
from scoring.dominoes.claims import conflicts
from scoring.dominoes.legality import problems
from scoring.expansions.limits import piece_problems
from scoring.kingdom import Kingdom
from tests.given import ROOT, SAMPLES
from vision.editions.teach import TEACHING_KINGDOM, teach
from vision.pipeline.read import read

PICTURES = ROOT.parent / "shared/data"


@pytest.mark.parametrize("name", [*PHOTOS, *STYLED])
def test_a_sample_photo_shows_kingdoms_that_could_have_been_laid(name: str) -> None:
    codes = codes_of(name)

    assert codes == [str(Kingdom.parse(code)) for code in codes]
    assert codes == [str(laid.play.kingdom) for laid in scene(name).kingdoms]


def test_no_photo_is_without_its_scene() -> None:
    found = {path.relative_to(SAMPLES).with_suffix("").as_posix() for path in SAMPLES.rglob("*.jpg")}

    assert found == {*PHOTOS, *GAMES, *STYLED}


def test_another_edition_is_noticed_and_read_right_once_its_lesson_was_taught() -> None:
    lesson, *others = STYLED
    assert codes_of(lesson) == [str(TEACHING_KINGDOM)]

    edition = teach(SAMPLES / f"{lesson}.jpg", "Another").edition

    for name in others:
        untaught = read(SAMPLES / f"{name}.jpg")
        assert not any(reading.sure for reading in untaught)
        assert all("unlike those I know" in " ".join(map(str, reading.warnings)) for reading in untaught)
        taught = read(SAMPLES / f"{name}.jpg", edition=edition)
        assert [str(reading.kingdom) for reading in taught] == codes_of(name)


def codes_of(name: str) -> list[str]:
    """The kingdoms that a sample photo shows."""
    return (SAMPLES / f"{name}.txt").read_text(encoding="utf-8").split()


@pytest.mark.parametrize("name", GAMES)
def test_a_photo_of_a_game_with_other_boxes_shows_what_could_have_been_laid(name: str) -> None:
    table = game(name)
    box = table.rules.box

    assert [laid.play.kingdom for laid in scene(name).kingdoms] == [one.kingdom for one in table.players]
    assert [problems(one.kingdom, 5, box) for one in table.players] == [(), ()]
    assert [tuple(piece_problems(one.kingdom, one.pieces, box)) for one in table.players] == [(), ()]
    assert not conflicts({one.name: one.kingdom for one in table.players}, box)
    assert (SAMPLES / f"{name}.jpg").stat().st_size < 300_000


@pytest.mark.parametrize("name", ["kitchen-table", "two-kingdoms", "standing-castle"])
def test_a_photo_rendered_again_is_read_as_what_it_shows(name: str, tmp_path: Path) -> None:
    write(tmp_path, name, PICTURES)

    codes = (tmp_path / f"{name}.txt").read_text(encoding="utf-8").split()
    assert [str(reading.kingdom) for reading in read(tmp_path / f"{name}.jpg")] == codes
