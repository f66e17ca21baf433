"""Two servers on one PostgreSQL show the same tables; when one is killed, its phones carry on with the other."""

from __future__ import annotations

import os
import re
import signal
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from scoring import Kingdom
from scoring.kingdoms import Board
from tests.browser.player import Player, a_phone
from tests.browser.served_app import served_app, served_process
from tests.browser.test_kingdoms_in_browser import opens_kingdoms, sees, sees_gold, taps
from tests.ui.postgres import Postgres

pytestmark = pytest.mark.browser


def opens_the_same_table(other: Player, player: Player) -> None:
    """Goes to the table of a player at the address of the other's own server."""
    player.page.wait_for_url(re.compile("[?&]t="))
    other.page.goto(other.address + player.page.url.removeprefix(player.address))


def shares_a_kingdom(ana: Player, ben: Player) -> None:
    """Ana enters her first square, which Ben sees on his screen."""
    ana.opens_a_table_for("Ana", "Ben")
    opens_the_same_table(ben, ana)
    ben.button("Just looking").click()
    ana.opens_the_kingdom_of("Ana")
    ana.starts_by_hand()
    ana.taps(0, 0, "mine", crowns=3)
    expect(ben.page.get_by_role("button", name=re.compile("^Ana: 3, to check"))).to_be_visible()


def shares_an_epoch(chloe: Player, dev: Player) -> None:
    """Chloé and Dev are in the middle of an epoch; each has heard that what they entered is kept."""
    opens_kingdoms(chloe, red="Chloé", green="Dev")
    taps(chloe, 0, 0, "red castle", 2)
    opens_the_same_table(dev, chloe)
    taps(dev, 0, 1, "resource", 3)
    sees_gold(dev, "Chloé", 56)
    taps(chloe, 4, 5, "green castle", 1)
    taps(chloe, 4, 4, "hazard", 2)
    sees_gold(chloe, "Dev", 48)


def test_tables_of_both_games_outlive_the_server_they_were_opened_on(
    chromium: Browser, tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROWNSIGHT_DATABASE", postgres.url)
    with ExitStack() as until_the_end:
        first, process = until_the_end.enter_context(served_process(tmp_path / "first.txt"))
        second = until_the_end.enter_context(served_app(tmp_path / "second.txt"))
        ana, ben, chloe, dev = (
            until_the_end.enter_context(a_phone(chromium, address)) for address in (first, second, first, second)
        )
        shares_a_kingdom(ana, ben)
        shares_an_epoch(chloe, dev)
        os.kill(process, signal.SIGKILL)

        taps(dev, 2, 2, "mountain")
        sees(dev, Board.parse("r2 +3 . . . ./. . . . . ./. . M . . ./. . . . . ./. . . . -2 g1"))
        for player in (ana, chloe):
            player.page.goto(second + player.page.url.removeprefix(first))
        sees(chloe, Board.parse("r2 +3 . . . ./. . . . . ./. . M . . ./. . . . . ./. . . . -2 g1"))
        taps(chloe, 4, 4, "resource", 6)
        sees_gold(dev, "Dev", 56)
        ana.sees_kingdom(Kingdom.parse("m3..../...../..C../...../....."))
        ana.taps(0, 1, "mine", crowns=2)
        expect(ben.page.get_by_role("button", name=re.compile("^Ana: 10, to check"))).to_be_visible()
