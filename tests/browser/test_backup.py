"""Everything of a phone is saved in one file, and is there again on a phone that has nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Download, expect

from scoring import Kingdom
from tests.browser.player import ANA_AND_BEN, Player
from tests.browser.test_accessibility import faults
from ui.table.board import Board

pytestmark = pytest.mark.browser


def brings_back(player: Player, file: Path) -> None:
    player.unfolds("Bring back from a file")
    player.page.locator("input[type=file]").last.set_input_files(file)
    player.button("Bring this back").click()


def test_a_file_asked_for_while_the_page_is_drawn_comes_once_it_is(phone: Player) -> None:
    phone.opens(ANA_AND_BEN)
    phone.page.goto(f"{phone.address}/history")
    expect(phone.button("Save everything to a file")).to_be_visible()
    phone.page.wait_for_function("window.crownsightRuns && !crownsightRuns.underWay")
    saved: list[Download] = []
    phone.page.on("download", lambda one: saved.append(one))
    phone.page.evaluate("crownsightRuns.begins()")
    phone.button("Save everything to a file").click()
    phone.page.wait_for_timeout(500)
    assert saved == []  # what a run draws anew makes another file

    with phone.page.expect_download() as file:
        phone.page.evaluate("crownsightRuns.isDrawn()")
    assert file.value.suggested_filename == "crownsight-games.json"


def test_a_game_that_is_not_over_goes_on_on_another_phone(
    other: Player, chromium: Browser, server: str, tmp_path: Path
) -> None:
    other.opens_a_board(Board(Kingdom.parse("w1w/Cf")))
    other.page.goto(f"{server}/history")
    with other.page.expect_download() as saved:
        other.button("Save everything to a file").click()
    file = tmp_path / "everything.json"
    saved.value.save_as(file)
    assert faults(other) == []

    window = chromium.new_context(viewport={"width": 390, "height": 844})
    phone = Player(window.new_page(), server)
    phone.page.goto(server)
    brings_back(phone, file)
    expect(phone.page.get_by_text("1 game added.")).to_be_visible()
    assert faults(phone) == []
    phone.button("Back to Ana, Ben").click()
    phone.is_settled()
    phone.opens_the_kingdom_of("Ana")
    phone.sees_points(2)

    phone.page.goto(f"{server}/history")
    brings_back(phone, file)
    expect(phone.page.get_by_text("0 games added.")).to_be_visible()
    window.close()
