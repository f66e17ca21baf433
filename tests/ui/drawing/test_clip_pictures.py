"""The pictures of a clip tell a race leg by leg, and not how it ends."""

from __future__ import annotations

from dataclasses import replace
from xml.etree.ElementTree import Element, fromstring

import pytest

from scoring import Terrain
from tests.ui.drawing.test_winner_picture import PHOTO, PLAYERS, TOLD, crowns, photos, words
from ui.drawing.clip_pictures import Leg, leg_picture, stage_picture
from ui.drawing.share_card import GOLD
from ui.drawing.tiles import LANDS, badge
from ui.drawing.winner_picture import TablePhoto

WHEAT = Leg("Wheat", badge(Terrain.WHEAT), {"Ana": 2, "Ben": 5})


def leg(told: Leg = WHEAT) -> Element:
    return fromstring(leg_picture(told, TOLD, PLAYERS))


def test_the_stage_shows_the_photo_and_neither_sums_on_it_nor_a_crown() -> None:
    stage = fromstring(stage_picture(TOLD, PLAYERS, PHOTO))
    badges = [one.text for one in stage.iter("{http://www.w3.org/2000/svg}text") if one.get("text-anchor") == "middle"]

    assert photos(stage) == [PHOTO.address]
    assert badges == ["A", "B"]
    assert crowns(stage) == 0


@pytest.mark.parametrize("photo", [PHOTO, None])
def test_the_stage_does_not_tell_who_has_won(photo: TablePhoto | None) -> None:
    ana, ben = PLAYERS[0], replace(PLAYERS[1], castle="green")
    stage = stage_picture(TOLD, [ana, ben], photo)

    assert f'stroke="{GOLD}"' not in stage
    assert "Ana / Ben / 23" in words(fromstring(stage))
    assert stage == stage_picture(TOLD, [replace(ben, place=1), replace(ana, place=2)], photo)


def test_a_leg_says_what_is_told_and_who_has_most_then_first() -> None:
    said = words(leg()).split(" / ")

    assert said == ["Wheat", "Ben", "5", "Ana", "2"]
    assert LANDS[Terrain.WHEAT].icon in leg_picture(WHEAT, TOLD, PLAYERS)


def test_a_leg_has_the_size_of_the_picture_it_is_laid_over() -> None:
    stage = fromstring(stage_picture(TOLD, PLAYERS, PHOTO))

    assert [leg().attrib[side] for side in ("width", "height")] == [stage.attrib[side] for side in ("width", "height")]
