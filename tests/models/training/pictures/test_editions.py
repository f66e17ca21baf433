"""A box of any edition gives the tiles of a kingdom, and the same box prints them alike."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from models.training.evaluation.evenings import CASES, EDITIONS, boxes_of, evening
from models.training.pictures.editions import Drawn, Newer, Painted, styled_squares
from scoring.boxes import DOMINOES
from tests.given import ROOT
from vision.squares.classify import KINDS

PICTURES = ROOT.parent / "shared/data"
with_pictures = pytest.mark.skipif(not (PICTURES / "editions").is_dir(), reason="the labelled pictures are not here")
BOXES = [name if name == "own" else pytest.param(name, marks=with_pictures) for name in EDITIONS]


@pytest.mark.parametrize("name", BOXES)
def test_a_box_has_a_start_tile_for_every_player_and_all_dominoes(name: str) -> None:
    rng = np.random.default_rng(0)
    box = boxes_of(name, PICTURES)(rng)

    assert {box.start_tile(rng, 40, player).shape for player in ("yellow", "pink", "green", "blue")} == {(40, 40, 3)}
    assert {box.domino(rng, 40, number).shape for number in range(1, 49)} == {(40, 80, 3)}


@with_pictures
def test_a_box_of_the_newer_edition_is_printed_as_no_other() -> None:
    rng = np.random.default_rng(0)
    one, other = Newer.box(PICTURES, rng), Newer.box(PICTURES, rng)

    assert (one.domino(rng, 40, 7) == one.domino(rng, 40, 7)).all()
    assert not (one.domino(rng, 40, 7) == other.domino(rng, 40, 7)).all()


def test_an_edition_whose_pictures_are_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="newer edition"):
        Newer.box(tmp_path, np.random.default_rng(0))
    with pytest.raises(FileNotFoundError, match="box3-dominoes"):
        Painted.named(tmp_path, "box3")


@with_pictures
def test_an_evening_of_any_edition_shows_the_same_kingdoms() -> None:
    own, *others = (evening(CASES[0], 0, draw_box=boxes_of(name, PICTURES)) for name in EDITIONS)

    for other in others:
        assert [lying.kingdom for lying in own.lying] == [lying.kingdom for lying in other.lying]
        assert own.image.shape == other.image.shape
        assert (own.image != other.image).any()


def test_every_box_of_our_own_is_drawn_anew() -> None:
    rng = np.random.default_rng(0)

    assert not (Drawn.box(rng).domino(rng, 40, 1) == Drawn.box(rng).domino(rng, 40, 1)).all()


@with_pictures
def test_a_painted_box_has_every_domino_in_its_place() -> None:
    """Bare halves of one terrain look more like each other than like those of any other terrain."""
    box, rng = Painted.named(PICTURES, "sample"), np.random.default_rng(0)
    halves = [half for number in range(1, 49) for half in np.hsplit(box.domino(rng, 32, number), 2)]
    colours = np.array([np.median(half, (0, 1)) for half in halves])
    squares = [square for domino in DOMINOES for square in domino.squares]
    means = {
        terrain: np.mean([c for c, s in zip(colours, squares, strict=True) if s.terrain is terrain and not s.crowns], 0)
        for terrain in {square.terrain for square in squares}
    }

    nearest = [min(means, key=lambda each, seen=seen: np.linalg.norm(means[each] - seen)) for seen in colours]  # type: ignore[misc]

    bare = [(found, square.terrain) for found, square in zip(nearest, squares, strict=True) if not square.crowns]
    assert np.mean([found is terrain for found, terrain in bare]) > 0.95


@with_pictures
def test_painted_styles_for_training_show_every_kind_twice() -> None:
    squares = list(islice(styled_squares(PICTURES), 3 * 17 * 2))

    assert {style for style, _, _ in squares} == {"000", "001", "002"}
    assert {kind for _, kind, _ in squares} == {index for index, kind in enumerate(KINDS) if not kind.is_empty}
    assert {picture.shape for _, _, picture in squares} == {(96, 96, 3)}
