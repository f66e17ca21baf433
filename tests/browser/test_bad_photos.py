"""Unusable photos get one kind sentence, and nothing entered before is lost."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.photographed import photo_board
from tests.browser.player import Player
from tests.browser.screens import faults
from vision.warning import ReadingWarning, WarningCode

pytestmark = pytest.mark.browser


def test_failed_photo_shows_its_next_steps(phone: Player) -> None:
    upright = cv2.imencode(".jpg", np.full((1200, 900, 3), 130, np.uint8))[1].tobytes()
    phone.opens_the_app()
    phone.photographs(upright)

    said, photo = phone.page.get_by_role("alert"), phone.page.locator("img.cs-photo")
    expect(said).to_contain_text("No kingdom found. Shoot")
    for way_on in ("Photograph again", "Mark the corners", "Enter by hand"):
        expect(phone.button(way_on)).to_be_in_viewport(ratio=1)
    expect(photo).to_be_in_viewport(ratio=1)
    expect(phone.page.get_by_text("Keep everything inside this frame")).to_be_in_viewport(ratio=1)
    assert faults(phone) == []
    for width, height in ((320, 568), (844, 390)):
        phone.page.set_viewport_size({"width": width, "height": height})
        for in_sight in (said, phone.page.locator(".cs-over"), phone.button("Photograph again")):
            expect(in_sight).to_be_in_viewport(ratio=1)

    for way_on in ("Mark the corners", "Enter by hand"):
        phone.button(way_on).click()
        expect(phone.button("Photograph again")).to_have_count(0)
        phone.button("‹ Back to the photo").click()
    phone.button("‹ Start").click()
    expect(phone.button("Enter a board by hand")).to_be_visible()


def test_corner_handles_and_magnifier_stay_visible(phone: Player) -> None:
    phone.opens_a_board(photo_board())
    phone.button("Mark the corners").click()
    page, stage = phone.page, phone.page.locator(".stage")
    expect(stage).to_be_visible()
    assert faults(phone) == []
    for corner in range(4):
        ring = page.locator(".handle").nth(corner).bounding_box()
        assert ring
        page.mouse.move(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
        page.mouse.down()
        far = 600 if corner in (1, 2) else -600, 600 if corner in (2, 3) else -600
        page.mouse.move(ring["x"] + far[0], ring["y"] + far[1], steps=4)
        expect(page.locator(".glass")).to_be_in_viewport(ratio=1)
        page.mouse.up()
    around = stage.bounding_box()
    assert around
    for corner in range(4):
        ring = page.locator(".handle").nth(corner).bounding_box()
        assert ring
        assert around["x"] < ring["x"] + 14 < ring["x"] + ring["width"] - 14 < around["x"] + around["width"]


def test_cut_off_kingdom_offers_photo_or_doubtful_count(phone: Player) -> None:
    phone.opens_a_board(photo_board(warnings=(ReadingWarning(WarningCode.CUT_OFF),)))
    again = phone.button("Photograph again")
    expect(again).to_be_visible()
    expect(phone.looks_right).to_have_count(0)
    again.click()
    expect(phone.button("Photograph the kingdom")).to_be_visible()
    phone.button("‹ Back to the board").click()

    phone.button("Count it as it is").click()
    phone.is_asked_for_the_kingdom_of("Ben")
    phone.button("‹ Table").click()

    expect(phone.page.get_by_role("button", name=re.compile("confirmed, [0-9]+ unsure square"))).to_be_visible()
