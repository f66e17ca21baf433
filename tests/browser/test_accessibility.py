"""Boards can be used by those who do not see them, or who cannot point: axe-core finds no serious fault."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from tests.browser.player import Player
from tests.browser.test_board import photographed

pytestmark = pytest.mark.browser

SERIOUS = {"serious", "critical"}
OF_STREAMLIT = {"meta-viewport"}  # what the page around the app brings with it


def faults(player: Player) -> list[str]:
    """The serious faults on a screen once all of it is drawn, each with where it is."""
    player.is_settled()
    found = Axe().run(player.page).response["violations"]
    return [
        f"{fault['id']}: {fault['nodes'][0]['html'][:160]} {fault['nodes'][0].get('failureSummary', '')[:300]}"
        for fault in found
        if fault["impact"] in SERIOUS and fault["id"] not in OF_STREAMLIT
    ]


def test_a_board_with_its_photo_has_no_serious_fault(bare: Player) -> None:
    bare.opens_a_board(photographed((1, 3)))
    assert faults(bare) == []
    bare.chooses(1, 1)
    assert faults(bare) == []
