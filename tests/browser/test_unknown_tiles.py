"""Tiles of a box that the reader has never seen: asked about, and learnt from the first answers."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import expect

from scoring import Rules, Title
from scoring.castle import Castle
from tests.browser.player import Player
from tests.given import SAMPLES, game
from ui.table.table import Table, with_boxes
from vision.photo.photo import load

pytestmark = pytest.mark.browser


def photographs_queendomino(phone: Player, photo: Path) -> None:
    """Opens a table with Queendomino and photographs the left kingdom of the sample photo."""
    both = load(SAMPLES / "queendomino.jpg").image
    cv2.imwrite(str(photo), both[:, : both.shape[1] // 2])
    rules = with_boxes(Rules(), [Title.KINGDOMINO, Title.QUEENDOMINO])
    phone.opens(Table(rules=rules).with_player("Ana", Castle.BLUE), "kingdom", s="1")
    phone.photographs(photo)
    phone.button("Yes, it is a kingdom").click()  # so many tiles are unknown that this is asked first
    expect(phone.square(0, 0)).to_be_visible()
    phone.is_settled()


def test_a_few_answers_name_the_towns_of_a_photo(phone: Player, tmp_path: Path) -> None:
    built = {position for position, _ in game("queendomino").players[0].pieces.buildings}
    photographs_queendomino(phone, tmp_path / "one.jpg")
    unknown = phone.page.get_by_role("gridcell", name=re.compile("unknown tile"))
    expect(unknown.first).to_be_visible()
    expect(phone.page.get_by_text(re.compile(r"I don.t know \d+ tiles"))).to_be_visible()
    before = unknown.count()
    places = unknown.evaluate_all("all => all.map(({ dataset }) => dataset.place.split(',').map(Number))")
    plain = [(row, column) for row, column in places if (row, column) not in built]
    phone.chooses(*plain[0])
    expect(phone.page.locator(".holds")).to_have_text("unknown tile")
    expect(phone.button("Yes")).to_have_count(0)  # nothing is claimed that could be confirmed
    expect(phone.button("town or a building?")).to_be_visible()

    for row, column in plain[:3]:
        if phone.square(row, column).get_attribute("data-code") != "t":
            phone.chooses(row, column)
            phone.button("Something else").click()
            phone.page.locator(".palette").get_by_role("button", name="town").click()
        phone.is_heard()
        phone.is_settled()

    towns = phone.page.locator("[role=gridcell][data-code=t]")
    expect(towns.nth(4)).to_be_visible()
    assert unknown.count() < before - 3
