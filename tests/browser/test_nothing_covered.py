"""Every screen in every window: visible controls can be pressed, nothing is cut or overlaps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.journeys import goes_through_the_race
from tests.browser.phones import EVERY_SIZE, resize
from tests.browser.photographed import photo_board
from tests.browser.player import Player, open_player
from tests.browser.screens import SCREENS, Visitor, four_in_one_photo
from ui.i18n.translate import LANGUAGE_COOKIE

pytestmark = pytest.mark.browser

SCRIPT = (Path(__file__).parent / "geometry.js").read_text(encoding="utf-8")
FAULTS = f"(mayScroll) => {{ {SCRIPT} return faultsOfScreen(mayScroll); }}"
SCHEMES = ("light", "dark")
SMALL_SIZES = ((390, 664), (360, 640), (320, 568))
PANELS = ("Rules", "Invite", "Players", "More")

Fault = tuple[str, tuple[int, int], str]  # a screen, the size of the window, and what is wrong


def walk(chromium: Browser, server: str) -> Iterator[tuple[str, Player]]:
    """Yield every screen, loaded once; the table with each of its panels open; a result with a doubt; no connection."""
    context = chromium.new_context(has_touch=True, reduced_motion="reduce")
    with open_player(context, server) as player:
        visitor = Visitor(player, four_in_one_photo())
        for screen in SCREENS:
            if screen.name == "winner":
                goes_through_the_race(player)
            resize(player, EVERY_SIZE[0])
            visitor.comes_to(screen)
            yield screen.name, player
            if screen.name == "table":
                for panel in PANELS:
                    resize(player, EVERY_SIZE[0])
                    player.button(panel).click()
                    expect(player.page.get_by_role("heading", name=panel, exact=True)).to_be_visible()
                    player.is_settled()
                    yield f"table, {panel} open", player
        player.opens(four_in_one_photo().with_new_board(2, photo_board((1, 3), (3, 3))), "result")
        expect(player.page.get_by_role("button", name=re.compile("^Not final"))).to_be_visible()
        player.is_settled()
        yield "result with a doubt", player
        player.opens_a_board(photo_board((1, 3)))
        player.button("Something else").click()
        yield "palette", player
        context.set_offline(True)
        player.page.locator(".palette button").first.click()
        expect(player.page.locator(".badge")).to_have_text("Offline, 1 change waiting")
        yield "palette, offline", player
    context.close()


def german_walk(chromium: Browser, server: str) -> Iterator[tuple[str, Player]]:
    """Yield every screen in German, whose words are long."""
    context = chromium.new_context(has_touch=True, reduced_motion="reduce")
    context.add_cookies([{"name": LANGUAGE_COOKIE, "value": "de", "url": server}])
    with open_player(context, server) as player:
        visitor = Visitor(player, four_in_one_photo())
        for screen in SCREENS:
            if screen.name == "winner":
                goes_through_the_race(player)
            resize(player, SMALL_SIZES[0])
            visitor.comes_to(screen)
            yield f"{screen.name}, de", player
    context.close()


@pytest.fixture(scope="module")
def faults(chromium: Browser, server: str) -> dict[str, list[Fault]]:
    """Return what is wrong, by its kind."""
    found: dict[str, list[Fault]] = {"overlaps": [], "cuts": [], "misses": []}
    for name, player in walk(chromium, server):
        for scheme in SCHEMES:
            player.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
            for size in EVERY_SIZE:
                resize(player, size)
                told: dict[str, Any] = player.page.evaluate(FAULTS, "open" not in name)
                for kind, lines in told.items():
                    found[kind] += [(f"{name}, {scheme}", size, line) for line in lines]
    for name, player in german_walk(chromium, server):
        for size in SMALL_SIZES:
            resize(player, size)
            for kind, lines in player.page.evaluate(FAULTS, True).items():
                found[kind] += [(name, size, line) for line in lines]
    return found


def test_every_control_is_hit_at_its_centre(faults: dict[str, list[Fault]]) -> None:
    assert faults["misses"] == []


def test_no_text_is_cut(faults: dict[str, list[Fault]]) -> None:
    assert faults["cuts"] == []


def test_controls_do_not_overlap(faults: dict[str, list[Fault]]) -> None:
    assert faults["overlaps"] == []
